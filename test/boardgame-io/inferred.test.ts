/** Moves that nothing lists are inferred, the same as a list by hand. */
import { describe, expect, it } from 'vitest'
import { advance, type CompiledGame, newEvents, newState, OVER } from '../../engine/contract/index.ts'
import { derive, RNG_WORDS, rootOf } from '../../engine/rng.ts'
import { type Loose, small } from './small.ts'
import { UNLISTED } from './unlisted.ts'

const GAMES = Object.entries(UNLISTED)

/** Plays matches at random; `look` gets each position, who is to move, and the texts of the moves offered. */
function eachPosition(
  game: CompiledGame,
  matches: number,
  look: (position: Loose, seat: number, offered: string[]) => void,
): void {
  const state = newState(game.info)
  const events = newEvents(game.info)
  const out = new Int32Array(game.info.legalMax)
  const rng = new Int32Array(RNG_WORDS)
  for (let match = 0; match < matches; match++) {
    derive(rng, rootOf('inferred'), match, 0)
    game.start(state, events)
    for (let next = advance(game, state, events); next !== OVER; next = advance(game, state, events)) {
      if (next < 0) continue
      if (next < game.info.seats.length) {
        const count = game.legal(state, next, out)
        const texts = Array.from({ length: count }, (_, at) => game.text.format(state, next, out[at]!))
        look((game.text.describe(state) as Loose).state, next, texts)
      }
      game.apply(state, next, game.sample(state, next, rng), events)
    }
  }
}

describe('moves that nothing lists', () => {
  it.each(GAMES)('are those of a list by hand: %s', (_name, { game, legal, labels }) => {
    const made = small({ turn: {}, ...game, ai: undefined })
    for (const label of labels) expect(made.notes!.join('\n')).toContain(label)
    let positions = 0
    eachPosition(made, 5, ({ G, ctx }, seat, offered) => {
      const expected = legal(G, ctx, `${seat}`).map(({ move, args }) =>
        args.length === 0 ? move : `${move}(${args.map(arg => JSON.stringify(arg)).join(',')})`,
      )
      expect([...offered].sort()).toEqual([...expected].sort())
      positions++
    })
    expect(positions).toBeGreaterThan(20)
  })
})
