/** Lines that fit a terminal: wrapped text, aligned tables, a few colours. */

const STYLES = { bold: 1, red: 31, green: 32, yellow: 33 } as const
export type Style = keyof typeof STYLES

/** Puts a text into ANSI colours, or leaves it alone. */
export type Paint = (style: Style, text: string) => string

export function painter(color: boolean): Paint {
  return (style, text) => (color ? `\x1b[${STYLES[style]}m${text}\x1b[0m` : text)
}

/** Stands for the spaces that a line does not end at: "50 %", "± 3.1", "n 400". */
const GLUE = '\u00a0'

/** Breaks a text at its spaces into lines of at most `width` columns; a longer word stands alone. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.replace(/ (?=[%±])|(?<=±) |(?<=\bn) (?=\d)/g, GLUE).split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (longer.length > width && line !== '') {
      lines.push(line)
      line = word
    } else line = longer
  }
  return [...lines, line].map(whole => whole.replaceAll(GLUE, ' '))
}

/** Columns that a label may take before its text moves to the next line. */
const LABEL_MAX = 24

/** Labels of a list share one column as wide as the longest of them that is not too long. */
export function labelWidth(labels: readonly string[]): number {
  return Math.max(0, ...labels.map(label => label.length).filter(length => length <= LABEL_MAX))
}

/**
 * "  label  text", wrapped with the text kept in its column; a label too long for its column stands above. `emphasize`
 * colours the text's first word.
 */
export function entry(
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
  if (label.length > column) return [`  ${label}`, ...body.map(line => indent + line)]
  return body.map((line, i) => (i === 0 ? `  ${label.padEnd(column)}  ${line}` : indent + line))
}

/** One column of figures, aligned to the right, or of names, to the left. */
export interface TableColumn {
  readonly head: string
  readonly left: boolean
  readonly cells: readonly string[]
}

/**
 * An aligned table, indented by two, with a column of labels before the others. A label that does not fit the width
 * stands on a line of its own, above its figures; names in other columns are cut.
 */
export function table(
  head: string,
  labels: readonly string[],
  columns: readonly TableColumn[],
  width: number,
): string[] {
  const widths = columnWidths(columns, width - 2 - head.length)
  const room = width - 2 - sumOf(widths)
  const first = Math.max(head.length, ...labels.map(label => label.length).filter(length => length <= room))
  const line = (label: string, cells: readonly string[]) =>
    `  ${label.padEnd(first)}${cells.map((cell, i) => `  ${aligned(cell, widths[i]!, columns[i]!.left)}`).join('')}`.trimEnd()
  const rows = labels.flatMap((label, row) => {
    const cells = columns.map(c => c.cells[row]!)
    return label.length > first ? [`  ${label}`, line('', cells)] : [line(label, cells)]
  })
  const heads = columns.map(c => c.head)
  return [line(head, heads), ...rows]
}

/** The columns' widths. Names give way down to their head if they do not all fit, figures never. */
function columnWidths(columns: readonly TableColumn[], width: number): number[] {
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

/** A text cut to at most `width` columns. */
export function cut(text: string, width: number): string {
  return text.length > width ? `${text.slice(0, width - 1)}…` : text
}
