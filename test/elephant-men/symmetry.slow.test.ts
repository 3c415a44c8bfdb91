/**
 * The shipped layouts are symmetric under a half turn, so neither side may have an advantage that comes from how
 * plans are cut into decisions: what white may choose, turned around, is what black may choose in the turned match.
 */
import { describe, expect, it } from 'vitest'
import {
  type CompiledGame,
  EVENTS,
  FIELDED,
  newEvents,
  newState,
  OVER,
  settle,
} from '../../engine/contract/index.ts'
import { below, derive, RNG_WORDS, rootOf } from '../../engine/rng.ts'
import { gameOf, RULE_SETS } from './load.ts'

/** An order as the other side would write it on a board of 8 by 8, seen from there. */
function turned(text: string): string {
  return text.replace(/[a-h][1-8]/g, square => {
    const file = String.fromCharCode(97 + 7 - (square.charCodeAt(0) - 97))
    return `${file}${9 - Number(square[1])}`
  })
}

/** What a seat may choose, as sorted texts. */
function choices(game: CompiledGame, state: Int32Array, seat: number): string[] {
  const legal = new Int32Array(game.info.legalMax)
  const count = game.legal(state, seat, legal)
  return Array.from(legal.subarray(0, count), action => game.text.format(state, seat, action)).sort()
}

/** Whether some unit changed sides: a side may then own a unit and its counterpart, whose order is not turned along. */
function converted(game: CompiledGame, events: Int32Array): boolean {
  let fielded = 0
  for (let i = 0; i < game.info.seats.length * game.info.assets.length; i++)
    if (game.info.assets[i % game.info.assets.length]!.group === 'unit')
      fielded += events[i * EVENTS.length + FIELDED]!
  return fielded > 0
}

describe.each(RULE_SETS)('%s', name => {
  it('offers both sides the same plans, turned around', () => {
    const game = gameOf(name)
    const [white, black] = [newState(game.info), newState(game.info)]
    const start = newState(game.info)
    const events = newEvents(game.info)
    const rng = new Int32Array(RNG_WORDS)
    let compared = 0
    game.start(start, events)
    for (let match = 0; match < 6; match++) {
      derive(rng, rootOf('turned'), match, 0)
      white.set(start)
      black.set(start)
      events.fill(0)
      for (let seat = settle(game, white, events); seat !== OVER; seat = settle(game, white, events)) {
        settle(game, black, events)
        if (converted(game, events)) break
        const mine = choices(game, white, seat)
        expect(choices(game, black, 1 - seat)).toEqual(mine.map(turned).sort())
        const chosen = mine[below(rng, mine.length)]!
        game.apply(white, seat, game.text.parse(white, seat, chosen), events)
        game.apply(black, 1 - seat, game.text.parse(black, 1 - seat, turned(chosen)), events)
        compared++
      }
    }
    expect(compared).toBeGreaterThan(100)
  })
})
