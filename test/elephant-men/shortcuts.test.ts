/** What the engine does in one call, and what it says without playing on, under rules drawn at random. */
import { describe, expect, it } from 'vitest'
import { CHANCE, newEvents, newState, sampleStep } from '../../engine/contract/index.ts'
import { lawsOf } from '../../engine/laws/index.ts'
import { derive, RNG_WORDS, rootOf } from '../../engine/rng.ts'
import { gameOf, RULE_SETS } from './load.ts'
import { asShipped, crossed, crowded } from './variants.ts'

const SHORTCUTS = /^sampleStep plays|^sampleMatch plays|^an idle action|^views that are alike/
const TRIALS = 6

describe('shortcuts on small crowded boards', () => {
  it.each(RULE_SETS)('%s', set => {
    const rng = new Int32Array(RNG_WORDS)
    derive(rng, rootOf('shortcuts'), 0, RULE_SETS.indexOf(set))
    for (let trial = 0; trial < TRIALS; trial++) {
      const { patch } = crowded(rng, trial % 2 === 0 ? asShipped(set) : crossed(rng, set))
      const game = gameOf(set, patch)
      const laws = lawsOf(game, { matches: 2, stride: 2 }).filter(({ name }) => SHORTCUTS.test(name))
      expect(laws).toHaveLength(game.sampleMatch ? 4 : 3)
      for (const { check } of laws) expect(check, JSON.stringify(patch)).not.toThrow()
    }
  })
})

/** Eight units a side, next to each other. */
const CROWDED = [
  ['white', 1],
  ['black', 5],
].map(([name, rank]) => ({
  name,
  units: [0, 1].flatMap(row => ['a', 'b', 'c', 'd'].map(file => `soldier ${file}${Number(rank) + row}`)),
}))

/** Enough for a plan in which one unit makes way for another in the same phase, which is rare. */
const MATCHES = 100

it('whole matches of v0.2 in steps are those of the plain loop', () => {
  const game = gameOf('v0.2')
  const [found, expected] = [newState(game.info), newState(game.info)]
  const events = newEvents(game.info)
  const draws = () => Array.from({ length: CHANCE }, () => new Int32Array(RNG_WORDS))
  const [fused, plain] = [draws(), draws()]
  for (let match = 0; match < MATCHES; match++) {
    for (const rngs of [fused, plain])
      for (const [seat, rng] of rngs.entries()) derive(rng, rootOf('eq'), match, 1 + seat)
    game.start(found, events)
    game.start(expected, events)
    for (let decisions = 0; decisions >= 0; ) {
      decisions = sampleStep(game, expected, plain, events)
      expect(game.sampleStep!(found, fused, events)).toBe(decisions)
      if (Buffer.compare(Buffer.from(found.buffer), Buffer.from(expected.buffer)) !== 0)
        expect(found).toEqual(expected)
    }
  }
})

it('plans of six moves in a phase or two are those of the plain loop', () => {
  const game = gameOf('v0.2', {
    units: { soldier: { hp: 3, actions: ['move'] } },
    orders: 6,
    phases: 2,
    board: { files: 4, ranks: 6 },
    sides: CROWDED,
    limits: { turns: 12 },
  })
  const laws = lawsOf(game, { matches: 12, stride: 4 }).filter(({ name }) => SHORTCUTS.test(name))
  expect(laws).toHaveLength(4)
  for (const { check } of laws) check()
})
