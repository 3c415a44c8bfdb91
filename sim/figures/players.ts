/** Intervals that cover the players of a population as well as their matches. */
import type { CompiledGame } from '../../engine/contract/index.ts'
import type { Interval } from '../stats/interval.ts'
import type { Look } from '../stats/looks.ts'
import { jackknifeArm } from '../stats/spread.ts'
import type { Tally, TallyLayout } from '../tally/layout.ts'

/** The sums of a cell. */
export interface CellSums {
  readonly game: CompiledGame
  readonly layout: TallyLayout
  readonly tally: Tally
  /** The look at which they are judged. */
  readonly look: Look
  /** Each member's part of the tally, of a population: intervals then cover players, too. */
  readonly members?: readonly Tally[]
}

/** What a figure can be at least and at most. */
export interface Bounds {
  readonly min: number
  readonly max: number
}

/** By the whole's tally, while it holds this many blocks: it keeps growing. */
const KNOWN = new WeakMap<Tally, { readonly blocks: number; readonly tallies: readonly Tally[] }>()

/** A cell without the matches of each member of its population; none without one. */
export function withoutEach<C extends CellSums>(cell: C): readonly C[] {
  const { layout, members = [], tally } = cell
  const blocks = tally[layout.blocks]!
  let known = KNOWN.get(tally)
  if (known?.blocks !== blocks) {
    known = { blocks, tallies: members.map(its => tally.map((word, at) => word - its[at]!)) }
    if (members.length > 0) KNOWN.set(tally, known)
  }
  return known.tallies.map(rest => ({ ...cell, members: [], tally: rest }))
}

/** The cell for figures about its own players, such as what an adversary of theirs won, and not about others like them. */
export const ofThesePlayers = <C extends CellSums>(cell: C): C => ({ ...cell, members: [] })

/**
 * An interval over matches, made no narrower than the jackknife over players: as it is where a population is too
 * small for that, or without trained players.
 */
export function coverPlayers<C extends CellSums, I extends Interval>(
  cell: C,
  interval: I,
  read: (cell: C) => number,
  { min, max }: Bounds,
  level?: number,
): I {
  if (!cell.members || cell.members.length < 2) return interval
  const arm = jackknifeArm(withoutEach(cell).map(read), level)
  if (Number.isNaN(arm)) return interval
  const { low, mean, high } = interval
  return {
    ...interval,
    low: Math.max(min, Math.min(low, mean - arm)),
    high: Math.min(max, Math.max(high, mean + arm)),
  }
}

type Read<C extends CellSums, A extends readonly unknown[], I extends Interval> = (cell: C, ...args: A) => I

/** Reads the same estimate with an interval over matches and players. */
export function overPlayers<C extends CellSums, A extends readonly unknown[], I extends Interval>(
  read: Read<C, A, I>,
  bounds: Bounds | ((cell: C, ...args: A) => Bounds) = { min: 0, max: 1 },
): Read<C, A, I> {
  return (cell, ...args) =>
    coverPlayers(
      cell,
      read(cell, ...args),
      one => read(one, ...args).mean,
      typeof bounds === 'function' ? bounds(cell, ...args) : bounds,
    )
}
