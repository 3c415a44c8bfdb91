/** Whether search plays Prestige better than greed. */
import { expect, it } from 'vitest'
import { lead } from './strength.ts'

it.each(['three', 'four'] as const)(
  'greedy beats random in a game of %s, from every seat in turn',
  async set => {
    expect(await lead('greedy', 'random', set, 24)).toBeGreaterThan(3)
  },
)

const MCTS = 'mcts:iterations=300'

it('mcts beats greedy in games of two, three and four, by the three together beyond chance', async () => {
  const leads = [
    await lead(MCTS, 'greedy', 'two', 120),
    await lead(MCTS, 'greedy', 'three', 36),
    await lead(MCTS, 'greedy', 'four', 32),
  ]
  for (const one of leads) expect(one).toBeGreaterThan(0)
  // One in a hundred would be so far off if mcts were no better.
  expect(leads.reduce((sum, one) => sum + one, 0) / Math.sqrt(3)).toBeGreaterThan(2.33)
})
