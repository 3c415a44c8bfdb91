import { describe, expect, it } from 'vitest'
import { normalQuantile } from '../../sim/stats/distributions.ts'
import type { RatioSums } from '../../sim/stats/interval.ts'
import {
  type Bounded,
  betsOf,
  boundedOfHistogram,
  boundedOfMatches,
  boundedOfSums,
  normalSequenceP,
  sequenceFactor,
  sequenceInterval,
  sequenceP,
  studentSequence,
} from '../../sim/stats/sequence.ts'
import { drawBlocks, generator, pairModel } from './blocks.ts'

/** The sums of blocks of one unit each, in the unit of x. */
function sumsOf(values: readonly number[]): RatioSums {
  const [x, xx] = [values.reduce((a, b) => a + b, 0), values.reduce((a, b) => a + b * b, 0)]
  return { n: values.length, x, y: values.length, xx, xy: x, yy: values.length }
}

/** The sums of blocks of several units each. */
function unequal(blocks: readonly (readonly [number, number])[]): RatioSums {
  const sum = (of: (x: number, y: number) => number) => blocks.reduce((all, [x, y]) => all + of(x, y), 0)
  return {
    n: blocks.length,
    x: sum(x => x),
    y: sum((_, y) => y),
    xx: sum(x => x * x),
    xy: sum((x, y) => x * y),
    yy: sum((_, y) => y * y),
  }
}

/** ln of the wealth of a single bet. */
function lnWealth(blocks: Bounded, side: 1 | -1, value: number, bet: number): number {
  const out = new Float64Array(1)
  blocks.lnWealths(side, value, betsOf([bet]), out)
  return out[0]!
}

const PENNIES = { min: 0, max: 1, perBlock: 1 }

describe('the wealth of a bet', () => {
  it('is the product over the blocks, by hand', () => {
    const blocks = boundedOfHistogram([1, 0, 2], 2)
    // Staking half on more than 1/4 each time: 3/4 of the stake is lost or gained three times over.
    expect(Math.exp(lnWealth(blocks, 1, 0.25, 0.5))).toBeCloseTo((1 - 0.5) * (1 + 0.5 * 3) ** 2, 12)
    expect(Math.exp(lnWealth(blocks, -1, 0.25, 0.5))).toBeCloseTo((1 + 0.5 / 3) * (1 - 0.5) ** 2, 12)
  })

  it('is never more where only matches are known than where their blocks are', () => {
    const next = generator(7)
    for (let sample = 0; sample < 50; sample++) {
      const blocks = Array.from({ length: 20 }, () => Array.from({ length: 3 }, () => Math.floor(next() * 5)))
      const [matches, sums] = [new Array<number>(5).fill(0), new Array<number>(13).fill(0)]
      for (const block of blocks) {
        for (const value of block) matches[value]!++
        sums[block.reduce((a, b) => a + b, 0)]!++
      }
      const [known, less] = [boundedOfHistogram(sums, 12), boundedOfMatches(matches, 4, 3)]
      expect(less.mean).toBeCloseTo(known.mean, 12)
      for (const side of [1, -1] as const)
        expect(lnWealth(less, side, 0.4, 0.7)).toBeLessThanOrEqual(lnWealth(known, side, 0.4, 0.7) + 1e-9)
    }
  })

  it('is a likelihood ratio where blocks are won or lost whole', () => {
    // Betting b on more than m multiplies by q / m at a win and (1 - q) / (1 - m) at a loss, for q = m + b (1 - m).
    const [won, lost, m, bet] = [7, 5, 0.3, 0.4]
    const q = m + bet * (1 - m)
    const blocks = boundedOfHistogram([lost, won], 1)
    expect(lnWealth(blocks, 1, m, bet)).toBeCloseTo(
      won * Math.log(q / m) + lost * Math.log((1 - q) / (1 - m)),
      12,
    )
  })

  it('is 1 on average if the bet is fair, of all that may happen in six blocks', () => {
    const { chances, mean } = pairModel(0.45, 0.3, 0.2)
    for (const side of [1, -1] as const) {
      let expected = 0
      for (let path = 0; path < 5 ** 6; path++) {
        const hist = [0, 0, 0, 0, 0]
        let chance = 1
        for (let i = 0, rest = path; i < 6; i++, rest = Math.floor(rest / 5)) {
          hist[rest % 5]!++
          chance *= chances[rest % 5]!
        }
        expected += chance * Math.exp(lnWealth(boundedOfHistogram(hist, 4), side, mean, 0.7))
      }
      expect(expected).toBeCloseTo(1, 10)
    }
  })

  it('is never more by the sums than by the blocks', () => {
    const random = generator(11)
    for (let sample = 0; sample < 200; sample++) {
      const values = Array.from({ length: 1 + Math.floor(random() * 30) }, () => Number(random() < 0.3))
      const [value, bet] = [0.05 + 0.9 * random(), random()]
      const won = values.filter(Boolean).length
      const exact = boundedOfHistogram([values.length - won, won], 1)
      const bound = boundedOfSums(sumsOf(values), PENNIES)
      for (const side of [1, -1] as const)
        expect(lnWealth(bound, side, value, bet)).toBeLessThanOrEqual(
          lnWealth(exact, side, value, bet) + 1e-9,
        )
    }
  })

  it('by sums is the quadratic bound of each block, of blocks of unequal sizes too', () => {
    const blocks = [
      [3, 1],
      [-4, 2],
      [6, 3],
      [0, 0],
      [5, 2],
    ] as const
    const [min, max, perBlock] = [-3, 4, 3]
    const bounded = boundedOfSums(unequal(blocks), { min, max, perBlock })
    for (const [side, value] of [
      [1, -0.5],
      [-1, 2.25],
    ] as const) {
      const reach = perBlock * (side > 0 ? value - min : max - value)
      const bet = 0.4
      const byHand = blocks.reduce((sum, [x, y]) => {
        const z = (side * (x - value * y)) / reach
        return sum + bet * z + (bet + Math.log(1 - bet)) * z * z
      }, 0)
      expect(lnWealth(bounded, side, value, bet)).toBeCloseTo(byHand, 12)
    }
    const residuals = blocks.reduce((sum, [x, y]) => sum + (x - (10 / 8) * y) ** 2, 0)
    expect(bounded.sd).toBeCloseTo(Math.sqrt(residuals / 5) / (8 / 5), 12)
  })

  it('is the same in any unit, and for blocks of several matches', () => {
    const one = boundedOfSums(sumsOf([3, -1, 0, 2]), { min: -4, max: 4, perBlock: 1 })
    const tenfold = boundedOfSums(sumsOf([30, -10, 0, 20]), { min: -40, max: 40, perBlock: 1 })
    expect(lnWealth(tenfold, 1, 5, 0.3)).toBeCloseTo(lnWealth(one, 1, 0.5, 0.3), 12)
    const { n, x, xx } = sumsOf([3, -1, 0, 2])
    const halves = boundedOfSums(
      { n, x, y: 2 * n, xx, xy: 2 * x, yy: 4 * n },
      { min: -2, max: 2, perBlock: 2 },
    )
    expect(lnWealth(halves, -1, 0.25, 0.3)).toBeCloseTo(lnWealth(one, -1, 0.5, 0.3), 12)
    expect(halves.sd).toBeCloseTo(one.sd / 2, 12)
    expect(() => boundedOfSums(sumsOf([0.5]), PENNIES)).toThrow('expected safe integers')
  })
})

describe('sequenceInterval', () => {
  it('is all there is without blocks, and ends where the mean does', () => {
    expect(sequenceInterval(boundedOfHistogram([0, 0, 0], 2))).toEqual({
      n: 0,
      mean: Number.NaN,
      low: 0,
      high: 1,
    })
    const won = sequenceInterval(boundedOfHistogram([0, 0, 50], 2))
    expect(won.high).toBe(1)
    expect(won.low).toBeGreaterThan(0.85)
    const lost = sequenceInterval(boundedOfHistogram([50, 0, 0], 2))
    expect([lost.low, lost.high]).toEqual([0, expect.closeTo(1 - won.low, 10)])
  })

  it('of blocks without a match says nothing', () => {
    const blocks = boundedOfSums(
      unequal([
        [0, 0],
        [0, 0],
      ]),
      { min: -3, max: 4, perBlock: 2 },
    )
    expect(sequenceInterval(blocks)).toEqual({ n: 2, mean: Number.NaN, low: -3, high: 4 })
    expect(sequenceP(blocks, 0)).toBe(1)
  })

  it('mirrors, and widens with the level', () => {
    const some = sequenceInterval(boundedOfHistogram([3, 5, 9, 20, 8], 4))
    const turned = sequenceInterval(boundedOfHistogram([8, 20, 9, 5, 3], 4))
    expect(turned.low).toBeCloseTo(1 - some.high, 10)
    const sure = sequenceInterval(boundedOfHistogram([3, 5, 9, 20, 8], 4), 0.99)
    expect(sure.low).toBeLessThan(some.low)
    expect(sure.high).toBeGreaterThan(some.high)
  })

  it.each([
    ['without draws', [0.25, 0, 0.5, 0, 0.25]],
    ['with draws', [0.1225, 0.21, 0.335, 0.21, 0.1225]],
    ['where a seed decides both matches', [0.5, 0, 0, 0, 0.5]],
  ])('is never 1.9 times as wide as the interval for one look, %s', (_, chances) => {
    for (const n of [100, 1000, 10_000, 100_000, 1_000_000]) {
      const blocks = boundedOfHistogram(
        chances.map(chance => Math.round(chance * n)),
        4,
      )
      const { mean, high } = sequenceInterval(blocks)
      const arm = ((high - mean) * Math.sqrt(blocks.n)) / blocks.sd
      // The best that any mixture can do at a number of blocks for which it is made is 3.03 (Howard et al. 2021).
      expect(arm).toBeGreaterThan(3.03)
      expect(arm).toBeLessThan(3.8)
    }
  })

  it('ends where its p-value is .05', () => {
    const cases: readonly Bounded[] = [
      boundedOfHistogram([3, 5, 9, 20, 8], 4),
      boundedOfSums(sumsOf(new Array(300).fill(0).map((_, i) => (i % 7) - 2)), {
        min: -5,
        max: 5,
        perBlock: 1,
      }),
    ]
    for (const blocks of cases) {
      const { mean, low, high } = sequenceInterval(blocks)
      expect(sequenceP(blocks, low)).toBeCloseTo(0.05, 6)
      expect(sequenceP(blocks, high)).toBeCloseTo(0.05, 6)
      expect(sequenceP(blocks, mean)).toBe(1)
    }
    expect(sequenceP(boundedOfHistogram([0, 0], 1), 0.5)).toBe(1)
  })
})

describe('anytime intervals', () => {
  it('misses the truth in at most 5 % of runs that are looked at after every second block', () => {
    const random = generator(2)
    for (const model of [pairModel(0.5, 0, 0), pairModel(0.02, 0, 1), pairModel(0.5, 0.9, 0)]) {
      let missed = 0
      let plain = 0
      for (let run = 0; run < 200; run++) {
        const hist = [0, 0, 0, 0, 0]
        let [off, offOnce] = [false, false]
        for (let block = 1; block <= 200 && !off; block++) {
          hist[drawBlocks(model, 1, random).indexOf(1)]!++
          if (block % 2 > 0) continue
          const blocks = boundedOfHistogram(hist, 4)
          if (sequenceP(blocks, model.mean) <= 0.05) off = true
          if (Math.abs(blocks.mean - model.mean) * Math.sqrt(block) > 1.96 * blocks.sd) offOnce = true
        }
        missed += Number(off)
        plain += Number(offOnce)
      }
      expect(missed / 200, model.name).toBeLessThanOrEqual(0.05)
      // So does the interval for one look many times more often.
      expect(plain / 200, model.name).toBeGreaterThan(0.2)
    }
  })
})

describe('studentSequence', () => {
  it("is the Bayes factor of a normal effect, on Student's sleep data", () => {
    // t = -4.0621 with n = 10. Gönen et al. (2005): BF = (1 + n g)^(-1/2) ((1 + t^2/9) / (1 + t^2/9/(1 + n g)))^5; here for g = 1/50 and 1/2.
    const differences = [-12, -24, -13, -13, 0, -10, -18, -8, -46, -14]
    const sums = { n: 10, sum: -158, sumSquares: differences.reduce((a, b) => a + b * b, 0) }
    const odds = 4.062128 ** 2 / 9
    const factor = (growth: number) => ((1 + odds) / (1 + odds / growth)) ** 5 / Math.sqrt(growth)
    expect(studentSequence(sums).p).toBeCloseTo(2 / (factor(1 + 10 / 50) + factor(1 + 10 / 2)), 6)
  })

  it('ends where its p-value is .05', () => {
    const values = Array.from({ length: 200 }, (_, i) => ((i * 37) % 41) - 20)
    const { high } = studentSequence(sumsOfIntegers(values))
    // In units of 1/100,000, so that the end is an integer.
    const shifted = values.map(value => Math.round(1e5 * (value - high)))
    expect(studentSequence(sumsOfIntegers(shifted)).p).toBeCloseTo(0.05, 5)
  })

  it('comes to the normal mixture of Robbins (1970) in the limit', () => {
    // The sum stays below sqrt((n + m) (a^2 + ln(1 + n / m))) with a chance of e^(-a^2 / 2). Half the money is on m = 50, so
    // a^2 = -2 ln .025 is enough; what the other half brings makes it a little less.
    const n = 20_000
    const values = Array.from({ length: n }, (_, i) => (i % 2 === 0 ? 100 : -100))
    const robbins = Math.sqrt((n + 50) * (-2 * Math.log(0.025) + Math.log(1 + n / 50)))
    const reach = sequenceFactor(n) * 1.959964 * Math.sqrt(n)
    expect(reach / robbins).toBeLessThan(1)
    expect(reach / robbins).toBeGreaterThan(0.97)
    expect((studentSequence(sumsOfIntegers(values)).high * n) / 100 / reach).toBeCloseTo(1, 3)
    expect(normalSequenceP(reach / Math.sqrt(n), n)).toBeCloseTo(0.05, 6)
  })

  it('bets on effects of two sizes, by hand for statistics after ten blocks', () => {
    const wealth = (c: number) => Math.sqrt(c / (10 + c)) * Math.exp((4 * 10) / (10 + c) / 2)
    expect(normalSequenceP(2, 10)).toBeCloseTo(Math.min(1, 2 / (wealth(2) + wealth(50))), 12)
  })

  it('gives a p-value of 0 where the statistic is too large for a number', () => {
    expect(normalSequenceP(normalQuantile(0), 2000)).toBe(0)
  })

  it('is wary of few blocks and of equal ones', () => {
    expect(studentSequence({ n: 1, sum: 5, sumSquares: 25 })).toMatchObject({ low: -Infinity, p: 1 })
    expect(studentSequence({ n: 0, sum: 0, sumSquares: 0 }).mean).toBeNaN()
    expect(studentSequence({ n: 3, sum: 15, sumSquares: 75 })).toMatchObject({ high: Infinity })
    expect(studentSequence({ n: 3, sum: 15, sumSquares: 75 }).p).toBeGreaterThan(0.05)
    const same = studentSequence({ n: 200, sum: 0, sumSquares: 0 })
    expect(same.p).toBe(1)
    expect(same.high).toBeCloseTo(
      studentSequence({ n: 200, sum: 0, sumSquares: 0 }, { unit: 60 }).high / 60,
      12,
    )
    expect(() => studentSequence({ n: 2, sum: 3, sumSquares: 1 })).toThrow(RangeError)
  })
})

function sumsOfIntegers(values: readonly number[]) {
  const { n, x, xx } = sumsOf(values)
  return { n, sum: x, sumSquares: xx }
}
