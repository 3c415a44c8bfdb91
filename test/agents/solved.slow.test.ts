/** Searches of small games that are solved, at length. */
import { afterAll, describe, expect, it } from 'vitest'
import { mcts } from '../../agents/mcts/index.ts'
import { classicOf } from '../classics/load.ts'
import { holdsItsOwn, mistakesOf, Perfect } from './perfect.ts'

describe.each([
  [1000, 10],
  [3000, 3],
])('with %i iterations, in %i searches of every position', (iterations, searches) => {
  const game = classicOf('tic-tac-toe')
  const perfect = new Perfect(game)
  const agent = mcts.make(game, mcts.options.parse({ iterations }))

  it.each([0, 1])('nobody wins tic-tac-toe against seat %i', seat => {
    for (let n = 0; n < searches; n++)
      expect(mistakesOf(agent, perfect, seat, `solved ${n}`).mistakes).toEqual([])
  })
})

/** A solver for each board: what it finds for one seat it knows for the other. */
const boards = new Map<string, Perfect>()
afterAll(() => boards.clear())

function perfectOn(columns: number, rows: number): Perfect {
  const key = `${columns} x ${rows}`
  const known = boards.get(key) ?? new Perfect(classicOf('connect-four', { columns, rows }))
  boards.set(key, known)
  return known
}

it.each([
  [5, 4, 0, 10_000, 10],
  [5, 4, 1, 10_000, 10],
  [5, 5, 0, 100_000, 1],
  [5, 5, 1, 100_000, 1],
  // The second seat wins; the first has nothing to hold.
  [6, 4, 1, 100_000, 1],
])(
  'connect four on %i columns of %i comes to its value against perfect play: seat %i, %i iterations, %i matches',
  (columns, rows, seat, iterations, matches) => {
    const perfect = perfectOn(columns, rows)
    const agent = mcts.make(perfect.game, mcts.options.parse({ iterations }))
    for (let match = 0; match < matches; match++)
      expect([match, holdsItsOwn(agent, perfect, seat, match)]).toEqual([match, true])
  },
)
