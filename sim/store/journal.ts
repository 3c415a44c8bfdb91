/**
 * The journal of a run, from which it resumes: a header, then a line for every finished chunk, which is on disk before the
 * chunk counts. Each line is JSON, `["<checksum>",{...}]`. The reports depend on nothing else.
 */
import { createHash } from 'node:crypto'
import {
  closeSync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import type { ChunkResult, VariantResult } from '../chunks/chunk.ts'
import type { Chunk } from '../chunks/schedule.ts'
import { type Shard, shardText } from '../chunks/shard.ts'
import { type Experiment, portable } from '../experiment/index.ts'
import { codeHash } from './code.ts'
import { firstDifference } from './difference.ts'
import { diskCode, onDisk, RefusedError } from './disk.ts'

/** Name of the journal in a run's folder. */
export const JOURNAL = 'journal.jsonl'

/** Version of the format. */
const JOURNAL_FORMAT = 1
/** Hex digits of a checksum: the first ones of a SHA-256. */
const SUM_DIGITS = 16
/** Bytes read at a time. */
const PIECE = 1 << 20
/** Bytes of the longest line: far more than hundreds of variants need, and a damaged file cannot fill the memory. */
const LINE_MAX = 1 << 28

/** The run that a journal belongs to. */
export interface JournalHeader {
  readonly journal: number
  readonly version: string
  /** Hash of the code that plays (codeHash). */
  readonly code: string
  readonly shard: string
  /** As reports show it (portable). */
  readonly experiment: Experiment
}

/** A finished chunk; `chunk` covers only the blocks that were played. */
export interface JournalEntry {
  readonly chunk: Chunk
  /** When it was written, in milliseconds since 1970. Only `status` uses it; no report depends on it. */
  readonly at: number
  readonly milliseconds: number
  readonly variants: readonly Omit<VariantResult, 'records'>[]
}

/** The header of a run. */
export function headerOf(experiment: Experiment, shard: Shard): JournalHeader {
  return {
    journal: JOURNAL_FORMAT,
    version: experiment.version,
    code: codeHash(),
    shard: shardText(shard),
    // As it is after reading: what JSON omits does not count as a difference.
    experiment: JSON.parse(JSON.stringify(portable(experiment))),
  }
}

/** The outcome of reading a journal. */
export interface JournalReading {
  /** Null if the journal has no whole line yet. */
  readonly header: JournalHeader | null
  /** Bytes up to the end of the last whole line. */
  readonly length: number
  /** Bytes after that: a line that a crash cut short. */
  readonly torn: number
}

/**
 * Reads a journal, entry by entry; an absent file reads as an empty one. Throws a RefusedError that names the line if anything
 * is damaged but the end, which a crash may have cut short.
 */
export function readJournal(
  file: string,
  onHeader: (header: JournalHeader) => void,
  onEntry: (entry: JournalEntry) => void,
): JournalReading {
  let header: JournalHeader | null = null
  let length = 0
  let number = 0
  let bad: string | null = null
  let size = 0
  for (const { bytes, end } of linesOf(file)) {
    // Only the last line can have been cut short by a crash.
    if (bad !== null) throw new RefusedError(file, bad)
    number++
    size = end
    const body = bodyOf(bytes)
    if (body === null) {
      bad = `line ${number} is damaged (its checksum is wrong), expected the journal as it was written`
      continue
    }
    if (header === null) {
      header = checkedHeader(file, body)
      onHeader(header)
    } else {
      if (!('chunk' in body))
        throw new RefusedError(file, `line ${number} is not a chunk, expected a single journal`)
      onEntry(body as JournalEntry)
    }
    length = end
  }
  return { header, length, torn: size - length }
}

function checkedHeader(file: string, body: object): JournalHeader {
  const header = body as Partial<JournalHeader>
  if (header.journal !== JOURNAL_FORMAT)
    throw new RefusedError(
      file,
      `line 1 is not a header of journal format ${JOURNAL_FORMAT}, expected a journal of this version of evenhand`,
    )
  return header as JournalHeader
}

/** A line's JSON value; null if the line is not whole. */
function bodyOf(line: Buffer): object | null {
  const head = `["${'0'.repeat(SUM_DIGITS)}",`.length
  // A line is whole only with its line end.
  const text = line.subarray(head, -2)
  if (line.at(-1) !== NEWLINE || line.at(-2) !== BRACKET) return null
  if (line.subarray(0, head).toString('latin1') !== `["${sumOf(text)}",`) return null
  return JSON.parse(text.toString('utf8'))
}

const NEWLINE = 0x0a
const BRACKET = 0x5d

function sumOf(text: Buffer): string {
  return createHash('sha256').update(text).digest('hex').slice(0, SUM_DIGITS)
}

function lineOf(body: JournalHeader | JournalEntry): Buffer {
  const text = Buffer.from(JSON.stringify(body))
  return Buffer.concat([Buffer.from(`["${sumOf(text)}",`), text, Buffer.from(']\n')])
}

/** The lines, with their line ends, and where each ends in the file. The last one may lack its line end. */
function* linesOf(file: string): Generator<{ bytes: Buffer; end: number }, void, undefined> {
  const fd = openOrNull(file)
  if (fd === null) return
  try {
    // Up to its length when opened: a journal may be read while its run is writing to it.
    let left = fstatSync(fd).size
    let end = 0
    let pieces: Buffer[] = []
    let waiting = 0
    while (left > 0) {
      const piece = Buffer.allocUnsafe(Math.min(PIECE, left))
      const read = readSync(fd, piece, 0, piece.length, null)
      if (read === 0) break
      left -= read
      let from = 0
      for (let at = piece.indexOf(NEWLINE); at >= 0 && at < read; at = piece.indexOf(NEWLINE, from)) {
        const bytes = Buffer.concat([...pieces, piece.subarray(from, at + 1)])
        pieces = []
        waiting = 0
        end += bytes.length
        yield { bytes, end }
        from = at + 1
      }
      if (from < read) pieces.push(piece.subarray(from, read))
      waiting += read - from
      if (waiting > LINE_MAX)
        throw new RefusedError(file, `has a line of more than ${LINE_MAX} bytes, expected a journal`)
    }
    if (waiting > 0) yield { bytes: Buffer.concat(pieces), end: end + waiting }
  } finally {
    closeSync(fd)
  }
}

function openOrNull(file: string): number | null {
  try {
    return openSync(file, 'r')
  } catch (error) {
    if (diskCode(error) === 'ENOENT') return null
    throw error
  }
}

/**
 * Throws a RefusedError if a folder's journal belongs to another run than `asked`; it names the first field that differs, and
 * ends with `expected`.
 */
export function refuseOther(
  dir: string,
  journal: JournalHeader,
  asked: JournalHeader,
  expected: string,
): void {
  const { version, shard, experiment, code } = journal
  const differs =
    firstDifference({ version, shard }, { version: asked.version, shard: asked.shard }) ??
    firstDifference(experiment, asked.experiment) ??
    firstDifference({ code }, { code: asked.code })
  if (!differs) return
  const { field, was, now } = differs
  throw new RefusedError(
    dir,
    `holds another run: its ${field === 'code' ? 'code of evenhand' : field} is ${was}, not ${now}; ${expected}`,
  )
}

/** A journal to append to. */
export class Journal {
  readonly #file: string
  readonly #fd: number
  #length: number

  /**
   * Opens a folder's journal, which was read as `reading`: cuts off an incomplete last line, and writes the header of a new
   * journal. Throws a DiskError.
   */
  constructor(dir: string, reading: JournalReading, header: JournalHeader) {
    this.#file = join(dir, JOURNAL)
    this.#fd = onDisk(this.#file, () => openSync(this.#file, 'a'))
    this.#length = reading.length
    if (reading.torn > 0) onDisk(this.#file, () => ftruncateSync(this.#fd, this.#length))
    if (reading.header !== null) return
    this.#write(lineOf(header))
    onDisk(dir, () => syncFolder(dir))
  }

  /** Appends a chunk, which is on disk when this returns. Throws a DiskError, and then leaves no incomplete line behind. */
  append({ chunk, done, milliseconds, variants }: ChunkResult): void {
    this.#write(
      lineOf({
        chunk: { ...chunk, to: done },
        at: Date.now(),
        milliseconds,
        variants: variants.map(({ tally, pairs, faults }) => ({ tally, pairs, faults })),
      }),
    )
  }

  /** Appends an entry of another journal of the same run, as it is; it is safely on disk after `sync`. Throws a DiskError. */
  copy(entry: JournalEntry): void {
    this.#write(lineOf(entry), false)
  }

  /** Returns when everything appended is on disk. Throws a DiskError. */
  sync(): void {
    onDisk(this.#file, () => fdatasyncSync(this.#fd))
  }

  #write(line: Buffer, synced = true): void {
    try {
      onDisk(this.#file, () => {
        for (let at = 0; at < line.length; ) at += writeSync(this.#fd, line, at)
        if (synced) fdatasyncSync(this.#fd)
      })
      this.#length += line.length
    } catch (error) {
      try {
        ftruncateSync(this.#fd, this.#length)
      } catch {
        // The incomplete line is cut off when the journal is next opened.
      }
      throw error
    }
  }

  /** Closes the file. */
  close(): void {
    closeSync(this.#fd)
  }
}

/** A new file survives a power cut only if its folder is synced too. Systems that cannot sync folders go without. */
function syncFolder(dir: string): void {
  let fd: number | null = null
  try {
    fd = openSync(dir, 'r')
    fsyncSync(fd)
  } catch (error) {
    if (!['EPERM', 'EISDIR', 'EINVAL', 'EACCES'].includes(diskCode(error) ?? '')) throw error
  } finally {
    if (fd !== null) closeSync(fd)
  }
}
