/** The loop that plays a match, in one place: what comes next, and who is to move. */
import { RESOLVE_BIT, type Seat, type State } from './basics.ts'
import type { Game } from './game.ts'

/** What `advance` returns besides a seat: the match is over, a step was completed, or part of one was resolved. */
export const OVER = -1
export const STEP = -2
export const PART = -3

/** The lowest seat (or bit) of a mask that is not 0. */
export function lowest(mask: number): Seat {
  return 31 - Math.clz32(mask & -mask)
}

/**
 * Takes a match as far as one call can without a decision. Returns the lowest seat to move (CHANCE among them), whose
 * decision the caller then applies; STEP or PART after resolving what needs no decision; OVER at the end.
 *
 *     for (let next = advance(game, state, events); next !== OVER; next = advance(game, state, events)) {
 *       if (next >= 0) game.apply(state, next, choose(next), events)
 *     }
 */
export function advance(game: Game, state: State, events: Int32Array): Seat {
  const mask = game.toMove(state)
  if (mask === RESOLVE_BIT) return game.resolve(state, events) ? STEP : PART
  return mask === 0 ? OVER : lowest(mask)
}

/**
 * Resolves until a seat or chance is to move, which it returns as `advance` does, or OVER. `onStep` is called after every
 * step that was completed.
 */
export function settle(game: Game, state: State, events: Int32Array, onStep?: () => void): Seat {
  for (;;) {
    const next = advance(game, state, events)
    if (next === STEP) onStep?.()
    else if (next !== PART) return next
  }
}

/** Set bits of a mask. */
export function bitCount(mask: number): number {
  let v = mask - ((mask >>> 1) & 0x55555555)
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333)
  return Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
