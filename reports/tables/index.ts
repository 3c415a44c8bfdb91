/** The tables of a report: pure functions from results to rows. Add one by declaring and listing it here. */
import { ARCHIVE_TABLES, RULES, RUN_ID_SHOWN, RUNS } from './archive.ts'
import type { CellValue, Row, Table } from './column.ts'
import { comparisonRow, comparisons, diffTable, levers } from './comparisons.ts'
import { agentCurves, curves } from './curves.ts'
import { comebacks, endings, lengths, NOBODY_WON } from './endings.ts'
import { faults, highlights } from './highlights.ts'
import { exploitability, ladder, pairs } from './ladder.ts'
import { matches } from './matches.ts'
import { members } from './members.ts'
import { comeback, leaders, quality } from './quality.ts'
import { roles, seatings, seats } from './seats.ts'
import type { FACTOR_COLUMN, RUN_COLUMNS } from './stack.ts'
import { summary } from './summary.ts'
import { tuneTable } from './tuning.ts'
import { agentUnits, units } from './units.ts'
import { usefulness } from './usefulness.ts'

export {
  CELL_COLUMNS,
  type CellValue,
  type Columns,
  column,
  FORMATS,
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

const DECLARED = [
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
] as const

/** Every table, in the order of docs/reference/reports.md. Each is a file `<id>.csv`. */
export const TABLES: readonly Table[] = DECLARED

/** The columns that every row has at its end: the run's, and `rules.KEY` for each rule key that the run varies. */
type RunCells = Row<typeof RUN_COLUMNS> & { readonly [key: `${typeof FACTOR_COLUMN}${string}`]: CellValue }

/** The rows of each table by its id, with their columns. */
export type RunTables = {
  readonly [T in (typeof DECLARED)[number] as T['id']]: readonly Flat<
    ReturnType<T['rows']>[number] & RunCells
  >[]
}

/** One object type in place of an intersection, so that an editor shows the columns. */
type Flat<R> = { readonly [Id in keyof R]: R[Id] }
