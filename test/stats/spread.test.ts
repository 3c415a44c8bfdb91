/** The spread of groups: Welch's test, what it finds by chance, and the interval over groups. */
import { describe, expect, it } from 'vitest'
import { below, rootOf } from '../../engine/rng.ts'
import { studentQuantile, studentTwoSided } from '../../sim/stats/distributions.ts'
import { spreadOf } from '../../sim/stats/spread.ts'

const group = (n: number, mean: number, sd: number) => ({ n, mean, sd, low: 0, high: 1 })

/** A group's score as the sums of its blocks give it: each block 0, a half or 1. */
function drawn(rng: Int32Array, n: number, shift = 0) {
  const blocks = Array.from({ length: n }, (): number => {
    const draw = below(rng, 100)
    return draw < 25 - shift ? 0 : draw < 75 - shift ? 0.5 : 1
  })
  const mean = blocks.reduce((a, b) => a + b, 0) / n
  const squares = blocks.reduce((sum, block) => sum + (block - mean) ** 2, 0)
  return group(n, mean, Math.sqrt(squares / (n - 1)))
}

describe('spreadOf', () => {
  it("is Welch's t test for two groups, with one pseudo-block each", () => {
    const [a, b] = [group(40, 0.52, 0.3), group(25, 0.61, 0.2)]
    const variance = ({ n, sd }: typeof a) => ((n - 1) * sd * sd + 0.25) / n
    const [va, vb] = [variance(a) / a.n, variance(b) / b.n]
    const df = (va + vb) ** 2 / (va ** 2 / (a.n - 1) + vb ** 2 / (b.n - 1))
    expect(spreadOf([a, b])!.p).toBeCloseTo(studentTwoSided(0.09 / Math.sqrt(va + vb), df), 9)
  })

  it("is Welch's test of several means, in closed form for three groups of one size and variance", () => {
    // F = n S^2 / s^2 / (1 + 2/8 L), L = 3 (2/3)^2 / (n - 1), df2 = 8 / (3 L).
    const n = 50
    const sd = Math.sqrt((n * 0.04 - 0.25) / (n - 1))
    const lost = (3 * (2 / 3) ** 2) / (n - 1)
    const { p } = spreadOf([group(n, 0.4, sd), group(n, 0.5, sd), group(n, 0.6, sd)])!
    const f = (n * 0.01) / 0.04 / (1 + lost / 4)
    // With two numerator degrees of freedom the tail of F is (1 + 2 F / df2) ^ (-df2 / 2).
    const df2 = 8 / (3 * lost)
    expect(p).toBeCloseTo((1 + (2 * f) / df2) ** (-df2 / 2), 9)
  })

  it('finds a difference by chance in one of twenty at most, and a real one nearly always', () => {
    const rng = rootOf('spread')
    const share = (shift: number): number => {
      let found = 0
      for (let i = 0; i < 400; i++)
        if (spreadOf([drawn(rng, 60), drawn(rng, 60), drawn(rng, 60, shift)])!.p < 0.05) found++
      return found / 400
    }
    expect(share(0)).toBeLessThan(0.075)
    expect(share(0)).toBeGreaterThan(0.005)
    expect(share(25)).toBeGreaterThan(0.9)
  })

  it("takes sampling out of the spread, and gives Student's interval over groups", () => {
    const { groups, sd } = spreadOf([group(100, 0.4, 0.2), group(100, 0.5, 0.2), group(100, 0.6, 0.2)])!
    expect(sd).toBeCloseTo(Math.sqrt(0.01 - 0.0004), 12)
    const arm = studentQuantile(0.975, 2) * Math.sqrt(0.01 / 3)
    expect([groups.n, groups.mean, groups.low, groups.high]).toEqual([
      3,
      expect.closeTo(0.5, 12),
      expect.closeTo(0.5 - arm, 12),
      expect.closeTo(0.5 + arm, 12),
    ])
    // Less spread than sampling alone would show is none.
    expect(spreadOf([group(10, 0.5, 0.4), group(10, 0.5, 0.4)])!.sd).toBe(0)
  })

  it('says nothing of one group, and of groups of a single block; of blocks that all agree only so much', () => {
    expect(spreadOf([group(10, 0.5, 0.1)])).toBeNull()
    const ten = group(10, 0.5, 0.1)
    expect(spreadOf([ten, group(1, 0.5, Number.NaN)])).toBeNull()
    expect(spreadOf([ten, group(1, 0.5, 0)])).toBeNull()
    expect(spreadOf([ten, group(2, Number.NaN, 0)])).toBeNull()
    expect(spreadOf([ten, group(2, 0.5, 0)])).not.toBeNull()
    expect(spreadOf([group(3, 0.5, 0), group(3, 1, 0)])!.p).toBeGreaterThan(0.01)
    expect(spreadOf([group(30, 0.5, 0), group(30, 1, 0)])!.p).toBeLessThan(0.001)
  })
})
