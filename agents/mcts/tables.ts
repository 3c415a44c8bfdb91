/** Open hash tables without allocation: pairs of words, and the views that stand for nodes. */
import type { WordRange } from '../../engine/contract/index.ts'

/** Slots of a new table, a power of two. */
const SLOTS = 1 << 8
/** Where the numbers of a table's slots start again, long before a word overflows. */
const STAMP_MAX = 1 << 30

/**
 * An open hash table of pairs of words, the first of them well mixed: its low bits say where a pair belongs. Numbers run from 0 in the order of `add`.
 *
 * The table doubles when it is half full; emptying it takes no time, whatever its size.
 */
export class Pairs {
  count = 0
  /** By slot: the number that lies there, plus `#stamp`. Less than `#stamp`: nothing since the table was emptied. */
  #slots = new Int32Array(SLOTS)
  #stamp = 1
  /** By number. */
  #first = new Int32Array(SLOTS >> 1)
  #second = new Int32Array(SLOTS >> 1)

  clear(): void {
    this.#stamp += this.count
    this.count = 0
    if (this.#stamp < STAMP_MAX) return
    this.#slots.fill(0)
    this.#stamp = 1
  }

  /** The number of a pair, or -1. */
  find(first: number, second: number): number {
    const slots = this.#slots
    const mask = slots.length - 1
    const stamp = this.#stamp
    for (let slot = first & mask; ; slot = (slot + 1) & mask) {
      const found = slots[slot]! - stamp
      if (found < 0) return -1
      if (this.#first[found] === first && this.#second[found] === second) return found
    }
  }

  /** Gives a pair that `find` does not find the next number, and returns it. */
  add(first: number, second: number): number {
    if (2 * this.count === this.#slots.length) this.#grow()
    const number = this.count++
    this.#first[number] = first
    this.#second[number] = second
    this.#put(number)
    return number
  }

  #put(number: number): void {
    const slots = this.#slots
    const mask = slots.length - 1
    let slot = this.#first[number]! & mask
    while (slots[slot]! >= this.#stamp) slot = (slot + 1) & mask
    slots[slot] = this.#stamp + number
  }

  #grow(): void {
    const slots = 2 * this.#slots.length
    const [first, second] = [this.#first, this.#second]
    this.#first = new Int32Array(slots >> 1)
    this.#first.set(first)
    this.#second = new Int32Array(slots >> 1)
    this.#second.set(second)
    this.#slots = new Int32Array(slots)
    this.#stamp = 1
    for (let number = 0; number < this.count; number++) this.#put(number)
  }
}

/** (a, b) -> (a + ODD b, b + EVEN a) is a bijection of pairs of words. */
const ODD = 0x2c1b3c6d
const EVEN = 0x297a2d38

/**
 * Views by a 64-bit hash of their identifying words; only groups of words that differ from the root's view are hashed. Numbers run from 0 in the
 * order of `add`.
 */
export class Views {
  /** The view that all others are compared with. */
  readonly #root: Int32Array
  /** The words that are hashed: where each range begins and ends. */
  readonly #ranges: Int32Array
  readonly #hashes = new Pairs()
  #hashHigh = 0
  #hashLow = 0

  /** For views of `words` words, told apart by those in `identifying`. */
  constructor(words: number, identifying: readonly WordRange[] = [{ from: 0, to: words }]) {
    this.#root = new Int32Array(words)
    this.#ranges = Int32Array.from(
      identifying.flatMap(({ from, to }, i) => {
        // Whole groups of four, as far as there is room: words that follow from others differ only where these do.
        const most = identifying[i + 1]?.from ?? words
        return [from, Math.min(most, from + ((to - from + 3) & ~3))]
      }),
    )
  }

  /** Forgets all views, for a search from this one. */
  clear(root: Int32Array): void {
    this.#root.set(root)
    this.#hashes.clear()
  }

  /** The number of what `seat` sees as `view`, or -1. Remembers the hash for `add`. */
  find(view: Int32Array, seat: number): number {
    this.#hash(view, seat)
    return this.#hashes.find(this.#hashLow, this.#hashHigh)
  }

  /** Gives the view that `find` did not find the next number, and returns it. */
  add(): number {
    return this.#hashes.add(this.#hashLow, this.#hashHigh)
  }

  /**
   * Two 32-bit multiply-rotate hashes, finished as in MurmurHash3. Four words at a time are taken in if one of them differs from the
   * root's, as two pairs; what either hash takes of a pair would tell its words together.
   */
  #hash(view: Int32Array, seat: number): void {
    const root = this.#root
    const ranges = this.#ranges
    let low = 0x9e3779b9 ^ seat
    let high = 0x85ebca6b + seat
    for (let r = 0; r < ranges.length; r += 2) {
      const end = ranges[r + 1]!
      let i = ranges[r]!
      for (const whole = end - 3; i < whole; i += 4) {
        const a = view[i]!
        const b = view[i + 1]!
        const c = view[i + 2]!
        const d = view[i + 3]!
        if (((a ^ root[i]!) | (b ^ root[i + 1]!) | (c ^ root[i + 2]!) | (d ^ root[i + 3]!)) === 0) continue
        low = Math.imul(low ^ (a + Math.imul(b, ODD)), 0xcc9e2d51)
        low = ((low << 15) | (low >>> 17)) + i
        high = Math.imul(high ^ (b + Math.imul(a, EVEN)), 0x1b873593)
        high = ((high << 13) | (high >>> 19)) ^ i
        low = Math.imul(low ^ (c + Math.imul(d, ODD)), 0xcc9e2d51)
        low = (low << 15) | (low >>> 17)
        high = Math.imul(high ^ (d + Math.imul(c, EVEN)), 0x1b873593)
        high = (high << 13) | (high >>> 19)
      }
      for (; i < end; i++) {
        low = Math.imul(low ^ view[i]!, 0xcc9e2d51)
        low = (low << 15) | (low >>> 17)
        high = Math.imul(high ^ view[i]!, 0x1b873593)
        high = (high << 13) | (high >>> 19)
      }
    }
    low = Math.imul(low ^ (low >>> 16), 0x85ebca6b)
    high = Math.imul(high ^ (high >>> 16), 0xc2b2ae35)
    this.#hashLow = (low ^ (low >>> 13)) | 0
    this.#hashHigh = (high ^ (high >>> 13)) | 0
  }
}
