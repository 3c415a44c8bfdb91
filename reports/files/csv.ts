/** Tables as CSV text: RFC 4180 quoting, LF line ends, a header, every number by its column's format. */
import { stringify } from 'csv-stringify/sync'
import type { RunResult } from '../../sim/chunks/results.ts'
import { printable } from '../formatting.ts'
import { formatNumber, type Table } from '../tables/index.ts'

/** Where a cell begins, and its first character but for what spreadsheets trim or do not see. */
const START = /(?<=^|;)(?=[\s\p{Cf}]*(.))/gu
/** What begins a formula, once it has been brought to its usual width. */
const FORMULA = /^[=+@\-\u2212]/

/**
 * Text of others as a spreadsheet may have it: no control character, no line end, no formula. A semicolon begins a cell
 * too, where the comma belongs to numbers.
 */
function disarmed(text: string): string {
  return printable(text).replace(START, (_, first: string) =>
    FORMULA.test(first.normalize('NFKC')) ? "'" : '',
  )
}

/** A table's file. Text that a spreadsheet would take for a formula is escaped by an apostrophe; numbers are not. */
export function csvOf(table: Table, result: RunResult): string {
  const ids = Object.keys(table.columns)
  const formats = Object.values(table.columns).map(({ format }) => format)
  const rows = table.rows(result).map(row => ids.map(id => row[id]))
  return stringify([ids, ...rows], {
    record_delimiter: '\n',
    cast: {
      // Numbers reach the writer as numbers: their minus sign begins no formula.
      number: (value, { index }) => formatNumber(value, formats[index]!),
      string: disarmed,
      boolean: value => String(value),
    },
  })
}
