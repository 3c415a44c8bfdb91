/** Rows of the CSV files as tables of the page, in the words and units of the charts. */
import type { Metric } from '../../sim/figures/registry.ts'
import { scaleOf } from '../findings/changes/words.ts'
import { decimalsFor, printable } from '../formatting.ts'
import { type Columns, type Format, formatNumber } from '../tables/index.ts'
import { type Content, html, type Markup, NOTHING } from './html.ts'

type Cells = Readonly<Record<string, string | boolean | number>>

/** A table of some columns of a CSV table, in the order in which they are named. Scripts may sort it by any of them. */
export function rowsTable(columns: Columns, ids: readonly string[], rows: readonly Cells[]): Markup {
  const heads = ids.map(id => {
    const { format, meaning } = columns[id]!
    return { head: headOf(id, format), meaning, isNumber: format !== 'text' && format !== 'flag' }
  })
  return wideTable(
    heads,
    rows.map(row =>
      ids.map(id => {
        const value = row[id]!
        return typeof value === 'number'
          ? shownNumber(value, columns[id]!.format, armOf(row, id))
          : String(value)
      }),
    ),
  )
}

/** The row of a comparison in the units of its chart: files have shares where charts have points. */
export function inUnits<R extends Cells>(row: R, metric: Metric): Cells {
  const { scale } = scaleOf(metric)
  const units = ([id, value]: [string, Cells[string]]): [string, Cells[string]] => [
    id,
    typeof value === 'number' && /^(before|after|difference)/.test(id) ? scale * value : value,
  ]
  return Object.fromEntries(Object.entries(row).map(units))
}

/** What columns of CSV files are called for people, part by part. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/_anytime_(low|high)$/, ' anytime $1'],
  [/_players_(low|high)$/, ' over players $1'],
  [/^p_anytime_adjusted$/, 'p anytime, after Holm'],
  [/[_ ]low$/, ' from'],
  [/[_ ]high$/, ' to'],
  [/^q50$/, 'median'],
  [/^q0?(\d+)$/, '$1th percentile'],
  [/(^|_)sd$/, '$1standard deviation'],
  [/^elo/, 'Elo'],
  [/^nash_conv/, 'NashConv'],
  [/^lineup/, 'line-up'],
  [/_/g, ' '],
]
/** What the page's numbers of a format are counted in, and how many times the files' they are. */
const UNITS: Readonly<Partial<Record<Format, readonly [unit: string, times: number]>>> = {
  share: [', %', 100],
  points: [', points', 1],
}
/** Decimals of the page's numbers; those of others are the files'. */
const DECIMALS: Readonly<Partial<Record<Format, number>>> = {
  share: 1,
  points: 1,
  elo: 0,
  decimal: 2,
}

/** The head of a column: "score from, %" for `score_low`. */
export function headOf(id: string, format: Format): string {
  const words = WORDS.reduce((text, [part, by]) => text.replace(part, by), id)
  const unit = UNITS[format]?.[0] ?? ''
  return words.includes('points') ? words : `${words}${unit}`
}

/** Half the interval that a figure has in a row, or is an end of; NaN for none. */
function armOf(row: Cells, id: string): number {
  const [low, high] = ['low', 'high'].map(end => row[`${id.replace(/_(low|high)$/, '')}_${end}`])
  return (Number(high) - Number(low)) / 2
}

/** A number of a file as the page shows it; more decimals where it would be 0 or both ends of its interval alike. */
export function shownNumber(value: number, format: Format, arm = Number.NaN): string {
  const least = DECIMALS[format]
  if (least === undefined || !Number.isFinite(value)) return formatNumber(value, format).replace('inf', '∞')
  const times = UNITS[format]?.[1] ?? 1
  const shown = value * times
  const decimals = decimalsFor(times * arm, least)
  const text = shown.toFixed(decimals)
  return Number(text) === 0 && shown !== 0 ? shown.toFixed(decimals + 2) : text
}

/** A column of a table. */
export interface Head {
  readonly head: string
  readonly meaning?: string
  readonly isNumber?: boolean
}

/** Most characters of a narrow cell. */
const SHORT = 30

/** Whether a column has texts that would be a column of single words on a phone. */
function isLong(rows: readonly (readonly Content[])[], column: number): boolean {
  return rows.some(row => textOf(row[column]!).length > SHORT)
}

/** Tables of so few short columns fit a phone. */
const NARROW = 3
const NARROW_CHARACTERS = 36

/** Whether a table fits a phone; others become rows of label and value there. */
function isNarrow(heads: readonly Head[], rows: readonly (readonly Content[])[]): boolean {
  if (heads.length > NARROW) return false
  const widths = heads.map(({ head }, column) =>
    Math.max(head.length, ...rows.map(row => textOf(row[column]!).length)),
  )
  return widths.reduce((sum, width) => sum + width, 0) <= NARROW_CHARACTERS
}

const textOf = (content: Content): string => html`${content}`.text.replace(/<[^>]*>/g, '')

/** A text as a CSS string; everything but letters, digits and plain signs is escaped. */
function cssString(text: string): string {
  return `'${printable(text).replace(/[^\p{L}\p{N} ,.%=/:+-]/gu, sign => `\\${sign.codePointAt(0)!.toString(16)} `)}'`
}

/** A table. The first column names the row. On a phone, `--c2` and so on label the values of its columns. */
export function wideTable(heads: readonly Head[], rows: readonly (readonly Content[])[]): Markup {
  const cell = (content: Content, column: number): Markup =>
    column === 0
      ? html`<th scope="row">${content}</th>`
      : heads[column]!.isNumber
        ? // Most of a long page is such cells; without quotes they are a tenth shorter.
          html`<td class=n>${content}</td>`
        : html`<td>${content}</td>`
  const labels = isNarrow(heads, rows)
    ? NOTHING
    : html` class="stack" style="${heads
        .slice(1)
        .map(({ head }, i) => `--c${i + 2}:${cssString(head)}`)
        .join(';')}"`
  return html`<div class="wide" tabindex="0" role="group" aria-label="table by ${heads[0]!.head}"><table${labels}><thead><tr>${heads.map(
    ({ head, meaning = '', isNumber }, column) =>
      html`<th scope="col"${isNumber ? html` class="n"` : column > 0 && isLong(rows, column) ? html` class="long"` : ''}${meaning === '' ? '' : html` title="${meaning}"`}>${head}</th>`,
  )}</tr></thead><tbody>${rows.map(
    row => html`<tr>${row.map(cell)}</tr>
`,
  )}</tbody></table></div>`
}
