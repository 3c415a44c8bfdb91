/** The loop that plays a match, in one place: what comes next, and who is to move. */
import { RESOLVE_BIT, type Seat, type State } from './basics.ts'
import type { Game, RandomMatch } from './game.ts'
import { type GameInfo, newEvents } from './info.ts'

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

/**
 * Random play of one step: draws and applies decisions, each seat's from `rngs[seat]` and chance's from `rngs[CHANCE]`, until
 * `resolve` has completed a step or the match is over. Slots may share a generator. Returns the number of decisions, chance's
 * among them; its complement (`~`) if the match was over before a step was complete. Throws an Error past `decisionMax`.
 *
 * A game may do the same in its own, faster way: play through `game.sampleStep` where there is one, and through this where not.
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
 * Random play to the end of a match, step by step as `sampleStep` says, from whatever `match` holds of it already. Its counts go on, and a sample of the
 * gauges is taken after every step that is completed. Throws an Error past `decisionMax`.
 *
 * A game may do the same in its own, faster way: play through `game.sampleMatch` where there is one, and through this where not.
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

/** What a random match is written into, empty. */
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

/** Counts a step that was completed, and takes a sample of the gauges. */
export function takeSample(game: Game, state: State, match: RandomMatch): void {
  const { gauges, seats } = game.info
  game.gauge(state, match.gauges, match.samples * gauges.length * seats.length)
  match.since[match.samples++] = match.steps++
}

/** Throws an Error if a match has had more decisions than its game allows. */
export function requireEnd({ info: { id, decisionMax } }: Game, decisions: number): void {
  if (decisions > decisionMax)
    throw new Error(`${id}: found more than ${decisionMax} decisions, expected the match to end by then`)
}

/** Set bits of a mask. */
export function bitCount(mask: number): number {
  let v = mask - ((mask >>> 1) & 0x55555555)
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333)
  return Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
