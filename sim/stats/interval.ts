import { normalQuantile, studentQuantile } from './distributions.ts'
import { checkIntegers, type Sums, squaredDeviations, standardError, upperProbability } from './moments.ts'

/** An estimate with its n and its two-sided interval; a mean of NaN means no data. */
export interface Interval {
  readonly n: number
  readonly mean: number
  readonly low: number
  readonly high: number
}

/** With the sample's standard deviation per block (divisor n - 1; NaN below two blocks). */
export interface SpreadInterval extends Interval {
  readonly sd: number
}

/** Variance of the pseudo-block, which may fall on either side of an even score: (1/2)^2. */
const PSEUDO_VARIANCE = 0.25

/**
 * Interval for the mean block score as a share of a whole (0..1).
 *
 * `hist[k]` counts the blocks whose sum was k, `max` is the sum of a block that won everything (60 win units
 * times the matches of a block), `level` the confidence. Returns shares; n = 0 gives [0, 1] around NaN; one
 * block gives nearly all of [0, 1]. Throws a RangeError for counts that are not whole, negative, or beyond
 * `max`.
 *
 * Method: Wilson's score interval (JASA 22, 1927) for an over- or underdispersed share (quasi-likelihood with
 * the variance function phi mu (1 - mu), McCullagh & Nelder, "Generalized Linear Models", 1989, ch. 4.5 and
 * 9), that is all mu with n (m - mu)^2 <= t^2 phi mu (1 - mu), where t is Student's quantile with n - 1
 * degrees of freedom and
 *   phi = (sum of (x - m)^2 + 1/4) / ((n - 1) m (1 - m) + 1/4), at most 1.
 * The two quarters are one pseudo-block. Blocks that all agree would give phi = 0, or 0/0, and an interval
 * without width: with the pseudo-block, all wins give phi = 1 (Wilson on n independent blocks: low = n / (n +
 * t^2), high = 1) and blocks all at exactly half give phi = 1/n. Above 1 phi cannot be: a block's score lies
 * in 0..1.
 *
 * Measured coverage at 95% for two seats: 75 cases of p(win) in {.02 .1 .3 .5 .9}, draw share in {0 .3 .9},
 * mirrored pairs correlated by {+1 +.5 0 -.5 -1}; exact enumeration up to n = 100, 6,000 seeded samples a
 * case at n = 1000 (sampling error .003; test/stats/coverage.slow.test.ts repeats most of it):
 *   n      lowest                              highest for p in .1 .. .9 and correlations above -1
 *   5      .904 (p .02, no draws, +1)          1.000
 *   10     .942 (p .02, no draws, -1)          1.000
 *   30     .938 (p .1 or .9, 90% draws, +1)    1.000 (p .5, 90% draws, -.5)
 *   100    .936 (p .1 or .9, no draws, +1)     .985 (p .5, 90% draws, -.5)
 *   1000   .943 (p .02, no draws, +1)          .957
 * Where a true score has no spread at all (p = .5 and perfectly mirrored) the coverage is 1. Known limit,
 * shared with Wilson's own interval (Brown, Cai & DasGupta, Statistical Science 16, 2001): for shares near
 * 0.17 / n the coverage dips to about .86 (the interval then errs by less than 0.2 / n). Where all but some 2
 * / n of the blocks are split evenly and those few all go one way it dips to .92.
 */
export function scoreInterval(hist: ArrayLike<number>, max: number, level = 0.95): SpreadInterval {
  const { n, sum } = countHistogram(hist, max)
  if (n === 0) return { n, mean: Number.NaN, low: 0, high: 1, sd: Number.NaN }
  const mean = sum / (n * max)
  let squares = 0
  for (let k = 0; k < hist.length; k++) {
    if (hist[k] !== 0) squares += hist[k]! * (k / max - mean) ** 2
  }
  const ends = quasiWilson(n, mean, squares, 1, level)
  return { n, mean, ...ends, sd: n > 1 ? Math.sqrt(squares / (n - 1)) : Number.NaN }
}

function countHistogram(hist: ArrayLike<number>, max: number): { n: number; sum: number } {
  if (!(Number.isSafeInteger(max) && max > 0))
    throw new RangeError(`found a block maximum of ${max} win units, expected a positive integer`)
  let n = 0
  let sum = 0
  for (let k = 0; k < hist.length; k++) {
    const count = hist[k]!
    if (!(Number.isSafeInteger(count) && count >= 0))
      throw new RangeError(`hist[${k}] is ${count}, expected a count`)
    if (count > 0 && k > max)
      throw new RangeError(`found ${count} blocks of ${k} win units, expected at most ${max}`)
    n += count
    sum += count * k
  }
  return { n, sum }
}

/** The dispersion phi of `scoreInterval`: a block's variance as a share of the most, m (1 - m). */
export function dispersion(n: number, mean: number, squares: number, ceiling = 1): number {
  const smoothed = (squares + ceiling * PSEUDO_VARIANCE) / ((n - 1) * mean * (1 - mean) + PSEUDO_VARIANCE)
  return Math.min(ceiling, smoothed)
}

/**
 * Ends of the interval of `scoreInterval`. `ceiling` is the largest possible dispersion: 1 for blocks of
 * equal weight, n / (effective blocks) for unequal ones.
 */
export function quasiWilson(
  n: number,
  mean: number,
  squares: number,
  ceiling: number,
  level: number,
): { low: number; high: number } {
  // Unequal blocks are worth fewer equal ones: a rare unit seen in 2 of 1,000 blocks has 1 degree of freedom.
  const t = studentQuantile(upperProbability(level), Math.max(1, n / ceiling - 1))
  return wilsonEnds(mean, (t * t * dispersion(n, mean, squares, ceiling)) / n)
}

/** The two mu with (mean - mu)^2 = q mu (1 - mu). The bounds keep 0 and 1 free of rounding errors. */
function wilsonEnds(mean: number, q: number): { low: number; high: number } {
  const middle = (mean + q / 2) / (1 + q)
  const half = Math.sqrt(q * mean * (1 - mean) + (q * q) / 4) / (1 + q)
  return {
    low: Math.max(0, Math.min(mean, middle - half)),
    high: Math.min(1, Math.max(mean, middle + half)),
  }
}

/**
 * The difference of two independent estimates, a - b, with an interval made of theirs: method 10 of Newcombe,
 * Statistics in Medicine 17 (1998), pages 873-890, for any two intervals (Zou & Donner, Statistics in
 * Medicine 27, 2008). n is the smaller one.
 */
export function differenceOf(a: Interval, b: Interval): Interval {
  const mean = a.mean - b.mean
  return {
    n: Math.min(a.n, b.n),
    mean,
    low: mean - Math.sqrt((a.mean - a.low) ** 2 + (b.high - b.mean) ** 2),
    high: mean + Math.sqrt((a.high - a.mean) ** 2 + (b.mean - b.low) ** 2),
  }
}

/**
 * Wilson's interval for a share of n independent trials (one per block, or dice). Source: Wilson, JASA 22
 * (1927); method 3 of Newcombe, Statistics in Medicine 17 (1998). n = 0 gives [0, 1] around NaN. Throws a
 * RangeError unless both are whole numbers with 0 <= successes <= n.
 *
 * @internal For docs/scripts/coverage, whose samples are independent.
 */
export function proportionInterval(successes: number, n: number, level = 0.95): Interval {
  checkIntegers({ successes, n })
  if (successes < 0 || successes > n)
    throw new RangeError(`found ${successes} successes in ${n} trials, expected 0 to ${n}`)
  const z = normalQuantile(upperProbability(level))
  if (n === 0) return { n, mean: Number.NaN, low: 0, high: 1 }
  return { n, mean: successes / n, ...wilsonEnds(successes / n, (z * z) / n) }
}

/**
 * Wilson's interval with a continuity correction, for a share of independent trials, whose number need not be
 * whole: method 4 of Newcombe, Statistics in Medicine 17 (1998). It covers shares near 0 and 1 too, where
 * Wilson's own dips to .84 (docs/explanation/statistics.md). Throws a RangeError unless the share lies in
 * 0..1 and trials >= 1.
 */
export function correctedInterval(share: number, trials: number, level = 0.95): Omit<Interval, 'n'> {
  if (!(share >= 0 && share <= 1 && trials >= 1))
    throw new RangeError(`found a share of ${share} in ${trials} trials, expected 0 to 1 of one or more`)
  const z = normalQuantile(upperProbability(level))
  const side = (own: number): number => {
    // Less than half a trial is none.
    if (own * trials <= 0.5) return 0
    const root = z * z - 2 - 1 / trials + 4 * own * (trials * (1 - own) + 1)
    return (2 * trials * own + z * z - 1 - z * Math.sqrt(root)) / (2 * (trials + z * z))
  }
  return {
    mean: share,
    low: Math.max(0, side(share)),
    high: 1 - Math.max(0, side(1 - share)),
  }
}

/**
 * Student's t interval for the mean of an integer quantity (turns, captures, gold), in its unit, from exact
 * sums over n independent blocks. Below two values it is the whole line; equal values keep the width of one
 * value being off by one (see `standardError`). Source: Student, Biometrika 6 (1908). Throws a RangeError for
 * sums that are not integers or that no sample has.
 *
 * @internal For docs/scripts/coverage, which shows where it fails.
 */
export function meanInterval(n: number, sum: number, sumSquares: number, level = 0.95): SpreadInterval {
  const squares = squaredDeviations({ n, sum, sumSquares })
  const probability = upperProbability(level)
  const mean = n === 0 ? Number.NaN : sum / n
  if (n < 2) return { n, mean, low: -Infinity, high: Infinity, sd: Number.NaN }
  const half = studentQuantile(probability, n - 1) * standardError(n, squares, 1)
  return { n, mean, low: mean - half, high: mean + half, sd: Math.sqrt(squares / (n - 1)) }
}

/** Exact integer sums over n blocks of a numerator x and a denominator y, both varying by block. */
export interface RatioSums {
  readonly n: number
  readonly x: number
  readonly y: number
  readonly xx: number
  readonly xy: number
  readonly yy: number
}

/**
 * Interval for a share x/y whose numerator and denominator both vary by block (units lost of units fielded),
 * as 0..1.
 *
 * The ratio of the totals, with the variance of the linearised residuals x - R y (delta method; Cochran,
 * "Sampling Techniques", 1977, ch. 6), put into the same smoothed Wilson form as `scoreInterval`, so
 * that it stays inside 0..1 and keeps its width at 0 and 1. With a constant y it is `scoreInterval` exactly.
 * Blocks of unequal y count as y^2 / yy effective blocks (Kish, "Survey Sampling", 1965), in the degrees of
 * freedom too: a unit that was fielded in two blocks out of a thousand is two blocks' evidence. y = 0 gives
 * [0, 1] around NaN. Measured coverage at 95%, blocks of 0 to 11 uses, shares of .1 .5 .8, 4,000 seeded
 * samples a case: .996 at 10 blocks, .95 to .97 at 100, .95 at 400; when whole blocks share one fate .92 to
 * .95 from 100 on. Known limit: a share of .02 that falls on whole blocks is held by .906 only at 400 (some
 * ten events). Throws a RangeError for sums that are not integers or cannot be a share's (each block must
 * have 0 <= x <= y).
 */
export function ratioInterval(sums: RatioSums, level = 0.95): Interval {
  const { n, x, y, xx, xy, yy } = sums
  const residuals = residualSquares(sums)
  if (x < 0 || x > y || xx > xy || xy > yy)
    throw new RangeError(`found x = ${x} of y = ${y}, expected a share of each block`)
  upperProbability(level)
  if (y === 0) return { n, mean: Number.NaN, low: 0, high: 1 }
  const blockWeight = y / n
  const ceiling = Math.max(1, (n * yy) / (y * y))
  return { n, mean: x / y, ...quasiWilson(n, x / y, residuals / (blockWeight * blockWeight), ceiling, level) }
}

/** Sum over blocks of (x - R y)^2, R = x/y of the totals; in integers, as the terms nearly cancel. */
export function residualSquares({ n, x, y, xx, xy, yy }: RatioSums): number {
  checkIntegers({ n, x, y, xx, xy, yy })
  if (n < 0 || y < 0) throw new RangeError(`found n = ${n} and y = ${y}, expected none below 0`)
  // The sums of squares must be possible by themselves before their combination can be trusted.
  const consistent: Sums[] = [
    { n, sum: x, sumSquares: xx },
    { n, sum: y, sumSquares: yy },
  ]
  for (const sums of consistent) squaredDeviations(sums)
  if (y === 0) return 0
  const [X, Y] = [BigInt(x), BigInt(y)]
  const scaled = Y * Y * BigInt(xx) - 2n * X * Y * BigInt(xy) + X * X * BigInt(yy)
  if (scaled < 0n) throw new RangeError(`no blocks have xx = ${xx}, xy = ${xy}, yy = ${yy}`)
  return Number(scaled) / y / y
}

/**
 * Interval for a rate x per y that is not a share (gold won per unit fielded): the symmetric delta-method
 * interval, Cochran (1977) ch. 6, with Student's t on the effective blocks. Unbounded below two blocks or if
 * y = 0 (mean NaN). Throws a RangeError for sums that are not integers or a negative y.
 */
export function rateInterval(sums: RatioSums, level = 0.95): Interval {
  const { n, x, y, yy } = sums
  const residuals = residualSquares(sums)
  const probability = upperProbability(level)
  const mean = y === 0 ? Number.NaN : x / y
  if (y === 0 || n < 2) return { n, mean, low: -Infinity, high: Infinity }
  const t = studentQuantile(probability, Math.max(1, (y * y) / yy - 1))
  const half = (t * standardError(n, residuals, 1) * n) / y
  return { n, mean, low: mean - half, high: mean + half }
}

/**
 * Interval for a rate x per y where each block's x lies between `min` y and `max` y (chips won per match):
 * that of `ratioInterval` for the rate as a share of the way from `min` to `max`. It never leaves the bounds,
 * and holds where most blocks bring nothing and a few very much, for which `rateInterval` is far too short. y
 * = 0 gives all of min..max around NaN. Throws a RangeError for sums that are not integers, or beyond the
 * bounds.
 */
export function boundedRateInterval(
  sums: RatioSums,
  { min, max }: { readonly min: number; readonly max: number },
  level = 0.95,
): Interval {
  const { n, x, y, yy } = sums
  const residuals = residualSquares(sums)
  if (!(x >= min * y && x <= max * y))
    throw new RangeError(`found x = ${x} of y = ${y}, expected ${min} to ${max} each`)
  upperProbability(level)
  if (y === 0) return { n, mean: Number.NaN, low: min, high: max }
  const range = max - min
  const ceiling = Math.max(1, (n * yy) / (y * y))
  const weight = (range * y) / n
  const ends = quasiWilson(n, (x / y - min) / range, residuals / (weight * weight), ceiling, level)
  return { n, mean: x / y, low: min + range * ends.low, high: min + range * ends.high }
}

/**
 * Interval for a rate x per y of amounts that are never negative and mostly alike (steps of a match), where
 * rare blocks of another kind may be unseen: that of `rateInterval` as if one more block had been off by the
 * whole rate. Where all blocks are equal, `rateInterval` covered only .07 to .8 of samples (matches that
 * nearly always reach the turn limit); otherwise the two hardly differ from a hundred blocks on. Never below
 * 0. Throws as `rateInterval` does, and for x < 0.
 */
export function amountRateInterval(sums: RatioSums, level = 0.95): Interval {
  const { n, x, y, yy } = sums
  if (x < 0) throw new RangeError(`found x = ${x}, expected an amount`)
  const plain = rateInterval(sums, level)
  if (y === 0 || n < 2) return { ...plain, low: 0 }
  // A block's y, averaged over the units of y: blocks without any say nothing.
  const off = (x / y) * (yy / y)
  const t = studentQuantile(upperProbability(level), Math.max(1, (y * y) / yy - 1))
  const half = (t * standardError(n, residualSquares(sums) + off * off, 1) * n) / y
  return { n, mean: plain.mean, low: Math.max(0, plain.mean - half), high: plain.mean + half }
}
