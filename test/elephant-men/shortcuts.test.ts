/** What the engine does in one call, and what it says without playing on, under rules drawn at random. */
import { describe, expect, it } from 'vitest'
import { lawsOf } from '../../engine/laws/index.ts'
import { derive, RNG_WORDS, rootOf } from '../../engine/rng.ts'
import { gameOf, RULE_SETS } from './load.ts'
import { asShipped, crossed, crowded } from './variants.ts'

const SHORTCUTS = /^sampleStep plays|^an idle action/
const TRIALS = 6

describe('shortcuts on small crowded boards', () => {
  it.each(RULE_SETS)('%s', set => {
    const rng = new Int32Array(RNG_WORDS)
    derive(rng, rootOf('shortcuts'), 0, RULE_SETS.indexOf(set))
    for (let trial = 0; trial < TRIALS; trial++) {
      const { patch } = crowded(rng, trial % 2 === 0 ? asShipped(set) : crossed(rng, set))
      const laws = lawsOf(gameOf(set, patch), { matches: 2, stride: 2 }).filter(({ name }) =>
        SHORTCUTS.test(name),
      )
      expect(laws).toHaveLength(2)
      for (const { check } of laws) expect(check, JSON.stringify(patch)).not.toThrow()
    }
  })
})
