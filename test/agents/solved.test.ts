/** Searches of small, solved games keep a position's value against any play. */
import { expect, it } from 'vitest'
import { mcts } from '../../agents/mcts/index.ts'
import { classicOf } from '../classics/load.ts'
import { mistakesOf, Perfect } from './perfect.ts'

it.each([0, 1])('from 1,000 iterations on, nobody wins tic-tac-toe against seat %i', seat => {
  const game = classicOf('tic-tac-toe')
  const perfect = new Perfect(game)
  const agent = (iterations: number) => mcts.make(game, mcts.options.parse({ iterations }))
  const { asked, mistakes } = mistakesOf(agent(1000), perfect, seat, 'solved')
  expect(asked).toBeGreaterThan(50)
  expect(mistakes).toEqual([])
  // A search that is too short is seen to make mistakes.
  expect(mistakesOf(agent(20), perfect, seat, 'solved').mistakes).not.toEqual([])
})
