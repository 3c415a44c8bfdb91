import { normalQuantile } from './distributions.ts'
import type { Interval } from './interval.ts'
import { upperProbability } from './moments.ts'

/** Normalized Elo per unit of (score - 1/2) / sigma: at small differences it reads like Elo. */
export const NELO_PER_SIGMA = 800 / Math.LN10
/** The count of an outcome that never occurred, so that its logarithm exists; fishtest's value. */
const UNSEEN = 1e-3

/** An Elo difference with its interval, whose ends may be infinite. */
export interface EloInterval {
  readonly elo: number
  readonly low: number
  readonly high: number
}

/**
 * Logistic Elo difference of a mean score (a share, 0..1): 400 log10(s / (1 - s)); -Infinity at 0, +Infinity
 * at 1, NaN for NaN. Throws a RangeError outside 0..1. Source: Elo, "The Rating of Chessplayers" (1978), in
 * its logistic form.
 */
export function eloFromScore(score: number): number {
  if (score < 0 || score > 1) throw new RangeError(`found a score of ${score}, expected one from 0 to 1`)
  return 400 * (Math.log10(score) - Math.log10(1 - score))
}

/** Expected score (0..1) of a logistic Elo difference, 1 / (1 + 10^(-elo/400)): inverts `eloFromScore`. */
export function scoreFromElo(elo: number): number {
  return 1 / (1 + 10 ** (-elo / 400))
}

/** The Elo interval of a score interval: Elo increases with the score, so ends map to ends. */
export function eloInterval({ mean, low, high }: Pick<Interval, 'mean' | 'low' | 'high'>): EloInterval {
  return { elo: eloFromScore(mean), low: eloFromScore(low), high: eloFromScore(high) }
}

/**
 * The five counts of mirrored pairs for one of two sides, [LL, LD, DD + WL, DW, WW], from the histogram of
 * its block sums (blocks of two matches, `unit` win units each). Throws a RangeError for a sum that no pair
 * gives.
 */
export function pentanomial(hist: ArrayLike<number>, unit = 60): [number, number, number, number, number] {
  const counts: [number, number, number, number, number] = [0, 0, 0, 0, 0]
  for (let sum = 0; sum < hist.length; sum++) {
    if (hist[sum] === 0) continue
    const halves = (2 * sum) / unit
    if (!Number.isInteger(halves) || halves > 4)
      throw new RangeError(
        `found ${hist[sum]} pairs with a sum of ${sum} win units, expected sums of wins, draws and losses`,
      )
    counts[halves]! += hist[sum]!
  }
  return counts
}

/** Number of blocks, mean and population variance (divisor N) of counts over equally spaced scores 0..1. */
export function scoreMoments(counts: readonly number[]): { total: number; mean: number; variance: number } {
  const top = counts.length - 1
  if (top < 1) throw new RangeError('found counts of fewer than two outcomes, expected at least two')
  let total = 0
  let sum = 0
  for (let i = 0; i <= top; i++) {
    if (!(counts[i]! >= 0 && counts[i]! < Infinity))
      throw new RangeError(`counts[${i}] is ${counts[i]}, expected a count`)
    total += counts[i]!
    sum += counts[i]! * i
  }
  const mean = sum / top / total
  let squares = 0
  for (let i = 0; i <= top; i++) squares += counts[i]! * (i / top - mean) ** 2
  return { total, mean, variance: squares / total }
}

/**
 * Normalized Elo: the score difference in units of one match's standard deviation, so that it says how many
 * matches it takes to see it, whatever the share of draws. `counts` are over equally spaced scores: three for
 * single matches, five for mirrored pairs (`pentanomial`). Ends by the normal approximation with the observed
 * variance, as fishtest and fastchess print it; NaN without blocks, infinite when all blocks scored the same
 * other than half. Source: Van den Bergh, "Normalized Elo" (cantate.be/Fishtest/normalized_elo.pdf). Throws a
 * RangeError for bad counts.
 *
 * @public Tests hold the other two to it.
 */
export function normalizedElo(counts: readonly number[], level = 0.95): EloInterval {
  const { total, mean, variance } = scoreMoments(counts)
  const z = normalQuantile(upperProbability(level))
  const matches = (counts.length - 1) / 2
  const sigma = Math.sqrt(matches * variance)
  const elo = mean === 0.5 ? 0 : ((mean - 0.5) / sigma) * NELO_PER_SIGMA
  const half = (z * NELO_PER_SIGMA) / Math.sqrt(matches * total)
  return { elo, low: elo - half, high: elo + half }
}

/**
 * Generalized log-likelihood ratio of Elo `elo1` against `elo0` (logistic), from counts of independent blocks
 * over equally spaced scores 0..1 (five for mirrored pairs, three for single matches). Positive speaks for
 * elo1.
 *
 * For each hypothesis the multinomial distribution nearest to the data that has its mean score is p_i / (1 +
 * theta (a_i - s)), theta the root of a secular equation. Source: Van den Bergh, "MLE for the multinomial
 * distribution" (cantate.be/Fishtest/support_MLE_multinomial.pdf, Proposition 1.1), as fishtest computes it,
 * outcomes never seen counted as 1/1000. No blocks: 0. Throws a RangeError for bad counts or an infinite Elo.
 */
export function llrLogistic(counts: readonly number[], elo0: number, elo1: number): number {
  if (scoreMoments(counts).total === 0) return 0
  const [s0, s1] = hypotheses(elo0, elo1)
  const seen = seenCounts(counts)
  const theta0 = secularRoot(seen, s0)
  const theta1 = secularRoot(seen, s1)
  const top = seen.length - 1
  // The shares p_i cancel in the ratio of the two nearest distributions; only their tilts remain.
  return seen.reduce(
    (sum, count, i) =>
      sum + count * (Math.log1p(theta0 * (i / top - s0)) - Math.log1p(theta1 * (i / top - s1))),
    0,
  )
}

/** The counts with something for outcomes that never occurred. */
export function seenCounts(counts: readonly number[]): number[] {
  return counts.map(count => (count === 0 ? UNSEEN : count))
}

function hypotheses(elo0: number, elo1: number): [number, number] {
  if (!(Number.isFinite(elo0) && Number.isFinite(elo1)))
    throw new RangeError(`found hypotheses of ${elo0} and ${elo1} Elo, expected finite ones`)
  return [scoreFromElo(elo0), scoreFromElo(elo1)]
}

/** The root theta of sum counts_i d_i / (1 + theta d_i), d_i = a_i - s, which falls between its poles. */
function secularRoot(counts: readonly number[], s: number): number {
  const top = counts.length - 1
  let low = -1 / (1 - s)
  let high = 1 / s
  // Bisection can't fail and always takes the same steps; it ends when no double lies between the bounds.
  for (;;) {
    const theta = 0.5 * (low + high)
    if (theta <= low || theta >= high) return theta
    let value = 0
    for (let i = 0; i <= top; i++) value += (counts[i]! * (i / top - s)) / (1 + theta * (i / top - s))
    if (value > 0) low = theta
    else high = theta
  }
}

/**
 * The same ratio by the normal approximation, N (s1 - s0) (2m - s0 - s1) / (2 variance): quicker, and close
 * when the hypotheses are near the data. Source: Van den Bergh, "GSPRT approximation" (cantate.be/Fishtest/
 * GSPRT_approximation.pdf), with fishtest's treatment of unseen outcomes. No blocks: 0. Throws as
 * `llrLogistic`.
 *
 * @public Tests hold the other two to it.
 */
export function llrNormal(counts: readonly number[], elo0: number, elo1: number): number {
  if (scoreMoments(counts).total === 0) return 0
  const [s0, s1] = hypotheses(elo0, elo1)
  const { total, mean, variance } = scoreMoments(seenCounts(counts))
  return (total * (s1 - s0) * (2 * mean - s0 - s1)) / (2 * variance)
}

/**
 * The same ratio for hypotheses in normalized Elo, whose score depends on the unknown spread. With t the
 * score above 1/2 in standard deviations of a match: (matches / 2) ln((1 + (t - t0)^2) / (1 + (t - t1)^2)).
 * Source: Van den Bergh, "Normalized Elo in practice" (cantate.be/Fishtest/normalized_elo_practical.pdf,
 * section 4.2), with fishtest's treatment of unseen outcomes. No blocks: 0. Throws a RangeError for bad
 * counts.
 */
export function llrNormalized(counts: readonly number[], elo0: number, elo1: number): number {
  if (scoreMoments(counts).total === 0) return 0
  const { total, mean, variance } = scoreMoments(seenCounts(counts))
  const matches = (counts.length - 1) / 2
  const t = (mean - 0.5) / Math.sqrt(matches * variance)
  const [t0, t1] = [elo0 / NELO_PER_SIGMA, elo1 / NELO_PER_SIGMA]
  return ((matches * total) / 2) * Math.log((1 + (t - t0) ** 2) / (1 + (t - t1) ** 2))
}

/**
 * The bounds of Wald's sequential test on a log-likelihood ratio: at or below `lower` accept elo0, at or
 * above `upper` accept elo1, with chances of at most about `alpha` (elo1 accepted though elo0 is true) and
 * `beta` (the reverse) to err. Source: Wald, "Sequential Tests of Statistical Hypotheses", Ann. Math.
 * Statist. 16 (1945). Throws a RangeError unless alpha and beta are positive and sum to less than 1.
 */
export function sprtBounds(alpha = 0.05, beta = 0.05): { lower: number; upper: number } {
  if (!(alpha > 0 && beta > 0 && alpha + beta < 1))
    throw new RangeError(
      `found alpha = ${alpha} and beta = ${beta}, expected positive ones with a sum below 1`,
    )
  return { lower: Math.log(beta / (1 - alpha)), upper: Math.log((1 - beta) / alpha) }
}
