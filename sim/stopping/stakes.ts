/**
 * What a cell's blocks say of the stakes (shares of a win, or payoffs), for questions judged at every look.
 */
import { type CompiledGame, WIN_UNITS } from '../../engine/contract/index.ts'
import { isMirror, type Lineup } from '../experiment/index.ts'
import type { RatioSums } from '../stats/interval.ts'
import { type FairnessTest, POWER } from '../stats/planning.ts'
import { type Bounded, boundedOfHistogram, boundedOfSums } from '../stats/sequence.ts'
import { payoffOffset, RATIO, type Side, type Tally, type TallyLayout } from '../tally/layout.ts'

export interface CellSums {
  readonly game: CompiledGame
  readonly layout: TallyLayout
  readonly tally: Tally
}

/** The histogram of the blocks' sums, in win units. */
export function scoresOf({ tally, layout }: CellSums, side: Side, index: number): Tally {
  const first =
    (side === 'participant' ? layout.participantScores : layout.seatScores) + index * layout.scoreBins
  return tally.subarray(first, first + layout.scoreBins)
}

/** The sums of a ratio that begin at a word of the tally. */
export function sumsAt({ tally, layout }: CellSums, first: number): RatioSums {
  const [x, y, xx, xy, yy] = tally.subarray(first, first + RATIO.length)
  return { n: tally[layout.blocks]!, x: x!, y: y!, xx: xx!, xy: xy!, yy: yy! }
}

/** The blocks of what is at stake: shares of a whole win, or payoffs per match in games that have them. */
export function stakesOf(cell: CellSums, side: Side, index: number): Bounded {
  const { game, layout } = cell
  const gauge = game.info.gauges[layout.payoff]
  if (!gauge) return boundedOfHistogram(scoresOf(cell, side, index), WIN_UNITS * layout.seats)
  const sums = sumsAt(cell, payoffOffset(layout, side, index))
  return boundedOfSums(sums, { min: gauge.min, max: gauge.max, perBlock: layout.seats })
}

/**
 * A seat's stakes, and what it would get in a fair game: a share of the win, or 0 with payoffs. `margin` is a
 * share.
 */
export function seatStakes(cell: CellSums, seat: number, margin: number): Bounded & FairnessTest {
  const stakes = stakesOf(cell, 'seat', seat)
  const fair = cell.layout.payoff < 0 ? 1 / cell.layout.seats : 0
  return { ...stakes, fair, margin: margin * (stakes.max - stakes.min), power: seatPower(cell) }
}

/** The chance of a wrong verdict at any look. */
const ALPHA = 0.05

/**
 * The level of a seat's interval. A verdict on several seats is one claim, so they share its error
 * (Bonferroni). Two seats are one question: one gets what the other loses.
 */
export function seatLevel({ layout: { seats } }: CellSums): number {
  return seats === 2 ? 1 - ALPHA : 1 - ALPHA / seats
}

/**
 * The power for each of several seats with which all are found fair with POWER: they share the chance of a
 * miss.
 */
function seatPower({ layout: { seats } }: CellSums): number {
  return seats === 2 ? POWER : 1 - (1 - POWER) / seats
}

/**
 * Whom a line-up's figures are about: its seats if one agent plays all of them, else its agents; of two, only
 * the first, since one gets what the other loses.
 */
export function subjectsOf(lineup: Lineup): { readonly side: Side; readonly index: number }[] {
  const side = isMirror(lineup) ? 'seat' : 'participant'
  const { length } = lineup.participants
  return Array.from({ length: length === 2 ? 1 : length }, (_, index) => ({ side, index }))
}
