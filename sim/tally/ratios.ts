/** Ratios of blocks that all have the same y: so much of something a match. */
import type { Tally } from './layout.ts'

/**
 * Adds up ratios over blocks whose y is the number of matches. In most blocks that is the number of seats, and then three of a ratio's five sums
 * follow from the other two and the number of blocks. Allocates nothing once made.
 */
export class MatchRatios {
  /** x of the current block, by ratio: to be added to by the caller. */
  readonly x: Int32Array
  /** Where each ratio begins in the tally. */
  readonly #offsets: Int32Array
  /** y of a whole block. */
  readonly #seats: number
  /** Whole blocks that are not in the tally yet, and by ratio their sums of x and xx. */
  #blocks = 0
  readonly #sums: Float64Array

  constructor(offsets: readonly number[], seats: number) {
    this.x = new Int32Array(offsets.length)
    this.#offsets = Int32Array.from(offsets)
    this.#seats = seats
    this.#sums = new Float64Array(2 * offsets.length)
  }

  clear(): void {
    this.x.fill(0)
    this.#blocks = 0
    this.#sums.fill(0)
  }

  /** Closes a block of `y` matches. */
  endBlock(tally: Tally, y: number): void {
    const { x: xs } = this
    const sums = this.#sums
    const isWhole = y === this.#seats
    if (isWhole) this.#blocks++
    for (let i = 0; i < xs.length; i++) {
      const x = xs[i]!
      xs[i] = 0
      if (isWhole) {
        sums[2 * i]! += x
        sums[2 * i + 1]! += x * x
      } else addRatio(tally, this.#offsets[i]!, x, y)
    }
  }

  /** Moves what was added up into the tally. */
  write(tally: Tally): void {
    const y = this.#seats
    for (const [i, at] of this.#offsets.entries()) {
      const x = this.#sums[2 * i]!
      tally[at]! += x
      tally[at + 1]! += this.#blocks * y
      tally[at + 2]! += this.#sums[2 * i + 1]!
      tally[at + 3]! += x * y
      tally[at + 4]! += this.#blocks * y * y
    }
    this.#blocks = 0
    this.#sums.fill(0)
  }
}

/** Adds a block's x and y to the ratio that begins at `at`. */
export function addRatio(tally: Tally, at: number, x: number, y: number): void {
  tally[at]! += x
  tally[at + 1]! += y
  tally[at + 2]! += x * x
  tally[at + 3]! += x * y
  tally[at + 4]! += y * y
}
