import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scoreInterval } from '../../sim/stats/interval.ts'
import { contradiction, type Evidence, judge, MOST_MATCHES } from '../../sim/stats/verdict.ts'

const about = (mean: number, half: number, more: Partial<Evidence> = {}): Evidence => ({
  mean,
  low: mean - half,
  high: mean + half,
  n: 100,
  fair: 0.5,
  matchesPerBlock: 2,
  ...more,
})

describe('judge', () => {
  it('finds fair what lies within the margin, even beside the fair share', () => {
    expect(judge(about(0.5, 0.019))).toMatchObject({ kind: 'fair', side: null, moreMatches: null })
    expect(judge(about(0.51, 0.005))).toMatchObject({ kind: 'fair', side: null })
    expect(judge({ ...about(0.5, 0), low: 0.375, high: 0.625, margin: 0.125 }).kind).toBe('fair')
  })

  it('names the favoured side', () => {
    const verdict = judge(about(0.531, 0.008))
    expect(verdict).toMatchObject({ kind: 'favours', side: 'above', moreMatches: null })
    expect(verdict.points).toBeCloseTo(3.1, 10)
    expect(verdict.plusMinus).toBeCloseTo(0.8, 10)
    expect(judge(about(0.4, 0.05))).toMatchObject({ kind: 'favours', side: 'below' })
    expect(judge(about(0.25, 0.02, { fair: 0.25 })).kind).toBe('fair')
    expect(judge(about(0.3, 0.02, { fair: 0.25 }))).toMatchObject({ kind: 'favours', side: 'above' })
    // An interval that touches the fair share does not exclude it.
    expect(judge({ ...about(0.75, 0), low: 0.5, high: 1 }).kind).toBe('inconclusive')
  })

  it('reports the longer arm of a lopsided interval', () => {
    expect(judge({ ...about(0.9, 0), low: 0.8, high: 0.95 }).plusMinus).toBeCloseTo(10, 10)
  })

  it('says how many more matches would settle it', () => {
    // To exclude 50% the arm of 4 points must shrink to 3: 100 * (4/3)^2 = 177.8 blocks, so 78 more.
    expect(judge(about(0.53, 0.04))).toMatchObject({ kind: 'inconclusive', side: null, moreMatches: 156 })
    // To fit into the margin of 2 points: 100 * (4/2)^2 = 400 blocks, so 300 more.
    expect(judge(about(0.5, 0.04)).moreMatches).toBeCloseTo(600, -1)
    // One point off: both goals are one point away, sixteen times the blocks.
    expect(judge(about(0.51, 0.04)).moreMatches).toBeCloseTo(3000, -1)
    expect(judge(about(0.52, 0.0200001)).moreMatches).toBe(2)
    expect(judge(about(0.25, 0.04, { fair: 0.25, matchesPerBlock: 4 })).moreMatches).toBeCloseTo(1200, -1)
  })

  it('gives no absurd advice', () => {
    expect(judge(about(0.5, 0.4, { margin: 1e-6 })).moreMatches).toBeNull()
    expect(judge(about(0.5, 0.4, { margin: 0 })).moreMatches).toBeNull()
    const empty = scoreInterval(new Float64Array(121), 120)
    expect(judge({ ...empty, fair: 0.5, matchesPerBlock: 2 })).toEqual({
      kind: 'inconclusive',
      side: null,
      points: Number.NaN,
      plusMinus: 50,
      moreMatches: null,
    })
  })

  it('asks for as many matches as settle it and, at a block fewer, do not', () => {
    const unit = fc.double({ min: 0.001, max: 0.3, noNaN: true })
    fc.assert(
      fc.property(unit, unit, fc.double({ min: 0.3, max: 0.7, noNaN: true }), (below, above, mean) => {
        const evidence = { ...about(mean, 0), low: mean - below, high: mean + above }
        const verdict = judge(evidence)
        fc.pre(verdict.kind === 'inconclusive' && verdict.moreMatches !== null)
        const blocks = (verdict.moreMatches ?? 0) / 2
        const kindAfter = (more: number) => {
          const shrink = Math.sqrt(100 / (100 + more))
          return judge({ ...evidence, low: mean - below * shrink, high: mean + above * shrink }).kind
        }
        // A part in a billion for the rounding of the roots.
        expect(kindAfter(blocks * (1 + 1e-9) + 1e-6)).not.toBe('inconclusive')
        if (blocks > 1) expect(kindAfter((blocks - 1) * (1 - 1e-9))).toBe('inconclusive')
        expect(verdict.moreMatches).toBeLessThanOrEqual(MOST_MATCHES)
      }),
      { seed: 6, numRuns: 500 },
    )
  })

  it('refuses nonsense', () => {
    expect(() => judge(about(0.5, -0.1))).toThrow(RangeError)
    expect(() => judge({ ...about(0.5, 0.1), mean: 0.7 })).toThrow(RangeError)
    expect(() => judge(about(0.5, 0.1, { margin: -0.1 }))).toThrow(RangeError)
    expect(() => judge(about(0.5, 0.1, { fair: 1 }))).toThrow(RangeError)
  })
})

describe('contradiction', () => {
  const fair = { kind: 'fair', side: null } as const
  const above = { kind: 'favours', side: 'above' } as const
  const below = { kind: 'favours', side: 'below' } as const
  const open = { kind: 'inconclusive', side: null } as const

  it('tells contradiction from difference from agreement', () => {
    expect(contradiction([above, open, below])).toBe('flips')
    expect(contradiction([fair, above, below])).toBe('flips')
    expect(contradiction([fair, above])).toBe('differs')
    expect(contradiction([below, open, fair])).toBe('differs')
    expect(contradiction([above, above, open])).toBe('none')
    expect(contradiction([fair, open])).toBe('none')
    expect(contradiction([])).toBe('none')
  })
})
