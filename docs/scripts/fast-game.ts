/** Random matches a second of CPU by each step of the fast contract, for docs/guides/fast-game.md. */
import { advance, type CompiledGame, newEvents, newState, OVER } from '../../engine/contract/index.ts'
import { findGame, loadGames } from '../../engine/registry/index.ts'
import { below, derive, RNG_WORDS, rootOf } from '../../engine/rng.ts'

/** The best time of this many rounds counts; all ways take turns. */
const ROUNDS = 5

/** Plays a match from its start to its end. */
type Play = (state: Int32Array, events: Int32Array, rng: Int32Array) => void

/** Decision by decision, each drawn by `draw`. */
function decisions(game: CompiledGame, draw: CompiledGame['sample']): Play {
  return (state, events, rng) => {
    for (let next = advance(game, state, events); next !== OVER; next = advance(game, state, events))
      if (next >= 0) game.apply(state, next, draw(state, next, rng), events)
  }
}

/** A list of all that is legal, and a pick from it. */
function listed(game: CompiledGame): CompiledGame['sample'] {
  const legal = new Int32Array(game.info.legalMax)
  return (state, seat, rng) => legal[below(rng, game.legal(state, seat, legal))]!
}

/** Seconds of CPU that some matches take. */
function seconds(game: CompiledGame, play: Play, matches: number): number {
  const state = newState(game.info)
  const events = newEvents(game.info)
  const rng = new Int32Array(RNG_WORDS)
  const root = rootOf('speed')
  const before = process.cpuUsage()
  for (let match = 0; match < matches; match++) {
    derive(rng, root, match, 0)
    game.start(state, events)
    play(state, events, rng)
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}

await loadGames()
const fast = findGame('tic-tac-toe').compile({})
const frontline = findGame('frontline').compile({})

const WAYS: readonly (readonly [what: string, game: CompiledGame, play: Play, matches: number])[] = [
  ['tic-tac-toe, sample by a list and a pick', fast, decisions(fast, listed(fast)), 100_000],
  ['tic-tac-toe, its own sample', fast, decisions(fast, fast.sample.bind(fast)), 100_000],
  ['Frontline, its own sample', frontline, decisions(frontline, frontline.sample.bind(frontline)), 3_000],
]

const best = WAYS.map(() => Number.POSITIVE_INFINITY)
for (let round = 0; round < ROUNDS; round++)
  for (const [way, [, game, play, matches]] of WAYS.entries())
    best[way] = Math.min(best[way]!, seconds(game, play, matches))
for (const [way, [what, , , matches]] of WAYS.entries())
  console.log(
    `| ${what} | ${Math.round(matches / best[way]!).toLocaleString('en')} | ${matches.toLocaleString('en')} |`,
  )
