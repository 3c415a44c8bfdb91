/** Random matches of any game, with a look at every state on the way. */
import {
  CHANCE,
  CHANCE_BIT,
  type CompiledGame,
  newState,
  RESOLVE_BIT,
  type Seat,
} from '../../engine/contract/index.ts'
import { below, derive, RNG_WORDS, rootOf } from '../../engine/rng.ts'
import { type Buffers, buffersOf, plain } from './buffers.ts'

export interface Position extends Buffers {
  readonly game: CompiledGame
  /** What `actors` said; 0 at the end of the match, which is visited too. */
  readonly mask: number
  readonly decisions: number
  readonly steps: number
  /** For the visitor's own draws, so that looking changes nothing of the match. */
  readonly rng: Int32Array
}

export function generator(seed: string, index: number, stream: number): Int32Array {
  const rng = new Int32Array(RNG_WORDS)
  derive(rng, rootOf(seed), index, stream)
  return rng
}

/** Seats and chance in a mask, ascending. */
export function dueOf(game: CompiledGame, mask: number): Seat[] {
  const due: Seat[] = []
  for (let seat = 0; seat < game.info.seats.length; seat++) if ((mask >> seat) & 1) due.push(seat)
  if (mask & CHANCE_BIT) due.push(CHANCE)
  return due
}

export function legalOf(game: CompiledGame, state: Int32Array, seat: Seat): Int32Array {
  const out = new Int32Array(game.info.legalMax)
  const count = game.legal(state, seat, out)
  return out.subarray(0, count)
}

export function viewOf(game: CompiledGame, state: Int32Array, seat: Seat): Int32Array {
  const view = newState(game.info)
  game.observe(state, seat, view)
  return view
}

/** The place in the list of outcomes that a draw below the sum of the odds falls on. */
export function outcomeAt(odds: Int32Array, draw: number): number {
  let left = draw
  let place = 0
  for (let weight = odds[0]!; left >= weight; weight = odds[place]!) {
    left -= weight
    place++
  }
  return place
}

/** A uniform legal action, or an outcome of chance by its odds, by writing the list. */
export function draw(
  game: CompiledGame,
  state: Int32Array,
  seat: Seat,
  rng: Int32Array,
  at: Buffers,
): number {
  const count = game.legal(state, seat, at.legal)
  if (seat !== CHANCE) return at.legal[below(rng, count)]!
  return at.legal[outcomeAt(at.odds, below(rng, game.chanceWeights!(state, at.odds)))]!
}

/** Resolves whatever needs no decision; returns the steps completed. */
export function settle(game: CompiledGame, state: Int32Array, events: Int32Array): number {
  let steps = 0
  while (game.toMove(state) === RESOLVE_BIT) if (game.resolve(state, events)) steps++
  return steps
}

/**
 * Plays match `index` of `seed` to the end, the seats due deciding in random order, and visits every state before
 * something is done to it. Stops, with the law broken, when the match outlives its own decisionMax by far.
 */
export function walk(
  game: CompiledGame,
  seed: string,
  index: number,
  visit: (at: Position) => void,
  buffers: Buffers = buffersOf(game, plain),
): Position {
  const { state, events } = buffers
  const moves = generator(seed, index, 1)
  const rng = generator(seed, index, 2)
  let decisions = 0
  let steps = 0
  game.start(state, events)
  for (;;) {
    const mask = game.toMove(state)
    const position: Position = { ...buffers, game, mask, decisions, steps, rng }
    visit(position)
    if (mask === 0) return position
    if (mask === RESOLVE_BIT) {
      if (game.resolve(state, events)) steps++
      continue
    }
    const due = dueOf(game, mask)
    const seat = due[below(moves, due.length)]!
    game.apply(state, seat, draw(game, state, seat, moves, buffers), events)
    if (++decisions > 2 * game.info.decisionMax) throw new Error(`no end after ${decisions} decisions`)
  }
}
