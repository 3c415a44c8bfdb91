/** Output: data to stdout, messages to stderr, and tables that fit the terminal. */
import { CONTROL_CLASS, escapeControls } from '../../documents/index.ts'
import { writeData } from '../../library/command.ts'

/** Width of output that does not go to a terminal. */
const PLAIN_WIDTH = 100

/** What a stream can show. */
export interface StreamStyle {
  readonly color: boolean
  readonly width: number
}

/** Colour only for a terminal that has it, and whose user did not set NO_COLOR (no-color.org). */
export function styleOf(stream: NodeJS.WriteStream): StreamStyle {
  const plain = Boolean(process.env.NO_COLOR) || process.env.TERM === 'dumb'
  return { color: stream.isTTY === true && !plain, width: stream.columns || PLAIN_WIDTH }
}

/** The same for reports: they name paths as seen from here. */
export const reportStyle = (stream: NodeJS.WriteStream): StreamStyle & { readonly folder: string } => ({
  ...styleOf(stream),
  folder: process.cwd(),
})

/** Colours as evenhand writes them, which stay, or a control character. */
const CONTROLS = new RegExp(`(\\x1b\\[(?:0|1|3[1-3])m)|(?![\\n\\t])${CONTROL_CLASS}`, 'gu')

/** Text that a terminal shows and does not obey: labels of games and names in files come from anywhere. */
function inert(text: string, { color }: StreamStyle): string {
  return text.replace(CONTROLS, (found, paint) => (color && paint ? found : escapeControls(found)))
}

/** Text on stdout, with its line end. */
export function print(text: string): void {
  writeData(`${inert(text, styleOf(process.stdout))}\n`)
}

/** Data on stdout, with its line end. Another program gets it unchanged. */
export function printData(text: string): void {
  if (process.stdout.isTTY) print(text)
  else writeData(`${text}\n`)
}

/** One JSON document, indented for readers. */
export function printJson(value: unknown): void {
  print(JSON.stringify(value, null, 2))
}

/** A message on stderr: progress, logs, errors. */
export function say(text: string): void {
  process.stderr.write(`${inert(text, styleOf(process.stderr))}\n`)
}

interface Column {
  readonly title: string
  /** Characters before its cells wrap. */
  readonly max?: number
}

const GAP = 2
/** The least width of the last column, even if lines then become too long. */
const LAST_MIN = 24

/** Lines of at most `width` characters, broken at spaces, else after `|` or a comma, else anywhere. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line)
      line = ''
    }
    line = line === '' ? word : `${line} ${word}`
    while (line.length > width) {
      const cut = Math.max(line.lastIndexOf('|', width - 1), line.lastIndexOf(',', width - 1)) + 1 || width
      lines.push(line.slice(0, cut))
      line = line.slice(cut)
    }
  }
  return [...lines, line]
}

/** Rows under their titles. Cells wrap within their column; the last column takes what the width leaves. */
export function table(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  width: number,
): string {
  const titles = columns.map(column => column.title)
  const widths = columns.map((column, c) =>
    Math.min(column.max ?? width, Math.max(...[titles, ...rows].map(row => row[c]!.length))),
  )
  const last = columns.length - 1
  const used = widths.slice(0, last).reduce((sum, w) => sum + w + GAP, 0)
  widths[last] = Math.max(LAST_MIN, Math.min(widths[last]!, width - used))
  const rule = widths.map(w => '-'.repeat(w))
  return [titles, rule, ...rows].flatMap(row => rowLines(row, widths)).join('\n')
}

function rowLines(row: readonly string[], widths: readonly number[]): string[] {
  const cells = row.map((cell, c) => wrap(cell, widths[c]!))
  const height = Math.max(...cells.map(cell => cell.length))
  return Array.from({ length: height }, (_, y) =>
    cells
      .map((cell, c) => (cell[y] ?? '').padEnd(widths[c]! + GAP))
      .join('')
      .trimEnd(),
  )
}
