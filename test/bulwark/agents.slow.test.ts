import { expect, it } from 'vitest'
import { strength } from './strength.ts'

it('mcts beats greedy at Bulwark from either seat', async () => {
  const { low, bySeat } = await strength(['mcts:iterations=200', 'greedy'], 80)
  expect(low).toBeGreaterThan(0.65)
  expect(Math.min(...bySeat)).toBeGreaterThan(0.65)
})
