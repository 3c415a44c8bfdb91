/** Random matches of any game, and buffers that show when an engine steps outside of them. */
import {
  bitCount,
  CHANCE,
  CHANCE_BIT,
  type CompiledGame,
  newEvents,
  newState,
  RESOLVE_BIT,
  type Seat,
} from '../contract/index.ts'
import { below, derive, RNG_WORDS, rootOf } from '../rng.ts'

export interface WalkPosition extends GameBuffers {
  readonly game: CompiledGame
  /** What `toMove` returned; 0 at the end, which is visited too. */
  readonly mask: number
  /** True while some of the seats that decide together have sealed a decision. */
  readonly sealed: boolean
  readonly decisions: number
  readonly steps: number
  /** For the visitor's own draws; the match has another generator. */
  readonly rng: Int32Array
}

export function generator(seed: string, index: number, stream: number): Int32Array {
  return rooted(rootOf(seed), index, stream)
}

function rooted(root: Int32Array, index: number, stream: number): Int32Array {
  const rng = new Int32Array(RNG_WORDS)
  derive(rng, root, index, stream)
  return rng
}

/** Seats in a mask, ascending; without chance. */
export function playersIn({ info }: CompiledGame, mask: number): Seat[] {
  const seats: Seat[] = []
  for (let seat = 0; seat < info.seats.length; seat++) if ((mask >> seat) & 1) seats.push(seat)
  return seats
}

/** Seats and chance in a mask, ascending. */
export function seatsIn(game: CompiledGame, mask: number): Seat[] {
  const seats = playersIn(game, mask)
  if (mask & CHANCE_BIT) seats.push(CHANCE)
  return seats
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

/** The index of the outcome that a draw below the sum of weights falls on. */
export function outcomeAt(weights: Int32Array, draw: number): number {
  let left = draw
  let place = 0
  for (let weight = weights[0]!; left >= weight; weight = weights[place]!) {
    left -= weight
    place++
  }
  return place
}

/** Draws by writing the list: uniformly for a seat, by weight for chance. */
export function draw(
  game: CompiledGame,
  state: Int32Array,
  seat: Seat,
  rng: Int32Array,
  at: GameBuffers,
): number {
  const count = game.legal(state, seat, at.legal)
  if (seat !== CHANCE) return at.legal[below(rng, count)]!
  return at.legal[outcomeAt(at.weights, below(rng, game.chanceWeights!(state, at.weights)))]!
}

/** Resolves whatever needs no decision; returns the steps completed. */
export function settle(game: CompiledGame, state: Int32Array, events: Int32Array): number {
  let steps = 0
  while (game.toMove(state) === RESOLVE_BIT) if (game.resolve(state, events)) steps++
  return steps
}

/** A visitor returns it to stop the match. */
export const STOP = Symbol('stop')

/** Most calls of `resolve` in a row that neither complete a step nor put anybody to move. */
const PARTS_MAX = 10_000

/**
 * Plays match `index` of `seed` to the end, or for `most` decisions, with the seats to move deciding in
 * random order. Visits every state before it changes, until a visit returns STOP. Throws if the match runs
 * far beyond decisionMax and stepMax. Returns the last position.
 */
export function walk(
  game: CompiledGame,
  seed: string,
  index: number,
  visit: (at: WalkPosition) => unknown,
  buffers: GameBuffers = buffersOf(game, unguarded),
  most = Number.POSITIVE_INFINITY,
): WalkPosition {
  const { state, view, guess, legal, weights, events, returns, gauges } = buffers
  const root = rootOf(seed)
  const [moves, rng] = [rooted(root, index, 1), rooted(root, index, 2)]
  let [decisions, steps, parts, before] = [0, 0, 0, 0]
  let sealed = false
  game.start(state, events)
  for (;;) {
    const mask = game.toMove(state)
    sealed = staysSealed(before, sealed, mask)
    // Spelled out: `...buffers` before other fields is slow in V8.
    const position: WalkPosition = {
      state,
      view,
      guess,
      legal,
      weights,
      events,
      returns,
      gauges,
      game,
      mask,
      sealed,
      decisions,
      steps,
      rng,
    }
    const isStopped = visit(position) === STOP
    if (isStopped || mask === 0 || (mask !== RESOLVE_BIT && decisions >= most)) return position
    before = mask
    parts++
    if (mask !== RESOLVE_BIT) {
      const seats = seatsIn(game, mask)
      const seat = seats[below(moves, seats.length)]!
      game.apply(state, seat, draw(game, state, seat, moves, buffers), events)
      decisions++
      parts = 0
    } else if (game.resolve(state, events)) {
      steps++
      parts = 0
    }
    const { decisionMax, stepMax } = game.info
    if (decisions > 2 * decisionMax || steps > 2 * stepMax || parts > PARTS_MAX)
      throw new Error(`no end after ${decisions} decisions and ${steps} steps`)
  }
}

function staysSealed(before: number, sealed: boolean, mask: number): boolean {
  return (sealed || bitCount(before) > 1) && mask !== 0 && (mask & ~before) === 0
}

/** All buffers that a game's methods write. */
export interface GameBuffers {
  readonly state: Int32Array
  readonly view: Int32Array
  readonly guess: Int32Array
  readonly legal: Int32Array
  readonly weights: Int32Array
  readonly events: Int32Array
  readonly returns: Int32Array
  readonly gauges: Int32Array
}

export function buffersOf(
  game: CompiledGame,
  make: (words: number, what: string) => Int32Array,
): GameBuffers {
  return {
    state: make(game.info.stateSize, 'state'),
    view: make(game.info.stateSize, 'view'),
    guess: make(game.info.stateSize, 'guess'),
    legal: make(game.info.legalMax, 'legal'),
    weights: make(game.info.legalMax, 'weights'),
    events: make(newEvents(game.info).length, 'events'),
    returns: make(game.info.seats.length, 'returns'),
    gauges: make(game.info.gauges.length * game.info.seats.length, 'gauges'),
  }
}

export const unguarded = (words: number): Int32Array => new Int32Array(words)

/** Words on either side of a guarded buffer: an engine that forgets a buffer's offset writes into them. */
const GUARD_WORDS = 16
const GUARD = 0x5ca1ab1e

export interface Guard {
  readonly what: string
  /** The index of the first guard word that was written, or -1. */
  touched(): number
}

export function guarded(words: number, what: string): { buffer: Int32Array; guard: Guard } {
  const whole = new Int32Array(words + 2 * GUARD_WORDS).fill(GUARD)
  const buffer = whole.subarray(GUARD_WORDS, GUARD_WORDS + words).fill(0)
  const touched = () => {
    for (let i = 0; i < whole.length; i++) {
      const inside = i >= GUARD_WORDS && i < GUARD_WORDS + words
      if (!inside && whole[i] !== GUARD) return i - GUARD_WORDS
    }
    return -1
  }
  return { buffer, guard: { what, touched } }
}

/**
 * Throws when an index outside is read or written (a typed array gives undefined, and swallows the write),
 * and when what is written is not a number.
 */
export function strict(words: Int32Array, what: string): Int32Array {
  const check = (target: Int32Array, key: string | symbol): void => {
    if (typeof key === 'string' && !(key in target))
      throw new RangeError(`${what}[${key}] is outside its ${target.length} words`)
  }
  return new Proxy(words, {
    get(target, key) {
      check(target, key)
      const value: unknown = Reflect.get(target, key, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
    set(target, key, value: unknown) {
      check(target, key)
      if (!Number.isFinite(value)) throw new RangeError(`${what}[${String(key)}] was given ${String(value)}`)
      return Reflect.set(target, key, value, target)
    },
  })
}
