/** Where searches cut their playouts off. */
import { describe, expect, it } from 'vitest'
import { mcts } from '../../agents/mcts/index.ts'
import {
  advance,
  type CompiledGame,
  newEvents,
  newState,
  OVER,
  wrapGame,
} from '../../engine/contract/index.ts'
import { generator } from '../../engine/laws/walk.ts'
import { gameOf as gameOfBulwark } from '../bulwark/load.ts'
import { gameOf as gameOfPrestige } from '../prestige/load.ts'

/**
 * How often an iteration has the game resolve something, in `searches` of one iteration at decisions of random matches. `inTurn`: after which the
 * same seat moves again, so it leaves its tree in that turn.
 */
function resolvesOf(inner: CompiledGame, options: object, searches: number, inTurn: boolean): number[] {
  let resolves = 0
  const game = wrapGame(inner, {
    resolve: (state, events) => {
      resolves++
      return inner.resolve(state, events)
    },
  })
  const agent = mcts.make(game, mcts.options.parse({ iterations: 1, ...options }))
  const [state, next, view, events] = [
    newState(game.info),
    newState(game.info),
    newState(game.info),
    newEvents(game.info),
  ]
  const legal = new Int32Array(game.info.legalMax)
  const rng = generator('cut', 0, 0)
  const found: number[] = []
  game.start(state, events)
  for (let met = 0; found.length < searches; ) {
    const seat = advance(inner, state, events)
    if (seat === OVER) game.start(state, events)
    if (seat < 0) continue
    const count = game.legal(state, seat, legal)
    const isFit =
      !inTurn ||
      legal.subarray(0, count).every(action => {
        next.set(state)
        game.apply(next, seat, action, events)
        return game.toMove(next) === 1 << seat
      })
    if (seat < game.info.seats.length && count > 1 && isFit && met++ % 5 === 4) {
      game.observe(state, seat, view)
      resolves = 0
      agent.choose(view, seat, legal, count, rng)
      found.push(resolves)
    }
    game.apply(state, seat, game.sample(state, seat, rng), events)
  }
  return found
}

describe('a playout that ends with the turn', () => {
  it('resolves one turn, that in which the seat leaves its tree', () => {
    expect(resolvesOf(gameOfBulwark(), { depth: 'turn' }, 12, true)).toEqual(new Array(12).fill(1))
    for (const resolves of resolvesOf(gameOfBulwark(), { depth: 3 }, 12, true))
      expect(resolves).toBeGreaterThan(1)
  })

  it('is what Prestige asks for, whose own turn ends before the round', () => {
    const game = gameOfPrestige('three')
    expect(resolvesOf(game, {}, 12, true)).toEqual(new Array(12).fill(1))
    // A turn that ends in the tree is followed by those of the others, and by the next one of the seat.
    const resolves = resolvesOf(game, {}, 100, false)
    expect(Math.max(...resolves)).toBe(1 + game.info.seats.length)
  })
})
