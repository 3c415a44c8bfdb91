/** How much the verdict on the seats moves from one strength of play to the next. */
import type { CellResult } from '../../sim/chunks/results.ts'
import { differenceOf, type Interval } from '../../sim/stats/interval.ts'
import { matchesOf } from '../figures.ts'
import { seatShares } from './verdicts.ts'

/**
 * By how much a seat's score changes, as a share, with its interval for one look; in a game with payoffs, its payoff as a share of
 * their range.
 */
export interface Movement extends Interval {
  readonly seat: string
  readonly before: number
  readonly after: number
  /** The same with the interval that holds at every look. */
  readonly anytime: Interval
  /** Whether the change is shown (`moves`), lies within the margin (`settled`), or is neither (`open`), at every look. */
  readonly kind: 'moves' | 'settled' | 'open'
}

/**
 * The change of every seat's score from one mirror to another; empty without matches. Both play the same seeds, but are taken for
 * independent: where a seed helps the same seat in both, the interval is too wide rather than too narrow. `margin` is a share.
 */
export function movementsOf(before: CellResult, after: CellResult, margin: number): Movement[] {
  if (matchesOf(before) === 0 || matchesOf(after) === 0) return []
  return before.game.info.seats.map((seat, index) => {
    const was = seatShares(before, index)
    const is = seatShares(after, index)
    // The arms of two sequences add up like those of intervals: in the limit they are the same multiple of the standard errors.
    const anytime = differenceOf(is.anytime, was.anytime)
    const within = anytime.low >= -margin && anytime.high <= margin
    const kind = within ? 'settled' : anytime.low > 0 || anytime.high < 0 ? 'moves' : 'open'
    return {
      seat,
      before: was.once.mean,
      after: is.once.mean,
      ...differenceOf(is.once, was.once),
      anytime,
      kind,
    }
  })
}
