/** Tables of text, fitted to the terminal's width. */

/** A column: its title, and the most characters that it takes before its cells wrap. */
export interface Column {
  readonly title: string
  readonly max?: number
}

const GAP = 2
/** The least width of the last column, even if lines then become too long. */
const LAST_MIN = 24

/** Lines of at most `width` characters, broken at spaces where there are any, else after `|` or a comma, or anywhere. */
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
