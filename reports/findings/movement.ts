/** How much the verdict on the seats moves from one strength of play to the next. */
import type { CellResult } from '../../sim/chunks/results.ts'
import { differenceOf, type Interval } from '../../sim/stats/interval.ts'
import { matchesOf } from '../figures.ts'
import { seatShare } from './verdicts.ts'

/** By how much a seat's score changes, as a share, with its interval; in a game with payoffs, its payoff as a share of their range. */
export interface Movement extends Interval {
  readonly seat: string
  readonly before: number
  readonly after: number
  /** Whether the change is shown (`moves`), lies within the margin (`settled`), or is neither (`open`). */
  readonly kind: 'moves' | 'settled' | 'open'
}

/**
 * The change of every seat's score from one mirror to another; empty without matches. Both play the same seeds, but are taken for
 * independent: where a seed helps the same seat in both, the interval is too wide rather than too narrow. `margin` is a share.
 */
export function movementsOf(before: CellResult, after: CellResult, margin: number): Movement[] {
  if (matchesOf(before) === 0 || matchesOf(after) === 0) return []
  return before.game.info.seats.map((seat, index) => {
    const was = seatShare(before, index)
    const is = seatShare(after, index)
    const { mean, low, high } = differenceOf(is, was)
    const within = low >= -margin && high <= margin
    const kind = within ? 'settled' : low > 0 || high < 0 ? 'moves' : 'open'
    return { seat, before: was.mean, after: is.mean, n: is.n, mean, low, high, kind }
  })
}
