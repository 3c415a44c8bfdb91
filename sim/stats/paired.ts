import { studentQuantile, studentTwoSided } from './distributions.ts'
import { type Interval, type RatioSums, residualSquares } from './interval.ts'
import { type Sums, squaredDeviations, standardError, upperProbability } from './moments.ts'

/** The mean difference per block with its interval and two-sided p-value. */
export interface PairedDifference {
  readonly n: number
  readonly mean: number
  readonly low: number
  readonly high: number
  readonly p: number
}

/** Sums of the blocks' differences, and how many blocks differ. */
export interface Differences extends Sums {
  readonly differing: number
}

/**
 * Compares two variants that played the same n blocks: the paired t test on the integer differences (variant
 * minus reference, block by block; in win units for block sums), corrected for changes that matter in few
 * blocks.
 *
 * A few differences to one side say little of the spread: the plain interval covered .63 to .91 of samples
 * where 1 to 4 blocks were expected to differ. Two corrections help, and hardly matter where most blocks
 * differ. The p-value and the arm towards 0 have one degree of freedom less than there are differing blocks.
 * The arm away from 0 lets the variance grow with the mean, n d^2 = t^2 (s^2 + c d) with c the mean of the
 * differing blocks: Wilson's interval for a share (JASA 22, 1927) of blocks that all differ by c.
 * `docs/explanation/statistics.md` has the coverage.
 *
 * `unit` is the least difference that means something: 60 for block sums, where the smallest event that may
 * have been missed is a match changing hands. It matters only if all differences are equal. If all are 0 (a
 * rule never came into play), the interval is 0 +- t^2 unit / n, and p = 1; otherwise the variance is that of
 * one block being off by one unit. Below two blocks the interval is the whole line, and p = 1. Source:
 * Student, Biometrika 6 (1908). Throws a RangeError for sums that are not integers or that no sample has.
 */
export function pairedDifference(
  sums: Differences,
  { level = 0.95, unit = 1 }: { readonly level?: number; readonly unit?: number } = {},
): PairedDifference {
  const { n, sum, differing } = sums
  const squares = squaredDeviations(sums)
  const probability = upperProbability(level)
  if (!(unit > 0)) throw new RangeError(`found a unit of ${unit}, expected a positive one`)
  if (!(Number.isSafeInteger(differing) && differing >= 0 && differing <= n))
    throw new RangeError(`found ${differing} differing blocks of ${n}`)
  const mean = n === 0 ? Number.NaN : sum / n
  if (n < 2) return { n, mean, low: -Infinity, high: Infinity, p: 1 }
  if (differing === 0) {
    const half = halfWidthOfZeros(n, unit, probability)
    return { n, mean, low: -half, high: half, p: 1 }
  }
  // The floor is for the degenerate case only: any real spread, however small, counts.
  const error = standardError(n, squares, squares === 0 ? unit : 1)
  const { below, above, df } = arms({ n, mean, differing, error }, probability)
  return { n, mean, low: mean - below, high: mean + above, p: studentTwoSided(mean / error, df) }
}

/**
 * Sums over n blocks of two rates x / y, of a reference (0) and of a variant (1), and the number of blocks in
 * which they differ.
 */
export interface RatePair {
  readonly n: number
  readonly x0: number
  readonly x1: number
  readonly y0: number
  readonly y1: number
  readonly x0x0: number
  readonly x1x1: number
  readonly y0y0: number
  readonly y1y1: number
  readonly x0x1: number
  readonly x0y0: number
  readonly x0y1: number
  readonly x1y0: number
  readonly x1y1: number
  readonly y0y1: number
  readonly differing: number
}

/**
 * The difference of two rates as the mean of n blocks: the sum of their squared deviations, and one x of one
 * block in their unit.
 */
export interface RateDifference {
  readonly n: number
  readonly mean: number
  readonly squares: number
  readonly unit: number
}

/**
 * R1 - R0 of the rates R = sum of x / sum of y, linearised: a block's part is (x1 - R1 y1) / m1 - (x0 - R0
 * y0) / m0, m being the mean y of its side; the variance of the mean part is that of the difference in the
 * limit (Cochran, "Sampling Techniques", 1977, ch. 6.8). NaN where a side has no y. Throws a RangeError for
 * sums that no blocks have.
 */
export function rateDifference(sums: RatePair): RateDifference {
  const { n, x0, x1, y0, y1, x0x1, x0y1, x1y0, y0y1 } = sums
  const [r0, r1, w0, w1] = [x0 / y0, x1 / y1, n / y0, n / y1]
  const before = residualSquares({ n, x: x0, y: y0, xx: sums.x0x0, xy: sums.x0y0, yy: sums.y0y0 })
  const after = residualSquares({ n, x: x1, y: y1, xx: sums.x1x1, xy: sums.x1y1, yy: sums.y1y1 })
  const both = x0x1 - r1 * x0y1 - r0 * x1y0 + r0 * r1 * y0y1
  const squares = Math.max(0, w0 * w0 * before + w1 * w1 * after - 2 * w0 * w1 * both)
  return { n, mean: r1 - r0, squares, unit: Math.max(w0, w1) }
}

/**
 * The interval of such a difference for a single analysis, and its p-value, mended for rare differences as in
 * `pairedDifference`.
 */
export function pairedRates(sums: RatePair, level = 0.95): PairedDifference {
  const { n, mean, squares, unit } = rateDifference(sums)
  // A block without uses that got longer moves the rate, too, and does not count as differing.
  const differing = squares > 0 ? Math.max(1, sums.differing) : sums.differing
  const probability = upperProbability(level)
  if (n < 2 || Number.isNaN(mean)) return { n, mean, low: -Infinity, high: Infinity, p: 1 }
  if (differing === 0) {
    const half = halfWidthOfZeros(n, unit, probability)
    return { n, mean, low: mean - half, high: mean + half, p: 1 }
  }
  const error = standardError(n, squares, unit)
  const { below, above, df } = arms({ n, mean, differing, error }, probability)
  return { n, mean, low: mean - below, high: mean + above, p: studentTwoSided(mean / error, df) }
}

/** How far the mean may be from 0 if all n values were 0: t^2 unit / n. */
function halfWidthOfZeros(n: number, unit: number, probability: number): number {
  const t = studentQuantile(probability, n - 1)
  return (t * t * unit) / n
}

/** The arms of an interval around a mean of n values, and the degrees of freedom of its p-value. */
function arms(
  { n, mean, differing, error }: Readonly<Record<'n' | 'mean' | 'differing' | 'error', number>>,
  probability: number,
): { readonly below: number; readonly above: number; readonly df: number } {
  const t = studentQuantile(probability, n - 1)
  const df = Math.max(1, differing - 1)
  const near = studentQuantile(probability, df) * error
  const half = (t * t * Math.abs(mean)) / differing / 2
  const far = Math.max(t * error, half + Math.sqrt(half * half + t * t * error * error))
  // Around 0, both arms point away from what is tested.
  if (mean === 0) return { below: near, above: near, df }
  return mean > 0 ? { below: near, above: far, df } : { below: far, above: near, df }
}

/**
 * Interval for a count a match (purchases, uses of a unit), unbounded above, which most blocks may lack:
 * `pairedDifference` without a reference, with the variance of the residuals x - R y, as in `rateInterval`,
 * since forfeits leave blocks fewer matches (y). `having` blocks have a count above 0. Never below 0; 0 to
 * t^2 / y if nothing was counted; 0 to infinity below two blocks, or without a match (mean NaN). Throws a
 * RangeError for sums that are not integers or that no blocks have.
 */
export function countRateInterval(sums: RatioSums, having: number, level = 0.95): Interval {
  const { n, x, y } = sums
  const squares = residualSquares(sums)
  const probability = upperProbability(level)
  if (x < 0 || !(Number.isSafeInteger(having) && having >= 0 && having <= n))
    throw new RangeError(`found ${x} in ${having} of ${n} blocks, expected a count`)
  const rate = y === 0 ? Number.NaN : x / y
  if (y === 0 || n < 2) return { n, mean: rate, low: 0, high: Infinity }
  const matches = y / n
  if (having === 0) return { n, mean: 0, low: 0, high: halfWidthOfZeros(n, 1, probability) / matches }
  const error = standardError(n, squares, 1)
  const { below, above } = arms({ n, mean: x / n, differing: having, error }, probability)
  return { n, mean: rate, low: Math.max(0, rate - below / matches), high: rate + above / matches }
}

/**
 * Holm's adjusted p-values, in the order of the input: reject those at or below alpha and the chance of one
 * false rejection among all stays below alpha, whatever their dependence. Source: Holm, Scandinavian J. of
 * Statistics 6 (1979). Throws a RangeError for a value that is not a probability.
 */
export function holm(pValues: readonly number[]): number[] {
  for (const p of pValues) if (!(p >= 0 && p <= 1)) throw new RangeError(`${p} is not a p-value`)
  const order = pValues.map((_, index) => index).sort((a, b) => pValues[a]! - pValues[b]! || a - b)
  const adjusted = new Array<number>(pValues.length)
  let least = 0
  order.forEach((index, rank) => {
    // Never below its predecessor: once one hypothesis is kept, all with larger p-values are kept.
    least = Math.max(least, Math.min(1, (pValues.length - rank) * pValues[index]!))
    adjusted[index] = least
  })
  return adjusted
}
