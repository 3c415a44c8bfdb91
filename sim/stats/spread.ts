/**
 * What a figure is for players like those of a population, who meet each other: the jackknife over players.
 *
 * Let m be the figure over all pairings of k players, and m_i without the matches of player i. The variance of m over
 * matches and players is (k - 1) / k sum (m_i - mean)^2 (Tukey 1958; Efron & Stein, Annals of Statistics 9, 1981: it
 * errs upward). It is exact where what players add up to makes the difference, and too large by a factor of at most
 * 4, 2.7, 2.3 and 2.1 (k = 3, 5, 8, 16) where only luck does. `docs/explanation/statistics.md` has its coverage.
 */
import { regularizedBeta, studentQuantile } from './distributions.ts'
import type { Interval } from './interval.ts'
import { upperProbability } from './moments.ts'

export interface Spread {
  /** The mean of players like these: the interval covers matches and players. n counts players. */
  readonly groups: Interval
  /** One more such player, in its matches with these: a prediction interval. */
  readonly next: Interval
  /** Standard deviation of what a player adds to the figure, without what luck adds. */
  readonly sd: number
  /** Probability of differences like these if all players were the same. */
  readonly p: number
}

export interface PlayersSample {
  /** Of all pairings; `sd` per block, over `n` blocks that count as independent. */
  readonly whole: { readonly n: number; readonly mean: number; readonly sd: number }
  /** The mean without each player's blocks. */
  readonly without: readonly number[]
  /** How many players a block draws. */
  readonly draws: number
}

/** What a figure can be. */
interface Ends {
  readonly min: number
  readonly max: number
}

/** The variance of the mean over matches and players; NaN if a mean without a player isn't known. */
export function jackknifeVariance(without: readonly number[]): number {
  const { length: k } = without
  const mean = without.reduce((sum, one) => sum + one, 0) / k
  return ((k - 1) / k) * without.reduce((sum, one) => sum + (one - mean) ** 2, 0)
}

/** Half of the interval of the mean of this many players. */
export function jackknifeArm(without: readonly number[], level = 0.95): number {
  if (without.length < 2) return Number.NaN
  return studentQuantile(upperProbability(level), without.length - 1) * Math.sqrt(jackknifeVariance(without))
}

/** As in `scoreInterval`: blocks that all agree would make every difference certain. */
const PSEUDO_VARIANCE = 0.25

/**
 * How many times the variance over matches the jackknife finds where players are all the same. Of all pairings but
 * those of a player with itself, the share q1 is without one player, and q2 without two.
 */
export function luckFactor(k: number, draws: number): number {
  const pairings = (players: number): number => players ** draws - (draws > 1 ? players : 0)
  const [q1, q2] = [pairings(k - 1) / pairings(k), pairings(k - 2) / pairings(k)]
  return (((k - 1) ** 2 / k) * (q1 - q2)) / q1 ** 2
}

/**
 * The spread of players by their shares; null for fewer players than it takes, or without data of some. `p`: if all
 * players are the same, (k - 1) x jackknife variance / (luck factor x variance of matches) is chi-squared, so that
 * the ratio is F on k - 1 and n - k degrees of freedom; for one draw, that is the analysis of variance.
 */
export function spreadOf(
  { whole, without, draws }: PlayersSample,
  { min, max }: Ends = { min: 0, max: 1 },
): Spread | null {
  const k = without.length
  const { n, mean, sd } = whole
  const least = draws === 1 ? 2 : 3
  if (k < least || n < k + 2 || [mean, sd, ...without].some(Number.isNaN)) return null
  const variance = jackknifeVariance(without)
  const luck = (luckFactor(k, draws) * ((n - 1) * sd * sd + PSEUDO_VARIANCE * (max - min) ** 2)) / n / n
  const around = (variance: number): Interval => {
    const arm = studentQuantile(upperProbability(0.95), k - 1) * Math.sqrt(variance)
    return { n: k, mean, low: Math.max(min, mean - arm), high: Math.min(max, mean + arm) }
  }
  const each = k / draws ** 2
  const df = n - k
  const f = variance / luck
  return {
    groups: around(variance),
    next: around(variance * each * (1 + 1 / k)),
    sd: Math.sqrt(each * Math.max(0, variance - (luckFactor(k, draws) * sd * sd) / n)),
    // The upper tail of F, through the incomplete beta function (Abramowitz & Stegun 26.6.2).
    p: regularizedBeta(df / (df + (k - 1) * f), df / 2, (k - 1) / 2),
  }
}
