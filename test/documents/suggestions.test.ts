/** Guesses at misspelt words. */
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { didYouMean, didYouMeanPart, literal, tryValidate } from '../../documents/index.ts'

const KEYS = ['name', 'matches', 'margin', 'lineups', 'v0.1', 'v0.2', 'elephant-men']

describe('a guess', () => {
  it.each([
    ['mathces', 'matches'],
    ['match', 'matches'],
    ['line', 'lineups'],
    ['mats', 'matches'],
    // As far from v0.1 as from v0.2, but the latter is nearer.
    ['v0.3', 'v0.2'],
    ['Margin', 'margin'],
    ['elefant', 'elephant-men'],
  ])('of %s is %s', (written, meant) => {
    expect(didYouMean(written, KEYS)).toBe(`; did you mean ${meant}?`)
  })

  it.each(['x', 'li', 'seed', 'matches', 'm'.repeat(60)])('is not made of %s', written => {
    expect(didYouMean(written, KEYS)).toBe('')
  })
})

describe('a guess at a rule by its last part', () => {
  const RULES = ['gold.start', 'units.soldier.hp', 'units.monk.hp', 'base.hp', 'walls.hp']

  it.each([
    ['monk.hp', 'units.monk.hp'],
    ['start', 'gold.start'],
    ['hp', 'units.soldier.hp, units.monk.hp or base.hp'],
  ])('of %s is %s', (written, meant) => {
    expect(didYouMeanPart(written, RULES)).toBe(`; did you mean ${meant}?`)
  })

  it.each(['p', 'monk', 'onk.hp', 'gold.start'])('is not made of %s', written => {
    expect(didYouMeanPart(written, RULES)).toBe('')
  })

  it('names the whole key, in maps with the names that they have', () => {
    const unit = z.strictObject({ hp: z.int().default(1) })
    const schema = z.strictObject({
      gold: z.strictObject({ start: z.int().default(0) }).prefault({}),
      units: z.record(z.string(), unit).default({ soldier: { hp: 3 }, monk: { hp: 2 } }),
    })
    const told = (value: object) => tryValidate(schema, [literal(value, 'x')]).error?.message
    expect(told({ monk: { hp: 7 } })).toMatch(/^x: unknown key "monk", .*; did you mean units\.monk\.hp\?$/)
    expect(told({ start: 7 })).toMatch(/did you mean gold\.start\?$/)
    expect(told({ king: { hp: 7 } })).toMatch(/^x: unknown key "king", expected .*units$/)
  })
})
