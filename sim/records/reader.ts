/** Records from a file or stdin: one YAML or JSON document, or any number of JSON lines. */
import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import {
  type Document,
  FILE_MAX,
  InputError,
  openRegular,
  parseDocument,
  readDocument,
  unreadable,
} from '../../documents/index.ts'

export interface RecordSource {
  /** Its number in the file, from 1. */
  readonly number: number
  /** Parses it on demand, since not every record of a file is used. Throws an InputError. */
  read(): Document
}

/** Name of stdin in errors. */
const STDIN = 'stdin'

export function isStdin(file: string): boolean {
  return file === '-' || file === '/dev/stdin'
}

/** The records of a file (`-` is stdin), or only number `wanted`. Throws an InputError. */
export async function* recordsIn(
  file: string,
  wanted?: number,
): AsyncGenerator<RecordSource, void, undefined> {
  let count = 0
  for await (const sources of batchesIn(file))
    for (const source of sources) {
      count++
      if (wanted === undefined || wanted === count) yield { number: count, read: source }
      if (wanted === count) return
    }
  if (wanted !== undefined)
    throw new InputError('--record', `found ${wanted}, expected an integer from 1 to ${count}`)
}

type Source = () => Document

/** In batches: awaiting each of millions of lines would take a minute. */
async function* batchesIn(file: string): AsyncGenerator<Iterable<Source>, void, undefined> {
  const name = isStdin(file) ? STDIN : file
  const start = new StartBuffer()
  const batches = new Lines(name).of(start.keep(bytesOf(file, name)))
  const first = await batches.next()
  if (first.done) throw new InputError(name, 'is empty, expected a record')
  if (/\.(jsonl|ndjson)$/i.test(file) || isJson(textOf(name, first.value[0]!))) {
    start.drop()
    yield first.value.map(line => () => documentAt(name, line))
    for await (const lines of batches) yield lines.map(line => () => documentAt(name, line))
  } else if (isStdin(file)) {
    for await (const _ of batches) if (start.full) break
    yield [() => parseDocument(start.text(), STDIN)]
  } else {
    await batches.return()
    yield [() => readDocument(file)]
  }
}

/** Keeps the bytes read so far, for a document of several lines. */
class StartBuffer {
  #chunks: Buffer[] | null = []
  #size = 0

  async *keep(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
    for await (const chunk of bytes) {
      this.#chunks?.push(chunk)
      this.#size += chunk.length
      if (this.full) this.drop()
      yield chunk
    }
  }

  /** Whether more was read than a document may have. */
  get full(): boolean {
    return this.#size > FILE_MAX
  }

  drop(): void {
    this.#chunks = null
  }

  text(): string {
    if (!this.#chunks) throw new InputError(STDIN, `is too large, expected at most ${FILE_MAX} bytes (4 MiB)`)
    return Buffer.concat(this.#chunks).toString('utf8')
  }
}

/** A document on one line of its file, whose locations count lines from the start of the file. */
function documentAt(file: string, line: Line): Document {
  const { above } = line
  const lower = (line: number): number => line + above
  try {
    const { value, at } = parseDocument(textOf(file, line), file)
    return {
      file,
      value,
      at: (path, part) => {
        const place = at(path, part)
        return place && { ...place, line: lower(place.line) }
      },
    }
  } catch (error) {
    if (!(error instanceof InputError) || error.line === undefined || error.column === undefined) throw error
    throw new InputError(file, error.text, { line: lower(error.line), column: error.column })
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return text.startsWith('{')
  } catch {
    return false
  }
}

/** A line that isn't blank, as a part of its chunk. */
interface Line {
  readonly chunk: Buffer
  readonly from: number
  readonly to: number
  /** Lines of the file above it. */
  readonly above: number
}

function textOf(file: string, { chunk, from, to, above }: Line): string {
  const bytes = chunk.subarray(from, to)
  if (!isUtf8(bytes))
    throw new InputError(file, 'is not UTF-8 text, expected records', { line: above + 1, column: 1 })
  const text = bytes.toString('utf8').trimEnd()
  return above === 0 ? text.replace(/^\uFEFF/, '') : text
}

const NEWLINE = 10

const isBlank = (byte: number | undefined): boolean =>
  byte === NEWLINE || byte === 32 || byte === 13 || byte === 9

/** Splits the chunks of a file, which may be larger than memory, into lines; skips blank ones. */
class Lines {
  readonly #name: string
  /** The incomplete line: its bytes so far, their number, and the lines above it. */
  #pieces: Buffer[] = []
  #size = 0
  #above = 0
  /** Bytes of blank lines since the last other line. */
  #blank = 0

  constructor(name: string) {
    this.#name = name
  }

  /** The lines that each chunk completes. Throws an InputError for a line that is too long. */
  async *of(chunks: AsyncIterable<Buffer>): AsyncGenerator<Line[], void, undefined> {
    for await (const chunk of chunks) {
      const lines = this.#split(chunk)
      if (lines.length > 0) yield lines
      if (this.#size > FILE_MAX)
        throw this.#mistake(`a line of more than ${FILE_MAX} bytes (4 MiB), expected shorter records`)
      if (this.#blank > FILE_MAX)
        throw this.#mistake(`more than ${FILE_MAX} bytes (4 MiB) of blank lines, expected records`)
    }
    const last = this.#end()
    if (last.length > 0) yield last
  }

  #split(chunk: Buffer): Line[] {
    const lines: Line[] = []
    let from = this.#skip(chunk, 0)
    for (let end = chunk.indexOf(NEWLINE, from); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      if (this.#size === 0) {
        lines.push({ chunk, from, to: end, above: this.#above++ })
        this.#blank = 0
      } else {
        this.#add(chunk.subarray(from, end))
        lines.push(...this.#end())
      }
      from = this.#skip(chunk, end + 1)
    }
    this.#add(chunk.subarray(from))
    return lines
  }

  /** Skips blank lines, of which there may be millions; returns the start of the first other line. */
  #skip(chunk: Buffer, start: number): number {
    let from = start
    for (let at = from; this.#size === 0 && isBlank(chunk[at]); at++)
      if (chunk[at] === NEWLINE) {
        this.#above++
        this.#blank += at + 1 - from
        from = at + 1
      }
    return from
  }

  #add(part: Buffer): void {
    this.#pieces.push(part)
    this.#size += part.length
  }

  /** Completes the line, and returns it unless it is blank. */
  #end(): Line[] {
    const chunk = Buffer.concat(this.#pieces)
    const above = this.#above++
    this.#pieces = []
    this.#size = 0
    const blank = chunk.every(isBlank)
    this.#blank = blank ? this.#blank + chunk.length + 1 : 0
    return blank ? [] : [{ chunk, from: 0, to: chunk.length, above }]
  }

  #mistake(text: string): InputError {
    return new InputError(this.#name, text, { line: this.#above + 1, column: 1 })
  }
}

/** Opens regular files only: reading a pipe or a device could wait forever. */
async function* bytesOf(file: string, name: string): AsyncGenerator<Buffer, void, undefined> {
  try {
    yield* isStdin(file) ? process.stdin : createReadStream(file, { fd: openRegular(file) })
  } catch (error) {
    throw error instanceof InputError ? error : unreadable(name, error)
  }
}
