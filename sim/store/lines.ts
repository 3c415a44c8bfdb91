/**
 * The lines of a journal: JSON, `["<checksum>",{...}]`. The checksum of a chunk's line covers the run that it belongs to as
 * well, so that a line of another run reads as damaged.
 */
import { createHash } from 'node:crypto'
import { closeSync, fstatSync, readSync } from 'node:fs'
import { onDisk, RefusedError } from './disk.ts'
import { openToRead } from './files.ts'

/** Hex digits of a checksum: the first ones of a SHA-256. */
const SUM_DIGITS = 16
/** Bytes read at a time. */
const PIECE = 1 << 20
/** Bytes of the longest line: far more than hundreds of variants need, and a damaged file cannot fill the memory. */
const LINE_MAX = 1 << 28

const NEWLINE = 0x0a
const BRACKET = 0x5d

/**
 * A line of a file, with its line end, which the last one may lack. Bytes are not a Buffer, for
 * declarations that the library leads to do without the types of node.
 */
export interface Line {
  /** From 1. */
  readonly number: number
  readonly bytes: Uint8Array
  /** Where it ends in the file. */
  readonly end: number
}

/** A line that holds a value. `run` is what its checksum covers beside it: the run's id, or nothing for a header. */
export function lineOf(body: object, run: string): Uint8Array {
  const text = Buffer.from(JSON.stringify(body))
  return Buffer.concat([Buffer.from(`["${sumOf(text, run)}",`), text, Buffer.from(']\n')])
}

/** A line's value; null if the line is not whole, or belongs to another run. */
export function bodyOf(bytes: Uint8Array, run: string): object | null {
  const line = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const head = `["${'0'.repeat(SUM_DIGITS)}",`.length
  // A line is whole only with its line end.
  const text = line.subarray(head, -2)
  if (line.at(-1) !== NEWLINE || line.at(-2) !== BRACKET) return null
  if (line.subarray(0, head).toString('latin1') !== `["${sumOf(text, run)}",`) return null
  return JSON.parse(text.toString('utf8'))
}

function sumOf(text: Buffer, run: string): string {
  return createHash('sha256').update(run).update(text).digest('hex').slice(0, SUM_DIGITS)
}

/**
 * The lines of a file; none if it is absent. Throws a RefusedError if it is no regular file or has a line without end, and a
 * DiskError if it can't be read.
 */
export function* linesOf(file: string): Generator<Line, void, undefined> {
  const fd = openToRead(file)
  if (fd === null) return
  try {
    // Up to its length when opened: a journal may be read while its run is writing to it.
    let left = onDisk(file, () => fstatSync(fd).size, 'read')
    let end = 0
    let number = 0
    let pieces: Buffer[] = []
    let waiting = 0
    while (left > 0) {
      const piece = Buffer.allocUnsafe(Math.min(PIECE, left))
      const read = onDisk(file, () => readSync(fd, piece, 0, piece.length, null), 'read')
      if (read === 0) break
      left -= read
      let from = 0
      for (let at = piece.indexOf(NEWLINE); at >= 0 && at < read; at = piece.indexOf(NEWLINE, from)) {
        const bytes = Buffer.concat([...pieces, piece.subarray(from, at + 1)])
        pieces = []
        waiting = 0
        end += bytes.length
        yield { number: ++number, bytes, end }
        from = at + 1
      }
      if (from < read) pieces.push(piece.subarray(from, read))
      waiting += read - from
      if (waiting > LINE_MAX)
        throw new RefusedError(file, `has a line of more than ${LINE_MAX} bytes, expected a journal`)
    }
    if (waiting > 0) yield { number: ++number, bytes: Buffer.concat(pieces), end: end + waiting }
  } finally {
    closeSync(fd)
  }
}
