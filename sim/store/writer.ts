/** Writes journals: a line for every chunk, or a new journal from the sound lines of an old one. */
import {
  closeSync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { ChunkResult } from '../chunks/chunk.ts'
import type { Results } from '../chunks/results.ts'
import { BYTES_DUE, compactJournal, LINES_DUE } from './compaction.ts'
import { DiskError, onDisk, readAt, syncFolder, UNFINISHED, writeAll } from './disk.ts'
import type { JournalEntry } from './entry.ts'
import { type JournalHeader, runIdOf } from './header.ts'
import { encodeLine, JOURNAL, type JournalReading, journalLines, NEWLINE } from './journal.ts'

export class Journal {
  readonly #file: string
  readonly #header: JournalHeader
  readonly #run: string
  readonly #guard: () => void
  readonly #results: Results | null
  #fd: number
  #length: number
  /** Lines and bytes since the last compaction. */
  #lines: number
  #compacted = 0

  /**
   * Opens a folder's journal, read before as `reading`. Cuts off an incomplete last line and writes a new
   * journal's header; if the header differs (more matches, other words for reports), rewrites the journal
   * with the lines that `keep` accepts. `guard` is called before every write, and throws if the folder is no
   * longer ours. With the run's `results`, which say how its sums are laid out, the journal is compacted when it
   * is due. Throws a DiskError.
   */
  constructor(
    dir: string,
    reading: JournalReading,
    header: JournalHeader,
    {
      guard = () => {},
      keep,
      results = null,
    }: {
      readonly guard?: () => void
      readonly keep?: (line: number) => boolean
      readonly results?: Results | null
    } = {},
  ) {
    this.#file = join(dir, JOURNAL)
    this.#header = header
    this.#run = runIdOf(header)
    this.#guard = guard
    this.#results = results
    this.#lines = reading.lines
    this.#length = reading.length
    if (reading.header !== null && JSON.stringify(reading.header) !== JSON.stringify(header)) {
      guard()
      this.#length = rewriteJournal(this.#file, header, keep)
    }
    this.#fd = onDisk(this.#file, () => openSync(this.#file, 'a+'))
    if (reading.torn > 0) onDisk(this.#file, () => this.#cutTo(this.#length))
    if (reading.header !== null) return
    this.#write(encodeLine(header, ''))
    onDisk(dir, () => syncFolder(dir))
  }

  /** Appends a chunk to disk. Throws a DiskError, and then leaves no incomplete line behind. */
  append({ chunk, done, variants, ...result }: ChunkResult): void {
    const { milliseconds, processor, lost, checks, worker, passed } = result
    const entry: JournalEntry = {
      chunk: { ...chunk, to: done },
      at: Date.now(),
      milliseconds,
      processor,
      variants: variants.map(({ records: _, ...sums }) => sums),
      lost,
      checks,
      worker,
      passed,
    }
    this.#write(encodeLine(entry, this.#run))
    this.#compact()
  }

  /** Appends an entry of the run's other journal, on disk after `sync`. Throws a DiskError. */
  copy(entry: JournalEntry): void {
    this.#write(encodeLine(entry, this.#run), false)
  }

  /** Returns once everything appended is on disk. Throws a DiskError. */
  sync(): void {
    onDisk(this.#file, () => fdatasyncSync(this.#fd))
    this.#compact()
  }

  #compact(): void {
    if (!this.#results || (this.#lines < LINES_DUE && this.#length - this.#compacted < BYTES_DUE)) return
    const options = { results: this.#results, guard: this.#guard }
    const length = compactJournal(this.#file, this.#header, this.#length, options)
    if (length !== null) {
      const fd = onDisk(this.#file, () => openSync(this.#file, 'a+'))
      closeSync(this.#fd)
      this.#fd = fd
      this.#length = length
    }
    this.#lines = 0
    this.#compacted = this.#length
  }

  #write(line: Uint8Array, synced = true): void {
    this.#guard()
    onDisk(this.#file, () => this.#catchUp())
    try {
      onDisk(this.#file, () => {
        writeAll(this.#fd, line)
        if (synced) fdatasyncSync(this.#fd)
      })
      this.#length += line.length
      this.#lines++
    } catch (error) {
      try {
        ftruncateSync(this.#fd, this.#length)
      } catch {
        // The incomplete line is cut off when the journal is next opened.
      }
      throw error
    }
  }

  /**
   * Keeps the chunks written by another process that has lost its lock since: a chunk counts once wherever it
   * is read. Cuts off an incomplete line at the end, so that the next one starts a new line.
   */
  #catchUp(): void {
    const { size, nlink, ino } = fstatSync(this.#fd)
    if (nlink === 0) {
      const now = statSync(this.#file, { throwIfNoEntry: false })
      if (!now) throw new DiskError(this.#file, 'it was deleted during the run')
      if (now.ino !== ino) throw new DiskError(this.#file, 'it was replaced during the run')
    }
    if (size < this.#length) throw new DiskError(this.#file, 'it was cut short during the run')
    if (size === this.#length) return
    const tail = readAt(this.#fd, this.#length, size - this.#length)
    this.#length += tail.lastIndexOf(NEWLINE) + 1
    this.#cutTo(this.#length)
  }

  #cutTo(length: number): void {
    if (fstatSync(this.#fd).size > length) ftruncateSync(this.#fd, length)
  }

  close(): void {
    closeSync(this.#fd)
  }
}

/**
 * Rewrites a journal: a header of the same run, and the sound lines that `keep` accepts. The old journal
 * stays until the new one is on disk. Returns its length in bytes. Throws a DiskError.
 */
export function rewriteJournal(
  file: string,
  header: JournalHeader,
  keep: (line: number) => boolean = () => true,
): number {
  const temporary = `${file}.${process.pid}${UNFINISHED}`
  let fd: number | null = null
  try {
    const to = onDisk(temporary, () => openSync(temporary, 'w'))
    fd = to
    let length = 0
    const put = (bytes: Uint8Array): void => {
      onDisk(temporary, () => writeAll(to, bytes))
      length += bytes.length
    }
    put(encodeLine(header, ''))
    for (const part of journalLines(file)) if ('entry' in part && keep(part.line.number)) put(part.line.bytes)
    onDisk(temporary, () => fsyncSync(to))
    closeSync(to)
    fd = null
    onDisk(file, () => renameSync(temporary, file))
    onDisk(dirname(file), () => syncFolder(dirname(file)))
    return length
  } finally {
    if (fd !== null) closeSync(fd)
    rmSync(temporary, { force: true })
  }
}
