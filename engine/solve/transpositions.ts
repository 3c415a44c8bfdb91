/** A transposition table that compares all words of a state, so that no two positions are confused. */

/** Entries per bucket; the one with the least work is replaced. */
const BUCKET = 4
/** Words beside the state: bounds with the best action, and work. */
const EXTRA = 2
const WORD_BYTES = 4
const WORK_MAX = 0x7fffffff

const MISSING = -1

// What is proven in a word: low bound 7 bits, high bound 7, above them 1 + the best action (0 for none).
const HIGH_SHIFT = 7
const BEST_SHIFT = 14
const BOUND = 127

export const lowIn = (proven: number): number => proven & BOUND
export const highIn = (proven: number): number => (proven >> HIGH_SHIFT) & BOUND
/** The best action, or -1. */
export const bestIn = (proven: number): number => (proven >> BEST_SHIFT) - 1
export const packProven = (low: number, high: number, best: number): number =>
  low | (high << HIGH_SHIFT) | ((1 + best) << BEST_SHIFT)

/** Allocates only when made. */
export class TranspositionTable {
  readonly #size: number
  readonly #mask: number
  readonly #keys: Int32Array
  readonly #proven: Int32Array
  readonly #work: Int32Array

  /** `size`: words of a state. As many entries as `bytes` hold, but no more than about `positions` need. */
  constructor(size: number, bytes: number, positions: number) {
    const fit = Math.floor(bytes / ((size + EXTRA) * WORD_BYTES))
    const wanted = Math.max(BUCKET, Math.min(fit, 2 * positions))
    const entries = 1 << (31 - Math.clz32(wanted))
    this.#size = size
    this.#mask = entries / BUCKET - 1
    this.#keys = new Int32Array(entries * size)
    this.#proven = new Int32Array(entries)
    this.#work = new Int32Array(entries)
  }

  clear(): void {
    this.#work.fill(0)
  }

  /** The index of a state's entry, or -1. */
  find(state: Int32Array): number {
    const first = this.#bucket(state)
    for (let entry = first; entry < first + BUCKET; entry++) {
      if (this.#work[entry] === 0) return MISSING
      if (this.#holds(entry, state)) return entry
    }
    return MISSING
  }

  provenAt(entry: number): number {
    return this.#proven[entry]!
  }

  /** Replaces what was known of the state. `work` is at least 1. */
  store(state: Int32Array, proven: number, work: number): void {
    const first = this.#bucket(state)
    let least = first
    for (let entry = first; entry < first + BUCKET; entry++) {
      if (this.#work[entry] === 0 || this.#holds(entry, state)) {
        least = entry
        break
      }
      if (this.#work[entry]! < this.#work[least]!) least = entry
    }
    this.#keys.set(state, least * this.#size)
    this.#proven[least] = proven
    this.#work[least] = Math.min(work, WORK_MAX)
  }

  #holds(entry: number, state: Int32Array): boolean {
    const keys = this.#keys
    for (let i = 0, at = entry * this.#size; i < this.#size; i++, at++)
      if (keys[at] !== state[i]) return false
    return true
  }

  /** By a multiply-rotate hash finished as in MurmurHash3. */
  #bucket(state: Int32Array): number {
    let hash = 0x9e3779b9
    for (let i = 0; i < this.#size; i++) {
      hash = Math.imul(hash ^ state[i]!, 0xcc9e2d51)
      hash = (hash << 15) | (hash >>> 17)
    }
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
    return ((hash ^ (hash >>> 13)) & this.#mask) * BUCKET
  }
}
