import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { summarize } from '../../sim/stats/moments.ts'

describe('summarize', () => {
  it('counts, averages and ranks', () => {
    // Values 3 3 4 5 5 5 8 (by hand: mean 33/7, squared deviations 122/7).
    const summary = summarize([2, 1, 3, 0, 0, 1], 3)
    expect(summary.count).toBe(7)
    expect(summary.mean).toBeCloseTo(33 / 7, 12)
    expect(summary.sd).toBeCloseTo(Math.sqrt(122 / 7 / 6), 12)
    expect([summary.q05, summary.q25, summary.q50, summary.q75, summary.q95]).toEqual([3, 3, 5, 5, 8])
  })

  it('takes the exact rank where the share falls on one', () => {
    // Of 1..20, 5% are exactly the first value, 25% the first five, and so on.
    const summary = summarize(new Array(20).fill(1), 1)
    expect([summary.q05, summary.q25, summary.q50, summary.q75, summary.q95]).toEqual([1, 5, 10, 15, 19])
    const one = summarize(new Array(21).fill(1), 1)
    expect([one.q05, one.q25, one.q50, one.q75, one.q95]).toEqual([2, 6, 11, 16, 20])
  })

  it('scales with offset and width', () => {
    const summary = summarize([1, 0, 1], -10, 5)
    expect(summary).toMatchObject({ mean: -5, q05: -10, q50: -10, q95: 0 })
    expect(summary.sd).toBeCloseTo(Math.sqrt(50), 12)
  })

  it('has no answer without data, and no spread from one value', () => {
    expect(Object.values(summarize([0, 0]))).toEqual([0, ...new Array(7).fill(Number.NaN)])
    expect(summarize([0, 1])).toMatchObject({ count: 1, mean: 1, sd: Number.NaN, q05: 1, q95: 1 })
  })

  it('agrees with sorting the values', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -5, max: 20 }), { minLength: 1, maxLength: 200 }), values => {
        const hist = new Float64Array(26)
        for (const value of values) hist[value + 5]!++
        const sorted = [...values].sort((a, b) => a - b)
        const summary = summarize(hist, -5)
        for (const [percent, value] of [
          [5, summary.q05],
          [25, summary.q25],
          [50, summary.q50],
          [75, summary.q75],
          [95, summary.q95],
        ]) {
          const rank = Math.floor((percent! * values.length + 99) / 100)
          expect(value).toBe(sorted[rank - 1])
        }
      }),
      { seed: 4 },
    )
  })

  it('refuses what is no histogram', () => {
    expect(() => summarize([1, -1])).toThrow('hist[1] is -1, expected a count')
    expect(() => summarize([0.5])).toThrow(RangeError)
    expect(() => summarize([1], 0, 0)).toThrow(RangeError)
    expect(() => summarize([1], 0.5)).toThrow(RangeError)
  })
})
