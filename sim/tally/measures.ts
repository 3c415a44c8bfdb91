/** What is measured in every block besides its tally, for comparing variants block by block, and in which order. */
import { type GameInfo, payoffGauge } from '../../engine/contract/index.ts'

/**
 * Measures that every game has: returns of the first seat, matches without a winner, steps. Of a forfeited match only the
 * returns count.
 */
export const MEASURES = ['score', 'drawn', 'length'] as const

/** Where the measures of a game's blocks lie; MEASURES come first. */
export interface MeasureLayout {
  /** How often each asset was used, by asset. */
  readonly uses: number
  /** With more than two seats, the returns of the second seat and each after it. */
  readonly scores: number
  /** In games with payoffs, that of the first seat, and with more than two seats of each after it. */
  readonly payoffs: number
  /** The returns of the line-up's first agent, in all seats together and then in each. */
  readonly own: number
  /** The lead at the end of each seat, then of whoever leads. */
  readonly leads: number
  /** [gauge * (seats + 1) + seat]: gauges at the end; at `seats` the sum of all seats. */
  readonly finals: number
  readonly size: number
}

/** The layout of a game's measures. */
export function layoutMeasures(info: GameInfo): MeasureLayout {
  const uses = MEASURES.length
  const scores = uses + info.assets.length
  const payoffs = scores + (info.seats.length > 2 ? info.seats.length - 1 : 0)
  const paid = payoffGauge(info) < 0 ? 0 : info.seats.length > 2 ? info.seats.length : 1
  const own = payoffs + paid
  const leads = own + 1 + info.seats.length
  const finals = leads + info.seats.length + 1
  const size = finals + info.gauges.length * (info.seats.length + 1)
  return { uses, scores, payoffs, own, leads, finals, size }
}
