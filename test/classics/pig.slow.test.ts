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
  // Position number `at` leads to next[from[at]] up to, not including, next[from[at + 1]].
  const [from, next]: [number[], number[]] = [[0], []]
  const out = new Int32Array(game.info.legalMax)
  for (let at = 0; at < states.length; at++) {
    const state = states[at]!
    const seat = settle(game, state, events)
    seats.push(seat)
    const count = seat === OVER ? 0 : game.legal(state, seat, out)
    for (const action of out.subarray(0, count)) {
      const after = state.slice()
      game.apply(after, seat, action, events)
      settle(game, after, events)
      next.push(placeOf(after))
    }
    from.push(next.length)
  }
  const values = new Float64Array(states.length).fill(0.5)
  const returns = new Int32Array(2)
  for (const [at, state] of states.entries())
    if (seats[at] === OVER) {
      game.result(state, returns)
      values[at] = returns[0]! / 60
    }
  // In typed arrays, for they are gone through dozens of times.
  const [ends, leads, movers] = [Int32Array.from(from), Int32Array.from(next), Int32Array.from(seats)]
  const chance: number = CHANCE
  for (let change = 1; change > 1e-10; ) {
    change = 0
    for (let at = states.length - 1; at >= 0; at--) {
      const [first, end, mover] = [ends[at]!, ends[at + 1]!, movers[at]!]
      if (first === end) continue
      let value = values[leads[first]!]!
      for (let i = first + 1; i < end; i++) {
        const other = values[leads[i]!]!
        if (mover === chance) value += other
        else value = mover === 0 ? Math.max(value, other) : Math.min(value, other)
      }
      if (mover === chance) value /= end - first
      change = Math.max(change, Math.abs(value - values[at]!))
      values[at] = value
    }
  }
  expect(values[0]).toBeCloseTo(0.5305927, 7)
}, 300_000)
