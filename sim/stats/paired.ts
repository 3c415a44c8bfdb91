import { studentQuantile, studentTwoSided } from './distributions.ts'
import { type Sums, squaredDeviations, standardError, upperProbability } from './moments.ts'

/**
 * The mean difference per block with its interval, in the unit of the differences, and the two-sided p-value.
 */
export interface PairedDifference {
  readonly n: number
  readonly mean: number
  readonly low: number
  readonly high: number
  readonly p: number
}

/**
 * Compares two variants that played the same n blocks: the paired t test on the integer differences (variant
 * minus reference, block by block; in win units when they are block sums).
 *
 * `unit` is the least difference that means something: 1 in general; pass 60 for block sums, where a whole
 * match changing hands is the smallest event that may have been missed. It matters only when all differences are equal
 * (all 0 when a rule never came into play): the variance is then that of one block of the n being off by one
 * unit, so the interval is the mean +- t unit / n instead of a point, and p = 1 when the differences are all
 * 0. Below two blocks the interval is the whole line, and p = 1. Source: Student, Biometrika 6 (1908), the
 * paired test. Throws a RangeError for sums that are not integers or that no sample has.
 */
export function pairedDifference(
  sums: Sums,
  { level = 0.95, unit = 1 }: { readonly level?: number; readonly unit?: number } = {},
): PairedDifference {
  const { n, sum } = sums
  const squares = squaredDeviations(sums)
  const probability = upperProbability(level)
  if (!(unit > 0)) throw new RangeError(`found a unit of ${unit}, expected a positive one`)
  const mean = n === 0 ? Number.NaN : sum / n
  if (n < 2) return { n, mean, low: -Infinity, high: Infinity, p: 1 }
  // The floor is for the degenerate case only: any real spread, however small, is used as it is.
  const error = standardError(n, squares, squares === 0 ? unit : 1)
  const half = studentQuantile(probability, n - 1) * error
  return { n, mean, low: mean - half, high: mean + half, p: studentTwoSided(mean / error, n - 1) }
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
