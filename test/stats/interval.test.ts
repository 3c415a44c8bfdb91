import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { studentQuantile } from '../../sim/stats/distributions.ts'
import {
  amountRateInterval,
  boundedRateInterval,
  correctedInterval,
  differenceOf,
  meanInterval,
  proportionInterval,
  rateInterval,
  ratioInterval,
  scoreInterval,
} from '../../sim/stats/interval.ts'
import { sumsOf } from './blocks.ts'

/** Histogram of `max` + 1 cells from pairs of sum and count. */
function histogram(max: number, ...cells: readonly (readonly [number, number])[]): Float64Array {
  const hist = new Float64Array(max + 1)
  for (const [sum, count] of cells) hist[sum] = count
  return hist
}

const anyHistogram = fc.array(fc.nat(50), { minLength: 5, maxLength: 5 })

describe('scoreInterval', () => {
  it('is empty-handed without blocks', () => {
    expect(scoreInterval(histogram(120), 120)).toEqual({
      n: 0,
      mean: Number.NaN,
      low: 0,
      high: 1,
      sd: Number.NaN,
    })
  })

  it('says next to nothing from one block', () => {
    const won = scoreInterval(histogram(120, [120, 1]), 120)
    expect(won.low).toBeLessThan(0.01)
    expect(won.high).toBe(1)
    expect(won.sd).toBeNaN()
    const even = scoreInterval(histogram(120, [60, 1]), 120)
    expect(even.low).toBeLessThan(0.01)
    expect(even.high).toBeGreaterThan(0.99)
  })

  it('ends at 1 when everything is won, and starts clearly below', () => {
    const { mean, low, high } = scoreInterval(histogram(120, [120, 100]), 120)
    const t = studentQuantile(0.975, 99)
    expect([mean, high]).toEqual([1, 1])
    expect(low).toBeCloseTo(100 / (100 + t * t), 12)
  })

  it('mirrors when everything is lost', () => {
    const lost = scoreInterval(histogram(120, [0, 100]), 120)
    expect([lost.mean, lost.low]).toEqual([0, 0])
    expect(lost.high).toBeCloseTo(1 - scoreInterval(histogram(120, [120, 100]), 120).low, 12)
  })

  it('has a width when all blocks are split evenly, which shrinks like 1 / n', () => {
    const few = scoreInterval(histogram(120, [60, 100]), 120)
    const many = scoreInterval(histogram(120, [60, 1000]), 120)
    expect(few.mean).toBe(0.5)
    expect(few.sd).toBe(0)
    expect(few.high - few.low).toBeCloseTo(0.0198, 4)
    expect((few.high - few.low) / (many.high - many.low)).toBeCloseTo(10, 0)
  })

  it("is Wilson's interval with Student's quantile when blocks are won or lost whole", () => {
    const { n, mean, low, high, sd } = scoreInterval(histogram(120, [120, 81], [0, 182]), 120)
    const q = studentQuantile(0.975, 262) ** 2 / 263
    const half = Math.sqrt(q * mean * (1 - mean) + (q * q) / 4)
    expect([n, mean]).toEqual([263, 81 / 263])
    expect(low).toBeCloseTo((mean + q / 2 - half) / (1 + q), 12)
    expect(high).toBeCloseTo((mean + q / 2 + half) / (1 + q), 12)
    expect(sd).toBeCloseTo(Math.sqrt((mean * (1 - mean) * 263) / 262), 12)
  })

  it('rewards mirrored pairs: equal scores with less spread give a narrower interval', () => {
    const swingy = scoreInterval(histogram(120, [0, 250], [60, 500], [120, 250]), 120)
    const calm = scoreInterval(histogram(120, [30, 100], [60, 800], [90, 100]), 120)
    expect(calm.high - calm.low).toBeLessThan(0.4 * (swingy.high - swingy.low))
    // 1.96 sd / sqrt(n) is right at this size.
    expect(swingy.high - swingy.low).toBeCloseTo((2 * 1.9623 * swingy.sd) / Math.sqrt(1000), 3)
  })

  it('widens with the level', () => {
    const hist = histogram(120, [0, 20], [60, 30], [120, 50])
    const wide = scoreInterval(hist, 120, 0.99)
    const narrow = scoreInterval(hist, 120, 0.9)
    expect(wide.low).toBeLessThan(narrow.low)
    expect(wide.high).toBeGreaterThan(narrow.high)
  })

  it('contains its mean, stays in 0..1, has a width and mirrors, for any counts', () => {
    fc.assert(
      fc.property(anyHistogram, hist => {
        const { n, mean, low, high } = scoreInterval(hist, 4)
        fc.pre(n > 0)
        const mirrored = scoreInterval([...hist].reverse(), 4)
        expect(low).toBeGreaterThanOrEqual(0)
        expect(low).toBeLessThanOrEqual(mean)
        expect(high).toBeGreaterThanOrEqual(mean)
        expect(high).toBeLessThanOrEqual(1)
        expect(high - low).toBeGreaterThan(0.9 / n)
        expect(mirrored.low).toBeCloseTo(1 - high, 10)
      }),
      { seed: 1 },
    )
  })

  it.each([0, -1, 1.5, Number.NaN, 2 ** 53])('refuses a block maximum of %d', max => {
    expect(() => scoreInterval([0], max)).toThrow('expected a positive integer')
  })

  it.each([0, 1, -0.5, 95, Number.NaN])('refuses a confidence level of %d', level => {
    expect(() => scoreInterval([1, 1], 1, level)).toThrow('expected one between 0 and 1')
  })

  it('refuses what is no histogram of blocks', () => {
    expect(() => scoreInterval([1, 2, 3], 1)).toThrow('found 3 blocks of 2 win units, expected at most 1')
    expect(() => scoreInterval([1, -1], 1)).toThrow(RangeError)
    expect(() => scoreInterval([1, 0.5], 1)).toThrow(RangeError)
    expect(() => scoreInterval([1, 1], 0)).toThrow(RangeError)
    expect(() => scoreInterval([1, 1], 1, 95)).toThrow(RangeError)
    expect(scoreInterval([1, 1, 0, 0], 1).n).toBe(2)
  })
})

describe('proportionInterval', () => {
  // Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('agrees with Newcombe for %i of %i', (successes, n, low, high) => {
    const interval = proportionInterval(successes, n)
    expect(interval.mean).toBe(successes / n)
    expect(interval.low).toBeCloseTo(low, 4)
    expect(interval.high).toBeCloseTo(high, 4)
  })

  it('is all of 0..1 without trials, ends at 1, and refuses impossible counts', () => {
    expect(proportionInterval(0, 0)).toEqual({ n: 0, mean: Number.NaN, low: 0, high: 1 })
    expect(proportionInterval(20, 20).high).toBe(1)
    expect(() => proportionInterval(3, 2)).toThrow(RangeError)
    expect(() => proportionInterval(-1, 2)).toThrow(RangeError)
    expect(() => proportionInterval(0.5, 2)).toThrow(RangeError)
  })
})

describe('correctedInterval', () => {
  // The same table, method 4.
  it.each([
    [81, 263, 0.2535, 0.3682],
    [15, 148, 0.0598, 0.1644],
    [0, 20, 0, 0.2005],
    [1, 29, 0.0018, 0.1963],
  ])('agrees with Newcombe for %i of %i, from either side', (successes, n, low, high) => {
    const interval = correctedInterval(successes / n, n)
    expect(interval.low).toBeCloseTo(low, 4)
    expect(interval.high).toBeCloseTo(high, 4)
    const others = correctedInterval(1 - successes / n, n)
    expect([1 - others.high, 1 - others.low]).toEqual([
      expect.closeTo(interval.low, 12),
      expect.closeTo(interval.high, 12),
    ])
  })

  it('holds its mean inside 0..1 for trials that are no whole number', () => {
    for (const share of [0, 0.001, 0.3, 0.5, 0.999, 1])
      for (const trials of [1, 1.5, 7.25, 1e4]) {
        const { low, high } = correctedInterval(share, trials)
        expect(low).toBeGreaterThanOrEqual(0)
        expect(low).toBeLessThanOrEqual(share)
        expect(high).toBeGreaterThanOrEqual(share)
        expect(high).toBeLessThanOrEqual(1)
      }
    expect(() => correctedInterval(0.5, 0.5)).toThrow(RangeError)
    expect(() => correctedInterval(1.1, 5)).toThrow(RangeError)
    expect(() => correctedInterval(-0.1, 5)).toThrow('found a share of -0.1 in 5 trials')
  })
})

describe('meanInterval', () => {
  it("is Student's: extra sleep with the first drug, R's `sleep` data in tenths of hours", () => {
    // R: t.test(extra[group == 1]) gives mean 0.75, sd 1.789010, 95% interval -0.5297804 2.0297804.
    const hours = [7, -16, -2, -12, -1, 34, 37, 8, 0, 20]
    const sum = hours.reduce((a, b) => a + b)
    const sumSquares = hours.reduce((a, b) => a + b * b, 0)
    const { n, mean, low, high, sd } = meanInterval(10, sum, sumSquares)
    expect([n, mean]).toEqual([10, 7.5])
    expect(sd).toBeCloseTo(17.8901, 4)
    expect(low).toBeCloseTo(-5.297804, 5)
    expect(high).toBeCloseTo(20.297804, 5)
  })

  it('loses no digit to large sums', () => {
    // A thousand values of a million, one 1 more: in doubles sumSquares - sum^2 / n gives 1 and not
    // 1000/1001.
    const n = 1001
    const { sd } = meanInterval(n, n * 1_000_000 + 1, n * 1e12 + 2_000_001)
    expect(sd).toBeCloseTo(Math.sqrt(1 / 1001), 12)
  })

  it('keeps a width when all values are equal, and admits ignorance below two', () => {
    const same = meanInterval(100, 700, 4900)
    expect(same.mean).toBe(7)
    expect(same.sd).toBe(0)
    expect(same.high - 7).toBeCloseTo(studentQuantile(0.975, 99) / 100, 12)
    expect(meanInterval(1, 5, 25)).toMatchObject({ mean: 5, low: -Infinity, high: Infinity, sd: Number.NaN })
    expect(meanInterval(0, 0, 0)).toMatchObject({ mean: Number.NaN, low: -Infinity, high: Infinity })
  })

  it('of two values has one degree of freedom', () => {
    // 1 and 2: t(1) = 12.7062 times a standard error of 1/2.
    const { low, mean, high, sd } = meanInterval(2, 3, 5)
    expect(mean).toBe(1.5)
    expect([low, high]).toEqual([expect.closeTo(1.5 - 6.3531024, 6), expect.closeTo(1.5 + 6.3531024, 6)])
    expect(sd).toBeCloseTo(Math.SQRT1_2, 12)
  })

  it('refuses impossible sums', () => {
    expect(() => meanInterval(2, 4, 7)).toThrow('no sample has n = 2, sum = 4, sum of squares = 7')
    expect(() => meanInterval(0, 0, 3)).toThrow(RangeError)
    expect(() => meanInterval(2, 2 ** 53, 1)).toThrow('expected a safe integer')
    expect(() => meanInterval(-1, 0, 0)).toThrow(RangeError)
  })
})

describe('ratioInterval', () => {
  it('is the score interval when all blocks weigh the same', () => {
    fc.assert(
      fc.property(anyHistogram, hist => {
        const blocks = hist.flatMap((count, sum) => new Array<[number, number]>(count).fill([sum, 4]))
        fc.pre(blocks.length > 0)
        const { mean, low, high } = ratioInterval(sumsOf(blocks))
        const score = scoreInterval(hist, 4)
        expect(mean).toBeCloseTo(score.mean, 12)
        expect(low).toBeCloseTo(score.low, 10)
        expect(high).toBeCloseTo(score.high, 10)
      }),
      { seed: 2, numRuns: 50 },
    )
  })

  it('is close to the plain delta method when there is much data', () => {
    const blocks = Array.from({ length: 3000 }, (_, i): [number, number] => [(i * 7) % 5, 4 + (i % 4)])
    const share = ratioInterval(sumsOf(blocks))
    const rate = rateInterval(sumsOf(blocks))
    expect(share.mean).toBe(rate.mean)
    expect(share.low).toBeCloseTo(rate.low, 3)
    expect(share.high).toBeCloseTo(rate.high, 3)
    expect((share.high - share.low) / (rate.high - rate.low)).toBeCloseTo(1, 3)
  })

  it('takes two blocks in a thousand for the evidence of two', () => {
    const rare: [number, number][] = [[1, 1], [0, 1], ...new Array<[number, number]>(998).fill([0, 0])]
    const { low, high } = ratioInterval(sumsOf(rare))
    const two = ratioInterval(
      sumsOf([
        [1, 1],
        [0, 1],
      ]),
    )
    expect(low).toBeCloseTo(two.low, 2)
    expect(high).toBeCloseTo(two.high, 2)
    expect(high - low).toBeGreaterThan(0.9)
  })

  it('keeps its width and its bounds at 0 and 1', () => {
    const none = ratioInterval(sumsOf(Array.from({ length: 50 }, (_, i) => [0, 1 + (i % 3)])))
    expect([none.mean, none.low]).toEqual([0, 0])
    // 50 blocks of 1, 2 and 3 in turn are worth (sum y)^2 / sum y^2 equal ones, and Wilson's end is t^2 / (n
    // + t^2).
    const effective = 99 ** 2 / 229
    const square = studentQuantile(0.975, effective - 1) ** 2
    expect(none.high).toBeCloseTo(square / (effective + square), 12)
    const all = ratioInterval(sumsOf(Array.from({ length: 50 }, (_, i) => [1 + (i % 3), 1 + (i % 3)])))
    expect([all.mean, all.high]).toEqual([1, 1])
    expect(all.low).toBeCloseTo(1 - none.high, 12)
    expect(ratioInterval(sumsOf([[0, 0]]))).toEqual({ n: 1, mean: Number.NaN, low: 0, high: 1 })
    expect(ratioInterval(sumsOf([]))).toEqual({ n: 0, mean: Number.NaN, low: 0, high: 1 })
  })

  it.each<[string, [number, number][]]>([
    [
      'a negative part',
      [
        [-2, 1],
        [1, 10],
      ],
    ],
    [
      'more parts than wholes',
      [
        [3, 1],
        [9, 10],
      ],
    ],
    [
      'a block with more parts than wholes',
      [
        [3, 2],
        [0, 9],
      ],
    ],
  ])('refuses %s, where nothing else is wrong', (_, blocks) => {
    expect(() => ratioInterval(sumsOf(blocks))).toThrow('expected a share of each block')
  })

  it('refuses a sum of products that is no integer', () => {
    expect(() => ratioInterval({ n: 2, x: 1, y: 2, xx: 1, xy: 0.5, yy: 2 })).toThrow('xy is 0.5')
  })

  it('refuses what is no share', () => {
    expect(() => ratioInterval(sumsOf([[3, 2]]))).toThrow('expected a share of each block')
    expect(() =>
      ratioInterval(
        sumsOf([
          [3, 2],
          [0, 9],
        ]),
      ),
    ).toThrow('expected a share of each block')
    expect(() => ratioInterval({ n: 2, x: 1, y: 2, xx: 1, xy: 1, yy: 1 })).toThrow(RangeError)
    expect(() => ratioInterval({ n: 2, x: 1, y: 2, xx: 0.5, xy: 1, yy: 2 })).toThrow(RangeError)
  })
})

describe('differenceOf', () => {
  // Newcombe, Statistics in Medicine 17 (1998), pages 873-890, table II, method 10.
  it.each([
    [56, 70, 48, 80, 0.0524, 0.3339],
    [9, 10, 3, 10, 0.1705, 0.809],
    [5, 56, 0, 29, -0.0381, 0.1926],
    [0, 10, 0, 20, -0.1611, 0.2775],
    [10, 10, 0, 20, 0.6791, 1],
  ])('agrees with Newcombe for %i of %i less %i of %i', (a, m, b, n, low, high) => {
    const difference = differenceOf(proportionInterval(a, m), proportionInterval(b, n))
    expect([difference.n, difference.mean]).toEqual([Math.min(m, n), a / m - b / n])
    expect([difference.low, difference.high]).toEqual([expect.closeTo(low, 4), expect.closeTo(high, 4)])
  })
})

describe('boundedRateInterval', () => {
  const bounds = { min: -2, max: 3 }

  it('is the share of the way from one bound to the other', () => {
    const anyBlocks = fc.array(fc.tuple(fc.nat(5), fc.integer({ min: 1, max: 9 })), { minLength: 2 })
    fc.assert(
      fc.property(anyBlocks, pairs => {
        const blocks = pairs.map(([part, y]): [number, number] => [Math.min(part, 5 * y), y])
        const share = ratioInterval(sumsOf(blocks.map(([part, y]) => [part, 5 * y])))
        const rate = boundedRateInterval(sumsOf(blocks.map(([part, y]) => [part - 2 * y, y])), bounds)
        for (const end of ['low', 'mean', 'high'] as const)
          expect(rate[end]).toBeCloseTo(-2 + 5 * share[end], 9)
      }),
      { seed: 3, numRuns: 50 },
    )
  })

  it('reaches both bounds, is all between them without data, and refuses what lies beyond', () => {
    expect(
      boundedRateInterval(
        sumsOf([
          [-4, 2],
          [-2, 1],
        ]),
        bounds,
      ),
    ).toMatchObject({ mean: -2, low: -2 })
    expect(
      boundedRateInterval(
        sumsOf([
          [6, 2],
          [3, 1],
        ]),
        bounds,
      ),
    ).toMatchObject({ mean: 3, high: 3 })
    expect(boundedRateInterval(sumsOf([[0, 0]]), bounds)).toEqual({
      n: 1,
      mean: Number.NaN,
      low: -2,
      high: 3,
    })
    expect(() => boundedRateInterval(sumsOf([[-3, 1]]), bounds)).toThrow('expected -2 to 3 each')
    expect(() => boundedRateInterval(sumsOf([[7, 2]]), bounds)).toThrow('expected -2 to 3 each')
  })
})

describe('intervals of rates', () => {
  it('of two blocks have one degree of freedom', () => {
    const sums = sumsOf([
      [3, 1],
      [5, 1],
    ])
    const rate = rateInterval(sums)
    expect([rate.low, rate.mean, rate.high]).toEqual([
      expect.closeTo(4 - 12.7062047, 6),
      4,
      expect.closeTo(4 + 12.7062047, 6),
    ])
    // With a third block's worth of 4 off: sqrt((2 + 16) / 1 / 2) = 3 standard errors of one block.
    expect(amountRateInterval(sums)).toEqual({
      n: 2,
      mean: 4,
      low: 0,
      high: expect.closeTo(4 + 3 * 12.7062047, 6),
    })
  })

  it('of amounts never start below 0, with one block or none too', () => {
    expect(amountRateInterval(sumsOf([[5, 1]]))).toEqual({ n: 1, mean: 5, low: 0, high: Infinity })
    expect(
      amountRateInterval(
        sumsOf([
          [0, 0],
          [0, 0],
        ]),
      ),
    ).toEqual({ n: 2, mean: Number.NaN, low: 0, high: Infinity })
    expect(
      amountRateInterval(
        sumsOf([
          [0, 1],
          [0, 1],
        ]),
      ),
    ).toMatchObject({ mean: 0, low: 0 })
    expect(() => amountRateInterval(sumsOf([[-5, 1]]))).toThrow('expected an amount')
  })
})
