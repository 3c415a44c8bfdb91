/** Words of which most are zeros, as the sums of a chunk are: only those that are not. */
import type { Tally } from './layout.ts'

/** `words[i]` is at place `at[i]`; places ascend, and every other one of `size` holds 0. */
export interface Sparse {
  readonly size: number
  readonly at: Int32Array
  readonly words: Float64Array
}

/** The words that are not 0. */
export function sparse(all: Float64Array): Sparse {
  const at = Int32Array.from(all.keys()).filter(i => all[i] !== 0)
  return { size: all.length, at, words: Float64Array.from(at, i => all[i]!) }
}

/** The word at a place. */
export function wordAt({ at, words }: Sparse, place: number): number {
  return words[at.indexOf(place)] ?? 0
}

/** Throws a RangeError if adding the words would give a sum that is not exact. */
export function requireExact(into: Tally, { at, words }: Sparse): void {
  for (let i = 0; i < at.length; i++) {
    const sum = into[at[i]!]! + words[i]!
    if (!Number.isSafeInteger(sum)) throw new RangeError(`a sum is ${sum}, expected a safe integer`)
  }
}

/** Adds the words so many times, after `requireExact`. */
export function addTimes(into: Tally, { at, words }: Sparse, times = 1): void {
  for (let i = 0; i < at.length; i++) into[at[i]!]! += times * words[i]!
}
