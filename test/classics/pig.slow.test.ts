/** The value of Pig to 100, found by iteration over all its positions. */
import { expect, test } from 'vitest'
import { CHANCE, newEvents, OVER, type State, settle } from '../../engine/contract/index.ts'
import { classicOf, startOf } from './load.ts'

const game = classicOf('pig', { turns: 1000 })
const events = newEvents(game.info)

/** The word that counts turns, found by what the game says of itself: without a limit positions differ in it and are the same. */
function turnWord(): number {
  const state = startOf(game)
  const places = state.map((_, at) => at)
  let left = [...places]
  for (const face of [0, 0, 0, 0, 0]) {
    const turns = (game.text.describe(state) as { turns: number }).turns
    left = left.filter(at => state[at] === turns)
    game.apply(state, settle(game, state, events), 0, events)
    game.apply(state, CHANCE, face, events)
    settle(game, state, events)
  }
  expect(left).toHaveLength(1)
  return left[0]!
}

// Neller and Presser, Optimal play of the dice game Pig, UMAP Journal 25 (2004): the first player wins with .5306; to more digits .5305927.
test('the first seat wins Pig to 100 with .5305927', () => {
  const turns = turnWord()
  const places = new Map<string, number>()
  const states: State[] = []
  const placeOf = (state: State): number => {
    // Whose turn it is shows in who is to move.
    state[turns]! &= 1
    const key = String.fromCharCode(...state.map(word => word + 1))
    const known = places.get(key)
    if (known !== undefined) return known
    places.set(key, states.length)
    states.push(state)
    return states.length - 1
  }
  placeOf(startOf(game))
  const seats: number[] = []
  const next: number[][] = []
  for (let at = 0; at < states.length; at++) {
    const state = states[at]!
    const seat = settle(game, state, events)
    seats.push(seat)
    const out = new Int32Array(game.info.legalMax)
    const count = seat === OVER ? 0 : game.legal(state, seat, out)
    next.push(
      [...out.subarray(0, count)].map(action => {
        const after = state.slice()
        game.apply(after, seat, action, events)
        settle(game, after, events)
        return placeOf(after)
      }),
    )
  }
  const values = new Float64Array(states.length).fill(0.5)
  const returns = new Int32Array(2)
  for (const [at, state] of states.entries())
    if (seats[at] === OVER) {
      game.result(state, returns)
      values[at] = returns[0]! / 60
    }
  for (let change = 1; change > 1e-10; ) {
    change = 0
    for (let at = states.length - 1; at >= 0; at--) {
      const list = next[at]!
      if (list.length === 0) continue
      let value = values[list[0]!]!
      for (let i = 1; i < list.length; i++) {
        const other = values[list[i]!]!
        if (seats[at] === CHANCE) value += other
        else value = seats[at] === 0 ? Math.max(value, other) : Math.min(value, other)
      }
      if (seats[at] === CHANCE) value /= list.length
      change = Math.max(change, Math.abs(value - values[at]!))
      values[at] = value
    }
  }
  expect(values[0]).toBeCloseTo(0.5305927, 7)
}, 300_000)
