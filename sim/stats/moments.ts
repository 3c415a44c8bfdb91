/**
 * Exact sums and histograms turned into means, spreads and quantiles. The inputs are integers that tallies
 * have added up, so everything is exact up to one final rounding, in whatever order the blocks were played.
 */

/** The sums that determine a sample's mean and variance: safe integers; `sum` may be negative. */
export interface Sums {
  readonly n: number
  readonly sum: number
  readonly sumSquares: number
}

/** Throws a RangeError that names the first unsafe integer: sums beyond 2^53 are no longer exact. */
export function checkIntegers(values: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(values)) {
    if (!Number.isSafeInteger(value)) throw new RangeError(`${name} is ${value}, expected a safe integer`)
  }
}

/** The quantile at the upper end of a two-sided interval: 0.975 for a level of 0.95. */
export function upperProbability(level: number): number {
  if (!(level > 0 && level < 1))
    throw new RangeError(`found a confidence level of ${level}, expected one between 0 and 1`)
  return (1 + level) / 2
}

/**
 * Sum of squared deviations from the mean, in squared units of the values: sumSquares - sum^2 / n. The
 * difference of two nearly equal numbers is taken in integers (n sumSquares - sum^2), so no digit is lost.
 * Throws a RangeError for sums that no sample of integers has.
 */
export function squaredDeviations({ n, sum, sumSquares }: Sums): number {
  checkIntegers({ n, sum, sumSquares })
  if (n < 0) throw new RangeError(`found a sample of ${n} values, expected 0 or more`)
  const scaled = BigInt(n) * BigInt(sumSquares) - BigInt(sum) * BigInt(sum)
  if (scaled < 0n || (n === 0 && sumSquares !== 0)) {
    throw new RangeError(`no sample has n = ${n}, sum = ${sum}, sum of squares = ${sumSquares}`)
  }
  return n === 0 ? 0 : Number(scaled) / n
}

/**
 * Standard error of the mean of n >= 2 integer values, in their unit, from the sum of squared deviations. If
 * all values are equal, the classical error is zero and would claim certainty from any two blocks. So the
 * variance never falls below unit^2 / n: what the sample would have, had one of its n values differed by one
 * `unit`. For unit = 1, unequal integers can't have less, so only the degenerate case changes. Source:
 * Student (1908); the floor is this project's convention.
 */
export function standardError(n: number, squares: number, unit: number): number {
  return Math.sqrt(Math.max(squares / (n - 1), (unit * unit) / n) / n)
}

/** A summary of the distribution of an integer quantity; all but `mean` and `sd` are exact integers. */
export interface Summary {
  readonly count: number
  readonly mean: number
  readonly sd: number
  readonly q05: number
  readonly q25: number
  readonly q50: number
  readonly q75: number
  readonly q95: number
}

/**
 * Summary of an integer histogram, in the unit of the quantity: hist[i] values equal to offset + i * width
 * (for a width above 1, the value that represents the bin; choose its lower edge or middle by the offset).
 *
 * The quantiles are nearest-rank ones, R's type 1 (Hyndman & Fan, American Statistician 50, 1996): the least
 * value that at least the asked share of all values does not exceed, so each is a value that occurred. `sd`
 * is the sample's (divisor count - 1; NaN below two values). An empty histogram gives NaN throughout. Throws
 * a RangeError for counts that are not whole or negative and for an offset or a width that is not an integer.
 */
export function summarize(hist: ArrayLike<number>, offset = 0, width = 1): Summary {
  if (!(Number.isSafeInteger(offset) && Number.isSafeInteger(width) && width > 0)) {
    throw new RangeError(
      `found a histogram from ${offset} in steps of ${width}, expected integers and a positive step`,
    )
  }
  let count = 0
  let indexSum = 0
  for (let i = 0; i < hist.length; i++) {
    if (!(Number.isSafeInteger(hist[i]) && hist[i]! >= 0))
      throw new RangeError(`hist[${i}] is ${hist[i]}, expected a count`)
    count += hist[i]!
    indexSum += hist[i]! * i
  }
  const meanIndex = indexSum / count
  let squares = 0
  for (let i = 0; i < hist.length; i++) squares += hist[i]! * (i - meanIndex) ** 2
  const at = (percent: number) => offset + width * nearestRank(hist, count, percent)
  return {
    count,
    mean: count === 0 ? Number.NaN : offset + width * meanIndex,
    sd: count < 2 ? Number.NaN : width * Math.sqrt(squares / (count - 1)),
    q05: at(5),
    q25: at(25),
    q50: at(50),
    q75: at(75),
    q95: at(95),
  }
}

/** The first bin by which `percent` per cent of all values have been seen; in integers, so 5% of 20 is 1. */
function nearestRank(hist: ArrayLike<number>, count: number, percent: number): number {
  let seen = 0
  for (let i = 0; i < hist.length; i++) {
    seen += hist[i]!
    if (count > 0 && seen * 100 >= percent * count) return i
  }
  return Number.NaN
}
