/** How a table is declared: a column's declaration gives CSV header, cells, format and dictionary. */
import { settingText } from '../../documents/index.ts'
import type { CellResult, RunResult } from '../../sim/chunks/results.ts'
import type { Cell, Experiment } from '../../sim/experiment/index.ts'
import type { FigureColumn, SideTable } from '../../sim/figures/figure.ts'
import type { AssetSums, SideSums } from '../../sim/figures/reading.ts'
import { type AssetColumnId, FIGURES, type FigureId, type SideColumnId } from '../../sim/figures/registry.ts'
import type { EloInterval } from '../../sim/stats/elo.ts'
import { byVariant } from '../findings/variants.ts'
import type { Ends } from '../formatting.ts'

/**
 * Formats of a column. All but text, flag and setting hold numbers; NaN means "not applicable", an empty
 * cell.
 */
export const FORMATS = {
  text: { decimals: 0, says: 'text' },
  flag: { decimals: 0, says: '`true` or `false`' },
  time: { decimals: 0, says: 'date and time' },
  count: { decimals: 0, says: 'whole number' },
  share: { decimals: 6, says: 'share of 1' },
  p: { decimals: 6, says: 'p-value, as `1.60e-8` where small, `1.00e-300` at least' },
  points: { decimals: 3, says: 'percentage points' },
  elo: { decimals: 2, says: 'Elo, `inf` or `-inf` at a score of 1 or 0' },
  decimal: { decimals: 4, says: 'number' },
  setting: { decimals: 0, says: 'number, true or false, or text, as in the rules' },
} as const
export type Format = keyof typeof FORMATS

/** What a file says of one column: its format, and one sentence that says what it means and in which unit. */
export interface Column<F extends Format = Format> {
  readonly format: F
  readonly meaning: string
}
export type Columns = Readonly<Record<string, Column>>

/** A cell's value. */
export type CellValue = string | boolean | number

type CellOf<C extends Column> =
  C extends Column<'text' | 'time'>
    ? string
    : C extends Column<'flag'>
      ? boolean
      : C extends Column<'setting'>
        ? CellValue
        : number

/** A row's cells by column, in the columns' order. */
export type Row<C extends Columns> = {
  readonly [Id in keyof C]: CellOf<C[Id]>
}

/** A row whose columns no longer matter to the types. */
export type Cells = Readonly<Record<string, CellValue>>

/** A column with what reads its cell from a row's source. */
export interface ReadColumn<F extends Format, S> extends Column<F> {
  /** The cell, or the interval it is part of; the columns of an interval share it and stand together. */
  readonly read: (source: S) => unknown
  readonly end?: keyof Ends
}

/** What rows are read from: what readers take, and for columns without a reader, a value of that name. */
type SourceOf<C extends Columns> = Row<Unread<C>> & ReadFrom<C>
type Unread<C extends Columns> = {
  readonly [Id in keyof C as C[Id] extends { readonly read: unknown } ? never : Id]: C[Id]
}
type ReadFrom<C extends Columns> = [Extract<C[keyof C], { readonly read: unknown }>] extends [
  { readonly read: (source: infer S) => unknown },
]
  ? S
  : unknown

/** Declares a column that is read from what its rows' sources call by its name. */
export function column<F extends Format>(format: F, meaning: string): Column<F> {
  return { format, meaning }
}

/** Declares a column of a format, with its reader or without one. */
interface Declare<F extends Format, S> {
  (meaning: string): Column<F>
  (meaning: string, read: (source: S) => CellOf<Column<F>>): ReadColumn<F, S>
}

const LOW = 'Lower end of its 95 % interval, from the sums of the blocks.'
const HIGH = 'Upper end of that interval.'

/** An interval of Elo as any other. */
export const eloEnds = ({ elo: mean, low, high }: EloInterval): Ends => ({ mean, low, high })

/** Ids of an interval's columns. */
export type IntervalIds<Id extends string> = Id | EndIds<Id>
type EndIds<Id extends string> = `${Id}_low` | `${Id}_high`

/**
 * Declares columns of tables whose rows are read from such a source. Without an interval, its cells are
 * empty.
 */
export function columnsFor<S>() {
  type Read = (source: S) => Ends | null | undefined
  const formats = Object.keys(FORMATS).map(format => [
    format,
    (meaning: string, read?: (source: S) => unknown) => ({ format, meaning, ...(read && { read }) }),
  ])
  const ends = <Id extends string, F extends Format>(
    id: Id,
    format: F,
    low: string,
    read: Read,
    high = HIGH,
  ) =>
    ({
      [`${id}_low`]: { format, meaning: low, read, end: 'low' },
      [`${id}_high`]: { format, meaning: high, read, end: 'high' },
    }) as Readonly<Record<EndIds<Id>, ReadColumn<F, S>>>
  return {
    ...(Object.fromEntries(formats) as { readonly [F in Format]: Declare<F, S> }),
    /** Only the ends of an interval. */
    ends,
    /** A figure and the ends of its interval: three columns. */
    interval: <Id extends string, F extends Format>(
      id: Id,
      format: F,
      meaning: string,
      read: Read,
      { low = LOW, high = HIGH }: { readonly low?: string; readonly high?: string } = {},
    ) =>
      ({
        [id]: { format, meaning, read, end: 'mean' },
        ...ends(id, format, low, read, high),
      }) as Readonly<Record<IntervalIds<Id>, ReadColumn<F, S>>>,
  }
}

/** Declare columns that need no reader. */
export const { count, decimal, share, text } = columnsFor<unknown>()

/** A column and the ends of its interval, as a figure declares them. */
type FigureColumns<S, Id extends string> = Readonly<
  Record<IntervalIds<Id>, ReadColumn<'share' | 'decimal', S>>
>

const declaredColumns = <S>({ id, format, meaning, low = LOW, read }: FigureColumn<S>) =>
  columnsFor<S>().interval(id, format, meaning, read, { low })

/** The columns that a figure declares for a table of seats or agents. */
export function figureColumns<F extends FigureId, T extends SideTable>(
  figure: F,
  table: T,
): FigureColumns<SideSums, SideColumnId<F, T>> {
  const all = (FIGURES[figure].columns ?? []).filter(({ tables }) => tables.includes(table))
  return Object.assign({}, ...all.map(declaredColumns))
}

/** Those of all figures but these, in their order. */
export function otherFigureColumns<T extends SideTable, Placed extends FigureId = never>(
  table: T,
  ...placed: readonly Placed[]
): FigureColumns<SideSums, SideColumnId<Exclude<FigureId, Placed>, T>> {
  const ids = (Object.keys(FIGURES) as FigureId[]).filter(id => !placed.includes(id as Placed))
  return Object.assign({}, ...ids.map(id => figureColumns(id, table)))
}

/** The columns that figures declare for tables of assets, in their order. */
export function assetFigureColumns(): FigureColumns<AssetSums, AssetColumnId> {
  return Object.assign(
    {},
    ...Object.values(FIGURES).flatMap(({ units }) => (units ? [declaredColumns(units)] : [])),
  )
}

/** The rows of columns, one from each source. */
export function rowsOf<C extends Columns>(columns: C, sources: readonly SourceOf<C>[]): Row<C>[] {
  const all = Object.entries<Column & Partial<ReadColumn<Format, never>>>(columns)
  return sources.map(source => {
    const row: Record<string, CellValue> = {}
    let last: unknown
    let value: unknown
    for (const [id, { end, read }] of all) {
      if (!read) value = (source as Cells)[id]
      else if (read !== last) value = read(source as never)
      last = read
      row[id] = (end ? ((value as Ends | null | undefined)?.[end] ?? Number.NaN) : value) as CellValue
    }
    return row as Row<C>
  })
}

/** What all tables have in common once their columns no longer matter to the types. */
export interface Table<R extends Cells = Cells, Id extends string = string> {
  /** Its file's name without the ending. */
  readonly id: Id
  /** The question that it answers. */
  readonly question: string
  /** What a row is about. */
  readonly row: string
  /** By column id, in the order of the file. */
  readonly columns: Columns
  /** Ids of the columns that no two rows of a run have the same cells in. */
  readonly key: readonly string[]
  /** Whether a run has the file; all do by default. */
  readonly isFor?: (cell: CellResult) => boolean
  rows(result: RunResult): readonly R[]
  /** The same rows in parts, none of which is long. */
  parts(result: RunResult): Iterable<Part>
}

/** Rows that have their first columns in common: the cells of those, and the rows without them. */
interface Part {
  readonly named: Cells
  readonly rows: readonly Cells[]
}

/** The columns that name a row's cell of the experiment. */
export interface Placed {
  readonly cell: Cell
  readonly experiment: Experiment
}

const placed = columnsFor<Placed>()

/** The columns that name a cell. */
export const CELL_COLUMNS = {
  variant: placed.text('Name of the variant.', ({ cell }) => cell.variant.name),
  lineup: placed.text('The agents of the line-up, in order: `A vs B`.', ({ cell }) => cell.lineup.name),
  lineup_number: placed.count(
    'Number of the line-up in the run, from 1. It distinguishes line-ups with the same agents.',
    ({ cell, experiment }) => 1 + (cell.index % experiment.lineups.length),
  ),
}
type CellColumns = typeof CELL_COLUMNS

/** The columns that tell cells apart. */
export const CELL_KEY = ['variant', 'lineup_number'] as const

/** The cells of these columns. */
export function cellCells(cell: Cell, experiment: Experiment): Row<CellColumns> {
  return rowsOf(CELL_COLUMNS, [{ cell, experiment }])[0]!
}

interface Declaration<Id extends string, C extends Columns> {
  readonly id: Id
  readonly question: string
  readonly row: string
  readonly columns: C
  readonly isFor?: Table['isFor'] & {}
  /** Which of these columns tell rows of one cell apart. */
  readonly key: readonly (keyof C & string)[]
  /** What the rows of one cell of the experiment are read from, without the columns that name it. */
  readonly rows: (cell: CellResult, result: RunResult) => readonly SourceOf<C>[]
}

/** Declares a table of cells; the columns that name the cell come first by themselves. */
export function cellTable<const Id extends string, const C extends Columns>(
  declared: Declaration<Id, C>,
): Table<Row<CellColumns> & Row<C>, Id> {
  const { id, question, row, columns, key, isFor } = declared
  return {
    id,
    question,
    row,
    ...(isFor && { isFor }),
    columns: { ...CELL_COLUMNS, ...columns },
    key: [...CELL_KEY, ...key],
    ...inParts(function* (result) {
      for (const one of result.cells)
        yield {
          named: cellCells(one.cell, result.experiment),
          rows: rowsOf(columns, declared.rows(one, result)),
        }
    }),
  }
}

/** The rows of a table, from its parts. */
function inParts<R extends Cells>(parts: Table['parts']): Pick<Table<R>, 'rows' | 'parts'> {
  return {
    parts,
    rows: result =>
      [...parts(result)].flatMap(({ named, rows }) => rows.map(rest => ({ ...named, ...rest }) as R)),
  }
}

/** The rows of a table that have nothing in common. */
export function inOne<R extends Cells>(
  rows: (result: RunResult) => readonly R[],
): Pick<Table<R>, 'rows' | 'parts'> {
  return { rows, parts: result => [{ named: {}, rows: rows(result) }] }
}

interface VariantDeclaration<Id extends string, C extends Columns> extends Omit<Declaration<Id, C>, 'rows'> {
  /** What the rows of all cells of one variant are read from, without the column that names it. */
  readonly rows: (cells: readonly CellResult[], result: RunResult) => readonly SourceOf<C>[]
}

/** Declares a table of variants; the column variant comes first by itself. */
export function variantTable<const Id extends string, const C extends Columns>(
  declared: VariantDeclaration<Id, C>,
): Table<Row<Pick<CellColumns, 'variant'>> & Row<C>, Id> {
  const { id, question, row, columns, key } = declared
  return {
    id,
    question,
    row,
    columns: { variant: CELL_COLUMNS.variant, ...columns },
    key: ['variant', ...key],
    ...inParts(function* (result) {
      for (const { variant, cells } of byVariant(result.cells))
        yield { named: { variant }, rows: rowsOf(columns, declared.rows(cells, result)) }
    }),
  }
}

/** Below this, six decimals would leave a p-value less than three digits. */
const SMALL_P = 1e-3
/** What smaller ones are printed as: they vanish in a double, and none is 0. */
const LEAST_P = 1e-300

/** From here on, matches need more decimals than a format has. */
const MANY = 1e4

/**
 * A number as its column prints it: fixed decimals, `inf`, no negative zero, nothing for NaN. A run of more than
 * 10,000 matches has one more decimal for every factor of ten, so that a single match shows in a share of 1e8.
 */
export function formatNumber(value: number, format: Format, matches = 0): string {
  if (Number.isNaN(value)) return ''
  if (format === 'setting') return String(value)
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf'
  if (format === 'p' && value < SMALL_P) return Math.max(value, LEAST_P).toExponential(2)
  const { decimals } = FORMATS[format]
  const more = decimals > 0 && format !== 'p' && matches > MANY ? Math.ceil(Math.log10(matches / MANY)) : 0
  const text = value.toFixed(decimals + more)
  return Number(text) === 0 ? text.replace('-', '') : text
}

/** A setting as a cell: numbers stay numbers; a key that a variant has not is empty. */
export function settingCell(value: unknown): CellValue {
  if (typeof value === 'number' || typeof value === 'boolean') return value
  return value === undefined ? '' : settingText(value)
}

/** The format that holds all values of a setting: whole numbers, numbers, true or false, or text. */
export function settingFormat(values: readonly CellValue[]): Format {
  const known = values.filter(value => !Number.isNaN(value) && value !== '')
  if (known.every(value => Number.isSafeInteger(value))) return 'count'
  if (known.every(value => typeof value === 'number')) return 'decimal'
  return known.every(value => typeof value === 'boolean') ? 'flag' : 'text'
}
