/** What a cell's blocks say of the stakes (shares of a win, or payoffs), to be judged at every look. */
import { isMirror, type Lineup } from '../experiment/index.ts'
import { type CellSums, type Side, stakesOf } from '../figures/reading.ts'
import { type FairnessTest, POWER } from '../stats/planning.ts'
import type { Bounded } from '../stats/sequence.ts'

/** A seat's stakes and its fair part of them: a share of the win, or 0 with payoffs. `margin` is a share. */
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

/** The power for each of several seats that finds all of them fair with POWER. */
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
