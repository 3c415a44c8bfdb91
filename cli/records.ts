/** Records from a file or stdin: one YAML or JSON document, or JSON lines, as many as there are. */
import { isUtf8 } from 'node:buffer'
import { createReadStream, statSync } from 'node:fs'
import { type Document, FILE_MAX, InputError, parseDocument, readDocument } from '../engine/documents.ts'

/** A record's document, and where it stands among others. */
export interface RecordSource {
  /** From 1. */
  readonly number: number
  /** Reads it only now: not every record of a file is asked for. Throws an InputError. */
  read(): Document
}

/** What errors call stdin. */
const STDIN = 'stdin'

/** Whether a file's name means stdin. */
export function isStdin(file: string): boolean {
  return file === '-' || file === '/dev/stdin'
}

/** The records of a file, `-` for stdin. Throws an InputError if it can't be read. */
export async function* recordsIn(file: string): AsyncGenerator<RecordSource, void, undefined> {
  const name = isStdin(file) ? STDIN : file
  const lines = linesOf(file, name)
  const first = await nextFilled(lines)
  if (!first) throw new InputError(name, 'is empty, expected a record')
  if (/\.(jsonl|ndjson)$/i.test(file) || isJson(first.text)) yield* jsonLines(name, lines, first)
  else yield { number: 1, read: await whole(file, lines, first) }
}

async function* jsonLines(
  name: string,
  lines: AsyncGenerator<Line, void, undefined>,
  first: Line,
): AsyncGenerator<RecordSource, void, undefined> {
  let number = 0
  for (let line: Line | undefined = first; line; line = await nextFilled(lines)) {
    const { text, above } = line
    yield { number: ++number, read: () => below(name, text, above) }
  }
}

/** One document over all lines. A file is read again, for its errors say more. */
async function whole(file: string, lines: AsyncIterable<Line>, first: Line): Promise<() => Document> {
  if (!isStdin(file)) return () => readDocument(file)
  let text = `${'\n'.repeat(first.above)}${first.text}`
  for await (const line of lines) {
    text += `\n${line.text}`
    if (text.length > FILE_MAX) break
  }
  return () => parseDocument(text, STDIN)
}

/** A document that stands some lines down its file. */
function below(file: string, text: string, above: number): Document {
  const lower = (line: number): number => line + above
  try {
    const { value, at } = parseDocument(text, file)
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
    const mistake = error.message.slice(`${file}:${error.line}:${error.column}: `.length)
    throw new InputError(file, mistake, { line: lower(error.line), column: error.column })
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

interface Line {
  readonly text: string
  /** Lines of the file above it. */
  readonly above: number
}

async function nextFilled(lines: AsyncGenerator<Line, void, undefined>): Promise<Line | undefined> {
  for (;;) {
    const { value, done } = await lines.next()
    if (done) return undefined
    if (value.text.trim() !== '') return { ...value, text: value.text.trimEnd() }
  }
}

const NEWLINE = 10

/** The lines of a file that may be larger than memory. */
async function* linesOf(file: string, name: string): AsyncGenerator<Line, void, undefined> {
  let above = 0
  let rest: Buffer[] = []
  let size = 0
  const take = (): Line => {
    const bytes = Buffer.concat(rest)
    rest = []
    size = 0
    if (!isUtf8(bytes))
      throw new InputError(name, 'is not UTF-8 text, expected records', { line: above + 1, column: 1 })
    return { text: bytes.toString('utf8').replace(above === 0 ? /^\uFEFF/ : /\r$/, ''), above: above++ }
  }
  for await (const chunk of open(file)) {
    let from = 0
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      rest.push(chunk.subarray(from, end))
      yield take()
      from = end + 1
    }
    rest.push(chunk.subarray(from))
    size += chunk.length - from
    if (size > FILE_MAX)
      throw new InputError(name, `a line of more than ${FILE_MAX} bytes (4 MiB), expected shorter records`, {
        line: above + 1,
        column: 1,
      })
  }
  if (size > 0) yield take()
}

function open(file: string): AsyncIterable<Buffer> {
  if (isStdin(file)) return process.stdin
  // Only regular files are streamed; `readDocument` says what is wrong with anything else.
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) readDocument(file)
  return createReadStream(file)
}
