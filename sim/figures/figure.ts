/**
 * What a figure is. Each is declared once, in a file of this folder: its name in gates and comparisons, how
 * it is read from a cell's sums and a paired block, its columns and words. Gates, goals, comparisons, levers
 * and tables follow.
 */
import { assetName, type GameInfo } from '../../engine/contract/index.ts'
import type { Interval, SpreadInterval } from '../stats/interval.ts'
import { lookInterval } from '../stats/looks.ts'
import type { Bounded } from '../stats/sequence.ts'
import type { MeasureLayout } from '../tally/pairs.ts'
import { type Bounds, type CellSums, coverPlayers } from './players.ts'
import type { AssetSums, SideSums } from './reading.ts'

/** What figures count: shares of matches or of a win, steps, payoffs, uses, values of a gauge. */
export type FigureUnit = 'percent' | 'steps' | 'payoff' | 'uses' | 'gauge'

/** How people read and write figures of a unit. */
interface Unit {
  /** How many times the sums' unit people's is: 100 for percent. */
  readonly scale: number
  /** What may stand behind a bound on a figure, and on a change, the usual one first. */
  readonly bound: readonly string[]
  readonly changeBound: readonly string[]
  /** What stands behind a figure, and what a difference is counted in; `step` is what a step is called. */
  readonly sign: string
  readonly difference: (step: string) => string
  /** Decimals of a figure before and after a change, and of one by itself. */
  readonly decimals: number
  readonly aloneDecimals: number
  /** Whether its bounds are near enough to say something of a difference. */
  readonly isNear: boolean
}

const NO_WORDS = { bound: [], changeBound: [], sign: '', difference: () => '', scale: 1 }

export const UNITS: Readonly<Record<FigureUnit, Unit>> = {
  percent: {
    scale: 100,
    bound: ['%'],
    changeBound: ['points', '%'],
    sign: ' %',
    difference: () => 'points',
    decimals: 1,
    aloneDecimals: 1,
    isNear: true,
  },
  steps: {
    ...NO_WORDS,
    bound: ['steps'],
    changeBound: ['steps'],
    difference: step => `${step}s`,
    decimals: 1,
    aloneDecimals: 1,
    isNear: false,
  },
  payoff: { ...NO_WORDS, decimals: 2, aloneDecimals: 3, isNear: true },
  uses: { ...NO_WORDS, decimals: 2, aloneDecimals: 2, isNear: false },
  gauge: { ...NO_WORDS, decimals: 2, aloneDecimals: 2, isNear: false },
}

/** One thing that a figure is about, by its place in the list of a game's things. */
export interface Thing {
  /** What stands behind the figure's name in gates, part by part: `white`. */
  readonly names: readonly string[]
  /** The same in comparisons, where it is not that. */
  readonly ids?: readonly string[]
  /** What people call it; empty for all of them together. */
  readonly label: string
  /** What tells it apart from others in games by other rules. */
  readonly key: string
  /** Whether a gate may not name it: over all seats, a zero-sum gauge is 0. */
  readonly isIdle?: boolean
}

const ALL: Thing = { names: [], label: '', key: '' }
const seatsOf = ({ seats }: GameInfo): Thing[] =>
  seats.map((label, seat) => ({ names: [label], label, key: `${seat}` }))

/** What a figure is about. */
export type About = 'run' | 'role' | 'seat' | 'seat or all' | 'gauge' | 'asset' | 'agent'

/** For each of them, how the lists in messages write it behind a name, and the things that a game has. */
export const ABOUT: Readonly<
  Record<About, { readonly patterns: readonly string[]; things(info: GameInfo): readonly Thing[] }>
> = {
  run: { patterns: [''], things: () => [ALL] },
  role: {
    patterns: ['.ROLE'],
    things: ({ roles = [] }) => roles.map(({ id }) => ({ names: [id], label: id, key: id })),
  },
  seat: { patterns: ['.SEAT'], things: seatsOf },
  /** A seat, or all seats together. */
  'seat or all': { patterns: ['', '.SEAT'], things: info => [...seatsOf(info), ALL] },
  /** A gauge of a seat, or of all seats together: [gauge * (seats + 1) + seat]. */
  gauge: {
    patterns: ['.GAUGE', '.GAUGE.SEAT'],
    things: info =>
      info.gauges.flatMap(({ id, zeroSum }) => [
        ...seatsOf(info).map(seat => ({ ...seat, names: [id, ...seat.names], key: `${id} ${seat.key}` })),
        { names: [id], label: '', key: id, isIdle: zeroSum },
      ]),
  },
  asset: {
    patterns: ['.ASSET'],
    things: info =>
      info.assets.map(({ id, group, label }, asset) => ({
        names: [assetName(info, asset)],
        ids: [id],
        label,
        key: `${group}/${id}`,
      })),
  },
  /** The line-up's first agent, in all seats and in each. Of no use to gates. */
  agent: { patterns: [], things: info => [ALL, ...seatsOf(info)] },
}

/** How a figure is compared block by block. */
export interface Paired {
  /** What comparisons.csv says of it; absent where it is not told. */
  readonly meaning?: string
  /**
   * The figure in one cell, with its interval for one look, for runs whose blocks can't be paired; null without
   * data. Absent where differences aren't told.
   */
  readonly alone?: (cell: CellSums, index: number) => Interval | null
  /** Where a block's measures have it (`layoutMeasures`), and a block's units of it per match. */
  readonly measure: (at: MeasureLayout, index: number) => number
  readonly perMatch: (seats: number, index: number) => number
  /** The least difference that means something, in units of the measure; 1 by default. */
  readonly least?: number
  /** Whether it may be negative. */
  readonly isSigned?: true
  /** Whether of two seats one has what the other lacks, so that only the first one's is measured. */
  readonly isShared?: true
  /** Whether reports show its differences; otherwise only gates use them. */
  readonly isTold: boolean
  /** Whether they say more of a game than other figures do; they always do by default. */
  readonly isDistinct?: (info: GameInfo) => boolean
  /** Of a ratio, where the measures have what it is per; it is then no mean per match. */
  readonly per?: (at: MeasureLayout, index: number) => number
  /** Whether it counts steps, which people read in turns. */
  readonly isPerTurn?: true
  /** The comparisons whose p-values are adjusted together. */
  readonly family: (index: number) => string
}

/** What a figure is called; `label` is that of the thing that it is about. */
export interface Words {
  /** "score of white", "draws": what a bound is on. */
  readonly name: (label: string, info: GameInfo, index: number) => string
  /** Heads of charts and tables; absent where there are none. */
  readonly title?: (label: string) => string
  /** What a shown difference says. */
  readonly more?: (label: string) => string
  readonly less?: (label: string) => string
  /** Behind how often an asset is used: "per match". */
  readonly rate?: string
  /** Its head in tables of line-ups and of changes. */
  readonly column?: string
  /** What players disagree on; the title by default. */
  readonly disputed?: (label: string) => string
}

/** A figure that each member of a population shows by itself, as a share of the most that it can be. */
export interface MemberFigure {
  of(cell: CellSums, index: number, most: number): SpreadInterval
  /** The most that it can be in these cells, in the figure's unit; 1 by default. */
  most?(cells: readonly CellSums[]): number
}

/** A figure's declaration. */
export interface Figure {
  readonly about: About
  readonly unit: FigureUnit
  /** What gates call it, if they can ask for it: `seat` of `seat.SEAT`. */
  readonly gate: string | null
  /** What they call that of the first seat as well. */
  readonly first?: string
  /** Whether a game has it; all do by default. */
  readonly isIn?: (info: GameInfo) => boolean
  /** What it can be, in its unit. */
  readonly bounds: (cell: CellSums, index: number) => Bounds
  /** Its estimate with the anytime-valid interval; absent where only paired blocks show it. */
  readonly anytime?: (cell: CellSums, index: number, level: number) => Interval
  /** Absent where it is not compared block by block. */
  readonly paired?: Paired
  /** The figure whose differences say which way this one goes, of goals, where its own are not known. */
  readonly movedBy?: string
  /** Absent where members of a population are not told apart in it. */
  readonly member?: MemberFigure
  readonly words: Words
  /** Its columns in tables whose rows are seats or agents. */
  readonly columns?: readonly SideColumn[]
  /** Its column in units.csv and agent_units.csv, whose rows are assets of a seat or an agent. */
  readonly units?: FigureColumn<AssetSums>
}

/** A figure's columns in a table: the estimate and the ends of its interval for a single analysis. */
export interface FigureColumn<S> {
  readonly id: string
  readonly format: 'share' | 'decimal'
  readonly meaning: string
  /** What the column of the lower end says; by default that it comes from the blocks. */
  readonly low?: string
  /** Cells are empty for null and NaN. */
  readonly read: (sums: S) => Interval | null
}

/** The tables whose rows are seats or agents. */
export type SideTable = 'summary' | 'seats' | 'members'

export interface SideColumn extends FigureColumn<SideSums> {
  readonly tables: readonly SideTable[]
}

/** The anytime-valid interval of what is bounded, over players, too. `most` is what the blocks are shares of. */
export function sequenceOf(
  blocks: (cell: CellSums, index: number) => Bounded,
  most: (cell: CellSums) => number = () => 1,
): Required<Figure>['anytime'] {
  return (cell, index, level) => {
    const bounded = blocks(cell, index)
    const read = (one: CellSums) => blocks(one, index).mean
    const shown = lookInterval(bounded, cell.look, level)
    const { n, mean, low, high } = coverPlayers(cell, shown, read, bounded, level)
    const times = most(cell)
    return { n, mean: times * mean, low: times * low, high: times * high }
  }
}

/** What every share can be. */
export const SHARE = (): Bounds => ({ min: 0, max: 1 })
