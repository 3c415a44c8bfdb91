/** Searches of small games that are solved, at length. */
import { describe, expect, it } from 'vitest'
import { mcts } from '../../agents/mcts/index.ts'
import { classicOf } from '../classics/load.ts'
import { mistakesOf, Perfect } from './perfect.ts'

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
