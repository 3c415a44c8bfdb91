/** Intervals for rates x per y that are no shares: of sums over blocks of which both vary. */
import { studentQuantile } from './distributions.ts'
import { type Interval, quasiWilson, type RatioSums, residualSquares } from './interval.ts'
import { standardError, upperProbability } from './moments.ts'

/**
 * Interval for a rate x per y that is not a share (gold won per unit fielded), in units of x per unit of y: the
 * plain symmetric delta-method interval, Cochran (1977) ch. 6, with Student's t on the effective blocks.
 * Unbounded below two blocks or when y = 0 (mean NaN). Throws a RangeError for sums that are not integers or
 * a y that is negative.
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
 * Interval for a rate x per y of which it is known that each block's x lies between `min` y and `max` y (chips won per match), in
 * units of x per unit of y: that of `ratioInterval` for the rate as a share of the way from `min` to `max`. So it never leaves them, and
 * holds where most blocks bring nothing and a few very much, which is where the symmetric interval of `rateInterval` is far too short. y = 0
 * gives all of min..max around NaN. Throws a RangeError for sums that are not integers, or beyond the bounds.
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
 * Interval for a rate x per y of amounts that are never negative and mostly alike (steps of a match), where a few blocks of another kind may not have been
 * seen: that of `rateInterval` as if one more block had been off by the whole rate. Where all blocks are equal that of `rateInterval` held the truth in .07 to .8
 * of samples (matches that nearly always last to the turn limit); where they differ as usual, it is hardly shorter from a hundred blocks on. It never
 * goes below 0. Throws as `rateInterval` does, and for an x below 0.
 */
export function amountRateInterval(sums: RatioSums, level = 0.95): Interval {
  const { n, x, y, yy } = sums
  if (x < 0) throw new RangeError(`found x = ${x}, expected an amount`)
  const plain = rateInterval(sums, level)
  if (y === 0 || n < 2) return { ...plain, low: 0 }
  // A block's y, averaged over the units of y: blocks that have none of it tell nothing.
  const off = (x / y) * (yy / y)
  const t = studentQuantile(upperProbability(level), Math.max(1, (y * y) / yy - 1))
  const half = (t * standardError(n, residualSquares(sums) + off * off, 1) * n) / y
  return { n, mean: plain.mean, low: Math.max(0, plain.mean - half), high: plain.mean + half }
}
