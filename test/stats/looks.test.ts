import { describe, expect, it } from 'vitest'
import { DESIGNERS, designed } from '../../docs/scripts/coverage/designers.ts'
import { FAIR_GAMES } from '../../docs/scripts/coverage/runs.ts'
import { scoreInterval } from '../../sim/stats/interval.ts'
import {
  BETWEEN,
  lookFactor,
  lookInterval,
  lookNormalP,
  lookP,
  nextLook,
  PLANNED,
  SEQUENTIAL,
  strictest,
} from '../../sim/stats/looks.ts'
import { boundedOfHistogram, boundedOfSums, sequenceInterval } from '../../sim/stats/sequence.ts'

const HIST = [40, 30, 60, 30, 80]
const blocks = boundedOfHistogram(HIST, 4)

describe('the looks at a run', () => {
  it('spend the error once', () => {
    expect(PLANNED.reduce((sum, { share }) => sum + share, BETWEEN.share)).toBeCloseTo(1, 12)
    expect(SEQUENTIAL.share).toBe(1)
  })

  it('give the planned one the interval of a single analysis at 96 %, and all others what is left', () => {
    const { low, high } = scoreInterval(HIST, 4, 0.96)
    expect(lookInterval(blocks, PLANNED[0]!)).toMatchObject({
      low: expect.closeTo(low, 12),
      high: expect.closeTo(high, 12),
    })
    expect(lookInterval(blocks, BETWEEN)).toEqual(sequenceInterval(blocks, 0.997))
    expect(lookInterval(blocks, SEQUENTIAL)).toEqual(sequenceInterval(blocks))
  })

  it.each([...PLANNED, BETWEEN, SEQUENTIAL])('exclude a value exactly if its p is below 5 %% (%o)', look => {
    for (const some of [
      blocks,
      boundedOfSums({ n: 50, x: 80, y: 90, xx: 700, xy: 150, yy: 170 }, { min: -6, max: 9, perBlock: 2 }),
    ]) {
      const { low, high, mean } = lookInterval(some, look)
      expect(lookP(some, look, low)).toBeCloseTo(0.05, 6)
      expect(lookP(some, look, high)).toBeCloseTo(0.05, 6)
      expect(lookP(some, look, mean)).toBe(1)
      // A wider one holds what it holds more surely.
      const sure = lookInterval(some, look, 0.99)
      expect([sure.low < low, sure.high > high]).toEqual([true, true])
    }
  })

  it('widen normal intervals as they do p-values', () => {
    for (const look of [...PLANNED, BETWEEN, SEQUENTIAL]) {
      const z = 1.959964 * lookFactor(400, look)
      // P(|Z| > z) of a normal variable, by Mills' continued fraction.
      const tail =
        (2 * Math.exp((-z * z) / 2)) /
        Math.sqrt(2 * Math.PI) /
        (z + 1 / (z + 2 / (z + 3 / (z + 4 / (z + 5 / z)))))
      expect(lookNormalP(tail, 400, look)).toBeCloseTo(0.05, 3)
    }
    expect(lookFactor(400, PLANNED[0]!)).toBeCloseTo(1.048, 3)
  })

  it('follow each other, and the strictest of several counts', () => {
    const [first, second, third] = PLANNED as [typeof BETWEEN, typeof BETWEEN, typeof BETWEEN]
    expect([BETWEEN, { ...BETWEEN, next: first }, first, second, third, SEQUENTIAL].map(nextLook)).toEqual([
      BETWEEN,
      first,
      second,
      third,
      BETWEEN,
      SEQUENTIAL,
    ])
    expect(strictest([first, second])).toBe(second)
    expect(strictest([first, BETWEEN, SEQUENTIAL])).toBe(BETWEEN)
    expect(strictest([])).toBe(SEQUENTIAL)
  })

  it('say nothing without blocks', () => {
    const none = boundedOfHistogram([0, 0, 0], 2)
    expect(lookInterval(none, PLANNED[0]!)).toEqual({ n: 0, mean: Number.NaN, low: 0, high: 1 })
    expect(lookP(none, PLANNED[0]!, 0.5)).toBe(1)
  })

  it.each(Object.entries(DESIGNERS))('seldom mislead a designer who goes on like this: %s', (_, designer) => {
    const wrong = [0, 6].map(game => designed(FAIR_GAMES[game]!, designer, 100, 150, 3 + game).favours)
    // Of 300 fair games 15 or fewer are expected; 26 are three standard errors more.
    expect((wrong[0]! + wrong[1]!) * 150).toBeLessThanOrEqual(26)
  })
})
