/** The law of idle actions: they lead where the passive one does, as long as everybody is passive. */
import {
  advance,
  CHANCE,
  type CompiledGame,
  newEvents,
  OVER,
  type Seat,
  type State,
} from '../contract/index.ts'
import { type Law, lawOfPositions, nameOf, requireSame, type Subject } from './law.ts'
import { legalOf, type Position, seatsIn } from './walk.ts'

export function idleLaws(subject: Subject): Law[] {
  if (subject.game.isIdle === undefined) return []
  return [
    lawOfPositions(
      subject,
      'an idle action leads to the gauges and returns of the passive one, when everybody is passive',
      checkIdle,
      subject.stride,
    ),
  ]
}

function checkIdle({ game, mask, state, view, rng }: Position): void {
  for (const seat of seatsIn(game, mask)) {
    if (seat === CHANCE) continue
    const legal = legalOf(game, state, seat)
    game.observe(state, seat, view)
    for (const position of [state, view]) {
      const expected = outlook(game, position, seat, game.passive(position, seat), rng.slice())
      for (const action of legal) {
        if (!game.isIdle!(position, seat, action)) continue
        const found = outlook(game, position, seat, action, rng.slice())
        requireSame(found, expected, `the outlook after ${nameOf(game, seat)}'s idle action ${action}`)
      }
    }
  }
}

/** What `isIdle` speaks of: gauges and returns once the seat is to move again after a step, or at the end; before it, whether it is one. */
function outlook(
  game: CompiledGame,
  from: State,
  seat: Seat,
  action: number,
  chance: Int32Array,
): Int32Array {
  const { gauges, seats } = game.info
  const state = from.slice()
  const events = newEvents(game.info)
  const out = new Int32Array(1 + (1 + gauges.length) * seats.length)
  let resolved = false
  game.apply(state, seat, action, events)
  for (let next = advance(game, state, events); next !== OVER; next = advance(game, state, events)) {
    if (next < 0) resolved = true
    else if (resolved && (game.toMove(state) >> seat) & 1) break
    else {
      const chosen = next === CHANCE ? game.sample(state, next, chance) : game.passive(state, next)
      game.apply(state, next, chosen, events)
    }
  }
  game.gauge(state, out, 1 + seats.length)
  if (game.toMove(state) !== 0) return out
  out[0] = 1
  game.result(state, out.subarray(1, 1 + seats.length))
  return out
}
