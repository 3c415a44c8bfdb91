/** Where a function crosses zero. */

/** A function's value at a place. */
export interface Point {
  readonly at: number
  readonly value: number
}

/** The bracket that is left, as a share of the place. */
const PRECISION = 2 ** -48

/**
 * Where a function crosses zero between a point from 0 on at which it is negative and one further up at which it is not: a place at which it is not
 * negative, while it is at another one, at most 2^-48 of the place below.
 *
 * It is the ITP method (Oliveira & Takahashi, ACM Transactions on Mathematical Software 47, 2020): the secant's zero, moved towards the middle of
 * the bracket so that both ends close in, and never so far from the middle that bisection would be done two evaluations earlier. Smooth
 * functions take some ten evaluations, bisection takes 48.
 */
export function crossing(valueAt: (at: number) => number, from: Point, to: Point): number {
  let [low, high] = [from, to]
  const first = high.at - low.at
  // `reach` is the bracket that bisection would leave, one evaluation behind.
  for (let reach = first; ; reach /= 2) {
    const width = high.at - low.at
    const enough = PRECISION * high.at
    if (width <= enough) return high.at
    const middle = low.at + width / 2
    const secant = (low.at * high.value - high.at * low.value) / (high.value - low.value)
    const inward = Math.max(enough / 2, (0.2 * width * width) / first)
    const off = Math.max(0, Math.min(Math.abs(middle - secant) - inward, reach - width / 2))
    const at = middle + Math.sign(secant - middle) * off
    const value = valueAt(at)
    if (value >= 0) high = { at, value }
    else low = { at, value }
  }
}
