/** Checks of sums: each throws an Error in plain words. */
import type { RatioSums } from '../../stats/interval.ts'
import { RATIO_SIZE, type Tally } from '../layout.ts'

/** Sums of squares are compared with squares of sums in doubles, whose last bits differ. */
const SLACK = 1 + 1e-9

/**
 * The squares and products of a ratio over this many blocks, with sums from `at` on; `most` is the most that
 * |x| can be.
 */
export function ratio(what: string, tally: Tally, at: number, blocks: number, most: number): void {
  const [x, y, xx, xy, yy] = tally.subarray(at, at + RATIO_SIZE)
  products(what, { n: blocks, x: x!, y: y!, xx: xx!, xy: xy!, yy: yy! }, most)
}

/** The same for sums that do not lie beside each other. */
export function products(what: string, { n, x, y, xx, xy, yy }: RatioSums, most: number): void {
  squared(what, x, xx, n, most)
  squared(what, y, yy, n, y)
  within(`products of ${what}`, xy, -most * y, most * y)
  if (xy * xy > xx * yy * SLACK) throw new Error(`products of ${what} do not fit their squares`)
}

/** The sum of a histogram's values: of bin b, b times its count. */
export function valuesIn(tally: Tally, from: number, bins: number): number {
  let sum = 0
  for (let bin = 0; bin < bins; bin++) sum += bin * tally[from + bin]!
  return sum
}

/** The sum of this many counts, none of which may be negative. */
export function countsIn(what: string, tally: Tally, from: number, words: number): number {
  let sum = 0
  for (let i = from; i < from + words; i++) {
    const count = tally[i]!
    if (count < 0) throw new Error(`${what}: a count is ${count}, expected 0 or more`)
    sum += count
  }
  return sum
}

/** Holds a sum of integers to the sum of their squares; `most` is the most that magnitudes add up to. */
export function squared(what: string, sum: number, squares: number, count: number, most: number): void {
  const odd = Math.abs(sum % 2) !== Math.abs(squares % 2)
  if (odd || squares < Math.abs(sum) || sum * sum > count * squares * SLACK || squares > most * most * SLACK)
    throw new Error(`${what} and their squares do not fit: found ${sum} and ${squares}`)
}

export function same(what: string, found: number, expected: number): void {
  if (found !== expected) throw new Error(`${what}: found ${found}, expected ${expected}`)
}

export function within(what: string, found: number, low: number, high: number): void {
  // Also for a bound that is not exact: it is one of magnitude.
  if (!(found >= low && found <= high)) throw new Error(`${what}: found ${found}, expected ${low} to ${high}`)
}

export function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}
