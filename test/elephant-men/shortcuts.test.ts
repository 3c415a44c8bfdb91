/** What the engine does in one call, and what it says without playing on, under rules drawn at random. */
import { describe, expect, it } from 'vitest'
import { lawsOf } from '../../engine/laws/index.ts'
import { derive, RNG_WORDS, rootOf } from '../../engine/rng.ts'
import { gameOf, RULE_SETS } from './load.ts'
import { asShipped, crossed, crowded } from './variants.ts'

const SHORTCUTS = /^sampleMatch plays|an idle action leads|^views that agree/
const TRIALS = 6

describe('shortcuts on small crowded boards', () => {
  it.each(RULE_SETS)('%s', set => {
    const rng = new Int32Array(RNG_WORDS)
    derive(rng, rootOf('shortcuts'), 0, RULE_SETS.indexOf(set))
    for (let trial = 0; trial < TRIALS; trial++) {
      const { patch } = crowded(rng, trial % 2 === 0 ? asShipped(set) : crossed(rng, set))
      const game = gameOf(set, patch)
      const laws = lawsOf(game, { matches: 2, stride: 2 }).filter(({ name }) => SHORTCUTS.test(name))
      expect(laws).toHaveLength(3)
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
  expect(laws).toHaveLength(3)
  for (const { check } of laws) check()
})
