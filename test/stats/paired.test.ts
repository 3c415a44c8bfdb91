import { describe, expect, it } from 'vitest'
import { studentQuantile, studentTwoSided } from '../../sim/stats/distributions.ts'
import { holm, pairedDifference } from '../../sim/stats/paired.ts'
import { drawBlocks, generator, pairModel } from './blocks.ts'

function sumsOf(differences: readonly number[]) {
  return {
    n: differences.length,
    sum: differences.reduce((a, b) => a + b, 0),
    sumSquares: differences.reduce((a, b) => a + b * b, 0),
    differing: differences.filter(difference => difference !== 0).length,
  }
}

describe('pairedDifference', () => {
  it("agrees with R's t.test on Student's sleep data (in tenths of hours)", () => {
    // R's own example, with(sleep, t.test(extra[group == 1], extra[group == 2], paired = TRUE)): t = -4.0621,
    // df = 9, p-value = 0.002833, 95 percent confidence interval -2.4598858 -0.7001142, mean -1.58.
    const result = pairedDifference(sumsOf([-12, -24, -13, -13, 0, -10, -18, -8, -46, -14]))
    expect(result.n).toBe(10)
    expect(result.mean).toBeCloseTo(-15.8, 12)
    // Nine of the ten differ: the arm towards 0 has 8 degrees of freedom, so R's is a little shorter.
    const error = (24.598858 - 15.8) / studentQuantile(0.975, 9)
    expect(result.high).toBeCloseTo(-15.8 + studentQuantile(0.975, 8) * error, 5)
    expect(result.p).toBeCloseTo(studentTwoSided(4.0621, 8), 6)
    // t^2 (s^2 + c d) / n = d^2 at the far end, c = 158 / 9.
    const far = result.mean - result.low
    const t = studentQuantile(0.975, 9)
    expect(far ** 2).toBeCloseTo(t * t * (error ** 2 + (158 / 9 / 10) * far), 3)
  })

  it('finds no difference between equals, and still admits a width', () => {
    const result = pairedDifference(sumsOf(new Array(50).fill(0)))
    // No fewer than 3.7 / n: were it more, some block of the n would have differed, with a chance of 97.5 %.
    const reach = studentQuantile(0.975, 49) ** 2 / 50
    expect(reach).toBeGreaterThan(3.7 / 50)
    expect(result.mean).toBe(0)
    expect(result.p).toBe(1)
    expect(result.low).toBeCloseTo(-reach, 12)
    expect(result.high).toBeCloseTo(reach, 12)
    const inMatches = pairedDifference(sumsOf(new Array(50).fill(0)), { unit: 60 })
    expect(inMatches.high).toBeCloseTo(60 * reach, 10)
    expect(inMatches.p).toBe(1)
  })

  it('is not made certain by two blocks that agree', () => {
    const result = pairedDifference(sumsOf([60, 60]), { unit: 60 })
    expect(result.low).toBeLessThan(0)
    expect(result.p).toBeGreaterThan(0.1)
  })

  it("doesn't change a real spread, in any unit", () => {
    const sums = sumsOf([0, 0, 30, 0, -30, 0])
    expect(pairedDifference(sums, { unit: 60 })).toEqual(pairedDifference(sums))
  })

  it('of two blocks has one degree of freedom', () => {
    const { mean, low, high, p } = pairedDifference(sumsOf([3, 5]))
    expect([mean, Number.isFinite(high)]).toEqual([4, true])
    expect(low).toBeCloseTo(4 - studentQuantile(0.975, 1), 9)
    expect(p).toBeCloseTo(studentTwoSided(4, 1), 12)
  })

  it.each([-1, 0.5, 3])('refuses %d differing blocks of two', differing => {
    expect(() => pairedDifference({ ...sumsOf([3, 5]), differing })).toThrow('differing blocks of 2')
  })

  it('says nothing below two blocks, and refuses impossible sums', () => {
    expect(pairedDifference(sumsOf([30]))).toEqual({ n: 1, mean: 30, low: -Infinity, high: Infinity, p: 1 })
    expect(pairedDifference(sumsOf([]))).toEqual({
      n: 0,
      mean: Number.NaN,
      low: -Infinity,
      high: Infinity,
      p: 1,
    })
    const none = { n: 2, sum: 0, sumSquares: 0, differing: 0 }
    expect(() => pairedDifference({ ...none, sum: 3, sumSquares: 1 })).toThrow(RangeError)
    expect(() => pairedDifference({ ...none, differing: 3 })).toThrow('found 3 differing blocks of 2')
    expect(() => pairedDifference(none, { unit: 0 })).toThrow(RangeError)
    expect(() => pairedDifference(none, { level: 1 })).toThrow(RangeError)
  })

  it('holds the true difference in 95% of samples and cries wolf in 5%', () => {
    const random = generator(3)
    const model = pairModel(0.5, 0.3, 0.3)
    let held = 0
    let alarms = 0
    for (let sample = 0; sample < 4000; sample++) {
      const differences = []
      for (let block = 0; block < 40; block++) {
        const one = drawBlocks(model, 1, random).indexOf(1)
        const other = drawBlocks(model, 1, random).indexOf(1)
        differences.push(30 * (one - other))
      }
      const { low, high, p } = pairedDifference(sumsOf(differences))
      if (low <= 0 && high >= 0) held++
      if (p < 0.05) alarms++
    }
    expect(held / 4000).toBeGreaterThan(0.94)
    expect(held / 4000).toBeLessThan(0.97)
    // Whatever excludes 0 has a p-value below .05: the arm towards 0 is that of the test.
    expect(alarms).toBe(4000 - held)
  })
})

describe('holm', () => {
  it('agrees with published examples', () => {
    // Documentation of @stdlib/stats/padjust (which follows R's p.adjust), two of its values elided there.
    const stdlib = holm([0.319, 0.201, 0.4, 0.374, 0.113])
    expect(stdlib[0]).toBeCloseTo(0.957, 12)
    expect(stdlib[1]).toBeCloseTo(0.804, 12)
    expect(stdlib[3]).toBeCloseTo(0.957, 12)
    expect(stdlib[4]).toBeCloseTo(0.565, 12)
    // By hand: 4 * .005, 3 * .01, 2 * .03, and .04 raised to its predecessor's .06.
    const hand = holm([0.01, 0.04, 0.03, 0.005])
    for (const [i, p] of [0.03, 0.06, 0.06, 0.02].entries()) expect(hand[i]).toBeCloseTo(p, 12)
  })

  it('takes what is certain, and what is impossible', () => {
    expect(holm([0, 1])).toEqual([0, 1])
  })

  it('never exceeds 1, keeps ties equal, and refuses what is no probability', () => {
    expect(holm([0.5, 0.9, 0.8])).toEqual([1, 1, 1])
    const [first, second] = holm([0.02, 0.02, 0.9])
    expect(first).toBe(second)
    expect(holm([0.3])).toEqual([0.3])
    expect(holm([])).toEqual([])
    expect(() => holm([0.5, Number.NaN])).toThrow(RangeError)
    expect(() => holm([1.5])).toThrow(RangeError)
  })
})

it('around a mean of 0 the interval has arms of one length, those of few differing blocks', () => {
  // One block up, one down, of 100: 1 degree of freedom, s^2 = 2/99.
  const { mean, low, high, p } = pairedDifference({ n: 100, sum: 0, sumSquares: 2, differing: 2 })
  expect([mean, p]).toEqual([0, 1])
  expect(high).toBeCloseTo(12.706204736 * Math.sqrt(2 / 99 / 100), 6)
  expect(low).toBe(-high)
})
