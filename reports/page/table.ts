/** Rows of the CSV files as tables of the page. */
import { type Columns, formatNumber } from '../tables/index.ts'
import { type Content, html, type Markup } from './html.ts'

type Cells = Readonly<Record<string, string | boolean | number>>

/** A table of some columns of a CSV table, in the order in which they are named. Scripts may sort it by any of them. */
export function rowsTable(columns: Columns, ids: readonly string[], rows: readonly Cells[]): Markup {
  const heads = ids.map(id => {
    const { format, meaning } = columns[id]!
    return { head: id.replaceAll('_', ' '), meaning, isNumber: format !== 'text' && format !== 'flag' }
  })
  return wideTable(
    heads,
    rows.map(row =>
      ids.map(id => {
        const value = row[id]!
        return typeof value === 'number' ? formatNumber(value, columns[id]!.format) : String(value)
      }),
    ),
  )
}

/** A column of a table. */
export interface Head {
  readonly head: string
  readonly meaning?: string
  readonly isNumber?: boolean
}

/** Most characters of a cell that needs no room of its own. */
const SHORT = 30

/** Whether a column has texts that would be a column of single words on a phone. */
function isLong(rows: readonly (readonly Content[])[], column: number): boolean {
  return rows.some(row => html`${row[column]!}`.text.replace(/<[^>]*>/g, '').length > SHORT)
}

/** A table that scrolls by itself where the page is too narrow for it. The first column names the row. */
export function wideTable(heads: readonly Head[], rows: readonly (readonly Content[])[]): Markup {
  const cell = (content: Content, column: number): Markup =>
    column === 0
      ? html`<th scope="row">${content}</th>`
      : heads[column]!.isNumber
        ? // Most of a long page is such cells; without quotes they are a tenth shorter.
          html`<td class=n>${content}</td>`
        : html`<td>${content}</td>`
  return html`<div class="wide" tabindex="0" role="group" aria-label="table by ${heads[0]!.head}"><table><thead><tr>${heads.map(
    ({ head, meaning = '', isNumber }, column) =>
      html`<th scope="col"${isNumber ? html` class="n"` : column > 0 && isLong(rows, column) ? html` class="long"` : ''}${meaning === '' ? '' : html` title="${meaning}"`}>${head}</th>`,
  )}</tr></thead><tbody>${rows.map(
    row => html`<tr>${row.map(cell)}</tr>
`,
  )}</tbody></table></div>`
}
