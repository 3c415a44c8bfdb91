/** Output: data to stdout, messages to stderr, and files. */
import { closeSync, fstatSync, ftruncateSync, openSync, writeSync } from 'node:fs'
import { InputError } from '../../documents/index.ts'
import { DiskError, diskReason, isFull, onDisk } from '../../library/index.ts'

/** Width of output that does not go to a terminal. */
const PLAIN_WIDTH = 100

/** How a stream wants its text. */
export interface Style {
  readonly color: boolean
  readonly width: number
}

/** Colour only for a terminal that has it, and whose user did not set NO_COLOR (no-color.org). */
export function styleOf(stream: NodeJS.WriteStream): Style {
  const plain = Boolean(process.env.NO_COLOR) || process.env.TERM === 'dumb'
  return { color: stream.isTTY === true && !plain, width: stream.columns || PLAIN_WIDTH }
}

/** Data, with its line end. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

/** One JSON document, indented for readers. */
export function printJson(value: unknown): void {
  print(JSON.stringify(value, null, 2))
}

/** Writes a message to stderr: progress, logs, errors. */
export function say(text: string): void {
  process.stderr.write(`${text}\n`)
}

/** 1234567 as 1,234,567, whatever the machine's language. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',')
}

function refusal(option: string, path: string, error: unknown, wanted: string): unknown {
  if (isFull(error)) return new DiskError(path, diskReason(error))
  return new InputError(option, `${path} can't be written: ${diskReason(error)}, expected ${wanted}`)
}

/** Characters collected before they are written. */
const BUFFERED = 1 << 16

/** Lines for a file, `-` being stdout. */
export class LineFile {
  readonly #path: string
  readonly #fd: number | null
  #waiting: string[] = []
  #size = 0
  #begun = false

  /**
   * Opens the file. Its old content stays until the first write, or `close`. Throws an InputError that names the option if the
   * file cannot be opened.
   */
  constructor(path: string, option: string) {
    this.#path = path
    try {
      this.#fd = path === '-' ? null : openSync(path, 'a')
    } catch (error) {
      throw refusal(option, path, error, 'a file to write to')
    }
  }

  /** Writes a line, which may stay in memory until `close`. Throws a DiskError. */
  write(line: string): void {
    this.#waiting.push(line)
    this.#size += line.length
    if (this.#size >= BUFFERED) this.#flush()
  }

  close(): void {
    this.#flush()
    const fd = this.#fd
    if (fd === null) return
    onDisk(this.#path, () => {
      this.#begin(fd)
      closeSync(fd)
    })
  }

  #begin(fd: number): void {
    if (!this.#begun && fstatSync(fd).isFile()) ftruncateSync(fd)
    this.#begun = true
  }

  #flush(): void {
    if (this.#waiting.length === 0) return
    const bytes = Buffer.from(`${this.#waiting.join('\n')}\n`)
    this.#waiting = []
    this.#size = 0
    const fd = this.#fd
    if (fd === null) process.stdout.write(bytes)
    else
      onDisk(this.#path, () => {
        this.#begin(fd)
        writeAll(fd, bytes)
      })
  }
}

/** writeSync may write less than it is given. */
function writeAll(fd: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at)
}
