/** How far a search looks when a seat is out. */
import { describe, expect, it } from 'vitest'
import { mcts } from '../../agents/mcts/index.ts'
import {
  advance,
  bitCount,
  type CompiledGame,
  newEvents,
  newState,
  OVER,
  wrapGame,
} from '../../engine/contract/index.ts'
import { generator } from '../../engine/laws/walk.ts'
import { gameOf } from './load.ts'

const ITERATIONS = 50

/** Mean steps of an iteration at a decision of a random match in which this many seats are out. */
function stepsOf(inner: CompiledGame, seatsOut: number): number {
  let steps = 0
  const game = wrapGame(inner, {
    resolve: (state, events) => {
      const complete = inner.resolve(state, events)
      if (complete) steps++
      return complete
    },
    out: state => inner.out!(state),
  })
  const agent = mcts.make(game, mcts.options.parse({ iterations: ITERATIONS, depth: 1 }))
  const [state, view, events] = [newState(game.info), newState(game.info), newEvents(game.info)]
  const legal = new Int32Array(game.info.legalMax)
  const rng = generator(`out ${seatsOut}`, 0, 0)
  game.start(state, events)
  for (;;) {
    const seat = advance(game, state, events)
    if (seat === OVER) game.start(state, events)
    if (seat < 0) continue
    if (seat < game.info.seats.length && bitCount(game.out!(state)) === seatsOut) {
      const count = game.legal(state, seat, legal)
      if (count > 1) {
        game.observe(state, seat, view)
        steps = 0
        agent.choose(view, seat, legal, count, rng)
        return steps / ITERATIONS
      }
    }
    game.apply(state, seat, game.sample(state, seat, rng), events)
  }
}

describe.each(['three', 'four'] as const)('with %s seats', set => {
  const game = gameOf(set)

  it.each(Array.from({ length: game.info.seats.length - 1 }, (_, seats) => seats))(
    'an iteration is about two rounds long at most while %i are out',
    seatsOut => expect(stepsOf(game, seatsOut)).toBeLessThan(2.5),
  )
})
