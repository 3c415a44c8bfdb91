/** Crossings of zero: found where bisection finds them, in far fewer evaluations. */
import { describe, expect, it } from 'vitest'
import { crossing } from '../../sim/stats/sequence.ts'

/** Where bisection sees a function cross, to the last bit. */
function bisected(valueAt: (at: number) => number, from: number, to: number): number {
  let [low, high] = [from, to]
  for (let i = 0; i < 1100; i++) {
    const middle = low + (high - low) / 2
    if (middle === low || middle === high) break
    if (valueAt(middle) >= 0) high = middle
    else low = middle
  }
  return high
}

const CASES: readonly [string, (at: number) => number, number, number, number][] = [
  ['a line', at => at - 0.3, 0, 1, 12],
  ['a square', at => at * at - 2, 1, 2, 12],
  ['steep wealth', at => -5e8 * Math.log1p(-at) - 13, 0, 0.99, 16],
  ['a curve that is flat where it begins', at => at ** 9 - 1e-9, 0, 1, 55],
  ['a step', at => (at > 1 / 3 ? 1 : -1e-9), 0, 1, 55],
  ['a step the other way', at => (at > 1 / 3 ? 1e-9 : -1), 0, 1, 55],
]

describe('crossing', () => {
  it.each(CASES)('of %s', (_, valueAt, from, to, evaluations) => {
    let asked = 0
    const counted = (at: number) => {
      asked++
      return valueAt(at)
    }
    const [low, high] = [from, to].map(at => ({ at, value: valueAt(at) }))
    const found = crossing(counted, low!, high!)
    const exact = bisected(valueAt, from, to)
    expect(valueAt(found)).toBeGreaterThanOrEqual(0)
    expect(Math.abs(found - exact)).toBeLessThanOrEqual(exact * 2 ** -47)
    expect(asked).toBeLessThanOrEqual(evaluations)
  })
})
