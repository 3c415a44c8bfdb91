/** The loop that plays a match. */
import { RESOLVE_BIT, type Seat, type State } from './basics.ts'
import type { Game, RandomMatch } from './game.ts'
import { type GameInfo, newEvents } from './info.ts'

/** What `advance` returns besides seats: the match is over; a step, or part of one, was resolved. */
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
 * Resolves until a seat or chance is to move, which it returns, or OVER. Calls `onStep` after every complete
 * step.
 */
export function settle(game: Game, state: State, events: Int32Array, onStep?: () => void): Seat {
  for (;;) {
    const next = advance(game, state, events)
    if (next === STEP) onStep?.()
    else if (next !== PART) return next
  }
}

/**
 * Plays one step at random, drawing each seat's decisions from `rngs[seat]` (slots may share a generator).
 * Returns the number of decisions, chance's included; its complement (`~`) if the match ended before the step
 * did. Throws an Error past `decisionMax`. Callers prefer `game.sampleStep`.
 */
export function sampleStep(
  game: Game,
  state: State,
  rngs: readonly Int32Array[],
  events: Int32Array,
): number {
  let decisions = 0
  for (;;) {
    const seat = advance(game, state, events)
    if (seat === STEP) return decisions
    if (seat === OVER) return ~decisions
    if (seat === PART) continue
    requireEnd(game, ++decisions)
    game.apply(state, seat, game.sample(state, seat, rngs[seat]!), events)
  }
}

/**
 * Plays to the end at random, continuing `match`, with a sample of the gauges after every step. Throws an
 * Error past `decisionMax`. Callers prefer `game.sampleMatch`.
 */
export function sampleMatch(game: Game, state: State, rngs: readonly Int32Array[], match: RandomMatch): void {
  for (;;) {
    const decisions = game.sampleStep
      ? game.sampleStep(state, rngs, match.events)
      : sampleStep(game, state, rngs, match.events)
    match.decisions += decisions < 0 ? ~decisions : decisions
    requireEnd(game, match.decisions)
    if (decisions < 0) return
    takeSample(game, state, match)
  }
}

export function newRandomMatch(info: GameInfo): RandomMatch {
  return {
    decisions: 0,
    steps: 0,
    samples: 0,
    gauges: new Int32Array(info.stepMax * info.gauges.length * info.seats.length),
    since: Int32Array.from({ length: info.stepMax }, (_, sample) => sample),
    events: newEvents(info),
  }
}

/** Counts a complete step and samples the gauges. */
export function takeSample(game: Game, state: State, match: RandomMatch): void {
  const { gauges, seats } = game.info
  game.gauge(state, match.gauges, match.samples * gauges.length * seats.length)
  match.since[match.samples++] = match.steps++
}

export function requireEnd({ info: { id, decisionMax } }: Game, decisions: number): void {
  if (decisions > decisionMax)
    throw new Error(`${id}: found more than ${decisionMax} decisions, expected the match to end by then`)
}

export function bitCount(mask: number): number {
  let v = mask - ((mask >>> 1) & 0x55555555)
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333)
  return Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
