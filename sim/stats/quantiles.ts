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
 * (for a width above 1, the value that stands for the bin; choose its lower edge or middle by the offset).
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

/**
 * Index of the first bin at which `percent` per cent of all values have been seen; in integers, so 5% of 20
 * is 1.
 */
function nearestRank(hist: ArrayLike<number>, count: number, percent: number): number {
  let seen = 0
  for (let i = 0; i < hist.length; i++) {
    seen += hist[i]!
    if (count > 0 && seen * 100 >= percent * count) return i
  }
  return Number.NaN
}
