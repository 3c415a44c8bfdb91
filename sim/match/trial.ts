/** A few random matches, which show whether a game of the user can be played at all, and plays the same the next time. */
import { type CompiledGame, differenceIn, wrapGame } from '../../engine/contract/index.ts'
import { GameError } from '../../engine/modules/index.ts'
import { below, rootOf } from '../../engine/rng.ts'
import type { MatchAgent } from './asker.ts'
import { MatchRunner } from './runner.ts'

/** Chooses at random as any agent does, so that lists and views are asked for, too. */
const PLAYER: MatchAgent = {
  agent: { choose: (_view, _seat, legal, count, rng) => legal[below(rng, count)]! },
  foreign: false,
}

/** Is drawn for by the game itself. */
const DRAWER: MatchAgent = { ...PLAYER, agent: { ...PLAYER.agent, samplesUniformly: true } }

/** Most words of all states that are kept for comparison, some megabytes. */
const KEPT_WORDS = 2 ** 20

/**
 * Plays random matches of a game, always the same, and once more of the game compiled anew, since one that was played remembers. Throws what the game
 * throws, an Error if it breaks its limits, and a GameError if it plays otherwise the second time.
 */
export function tryOut(compile: () => CompiledGame): void {
  const states: Int32Array[] = []
  let words = 0
  play(compile(), (_, state) => {
    words += state.length
    if (words <= KEPT_WORDS) states.push(state.slice())
  })
  let at = 0
  play(compile(), (game, state) => {
    const expected = states[at++]
    if (expected !== undefined) requireSame(game, state, expected)
  })
}

/** Shows all states after the start and after each decision. */
function play(game: CompiledGame, show: (game: CompiledGame, state: Int32Array) => void): void {
  const shown = wrapGame(game, {
    start: (state, events) => {
      game.start(state, events)
      show(game, state)
    },
    apply: (state, seat, action, events) => {
      game.apply(state, seat, action, events)
      show(game, state)
    },
  })
  const seats = game.info.seats.length
  const root = rootOf('trial')
  const runner = new MatchRunner(
    shown,
    Array.from({ length: seats }, () => PLAYER),
  )
  for (let rotation = 0; rotation < seats; rotation++) runner.play(root, 0, rotation, true)
  const drawing = new MatchRunner(
    game,
    Array.from({ length: seats }, () => DRAWER),
  )
  drawing.play(root, 1, 0, false)
}

function requireSame(game: CompiledGame, found: Int32Array, expected: Int32Array): void {
  const word = found.findIndex((one, i) => one !== expected[i])
  if (word < 0) return
  const difference =
    differenceIn(game, { what: 'a position', found, expected }) ??
    `word ${word} of a position is ${found[word]}; expected ${expected[word]}`
  throw new GameError(
    `played a second time, the same match went another way: ${difference}, as the first time; play may depend on nothing but the state, and on no variable that changes outside of it`,
  )
}
