/** Buffers that show when an engine steps outside what it was lent. */
import { type CompiledGame, newEvents } from '../contract/index.ts'

/** Every buffer that the methods of a game write. */
export interface Buffers {
  readonly state: Int32Array
  readonly view: Int32Array
  readonly guess: Int32Array
  readonly legal: Int32Array
  readonly weights: Int32Array
  readonly events: Int32Array
  readonly returns: Int32Array
  readonly gauges: Int32Array
}

/** Makes all buffers of a game by `make(words, what)`. */
export function buffersOf(game: CompiledGame, make: (words: number, what: string) => Int32Array): Buffers {
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

export const plain = (words: number): Int32Array => new Int32Array(words)

/** Words on either side of a guarded buffer: an engine that forgets a buffer's offset writes into them. */
const GUARD_WORDS = 16
const GUARD = 0x5ca1ab1e

export interface Guard {
  readonly what: string
  /** The index of the first guard word that was written, or -1. */
  touched(): number
}

/** A buffer between guard words, and the guard that watches them. */
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
 * The same words, but reading or writing any index that is not there throws (a typed array would give undefined and
 * swallow the write), and so does writing what is not a number.
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
