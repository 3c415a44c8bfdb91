/**
 * The journal from which a run resumes: a header, then a line for every finished chunk, on disk before the
 * chunk counts. Reports depend on nothing else. Lines are JSON, `["<checksum>",{...}]`; a chunk's checksum
 * covers its run as well, so that a line of another run reads as damaged.
 */

import { createHash } from 'node:crypto'
import { closeSync, fstatSync, readSync } from 'node:fs'
import { dirname } from 'node:path'
import { onDisk, openToRead, RefusedError } from './disk.ts'
import { checkedEntry, type JournalEntry } from './entry.ts'
import { checkedHeader, type JournalHeader, runIdOf } from './header.ts'

export const JOURNAL = 'journal.jsonl'

/** The machine that a worker of a queue runs on: its name without the process. */
export function hostOf(worker: string): string {
  return worker.replace(/-\d+-[0-9a-f]{6}$/, '')
}

export interface JournalReading {
  /** Null if the journal has no whole line yet. */
  readonly header: JournalHeader | null
  /** Bytes up to the end of the last whole line. */
  readonly length: number
  /** Bytes after that: a line that a crash cut short. */
  readonly torn: number
  /** Sound lines, with the header. */
  readonly lines: number
}

export type JournalLine =
  | { readonly line: RawLine; readonly header: JournalHeader }
  | { readonly line: RawLine; readonly entry: JournalEntry }
  | { readonly line: RawLine; readonly damaged: true }

/**
 * The lines of a journal, sound or not. Throws a RefusedError for a header of another format, or a damaged
 * one followed by other lines, which can't be checked without it; and for a line that is no entry, though its
 * checksum is right.
 */
export function* journalLines(file: string): Generator<JournalLine, void, undefined> {
  let run: string | null = null
  let header: JournalHeader | null = null
  let cut: RawLine | null = null
  for (const line of rawLinesOf(file)) {
    if (cut)
      throw new RefusedError(
        file,
        'line 1 is damaged (its checksum is wrong), expected the header of a run, which is needed to check all other lines. ' +
          'Restore a copy of the journal, or play into another folder: --out',
      )
    const body = decodeLine(line.bytes, run ?? '')
    if (body === null) {
      if (run === null) cut = line
      yield { line, damaged: true }
    } else if (run === null) {
      header = checkedHeader(file, body)
      run = runIdOf(header)
      yield { line, header }
    } else yield { line, entry: checkedEntry(file, line.number, body, header!) }
  }
}

/** The header of a journal; null without a whole one. Throws a RefusedError as `journalLines` does. */
export function headerIn(file: string): JournalHeader | null {
  for (const part of journalLines(file)) return 'header' in part ? part.header : null
  return null
}

/**
 * Reads a journal, entry by entry with line numbers; an absent file reads as empty. After passing on all
 * sound entries, throws a RefusedError that lists damaged and sound lines, unless only the end is damaged,
 * which a crash may have cut.
 */
export function readJournal(
  file: string,
  onHeader: (header: JournalHeader) => void,
  onEntry: (entry: JournalEntry, line: number) => void,
): JournalReading {
  let header: JournalHeader | null = null
  let length = 0
  let size = 0
  let lines = 0
  const damaged: number[] = []
  for (const part of journalLines(file)) {
    const { number, end } = part.line
    size = end
    lines = number
    if ('damaged' in part) {
      damaged.push(number)
      continue
    }
    if ('header' in part) {
      header = part.header
      onHeader(header)
    } else onEntry(part.entry, number)
    length = end
  }
  // A crash can cut only the last line short.
  if (damaged.length > (damaged.at(-1) === lines ? 1 : 0)) throw damage(file, damaged, lines)
  return { header, length, torn: size - length, lines: lines - damaged.length }
}

/** Lines are numbered from 1 up to `lines`. */
function damage(file: string, damaged: readonly number[], lines: number): RefusedError {
  const bad = new Set(damaged)
  const sound = Array.from({ length: lines }, (_, i) => i + 1).filter(line => !bad.has(line))
  const [are, sums] = damaged.length === 1 ? ['is', 'its checksum is'] : ['are', 'their checksums are']
  return new RefusedError(
    file,
    `${linesText(damaged)} ${are} damaged or of another run (${sums} wrong), ${linesText(sound)} of ${lines} ` +
      `${sound.length === 1 ? 'is' : 'are'} sound; expected the journal unchanged. It is safe to delete ` +
      `${linesText(damaged)}, whose blocks are then played again: evenhand repair ${dirname(file)} does it, and keeps a copy`,
  )
}

const RANGES_SHOWN = 5

/** Ascending line numbers as "line 3" or "lines 1-2, 5". */
export function linesText(numbers: readonly number[]): string {
  const ranges: [number, number][] = []
  for (const number of numbers) {
    const last = ranges.at(-1)
    if (last && last[1] === number - 1) last[1] = number
    else ranges.push([number, number])
  }
  const shown = ranges
    .slice(0, RANGES_SHOWN)
    .map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`))
    .join(', ')
  return `${numbers.length === 1 ? 'line' : 'lines'} ${shown}${ranges.length > RANGES_SHOWN ? ', ...' : ''}`
}

/** Hex digits of a checksum, the first of a SHA-256. */
const SUM_DIGITS = 16
/** Bytes read at a time. */
const PIECE = 1 << 20
/** Bytes of the longest line: far more than hundreds of variants need, and too few to fill the memory. */
const LINE_MAX = 1 << 28

export const NEWLINE = 0x0a
const BRACKET = 0x5d

/** A line with its end, which the last may lack. Not a Buffer: users need not have node's types. */
export interface RawLine {
  /** From 1. */
  readonly number: number
  readonly bytes: Uint8Array
  /** Where it ends in the file. */
  readonly end: number
}

/** `run` is the run's id, which the checksum covers too; empty for a header. */
export function encodeLine(body: object, run: string): Uint8Array {
  const text = Buffer.from(JSON.stringify(body))
  return Buffer.concat([Buffer.from(`["${sumOf(text, run)}",`), text, Buffer.from(']\n')])
}

/** A line's value; null if the line isn't whole or belongs to another run. */
export function decodeLine(bytes: Uint8Array, run: string): object | null {
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
 * The lines of a file; none if it is absent. Throws a RefusedError for anything but a regular file and for an
 * endless line, and a DiskError if the file can't be read.
 */
export function* rawLinesOf(file: string): Generator<RawLine, void, undefined> {
  const fd = openToRead(file)
  if (fd === null) return
  try {
    // Up to its length when opened: its run may still be writing.
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
