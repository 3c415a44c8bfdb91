/** The tables of a report: pure functions from results to rows. Add one by declaring and listing it here. */
import { ARCHIVE_TABLES, RULES, RUN_ID_SHOWN, RUNS } from './archive.ts'
import type { Table } from './column.ts'
import { comparisonRow, comparisons, diffTable, levers } from './comparisons.ts'
import { agentCurves, curves } from './curves.ts'
import { comebacks, endings, lengths, NOBODY_WON } from './endings.ts'
import { faults, highlights } from './highlights.ts'
import { exploitability, ladder, pairs } from './ladder.ts'
import { matches } from './matches.ts'
import { members } from './members.ts'
import { comeback, leaders, quality } from './quality.ts'
import { roles, seatings, seats } from './seats.ts'
import { summary } from './summary.ts'
import { tuneTable } from './tuning.ts'
import { agentUnits, units } from './units.ts'
import { usefulness } from './usefulness.ts'

export {
  type CellValue,
  type Columns,
  column,
  type Format,
  formatNumber,
  type Row,
  settingFormat,
  type Table,
} from './column.ts'
export { MatchRows, matchesFormat } from './matches.ts'
export { FACTOR_COLUMN, RUN_COLUMNS, Stack } from './stack.ts'
export {
  ARCHIVE_TABLES,
  agentCurves,
  agentUnits,
  comeback,
  comebacks,
  comparisonRow,
  comparisons,
  curves,
  diffTable,
  endings,
  exploitability,
  faults,
  highlights,
  ladder,
  leaders,
  lengths,
  levers,
  matches,
  members,
  NOBODY_WON,
  pairs,
  quality,
  RULES,
  RUN_ID_SHOWN,
  RUNS,
  roles,
  seatings,
  seats,
  summary,
  tuneTable,
  units,
  usefulness,
}

/** Every table, in the order of docs/reference/reports.md. Each is a file `<id>.csv`. */
export const TABLES: readonly Table[] = [
  summary,
  roles,
  seats,
  seatings,
  ladder,
  pairs,
  members,
  exploitability,
  comparisons,
  curves,
  agentCurves,
  units,
  agentUnits,
  usefulness,
  levers,
  lengths,
  endings,
  comebacks,
  quality,
  leaders,
  comeback,
  highlights,
  faults,
]
