/** The file of a run's records, a line a match, in order. A resumed run continues after those it keeps. */
import { closeSync, fstatSync, ftruncateSync, openSync, rmSync } from 'node:fs'
import { InputError } from '../../documents/index.ts'
import { DiskError, diskReason, isFull, onDisk, openToRead, readAt, writeAll } from '../store/disk.ts'
import { NEWLINE, rawLinesOf } from '../store/journal.ts'

export const RECORDS = 'records.jsonl'
/** The highlights, which a run writes at its end. */
export const HIGHLIGHTS = 'highlights.jsonl'

/** Characters collected before they are written. */
const BUFFERED = 1 << 16
/** How every record begins, and what each contains: no experiment or rule set has both. */
const BEGINNING = '{"game":"'
const PLACE = /"block":(\d+),"rotation":(\d+),"agents":\[/
/** Bytes of a record's longest start, which holds all rules that no rule set ships. */
const START_MAX = 1 << 22

/** A file that keeps its old content until the first write, or `close`. */
export class RecordsFile {
  readonly #path: string
  readonly #fd: number
  readonly #regular: boolean
  #waiting: string[] = []
  #size = 0
  /** Bytes that stay. */
  #kept = 0
  #begun = false

  /** Throws an InputError for a file that can't be opened, or holds anything but records. */
  constructor(path: string, label: string) {
    this.#path = path
    try {
      this.#fd = openSync(path, 'a+')
    } catch (error) {
      if (isFull(error)) throw new DiskError(path, diskReason(error))
      throw new InputError(
        label,
        `${path} can't be written: ${diskReason(error)}, expected a file to write to`,
      )
    }
    this.#regular = fstatSync(this.#fd).isFile()
    if (!this.#regular || isEmptyOrRecords(this.#fd)) return
    closeSync(this.#fd)
    throw new InputError(label, `${path} doesn't contain records, expected a new file or a file of records`)
  }

  /**
   * Keeps whole lines as long as they begin with these texts, in groups of `group` lines, and drops the rest.
   * Returns the number of groups, and the first line dropped. Call it before the first `write`.
   */
  keep(starts: Iterable<string>, group: number): { groups: number; next: string | null } {
    if (!this.#regular) return { groups: 0, next: null }
    let lines = 0
    let end = 0
    let next: string | null = null
    const expected = starts[Symbol.iterator]()
    for (const { bytes } of rawLinesOf(this.#path)) {
      if (bytes.at(-1) !== NEWLINE) break
      const line = Buffer.from(bytes)
      const start = expected.next()
      if (start.done || !line.subarray(0, Buffer.byteLength(start.value)).equals(Buffer.from(start.value))) {
        next = line.toString('utf8')
        break
      }
      end += line.length
      if (++lines % group === 0) this.#kept = end
    }
    return { groups: Math.floor(lines / group), next }
  }

  /** Writes a line, which may stay in memory until `close`. Throws a DiskError. */
  write(line: string): void {
    this.#waiting.push(line)
    this.#size += line.length
    if (this.#size >= BUFFERED) this.#flush()
  }

  /** Writes what is waiting, and closes the file. Throws a DiskError. */
  close(): void {
    try {
      this.#flush()
      onDisk(this.#path, () => this.#begin())
    } finally {
      closeSync(this.#fd)
    }
  }

  /** Closes the file unchanged. */
  abandon(): void {
    closeSync(this.#fd)
  }

  #begin(): void {
    if (!this.#begun && this.#regular) ftruncateSync(this.#fd, this.#kept)
    this.#begun = true
  }

  #flush(): void {
    if (this.#waiting.length === 0) return
    const bytes = Buffer.from(`${this.#waiting.join('\n')}\n`)
    this.#waiting = []
    this.#size = 0
    onDisk(this.#path, () => {
      this.#begin()
      writeAll(this.#fd, bytes)
    })
  }
}

/** The block and rotation in a record's line; null if it isn't one. */
export function placeOf(line: string): { block: number; rotation: number } | null {
  const found = PLACE.exec(line)
  return found && { block: Number(found[1]), rotation: Number(found[2]) }
}

/** Removes a file of records; anything else stays. Throws a file system error. */
export function removeRecords(path: string): void {
  const fd = openToRead(path)
  if (fd === null) return
  try {
    if (!isEmptyOrRecords(fd)) return
  } finally {
    closeSync(fd)
  }
  rmSync(path, { force: true })
}

/** Whether the file is empty or its first line is a record. */
function isEmptyOrRecords(fd: number): boolean {
  const text = Buffer.from(readAt(fd, 0, Math.min(START_MAX, fstatSync(fd).size))).toString('latin1')
  const [line = ''] = text.split('\n', 1)
  return text === '' || (line.startsWith(BEGINNING) && PLACE.test(line))
}
