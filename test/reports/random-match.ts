/** Random matches as records write them. */
import { CHANCE, type CompiledGame, newEvents, newState, OVER, settle } from '../../engine/contract/index.ts'
import { derive, rootOf } from '../../engine/rng.ts'

/** At most this many first decisions of a random match, always the same. */
export function randomDecisions(game: CompiledGame, most: number): string[] {
  const state = newState(game.info)
  const events = newEvents(game.info)
  const rng = new Int32Array(4)
  derive(rng, rootOf('pages'), 0, 0)
  game.start(state, events)
  const decisions: string[] = []
  for (
    let seat = settle(game, state, events);
    seat !== OVER && decisions.length < most;
    seat = settle(game, state, events)
  ) {
    const action = game.sample(state, seat, rng)
    const name = seat === CHANCE ? 'chance' : game.info.seats[seat]
    decisions.push(`${name} ${game.text.format(state, seat, action)}`)
    game.apply(state, seat, action, events)
  }
  return decisions
}
