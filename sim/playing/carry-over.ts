/** Whether a position of a match fits other rules. */
import {
  type CompiledGame,
  newEvents,
  OVER,
  requireEnd,
  type State,
  settle,
} from '../../engine/contract/index.ts'
import { derive, RNG_WORDS, rootOf } from '../../engine/rng.ts'

/** Random matches from the position that must come to an end. */
const TRIED = 3

/** Why a position of one game can't be played on in another; null if it can. Both are compiled from rules of one game. */
export function whyUnfit(from: CompiledGame, to: CompiledGame, state: State): string | null {
  const [seats, others] = [from.info.seats, to.info.seats].map(names => names.join())
  if (seats !== others) return 'the new rules have other seats'
  if (from.info.stateSize !== to.info.stateSize) return 'positions look different under the new rules'
  try {
    const [before, after] = [from, to].map(game => JSON.stringify(game.text.describe(state)))
    if (before !== after) return 'this position means something else under the new rules'
    if (from.toMove(state) !== to.toMove(state)) return 'another seat would be to move under the new rules'
    for (let n = 0; n < TRIED; n++) playOn(to, state.slice(), n)
  } catch {
    return "the new rules can't play this position on"
  }
  return null
}

function playOn(game: CompiledGame, state: State, n: number): void {
  const events = newEvents(game.info)
  const rng = new Int32Array(RNG_WORDS)
  derive(rng, rootOf('carry over'), n, 0)
  for (let decisions = 1; ; decisions++) {
    const seat = settle(game, state, events)
    if (seat === OVER) return
    requireEnd(game, decisions)
    game.apply(state, seat, game.sample(state, seat, rng), events)
  }
}
