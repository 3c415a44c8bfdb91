/** Tables as CSV text: RFC 4180 quoting, LF line ends, a header, every number by its column's format. */
import { stringify } from 'csv-stringify/sync'
import type { RunResult } from '../sim/results.ts'
import { formatNumber, type Table } from './tables.ts'

/** A table's file. Text that a spreadsheet would take for a formula is escaped by an apostrophe; numbers are not. */
export function csvOf(table: Table, result: RunResult): string {
  const ids = Object.keys(table.columns)
  const formats = Object.values(table.columns).map(({ format }) => format)
  const rows = table.rows(result).map(row => ids.map(id => row[id]))
  return stringify([ids, ...rows], {
    record_delimiter: '\n',
    escape_formulas: true,
    cast: {
      // Numbers reach the writer as numbers, or it would take their minus sign for the start of a formula.
      number: (value, { index }) => formatNumber(value, formats[index]!),
      boolean: value => String(value),
    },
  })
}
