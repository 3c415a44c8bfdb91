/** The tables of a report: pure functions from a run's result to rows. Add one by declaring it and listing it here. */
import type { Table } from './tables/column.ts'
import { comparisons } from './tables/comparisons.ts'
import { comebacks, endings, lengths } from './tables/course.ts'
import { curves } from './tables/curves.ts'
import { faults } from './tables/faults.ts'
import { seats } from './tables/seats.ts'
import { summary } from './tables/summary.ts'
import { units } from './tables/units.ts'

export { FORMATS, formatNumber, type Table } from './tables/column.ts'
export { comebacks, comparisons, curves, endings, faults, lengths, seats, summary, units }

/** Every table, in the order of docs/reports.md. Each is a file `<id>.csv`. */
export const TABLES: readonly Table[] = [
  summary,
  seats,
  comparisons,
  curves,
  units,
  lengths,
  endings,
  comebacks,
  faults,
]
