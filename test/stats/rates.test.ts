import { describe, expect, it } from 'vitest'
import { studentQuantile } from '../../sim/stats/distributions.ts'
import { amountRateInterval, meanInterval, rateInterval } from '../../sim/stats/interval.ts'
import { generator, sumsOf } from './blocks.ts'

describe('rateInterval', () => {
  it('has the linearised standard error', () => {
    const blocks: [number, number][] = [
      [10, 2],
      [31, 5],
      [-4, 4],
      [25, 2],
      [18, 3],
    ]
    const rate = 80 / 16
    const residuals = blocks.reduce((sum, [x, y]) => sum + (x - rate * y) ** 2, 0)
    const error = Math.sqrt((residuals / 4) * 5) / 16
    const { mean, high, low } = rateInterval(sumsOf(blocks))
    expect(mean).toBe(rate)
    expect(high - mean).toBeCloseTo(studentQuantile(0.975, 256 / 58 - 1) * error, 10)
    expect(mean - low).toBeCloseTo(high - mean, 12)
  })

  it('is the mean interval when every block counts once', () => {
    const values = [3, 9, -2, 14, 5]
    const rate = rateInterval(sumsOf(values.map(value => [value, 1])))
    const mean = meanInterval(5, 29, 315)
    expect(rate.low).toBeCloseTo(mean.low, 10)
    expect(rate.high).toBeCloseTo(mean.high, 10)
  })

  it('admits ignorance', () => {
    expect(rateInterval(sumsOf([[5, 1]]))).toEqual({ n: 1, mean: 5, low: -Infinity, high: Infinity })
    expect(
      rateInterval(
        sumsOf([
          [5, 0],
          [3, 0],
        ]),
      ).mean,
    ).toBeNaN()
    expect(() => rateInterval(sumsOf([[5, -1]]))).toThrow(RangeError)
  })
})

describe('amountRateInterval', () => {
  it('leaves room for one block of another kind', () => {
    // Ten blocks of 2 matches, each of 50 steps: a block that is off by 100 of them, t(9) = 2.262157.
    const equal = amountRateInterval(sumsOf(Array.from({ length: 10 }, () => [100, 2])))
    const half = (2.262157162740992 * Math.sqrt(100 ** 2 / 9 / 10) * 10) / 20
    expect([equal.low, equal.mean, equal.high]).toEqual([
      expect.closeTo(50 - half, 9),
      50,
      expect.closeTo(50 + half, 9),
    ])
    // Blocks without a unit of y tell nothing: the width stays what it is.
    const sparse = amountRateInterval(
      sumsOf(Array.from({ length: 1000 }, (_, i): [number, number] => (i < 10 ? [100, 2] : [0, 0]))),
    )
    expect((sparse.high - sparse.mean) / half).toBeGreaterThan(0.9)
    expect((sparse.high - sparse.mean) / half).toBeLessThan(1)
  })

  it('is that of the plain rate where there are many blocks, and never below 0', () => {
    const random = generator(3)
    const blocks = Array.from({ length: 400 }, (): [number, number] => [Math.floor(20 * random()), 2])
    const [amount, plain] = [amountRateInterval(sumsOf(blocks)), rateInterval(sumsOf(blocks))]
    expect((amount.high - amount.low) / (plain.high - plain.low)).toBeCloseTo(1, 1)
    expect(
      amountRateInterval(
        sumsOf([
          [9, 1],
          [0, 1],
        ]),
      ).low,
    ).toBe(0)
    expect(amountRateInterval(sumsOf([[9, 1]]))).toEqual({ n: 1, mean: 9, low: 0, high: Infinity })
    expect(() =>
      amountRateInterval(
        sumsOf([
          [-9, 1],
          [1, 1],
        ]),
      ),
    ).toThrow('found x = -8')
  })
})
