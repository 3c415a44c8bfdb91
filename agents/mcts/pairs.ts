/** Numbers for pairs of words. */

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
