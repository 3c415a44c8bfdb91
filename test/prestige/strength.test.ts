/** Who plays Prestige better. */
import { describe, expect, it } from 'vitest'
import { lead } from './strength.ts'

describe('strength, from every seat in turn', () => {
  it('greedy beats random in a game of two', async () => {
    expect(await lead('greedy', 'random', 'two', 24)).toBeGreaterThan(3)
  })

  it('mcts beats random in a game of two', async () => {
    expect(await lead('mcts:iterations=50', 'random', 'two', 12)).toBeGreaterThan(2.33)
  })
})
