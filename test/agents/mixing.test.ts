/** Policies of selection that mix, in games whose equilibria are known. */
import { describe, expect, it } from 'vitest'
import { mcts } from '../../agents/mcts/index.ts'
import { newEvents, newState, settle } from '../../engine/contract/index.ts'
import { generator } from '../../engine/laws/walk.ts'
import { classicOf } from '../classics/load.ts'
import { BIASED, exploitability, policiesOf } from './matrices.ts'

describe('in biased rock-paper-scissors', () => {
  it.each([
    ['regret-matching', 0.01],
    ['regret-matching-plus', 0.01],
    ['exp3', 0.07],
  ])('the average of %s comes close to the equilibrium', (selection, most) => {
    const found = exploitability(BIASED, policiesOf(BIASED, { selection, iterations: 20_000 }, 1))
    expect(found).toBeLessThan(most)
  })

  it('the search mixes by default, in both seats, and plays what it says', () => {
    const [row, column] = policiesOf(BIASED, { iterations: 20_000 }, 2)
    expect(exploitability(BIASED, [row!, column!])).toBeLessThan(0.01)
    expect(Math.min(...row!, ...column!)).toBeGreaterThan(0.02)
  })
})

it('every selection policy chooses legal actions, with any final choice', () => {
  const game = classicOf('goofspiel', { cards: 5, bids: 'hidden', order: 'descending' })
  const [state, view] = [newState(game.info), newState(game.info)]
  game.start(state, newEvents(game.info))
  settle(game, state, newEvents(game.info))
  game.observe(state, 1, view)
  const legal = new Int32Array(game.info.legalMax)
  const count = game.legal(state, 1, legal)
  for (const selection of ['ucb', 'ucb-tuned', 'exp3', 'regret-matching', 'regret-matching-plus'])
    for (const final of ['visits', 'average']) {
      const agent = mcts.make(game, mcts.options.parse({ selection, final, iterations: 60 }))
      const rng = generator(`${selection} ${final}`, 0, 0)
      expect(legal.subarray(0, count)).toContain(agent.choose(view, 1, legal, count, rng))
      const shares = new Float64Array(count)
      agent.policy!(view, 1, legal, count, rng, shares)
      expect(Math.min(...shares)).toBeGreaterThanOrEqual(0)
      expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12)
    }
})
