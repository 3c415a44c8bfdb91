/** Tables as CSV text: RFC 4180 quoting, LF line ends, a header, every number by its column's format. */
import { stringify } from 'csv-stringify/sync'
import type { RunResult } from '../../sim/chunks/results.ts'
import { matchesOf } from '../../sim/figures/reading.ts'
import { printable } from '../formatting.ts'
import {
  type CellValue,
  type Columns,
  column,
  type Format,
  formatNumber,
  Stack,
  type Table,
} from '../tables/index.ts'

/** Where a cell begins, and its first character but for what spreadsheets trim or do not see. */
const START = /(?<=^|;)(?=[\s\p{Cf}]*(.))/gu
/** What begins a formula, once it has been brought to its usual width. */
const FORMULA = /^[=+@\-\u2212]/

/**
 * Text of others as a spreadsheet may have it: no control character, line end or formula. A semicolon begins
 * a cell, too, where the comma belongs to numbers.
 */
function disarmed(text: string): string {
  return printable(text).replace(START, (_, first: string) =>
    FORMULA.test(first.normalize('NFKC')) ? "'" : '',
  )
}

/**
 * A table's file as one text.
 *
 * @internal For tests; files are written in parts.
 */
export function csvOf(table: Table, result: RunResult): string {
  return [...csvParts(table, result, new Stack(result.experiment))].join('')
}

/**
 * A table's file with its run's columns at the end, in parts: it may be longer than a text can be. Text that
 * a spreadsheet would take for a formula is escaped by an apostrophe; numbers are not.
 */
export function* csvParts(table: Table, result: RunResult, stack: Stack): Generator<string> {
  const own = new CsvWriter(table.columns, matchesIn(result))
  const ofRun = new CsvWriter(stack.columns)
  const ids = Object.keys(table.columns)
  yield `${own.head()},${ofRun.head()}\n`
  /** What all rows of a variant end with: there may be thousands of them. */
  const ends = new Map<CellValue | undefined, string>()
  for (const { named, rows } of table.parts(result)) {
    const shared = Object.keys(named)
    const begin = own.line(Object.values(named)) + (shared.length > 0 ? ',' : '')
    const rest = ids.slice(shared.length)
    let text = ''
    for (const row of rows) {
      const variant = named.variant ?? row.variant
      let end = ends.get(variant)
      if (end === undefined) {
        end = `,${ofRun.line(Object.values(stack.cellsOf(variant)))}\n`
        ends.set(variant, end)
      }
      const cells = rest.map(id => row[id]!)
      text += begin + own.line(cells, shared.length) + end
    }
    yield text
  }
}

/** Matches of the largest line-up, which decide how many decimals the run's files have. */
export function matchesIn({ cells }: RunResult): number {
  return Math.max(0, ...cells.map(matchesOf))
}

/** Rows of whatever values, under the names of their columns. */
export function csvText(names: readonly string[], rows: readonly (readonly CellValue[])[]): string {
  const writer = new CsvWriter(Object.fromEntries(names.map(name => [name, column('setting', '')])))
  return [writer.head(), ...rows.map(row => writer.line(row))].map(line => `${line}\n`).join('')
}

/** Texts that a writer remembers. */
const TEXTS_MAX = 4096

/** Writes rows of the same columns as lines. */
export class CsvWriter {
  readonly #ids: readonly string[]
  readonly #formats: readonly Format[]
  readonly #matches: number
  /** Texts as the file has them: most of those of a long table are the same in many rows. */
  readonly #texts = new Map<string, string>()

  constructor(columns: Columns, matches = 0) {
    this.#matches = matches
    this.#ids = Object.keys(columns)
    this.#formats = Object.values(columns).map(({ format }) => format)
  }

  /** The line with the names of the columns, without its end. */
  head(): string {
    return this.#ids.map(id => this.#textOf(id)).join(',')
  }

  /** The line of a row, without its end: cells of the columns in their order, from the `first` one on. */
  line(cells: readonly CellValue[], first = 0): string {
    let text = ''
    for (let i = 0; i < cells.length; i++)
      text += (i > 0 ? ',' : '') + this.#cellOf(cells[i]!, this.#formats[first + i]!)
    return text
  }

  #cellOf(value: CellValue, format: Format): string {
    if (typeof value === 'number') return formatNumber(value, format, this.#matches)
    return typeof value === 'string' ? this.#textOf(value) : String(value)
  }

  #textOf(text: string): string {
    const known = this.#texts.get(text)
    if (known !== undefined) return known
    const written = stringify([[disarmed(text)]], { eof: false })
    if (this.#texts.size === TEXTS_MAX) this.#texts.clear()
    this.#texts.set(text, written)
    return written
  }
}
