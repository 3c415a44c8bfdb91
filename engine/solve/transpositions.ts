/** A transposition table: what is proven of positions, found by all words of their state, never by a hash alone. */

/** Entries that share a hash; of a full bucket the one that took the least work gives way. */
const BUCKET = 4
/** Words of an entry beside the state: bounds and best action in one, the work that it stands for in the other. */
const EXTRA = 2
const WORD_BYTES = 4
const WORK_MAX = 0x7fffffff

const MISSING = -1

// What is proven in a word: low bound 7 bits, high bound 7, above them 1 + the best action (0 for none).
const HIGH_SHIFT = 7
const BEST_SHIFT = 14
const BOUND = 127

/** What an entry says. */
export const lowIn = (proven: number): number => proven & BOUND
export const highIn = (proven: number): number => (proven >> HIGH_SHIFT) & BOUND
/** The action that did best, or -1. */
export const bestIn = (proven: number): number => (proven >> BEST_SHIFT) - 1
export const packProven = (low: number, high: number, best: number): number =>
  low | (high << HIGH_SHIFT) | ((1 + best) << BEST_SHIFT)

/** Made once; allocates nothing afterwards. */
export class TranspositionTable {
  readonly #size: number
  readonly #mask: number
  readonly #keys: Int32Array
  readonly #proven: Int32Array
  readonly #work: Int32Array

  /** For states of `size` words: as many entries as `bytes` hold, but no more than about `positions` need. */
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

  /** Forgets all states. */
  clear(): void {
    this.#work.fill(0)
  }

  /** The place of a state's entry, or -1. */
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

  /** Remembers what is proven of a state, in place of what was known of it before. `work` is at least 1. */
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

  /** The first entry of the bucket, by a multiply-rotate hash finished as in MurmurHash3. */
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
