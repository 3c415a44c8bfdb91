/** How large a game of plain values is: found by random matches, always the same, which also show the codec its shapes. */
import { advance, CHANCE, newEvents, newState, OVER } from '../contract/index.ts'
import { GameError } from '../modules/index.ts'
import { derive, RNG_WORDS, rootOf } from '../rng.ts'
import type { Definition } from './define.ts'
import type { PlainGame } from './game.ts'
import type { Sizes } from './info.ts'

/** What no state and no list of moves exceeds while sizes are found. */
const WIDE: Sizes = { words: 2 ** 16, moves: 2 ** 16 }
/** Random matches that are played, and decisions in all of them. */
const MATCHES = 20
const DECISIONS = 2_000
/** How much larger states and lists may be than these matches show, and the least that they may be. */
const FACTOR = 2
const WORDS_MIN = 32
const MOVES_MIN = 16

/** Plays matches of a game that `make` makes for sizes. Throws what the author's functions throw, and a GameError for a state without bounds. */
export function sizesOf(make: (sizes: Sizes) => PlainGame, { stateWords, movesAtOnce }: Definition): Sizes {
  const game = make(WIDE)
  const state = newState(game.info)
  const view = newState(game.info)
  const events = newEvents(game.info)
  const rng = new Int32Array(RNG_WORDS)
  let [words, moves, decisions] = [0, 0, 0]
  for (let match = 0; match < MATCHES && decisions < DECISIONS; match++) {
    derive(rng, rootOf('sizes'), match, 0)
    game.start(state, events)
    for (let next = 0; next !== OVER && decisions < DECISIONS; ) {
      next = advance(game, state, events)
      words = Math.max(words, game.wordsOf(state))
      if (next < 0) continue
      if (next !== CHANCE) {
        game.observe(state, next, view)
        words = Math.max(words, game.wordsOf(view))
      }
      moves = Math.max(moves, game.movesOf(state, next).length)
      game.apply(state, next, game.sample(state, next, rng), events)
      decisions++
    }
  }
  if (words * FACTOR > WIDE.words && stateWords === undefined)
    throw new GameError(
      `a state takes ${words} words, expected at most ${WIDE.words / FACTOR}: keep what a player need not know out of it`,
    )
  return {
    words: stateWords ?? words * FACTOR + WORDS_MIN,
    moves: movesAtOnce ?? Math.max(moves * FACTOR, MOVES_MIN),
  }
}
