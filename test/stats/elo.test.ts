import { describe, expect, it } from 'vitest'
import { next, rootOf } from '../../engine/rng.ts'
import { normalQuantile } from '../../sim/stats/distributions.ts'
import {
  eloFromScore,
  eloInterval,
  llrLogistic,
  llrNormal,
  normalizedElo,
  pentanomial,
  scoreFromElo,
  sprtBounds,
} from '../../sim/stats/elo.ts'
import { chanceBelow, eloAfterSprt } from '../../sim/stats/stopped-elo.ts'

// Golden figures of the fastchess project's own tests (github.com/Disservin/fastchess, app/tests/elo_test.cpp
// and app/tests/sprt_test.cpp), rounded there to two decimals. Its counts come as LL, LD, WL, DD, DW, WW; WL
// and DD are added here. Single matches are losses, draws, wins.
const FASTCHESS_ELO: readonly {
  counts: number[]
  nelo: number
  nerror: number
  elo?: number
  error?: number
}[] = [
  { counts: [89, 123, 76], nelo: -20.76, nerror: 40.13 },
  { counts: [96, 111, 136], nelo: 49.77, nerror: 36.77, elo: 40.7, error: 30.43 },
  { counts: [356, 0, 34], nelo: -508.44, nerror: 34.48 },
  { counts: [34, 54, 31 + 32, 64, 75], nelo: 57.94, nerror: 28.28, elo: 55.58, error: 27.65 },
  { counts: [332, 433, 457 + 41, 333, 334], nelo: -9.17, nerror: 10.96, elo: -8.64, error: 10.33 },
  { counts: [7895, 8757, 5485 + 200, 568, 9999], nelo: -19.01, nerror: 2.65, elo: -21.04, error: 2.95 },
  // Output shown in fastchess pull request 783.
  { counts: [379, 10170, 21828, 10640, 343], nelo: 3.05, nerror: 2.31 },
]
const FASTCHESS_LLR: readonly [number[], number, number, number][] = [
  [[223, 9863, 20279 + 1000, 10037, 246], 0.5, 2.5, -3.07],
  [[871, 26175, 55003 + 980, 26678, 821], 0, 2, -4.98],
  [[21184, 40708, 21404], 0.5, 2.5, -1.57],
  [[57030, 106593, 57433], 0, 2, -2.59],
]
// Results of fishtest's formulas (github.com/official-stockfish/fishtest, server/fishtest/stats/LLRcalc.py:
// LLR_logistic and LLR_alt2) run with scipy; the first three inputs are those of the tests at the end of its
// stat_util.py.
const FISHTEST_LLR: readonly [number[], number, number, number, number][] = [
  [[10789, 19328, 33806, 19402, 10543], -3, 1, 2.13106781178, 2.1312448707],
  [[39, 2226, 31451, 2412, 40], 0.2, 0.9, 2.16254258005, 2.16240482448],
  [[1187, 7410, 13475, 7378, 1164], -3, 1, 2.86152718059, 2.8619895575],
  [[223, 9863, 21279, 10037, 246], 0.5, 2.5, -3.07412643959, -3.07425583138],
  [[0, 0, 1, 5, 994], 0, 2, 5.73989432826, 2548.90769854],
  [[0, 0, 50, 0, 0], 0, 5, -0.71760583611, -103.55496841],
]

const unit = (rng: Int32Array): number => (next(rng) >>> 0) / 2 ** 32

describe('Elo and score', () => {
  it('map to one another', () => {
    expect(eloFromScore(0.5)).toBe(0)
    expect(eloFromScore(0.75)).toBeCloseTo(190.848501887865, 9)
    expect(eloFromScore(10 / 11)).toBeCloseTo(400, 9)
    expect(scoreFromElo(400)).toBeCloseTo(10 / 11, 12)
    for (const score of [0.001, 0.2, 0.5, 0.97])
      expect(scoreFromElo(eloFromScore(score))).toBeCloseTo(score, 12)
  })

  it('reach infinity at the ends, and not beyond', () => {
    expect([eloFromScore(0), eloFromScore(1)]).toEqual([-Infinity, Infinity])
    expect([scoreFromElo(-Infinity), scoreFromElo(Infinity)]).toEqual([0, 1])
    expect(eloFromScore(Number.NaN)).toBeNaN()
    expect(() => eloFromScore(1.01)).toThrow(RangeError)
    expect(() => eloFromScore(-0.01)).toThrow(RangeError)
  })

  it('carry the ends of an interval', () => {
    expect(eloInterval({ mean: 1, low: 0.75, high: 1 })).toEqual({
      elo: Infinity,
      low: eloFromScore(0.75),
      high: Infinity,
    })
    expect(eloInterval({ mean: Number.NaN, low: 0, high: 1 })).toEqual({
      elo: Number.NaN,
      low: -Infinity,
      high: Infinity,
    })
  })
})

describe('pentanomial', () => {
  it('sorts block sums into the five counts', () => {
    const hist = new Float64Array(121)
    for (const [sum, count] of [
      [0, 1],
      [30, 2],
      [60, 3],
      [90, 4],
      [120, 5],
    ])
      hist[sum!] = count!
    expect(pentanomial(hist)).toEqual([1, 2, 3, 4, 5])
    expect(pentanomial([1, 2, 3, 4, 5], 2)).toEqual([1, 2, 3, 4, 5])
  })

  it('refuses sums that no pair has', () => {
    const hist = new Float64Array(241)
    hist[45] = 1
    expect(() => pentanomial(hist)).toThrow('found 1 pairs with a sum of 45 win units')
    hist[45] = 0
    hist[150] = 1
    expect(() => pentanomial(hist)).toThrow(RangeError)
  })
})

describe('normalizedElo', () => {
  it.each(FASTCHESS_ELO)('agrees with fastchess: $counts', ({ counts, nelo, nerror, elo, error }) => {
    const result = normalizedElo(counts)
    expect(result.elo).toBeCloseTo(nelo, 2)
    expect((result.high - result.low) / 2).toBeCloseTo(nerror, 2)
    if (elo === undefined || error === undefined) return
    const top = counts.length - 1
    const total = counts.reduce((a, b) => a + b)
    const mean = counts.reduce((sum, count, i) => sum + (count * i) / top, 0) / total
    const variance = counts.reduce((sum, count, i) => sum + count * (i / top - mean) ** 2, 0) / total
    const half = normalQuantile(0.975) * Math.sqrt(variance / total)
    const ends = eloInterval({ mean, low: mean - half, high: mean + half })
    expect(ends.elo).toBeCloseTo(elo, 2)
    expect((ends.high - ends.low) / 2).toBeCloseTo(error, 2)
  })

  it('is 0 at even, infinite where all is won, NaN without blocks, and refuses bad counts', () => {
    expect(normalizedElo([0, 0, 9, 0, 0]).elo).toBe(0)
    expect(normalizedElo([0, 0, 0, 0, 9]).elo).toBe(Infinity)
    expect(normalizedElo([0, 0, 0, 0, 0]).elo).toBeNaN()
    expect(() => normalizedElo([1])).toThrow(RangeError)
    expect(() => normalizedElo([1, -1, 3])).toThrow(RangeError)
    expect(() => normalizedElo([1, Infinity, 3])).toThrow('counts[1] is Infinity')
    expect(normalizedElo([5, 5]).elo).toBe(0)
  })
})

describe('log-likelihood ratios', () => {
  it.each(FASTCHESS_LLR)('agree with fastchess: %j for %f against %f Elo', (counts, elo0, elo1, llr) => {
    expect(llrLogistic(counts, elo0, elo1)).toBeCloseTo(llr, 2)
    expect(llrNormal(counts, elo0, elo1)).toBeCloseTo(llr, 2)
  })

  it.each(FISHTEST_LLR)(
    'agree with fishtest: %j for %f against %f Elo',
    (counts, elo0, elo1, exact, normal) => {
      expect(llrLogistic(counts, elo0, elo1)).toBeCloseTo(exact, 9)
      expect(llrNormal(counts, elo0, elo1) / normal).toBeCloseTo(1, 8)
    },
  )

  it('change sign when the hypotheses or the sides are exchanged', () => {
    const counts = [10, 40, 100, 60, 30]
    const forward = llrLogistic(counts, 0, 20)
    expect(forward).toBeGreaterThan(0)
    expect(llrLogistic(counts, 20, 0)).toBeCloseTo(-forward, 12)
    expect(llrLogistic([...counts].reverse(), 0, -20)).toBeCloseTo(forward, 12)
    expect(llrLogistic(counts, 7, 7)).toBe(0)
  })

  it('say nothing without blocks, and refuse infinite hypotheses', () => {
    expect(llrLogistic([0, 0, 0, 0, 0], 0, 5)).toBe(0)
    expect(llrNormal([0, 0, 0, 0, 0], 0, 5)).toBe(0)
    expect(() => llrLogistic([1, 2, 3, 4, 5], 0, Infinity)).toThrow(RangeError)
    expect(() => llrNormal([1, 2, 3, 4, 5], Number.NaN, 3)).toThrow(RangeError)
  })

  it('are read against the bounds that fishtest prints as (-2.94, 2.94)', () => {
    expect(sprtBounds().lower).toBeCloseTo(-2.94443897916644, 12)
    expect(sprtBounds().upper).toBeCloseTo(2.94443897916644, 12)
    // OpenBench's usual alpha = 0.05, beta = 0.1, which it prints as (-2.25, 2.89).
    expect(sprtBounds(0.05, 0.1).lower).toBeCloseTo(-2.25, 2)
    expect(sprtBounds(0.05, 0.1).upper).toBeCloseTo(2.89, 2)
    expect(() => sprtBounds(0, 0.05)).toThrow(RangeError)
    expect(() => sprtBounds(0.05, 0)).toThrow(RangeError)
    expect(() => sprtBounds(0.5, 0.5)).toThrow(RangeError)
  })
})

describe('Elo after a sequential test', () => {
  it('is what fishtest prints for its own example', () => {
    const { elo, low, high } = eloAfterSprt([39, 2226, 31451, 2412, 40], { elo0: 0.2, elo1: 0.9 })
    expect([elo, low, high].map(one => one.toFixed(5))).toEqual(['0.86518', '0.16831', '1.54060'])
  })

  it('rests on the chances of a walk between two ends', () => {
    const walk = { low: -2, high: 1, sigma: 1.3 }
    // Without drift, where it ends is a matter of distance alone; with it, of Wald's ratio.
    expect(chanceBelow({ ...walk, drift: 0 }, 1000, 1)).toBeCloseTo(1 / 3, 10)
    const odds = (x: number): number => Math.exp((-2 * 0.4 * x) / 1.3 ** 2)
    const ruin = (1 - odds(1)) / (odds(-2) - odds(1))
    expect(chanceBelow({ ...walk, drift: 0.4 }, 1000, 1)).toBeCloseTo(ruin, 10)
    // Before it can reach an end, it is a normal variable.
    expect(chanceBelow({ low: -50, high: 50, drift: 0.5, sigma: 1 }, 4, 3)).toBeCloseTo(
      0.6914624612740131,
      12,
    )
    // All ends, whatever the drift; nothing overflows.
    for (const drift of [-40, -3, 0.01, 5, 60]) {
      const before = chanceBelow({ ...walk, drift }, 0.05, 1)
      expect(before).toBeGreaterThanOrEqual(chanceBelow({ ...walk, drift }, 0.05, -2))
      expect(before).toBeLessThanOrEqual(1)
    }
  })

  it('is in the middle of what tests find, and its interval holds the truth as often as it says', () => {
    const truth = 20
    const test = { elo0: 0, elo1: 40, model: 'logistic' } as const
    const { lower, upper } = sprtBounds()
    const rng = rootOf('stopped')
    const p = scoreFromElo(truth)
    let [above, held] = [0, 0]
    const tests = 200
    for (let i = 0; i < tests; i++) {
      const counts = [0, 0, 0, 0, 0]
      for (let llr = 0; llr > lower && llr < upper; llr = llrNormal(counts, 0, 40))
        for (let block = 0; block < 10; block++)
          counts[2 * (Number(unit(rng) < p) + Number(unit(rng) < p))]!++
      const { elo, low, high } = eloAfterSprt(counts, test)
      if (elo > truth) above++
      if (low <= truth && truth <= high) held++
    }
    expect(above / tests).toBeGreaterThan(0.44)
    expect(above / tests).toBeLessThan(0.56)
    expect(held / tests).toBeGreaterThan(0.93)
    expect(held / tests).toBeLessThan(0.975)
  })
})
