/** Searches of small games that are solved, at length. */
import { describe, expect, it } from 'vitest'
import { mcts } from '../../agents/mcts/index.ts'
import { classicOf } from '../classics/load.ts'
import { holdsItsOwn, mistakesOf, Perfect } from './perfect.ts'

describe.each([
  [1000, 25],
  [3000, 6],
])('with %i iterations, in %i searches of every position', (iterations, searches) => {
  const game = classicOf('tic-tac-toe')
  const perfect = new Perfect(game)
  const agent = mcts.make(game, mcts.options.parse({ iterations }))

  it.each([0, 1])('nobody wins tic-tac-toe against seat %i', seat => {
    for (let n = 0; n < searches; n++)
      expect(mistakesOf(agent, perfect, seat, `solved ${n}`).mistakes).toEqual([])
  })
})

it('the second seat of connect four on 5 columns of 4 draws against perfect play from 10,000 iterations on', () => {
  const perfect = new Perfect(classicOf('connect-four', { columns: 5, rows: 4 }))
  const agent = mcts.make(perfect.game, mcts.options.parse({ iterations: 10_000 }))
  for (let match = 0; match < 8; match++)
    expect([match, holdsItsOwn(agent, perfect, 1, match)]).toEqual([match, true])
})
