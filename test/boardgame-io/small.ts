/** Small games of boardgame.io, made for one trap each, and their positions. */
import { join } from 'node:path'
import { expect } from 'vitest'
import { boardgameIn } from '../../engine/boardgame-io/index.ts'
import { advance, type CompiledGame, newEvents, newState, OVER, STEP } from '../../engine/contract/index.ts'
import { derive, RNG_WORDS, rootOf } from '../../engine/rng.ts'
import { HERE } from './games.ts'

// biome-ignore lint/suspicious/noExplicitAny: games of boardgame.io are JavaScript.
export type Loose = any

/** What a game says that is the same in the reducer. */
export const SAME = /boardgame.io's reducer agree in \d matches \(\d+ states\)/

/** A game of one move that everybody may make, with changes. */
export function small(changes: object, extras: object = {}): CompiledGame {
  const game = {
    setup: () => ({ n: 0, last: null, seen: [] }),
    turn: { maxMoves: 1 },
    moves: {
      add: ({ G, playerID }: Loose, by = 1) => {
        G.n += by
        G.last = playerID
      },
    },
    endIf: ({ G }: Loose) => (G.n >= 6 ? { winner: G.last } : undefined),
    ai: {
      enumerate: () => [
        { move: 'add', args: [1] },
        { move: 'add', args: [2] },
      ],
    },
    ...changes,
  }
  const found = boardgameIn({ default: game, evenhand: extras }, join(HERE, 'small.js'))!
  return found.compile('small', found.schema.parse({}))
}

/** Plays a match at random and returns its positions, after the start and every step. */
export function positions(game: CompiledGame, seed = 0): Loose[] {
  const state = newState(game.info)
  const events = newEvents(game.info)
  const rng = new Int32Array(RNG_WORDS)
  derive(rng, rootOf('test'), seed, 0)
  game.start(state, events)
  const all: Loose[] = [(game.text.describe(state) as Loose).state]
  for (let next = advance(game, state, events); next !== OVER; next = advance(game, state, events)) {
    if (next >= 0) game.apply(state, next, game.sample(state, next, rng), events)
    else if (next === STEP) all.push((game.text.describe(state) as Loose).state)
  }
  return all
}

/** Anything else about it. */
export const isSame = (game: CompiledGame): void => expect(game.notes?.[0]).toMatch(SAME)
