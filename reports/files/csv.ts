/** Tables as CSV text: RFC 4180 quoting, LF line ends, a header, every number by its column's format. */
import { stringify } from 'csv-stringify/sync'
import type { RunResult } from '../../sim/chunks/results.ts'
import { printable } from '../formatting.ts'
import { formatNumber, Stack, type Table } from '../tables/index.ts'

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

/** A table's file, with the columns of its run at the end. Text that a spreadsheet would take for a formula is escaped by an apostrophe; numbers are not. */
export function csvOf(table: Table, result: RunResult, stack = new Stack(result.experiment)): string {
  const columns = stack.columnsOf(table)
  const ids = Object.keys(columns)
  const formats = Object.values(columns).map(({ format }) => format)
  const rows = table.rows(result).map(row => {
    const cells = stack.rowOf(row)
    return ids.map(id => cells[id])
  })
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
