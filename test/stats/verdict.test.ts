import { describe, expect, it } from 'vitest'
import { scoreInterval } from '../../sim/stats/interval.ts'
import { contradiction, type JudgedInterval, judge } from '../../sim/stats/verdict.ts'

const about = (mean: number, half: number, more: Partial<JudgedInterval> = {}): JudgedInterval => ({
  mean,
  low: mean - half,
  high: mean + half,
  fair: 0.5,
  ...more,
})

describe('judge', () => {
  it('finds fair what lies within the margin, even beside the fair share', () => {
    expect(judge(about(0.5, 0.019))).toMatchObject({ kind: 'fair', side: null })
    expect(judge(about(0.51, 0.005))).toMatchObject({ kind: 'fair', side: null })
    expect(judge({ ...about(0.5, 0), low: 0.375, high: 0.625, margin: 0.125 }).kind).toBe('fair')
  })

  it('names the favoured side', () => {
    const verdict = judge(about(0.531, 0.008))
    expect(verdict).toMatchObject({ kind: 'favours', side: 'above' })
    expect(verdict.points).toBeCloseTo(3.1, 10)
    expect([verdict.low, verdict.high]).toEqual([expect.closeTo(2.3, 10), expect.closeTo(3.9, 10)])
    expect(judge(about(0.4, 0.05))).toMatchObject({ kind: 'favours', side: 'below' })
    expect(judge(about(0.25, 0.02, { fair: 0.25 })).kind).toBe('fair')
    expect(judge(about(0.3, 0.02, { fair: 0.25 }))).toMatchObject({ kind: 'favours', side: 'above' })
    // An interval that touches the fair share does not exclude it.
    expect(judge({ ...about(0.75, 0), low: 0.5, high: 1 }).kind).toBe('inconclusive')
    expect(judge({ ...about(0.25, 0), low: 0, high: 0.5 }).kind).toBe('inconclusive')
  })

  it('is inconclusive without data', () => {
    const empty = scoreInterval(new Float64Array(121), 120)
    const nothing = { kind: 'inconclusive', side: null, points: Number.NaN, low: -50, high: 50 }
    expect(judge({ ...empty, fair: 0.5 })).toEqual(nothing)
    expect(judge({ ...empty, fair: 0.5, margin: 0.5 }).kind).toBe('inconclusive')
  })

  it('takes an interval without width, and one that starts or ends at its mean', () => {
    expect(judge(about(0.5, 0, { margin: 0 })).kind).toBe('fair')
    expect(judge({ mean: 0.6, low: 0.6, high: 0.7, fair: 0.5 }).side).toBe('above')
    expect(judge({ mean: 0.4, low: 0.3, high: 0.4, fair: 0.5 }).side).toBe('below')
  })

  it('refuses intervals out of order, negative margins, and fair shares outside 0..1', () => {
    expect(() => judge({ ...about(0.5, 0.1), mean: 0.3 })).toThrow(RangeError)
    expect(() => judge({ ...about(0.5, 0.1), low: Number.NaN })).toThrow(RangeError)
    expect(() => judge(about(0.5, 0.1, { fair: 0 }))).toThrow(RangeError)
    expect(() => judge(about(0.5, 0.1, { margin: Number.NaN }))).toThrow(RangeError)
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
