/** Lines that fit a terminal: wrapped text, aligned tables, a few colours. */
import { cut, NO_BREAK, unbroken } from '../formatting.ts'

const STYLES = { bold: 1, red: 31, green: 32, yellow: 33 } as const
export type TextStyle = keyof typeof STYLES

/** Colours a text by ANSI codes, or returns it unchanged. */
export type Paint = (style: TextStyle, text: string) => string

export function painter(color: boolean): Paint {
  return (style, text) => (color ? `\x1b[${STYLES[style]}m${text}\x1b[0m` : text)
}

/** Breaks a text at its spaces into lines of at most `width` columns; a longer word gets its own line. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of unbroken(text).split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (longer.length > width && line !== '') {
      lines.push(line)
      line = word
    } else line = longer
  }
  return [...lines, line].map(whole => whole.replaceAll(NO_BREAK, ' '))
}

/** A wrapped text, its first line after `first` and the others after `rest`, by default an indent two columns deeper. */
export function hanging(text: string, width: number, first: string, rest?: string): string[] {
  const indent = rest ?? ' '.repeat(first.trimEnd() === '' ? first.length + 2 : first.length)
  return wrap(text, width - indent.length).map((line, i) => `${i === 0 ? first : indent}${line}`)
}

/** A command to paste, after `lead`: on the same line, or below it, with a backslash where a line goes on. */
export function commandLines(lead: string, line: string, width: number, indent: string): string[] {
  const whole = `${indent}${lead} ${line}`
  if (whole.length <= width) return [whole]
  // Quoted words stay whole.
  const words = line.match(/(?:'[^']*'|\\'|[^\s'])+/g) ?? []
  const room = width - indent.length - 6
  const lines: string[] = []
  for (const word of words) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= room)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return [
    `${indent}${lead}`,
    ...lines.map(
      (text, i) => `${indent}${i === 0 ? '  ' : '    '}${text}${i < lines.length - 1 ? ' \\' : ''}`,
    ),
  ]
}

/** Columns that a label may take before its text moves to the next line. */
const LABEL_MAX = 24

/** Width of the column that the labels of a list share: that of the longest that is not too long. */
export function labelWidth(labels: readonly string[]): number {
  return Math.max(0, ...labels.map(label => label.length).filter(length => length <= LABEL_MAX))
}

/**
 * "  label  text", wrapped so that the text keeps to its column; a label too long for its column gets lines above.
 * `emphasize` colours the text's first word.
 */
export function labelledLines(
  label: string,
  column: number,
  text: string,
  width: number,
  emphasize: (word: string) => string,
): string[] {
  const indent = ' '.repeat(2 + column + 2)
  const [first, ...rest] = wrap(text, width - indent.length)
  const [word] = first!.split(' ')
  const body = [emphasize(word!) + first!.slice(word!.length), ...rest]
  if (label.length > column) return [...hanging(label, width, '  '), ...body.map(line => indent + line)]
  return body.map((line, i) => (i === 0 ? `  ${label.padEnd(column)}  ${line}` : indent + line))
}

/** A column of a text table: figures, aligned to the right, or names, to the left. */
export interface TextColumn {
  readonly head: string
  readonly left: boolean
  readonly cells: readonly string[]
}

/**
 * An aligned table, indented by two, with a column of labels before the others. A label that does not fit beside its
 * figures gets its own lines above them; names in other columns are cut.
 */
export function textTable(
  head: string,
  labels: readonly string[],
  columns: readonly TextColumn[],
  width: number,
): string[] {
  const widths = columnWidths(columns, width - 2 - head.length)
  const room = width - 2 - sumOf(widths)
  const first = Math.max(head.length, ...labels.map(label => label.length).filter(length => length <= room))
  const line = (label: string, cells: readonly string[]) =>
    `  ${label.padEnd(first)}${cells.map((cell, i) => `  ${aligned(cell, widths[i]!, columns[i]!.left)}`).join('')}`.trimEnd()
  const rows = labels.flatMap((label, row) => {
    const cells = columns.map(c => c.cells[row]!)
    return label.length > first ? [...hanging(label, width, '  '), line('', cells)] : [line(label, cells)]
  })
  const heads = columns.map(c => c.head)
  return [line(head, heads), ...rows]
}

/** Widths of the columns. If they do not all fit, names are cut, down to the width of their head; figures never. */
function columnWidths(columns: readonly TextColumn[], width: number): number[] {
  const widths = columns.map(c => Math.max(c.head.length, ...c.cells.map(cell => cell.length)))
  let excess = sumOf(widths) - width
  for (const [i, { head, left }] of columns.entries()) {
    if (!left || excess <= 0) continue
    const given = Math.min(excess, widths[i]! - head.length)
    widths[i]! -= given
    excess -= given
  }
  return widths
}

function sumOf(widths: readonly number[]): number {
  return widths.reduce((sum, w) => sum + 2 + w, 0)
}

function aligned(text: string, width: number, left: boolean): string {
  return left ? cut(text, width).padEnd(width) : text.padStart(width)
}
