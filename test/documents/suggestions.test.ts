/** Guesses at misspelt words. */
import { describe, expect, it } from 'vitest'
import { didYouMean } from '../../documents/index.ts'

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
