/** Who plays Prestige better: the agents of the strength table in docs/rules/prestige.md, with fewer matches. */
import { describe, expect, it } from 'vitest'
import { RULE_SETS } from './load.ts'
import { lead } from './strength.ts'

describe('strength, from every seat in turn', () => {
  it.each(RULE_SETS)('greedy beats random in a game of %s', async set => {
    expect(await lead('greedy', 'random', set, 24)).toBeGreaterThan(3)
  })

  it('mcts beats random in a game of two', async () => {
    expect(await lead('mcts:iterations=100', 'random', 'two', 12)).toBeGreaterThan(2.33)
  })
})
