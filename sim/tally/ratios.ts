/** Sums over blocks, and ratios of them: so much of something a match. */
import type { Tally } from './layout.ts'

/** Words of a row's sums over blocks: x, its squares, and its products with the matches that blocks lack. */
const SUMS = 3
const X = 0
const XX = 1
const X_LACKING = 2

/**
 * Adds x up over blocks, row by row. Products with matches are only added up for blocks that lack some; for
 * others they follow from the number of blocks. Allocates nothing once made.
 */
export class MatchSums {
  /** x of the current block, by row: to be added to by the caller. */
  readonly x: Int32Array
  /** Matches of a whole block. */
  readonly #seats: number
  #blocks = 0
  /** The matches that blocks lack, and their squares. */
  #lacking = 0
  #lackingSquares = 0
  /** [row * SUMS]. */
  readonly #sums: Float64Array

  constructor(rows: number, seats: number) {
    this.x = new Int32Array(rows)
    this.#seats = seats
    this.#sums = new Float64Array(rows * SUMS)
  }

  clear(): void {
    this.x.fill(0)
    this.#blocks = 0
    this.#lacking = 0
    this.#lackingSquares = 0
    this.#sums.fill(0)
  }

  /** Closes a block of this many matches. */
  endBlock(matches: number): void {
    const { x: xs } = this
    const sums = this.#sums
    this.#blocks++
    if (matches < this.#seats) this.#addLacking(this.#seats - matches)
    for (let row = 0, at = 0; row < xs.length; row++, at += SUMS) {
      const x = xs[row]!
      xs[row] = 0
      sums[at + X]! += x
      sums[at + XX]! += x * x
    }
  }

  #addLacking(lacking: number): void {
    this.#lacking += lacking
    this.#lackingSquares += lacking * lacking
    for (let row = 0; row < this.x.length; row++)
      this.#sums[row * SUMS + X_LACKING]! += this.x[row]! * lacking
  }

  /** The sum of a row's x over all closed blocks. */
  sum(row: number): number {
    return this.#sums[row * SUMS + X]!
  }

  /** The sum of its squares. */
  squares(row: number): number {
    return this.#sums[row * SUMS + XX]!
  }

  /** The sum of its products with the matches of blocks. */
  products(row: number): number {
    return this.#seats * this.sum(row) - this.#sums[row * SUMS + X_LACKING]!
  }

  /** Writes the ratio of `times` a row's x to the words of a tally from `at` on. */
  write(tally: Tally, at: number, row: number, times = 1): void {
    const seats = this.#seats
    tally[at] = scaled(times, this.sum(row))
    tally[at + 1] = seats * this.#blocks - this.#lacking
    tally[at + 2] = times * times * this.squares(row)
    tally[at + 3] = scaled(times, this.products(row))
    tally[at + 4] = seats * seats * this.#blocks - 2 * seats * this.#lacking + this.#lackingSquares
  }
}

/** A product that is never -0, which has other bytes than 0. */
export function scaled(times: number, sum: number): number {
  return 0 + times * sum
}

/** Adds a block's x and y to the ratio that begins at `at`. */
export function addRatio(tally: Tally, at: number, x: number, y: number): void {
  tally[at]! += x
  tally[at + 1]! += y
  tally[at + 2]! += x * x
  tally[at + 3]! += x * y
  tally[at + 4]! += y * y
}
