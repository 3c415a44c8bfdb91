/** A run's tables as data. */

import { Stack, TABLES } from '../reports/tables/index.ts'
import type { RunResult } from '../sim/chunks/results.ts'

/** A table's rows, column by column in the order of its CSV file. A number without data is NaN. */
export type Rows = readonly Readonly<Record<string, string | boolean | number>>[]

/** Every table of a run by the name of its CSV file without the ending: summary, seats, comparisons, ... */
export function tablesOf(result: RunResult): Readonly<Record<string, Rows>> {
  const stack = new Stack(result.experiment)
  return Object.fromEntries(TABLES.map(table => [table.id, table.rows(result).map(row => stack.rowOf(row))]))
}
