import { describe, expect, it } from 'vitest'
import { studentTwoSided } from '../../sim/stats/distributions.ts'
import { meanInterval } from '../../sim/stats/interval.ts'
import { BETWEEN, PLANNED, SEQUENTIAL } from '../../sim/stats/looks.ts'
import { unpairedDifference } from '../../sim/stats/unpaired.ts'
import { generator } from './blocks.ts'

const sample = (values: readonly number[]) =>
  meanInterval(
    values.length,
    values.reduce((a, b) => a + b, 0),
    values.reduce((a, b) => a + b * b, 0),
  )
/** Exact, so that the interval excludes 0 just where p says so. */
const LOOK = { share: 1, isPlanned: true }

describe('unpairedDifference', () => {
  it("is Student's test with the standard error of Welch, on Student's sleep data taken as two groups", () => {
    // R: t.test(extra ~ group, data = sleep) has t = -1.8608, standard error 0.849.
    const [one, two] = [
      [7, -16, -2, -12, -1, 34, 37, 8, 0, 20],
      [19, 8, 11, 1, -1, 44, 55, 16, 46, 34],
    ]
    const { once } = unpairedDifference(sample(one!), sample(two!), { blocks: 10, look: LOOK })
    expect(once.mean).toBeCloseTo(15.8, 9)
    expect(once.p).toBeCloseTo(studentTwoSided(1.8608, 9), 4)
  })

  it.each([PLANNED[0]!, PLANNED[1]!, BETWEEN, SEQUENTIAL])(
    'excludes 0 exactly where p is below the level: %j',
    look => {
      for (const level of [0.95, 0.99])
        for (let shift = 0; shift <= 60; shift++) {
          const at = (mean: number) => ({ n: 25, mean, low: mean - 3, high: mean + 4 })
          const { once, anytime } = unpairedDifference(at(0), at(shift / 5), { blocks: 25, look, level })
          expect(once.low > 0, `once ${shift}`).toBe(once.p < 0.05)
          expect(anytime.low > 0, `anytime ${shift}`).toBe(anytime.p < 1 - level)
        }
    },
  )

  it('keeps its level where nothing differs', () => {
    const random = generator(17)
    let wrong = 0
    for (let trial = 0; trial < 2000; trial++) {
      const draw = (n: number) => sample(Array.from({ length: n }, () => Math.floor(random() * 7)))
      const { once } = unpairedDifference(draw(12), draw(40), { blocks: 12, look: LOOK })
      if (once.p < 0.05) wrong++
    }
    expect(wrong / 2000).toBeLessThan(0.055)
  })

  it('says nothing of less than two blocks', () => {
    const one = { n: 1, mean: 0.5, low: -Infinity, high: Infinity }
    expect(unpairedDifference(one, one, { blocks: 1, look: LOOK }).once).toMatchObject({
      low: -Infinity,
      p: 1,
    })
  })
})
