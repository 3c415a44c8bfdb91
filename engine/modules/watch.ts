/** Shows in shared memory which function of the user's is being called, so that another thread can say where this one hangs. */

import type { Callable } from './fault.ts'

/** Words of the shared memory: calls so far, and the function that is being called, by its number and one; 0 for none. */
const CALLS = 0
const PART = 1
const WORDS = 2

/** A function of a game of the user's. */
export interface WatchedFunction {
  readonly name: string
  readonly call: Callable
}

let shown: Int32Array | null = null
let announce: (part: WatchedFunction) => void = () => {}
let parts = 0
const originals = new WeakMap<Callable, Callable>()

/** Memory in which a thread shows its calls. */
export function callsMemory(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(WORDS * Int32Array.BYTES_PER_ELEMENT))
}

/** What that memory shows: how many calls there were, and the number of the part that has not returned, in the order of their announcements, or -1. */
export function callsIn(memory: Int32Array): { calls: number; part: number } {
  return { calls: Atomics.load(memory, CALLS), part: Atomics.load(memory, PART) - 1 }
}

/** From now on, on this thread, `watched` functions show their calls in `memory`; `tell` is called with each of them before it is called first. */
export function watchCalls(memory: Int32Array, tell: (part: WatchedFunction) => void): void {
  shown = memory
  announce = tell
}

/**
 * The members of an object, with its functions of these names in a guise that shows their calls, as those of `title` if that is given; the object itself unless
 * `watchCalls` was called.
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

/** The function that a guise stands for, or the function itself. */
export function originalOf(call: Callable): Callable {
  const original = originals.get(call)
  return original ? originalOf(original) : call
}

/** A function that stands for one of the user's: what is said of it is said of that. */
export function disguised(wrapper: Callable, original: Callable): Callable {
  originals.set(wrapper, original)
  return wrapper
}

function guise(name: string, call: Callable, memory: Int32Array): Callable {
  const number = ++parts
  announce({ name, call })
  // Authors may call another function of their game by `this`.
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
