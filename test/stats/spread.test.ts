/** The jackknife over players: known values, what it finds by chance, and how often its intervals hold. */
import { describe, expect, it } from 'vitest'
import { heldBy } from '../../docs/scripts/coverage/players.ts'
import { next, rootOf } from '../../engine/rng.ts'
import { studentQuantile } from '../../sim/stats/distributions.ts'
import { jackknifeArm, luckFactor, spreadOf } from '../../sim/stats/spread.ts'

const meanOf = (list: readonly number[]): number => list.reduce((a, b) => a + b, 0) / list.length

/** Players who each meet somebody else: the means of equally many blocks each. */
function alone(means: readonly number[], n: number, sd: number) {
  const sum = means.reduce((a, b) => a + b, 0)
  return spreadOf({
    whole: { n: n * means.length, mean: sum / means.length, sd },
    without: means.map(one => (sum - one) / (means.length - 1)),
    draws: 1,
  })
}

/** Players who meet each other: the mean of each pair, over n blocks in all. */
function pairs(k: number, value: (i: number, j: number) => number, n: number, sd: number) {
  const all = Array.from({ length: k }, (_, i) =>
    Array.from({ length: i }, (_, j) => ({ i, j, is: value(i, j) })),
  ).flat()
  const mean = (some: typeof all) => meanOf(some.map(({ is }) => is))
  const without = Array.from({ length: k }, (_, one) =>
    mean(all.filter(({ i, j }) => i !== one && j !== one)),
  )
  return spreadOf({ whole: { n, mean: mean(all), sd }, without, draws: 2 })
}

function normals(seed: string): () => number {
  const rng = rootOf(seed)
  const uniform = () => ((next(rng) >>> 0) + 0.5) / 2 ** 32
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform())
}

describe('spreadOf', () => {
  it("is Student's interval, and the analysis of variance, where players don't meet", () => {
    const { groups, next, sd, p } = alone([0.4, 0.5, 0.6], 100, 0.2)!
    const t = studentQuantile(0.975, 2)
    expect(groups.low).toBeCloseTo(Math.max(0, 0.5 - t * Math.sqrt(0.01 / 3)), 12)
    expect(groups.high).toBeCloseTo(0.5 + t * Math.sqrt(0.01 / 3), 12)
    expect(next.high).toBeCloseTo(Math.min(1, 0.5 + t * Math.sqrt(0.01 * (1 + 1 / 3))), 12)
    expect(sd).toBeCloseTo(Math.sqrt(0.01 - 0.04 / 100), 12)
    // With two numerator degrees of freedom the tail of F is (1 + 2 F / df2) ^ (-df2 / 2).
    const f = 0.01 / ((299 * 0.04 + 0.25) / 300 / 100)
    expect(p).toBeCloseTo((1 + (2 * f) / 297) ** (-297 / 2), 12)
  })

  it('is exact for players whose strengths add up', () => {
    const strengths = [0.21, 0.26, 0.22, 0.31]
    const { groups, next, sd } = pairs(4, (i, j) => strengths[i]! + strengths[j]!, 10_000, 1e-9)!
    const mean = meanOf(strengths)
    const variance = strengths.reduce((sum, one) => sum + (one - mean) ** 2, 0) / 3
    const t = studentQuantile(0.975, 3)
    expect(groups.mean).toBeCloseTo(2 * mean, 12)
    // Twice the mean of four strengths; and one more strength against the mean of these.
    expect(groups.high - groups.mean).toBeCloseTo(t * Math.sqrt((4 * variance) / 4), 9)
    expect(next.high - next.mean).toBeCloseTo(t * Math.sqrt(variance * (1 + 1 / 4)), 9)
    expect(sd).toBeCloseTo(Math.sqrt(variance), 9)
  })

  it('knows how much luck alone adds to the variance', () => {
    expect([3, 5, 8, 16].map(k => luckFactor(k, 1))).toEqual([1, 1, 1, 1].map(one => expect.closeTo(one, 12)))
    expect([3, 5, 8, 16].map(k => luckFactor(k, 2))).toEqual(
      [3, 5, 8, 16].map(k => expect.closeTo((2 * (k - 1)) / (k - 2), 12)),
    )
  })

  it('finds a difference between equal players by chance in one of twenty, and a real one nearly always', () => {
    const normal = normals('players')
    const share = (spread: number): number => {
      let found = 0
      for (let i = 0; i < 1000; i++) {
        const strengths = [0, 1, 2, 3, 4].map(() => spread * normal())
        const is = (a: number, b: number) => 0.5 + strengths[a]! + strengths[b]! + 0.03 * normal()
        if (pairs(5, is, 1000, 0.03 * Math.sqrt(100))!.p < 0.05) found++
      }
      return found / 1000
    }
    expect(share(0)).toBeGreaterThan(0.03)
    expect(share(0)).toBeLessThan(0.07)
    expect(share(0.1)).toBeGreaterThan(0.95)
  })

  it('says nothing of too few players or blocks', () => {
    expect(alone([0.5], 10, 0.1)).toBeNull()
    expect(alone([0.4, 0.5], 10, 0.1)).not.toBeNull()
    expect(pairs(2, () => 0.5, 100, 0.1)).toBeNull()
    expect(alone([0.4, 0.5], 1, 0.1)).toBeNull()
    expect(alone([0.4, Number.NaN], 10, 0.1)).toBeNull()
    expect(alone([0.5, 0.5], 10, Number.NaN)).toBeNull()
    // Blocks that all agree are taken for nearly certain.
    expect(alone([0.5, 1], 3, 0)!.p).toBeGreaterThan(0.001)
    expect(jackknifeArm([0.5])).toBeNaN()
  })

  it('holds the mean of players, and the next one, which the interval of the mean does not', () => {
    const kind = { seats: 10, pairs: 5 }
    for (const count of [3, 5, 8, 16]) {
      const { mean, next, matches } = heldBy(kind, count, 400, `held ${count}`)
      expect(mean, `mean of ${count}`).toBeGreaterThan(0.92)
      expect(next, `next of ${count}`).toBeGreaterThan(0.92)
      expect(matches, `matches of ${count}`).toBeLessThan(0.6)
    }
    expect(heldBy(kind, 16, 400, 'next').meanForNext).toBeLessThan(0.85)
  })
})
