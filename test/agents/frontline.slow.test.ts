/** mcts beats all others on the lean rules of Frontline from either seat. */
import { expect, it } from 'vitest'
import { scores } from './scores.ts'

it.each(['random', 'greedy', 'dearest'])('mcts at 1,000 iterations beats %s from either seat', async name => {
  // 96 to 100 % over 400 matches a seat; in 12 matches 90 % leaves room for two draws.
  for (const score of await scores(['mcts', name], { iterations: 1000 }, 12))
    expect(score).toBeGreaterThanOrEqual(0.9)
})
