/**
 * Exact sums turned into means and spreads. The inputs are integers that a tally has added up, so everything
 * here is exact up to one final rounding, whatever the order in which the blocks were played.
 */

/** The three sums that determine a sample's mean and variance: all safe integers; `sum` may be negative. */
export interface Sums {
  readonly n: number
  readonly sum: number
  readonly sumSquares: number
}

/**
 * Throws a RangeError that names the first value that is not a safe integer (a sum beyond 2^53 is no longer
 * exact).
 */
export function checkIntegers(values: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(values)) {
    if (!Number.isSafeInteger(value)) throw new RangeError(`${name} is ${value}, expected a safe integer`)
  }
}

/** The probability up to which a quantile reaches for a two-sided interval: 0.975 for a level of 0.95. */
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
 * Standard error of the mean of n >= 2 integer values, in their unit, from the sum of squared deviations.
 * When all the values are equal the classical error is zero and would claim certainty from any two blocks.
 * The variance therefore never falls below unit^2 / n: exactly the variance that the sample would have, had
 * one of its n values differed by one `unit` (for unit = 1 that is the least variance unequal integers can
 * have, so that nothing but the degenerate case is touched). Source: Student (1908) otherwise; the floor is
 * this project's convention.
 */
export function standardError(n: number, squares: number, unit: number): number {
  return Math.sqrt(Math.max(squares / (n - 1), (unit * unit) / n) / n)
}
