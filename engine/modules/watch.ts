/**
 * Shows in shared memory which user function is running, so that another thread can say where this one hangs.
 */

import type { Callable } from './fault.ts'

/** Words: calls so far; 1 + the number of the running function, or 0. */
const CALLS = 0
const PART = 1
const WORDS = 2

export interface WatchedFunction {
  readonly name: string
  readonly call: Callable
}

let shown: Int32Array | null = null
let announce: (part: WatchedFunction) => void = () => {}
let parts = 0
const originals = new WeakMap<Callable, Callable>()

export function callsMemory(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(WORDS * Int32Array.BYTES_PER_ELEMENT))
}

/** The number of calls, and of the running function in the order of announcements, or -1. */
export function callsIn(memory: Int32Array): { calls: number; part: number } {
  return { calls: Atomics.load(memory, CALLS), part: Atomics.load(memory, PART) - 1 }
}

let work: () => void = () => {}

/** Has `beat` called for every decision that a game carries out by itself, in a whole match. */
export function onGameWork(beat: () => void): void {
  work = beat
}

export function showGameWork(): void {
  work()
}

/**
 * From now on `watched` functions of this thread show their calls in `memory`; `tell` is called with each
 * before its first call.
 */
export function watchCalls(memory: Int32Array, tell: (part: WatchedFunction) => void): void {
  shown = memory
  announce = tell
}

/**
 * Wraps these functions of an object so that they show their calls, named `title` if given. Returns the
 * object itself unless `watchCalls` was called.
 */
export function watched<T extends object>(object: T, names: readonly string[], title?: string): T {
  if (shown === null) return object
  const members = { ...object } as Record<string, unknown>
  for (const name of names) {
    const call = (object as Record<string, unknown>)[name]
    if (typeof call === 'function') members[name] = guise(title ?? name, call as Callable, shown)
  }
  return members as unknown as T
}

/** The function behind a wrapper, or the function itself. */
export function originalOf(call: Callable): Callable {
  const original = originals.get(call)
  return original ? originalOf(original) : call
}

/** Registers a wrapper, so that messages name the function behind it. */
export function disguised(wrapper: Callable, original: Callable): Callable {
  originals.set(wrapper, original)
  return wrapper
}

function guise(name: string, call: Callable, memory: Int32Array): Callable {
  const number = ++parts
  announce({ name, call })
  // Authors may call their other functions by `this`.
  const shows: Callable = function (this: unknown, ...all) {
    const outer = memory[PART]!
    memory[PART] = number
    Atomics.add(memory, CALLS, 1)
    try {
      return Reflect.apply(call, this, all)
    } finally {
      memory[PART] = outer
    }
  }
  return disguised(shows, call)
}
