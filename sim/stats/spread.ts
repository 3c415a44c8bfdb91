/** How far groups of blocks differ beyond sampling: the members of a population, each with its own blocks. */
import { regularizedBeta, studentQuantile } from './distributions.ts'
import type { Interval, SpreadInterval } from './interval.ts'
import { upperProbability } from './moments.ts'

export interface Spread {
  /** The mean of the population that the groups came from: its interval covers sampling and spread. */
  readonly groups: Interval
  /** Standard deviation of the groups' true means. */
  readonly sd: number
  /** Probability of means this different if all true means were the same. */
  readonly p: number
}

/** As in `scoreInterval`: blocks that all agree would make every difference certain. */
const PSEUDO_VARIANCE = 0.25

/**
 * The spread of at least two groups by means and standard deviations of their blocks' scores, in shares; null
 * if a group has fewer than two blocks, or no data.
 *
 * `p`: Welch's test for means of unequal variances (B. L. Welch, Biometrika 38, 1951): with w = n / s^2, W
 * its sum and m the mean weighted by w,
 *   F = [sum w (x - m)^2 / (k - 1)] / [1 + 2 (k - 2) / (k^2 - 1) L],  L = sum (1 - w / W)^2 / (n - 1),
 * on k - 1 and (k^2 - 1) / (3 L) degrees of freedom. One pseudo-block in s^2 makes the test careful with few
 * blocks. `sd`: the variance of the means minus that of sampling, by the method of moments (Cochran,
 * Biometrics 10, 1954), at least 0. `groups`: Student's t on the k means.
 */
export function spreadOf(scores: readonly SpreadInterval[], level = 0.95): Spread | null {
  const k = scores.length
  if (k < 2 || scores.some(({ n, mean, sd }) => n < 2 || Number.isNaN(mean) || Number.isNaN(sd))) return null
  const groups = scores.map(({ n, mean, sd }) => {
    const variance = ((n - 1) * sd * sd + PSEUDO_VARIANCE) / n
    return { n, mean, variance, weight: n / variance }
  })
  const mean = sumOf(groups, group => group.mean) / k
  const between = sumOf(groups, group => (group.mean - mean) ** 2) / (k - 1)
  const sampling = sumOf(scores, ({ n, sd }) => (sd * sd) / n) / k
  const arm = studentQuantile(upperProbability(level), k - 1) * Math.sqrt(between / k)
  return {
    groups: { n: k, mean, low: Math.max(0, mean - arm), high: Math.min(1, mean + arm) },
    sd: Math.sqrt(Math.max(0, between - sampling)),
    p: welch(groups),
  }
}

interface Group {
  readonly n: number
  readonly mean: number
  readonly weight: number
}

function welch(groups: readonly Group[]): number {
  const k = groups.length
  const all = sumOf(groups, ({ weight }) => weight)
  const middle = sumOf(groups, ({ mean, weight }) => mean * weight) / all
  const lost = sumOf(groups, ({ n, weight }) => (1 - weight / all) ** 2 / (n - 1))
  const f =
    sumOf(groups, ({ mean, weight }) => weight * (mean - middle) ** 2) /
    (k - 1) /
    (1 + ((2 * (k - 2)) / (k * k - 1)) * lost)
  const [df1, df2] = [k - 1, (k * k - 1) / (3 * lost)]
  // The upper tail of F, through the incomplete beta function (Abramowitz & Stegun 26.6.2).
  return regularizedBeta(df2 / (df2 + df1 * f), df2 / 2, df1 / 2)
}

function sumOf<T>(list: readonly T[], value: (one: T) => number): number {
  return list.reduce((sum, one) => sum + value(one), 0)
}
