/** Adds up the gauges at the ends of matches, block by block. */
import type { Game } from '../../engine/contract/index.ts'
import { isMirrored } from './curves.ts'
import { FINAL_SIZE, type Tally, type TallyLayout } from './layout.ts'
import { type FinishedMatch, lastSampleOf } from './match.ts'

/**
 * The final gauges of the current block, by seat and of all seats together. Of a gauge that is mirrored the first seat's are added up, from
 * which the others follow. Allocates nothing once made.
 */
export class FinalCounts {
  readonly #layout: TallyLayout
  readonly #tally: Tally
  /** Values of a sample of the gauges. */
  readonly #words: number
  /** By gauge: whether the first seat's values say the other's. */
  readonly #isMirrored: readonly boolean[]
  /** [gauge * (seats + 1) + seat]: the current block. */
  readonly #block: Int32Array
  /** Of the same: the products with the matches that blocks lack. */
  readonly #lacking: Float64Array

  constructor({ info: { gauges } }: Game, layout: TallyLayout, tally: Tally) {
    const { seats } = layout
    this.#layout = layout
    this.#tally = tally
    this.#words = gauges.length * seats
    this.#isMirrored = gauges.map(gauge => isMirrored(gauge, seats))
    this.#block = new Int32Array(gauges.length * (seats + 1))
    this.#lacking = new Float64Array(this.#block.length)
  }

  clear(): void {
    this.#block.fill(0)
    this.#lacking.fill(0)
  }

  /** Adds a match that was played to its end, in one step at least. */
  add(match: FinishedMatch): void {
    const { seats } = this.#layout
    const block = this.#block
    const { gauges } = match
    let from = lastSampleOf(match, this.#words)
    for (let gauge = 0, row = 0; gauge < this.#isMirrored.length; gauge++, row += seats + 1, from += seats) {
      block[row]! += gauges[from]!
      if (this.#isMirrored[gauge]!) continue
      for (let seat = 1; seat < seats; seat++) block[row + seat]! += gauges[from + seat]!
    }
  }

  /** The sums of the current block, [gauge * (seats + 1) + seat], are written to `measures` from `at` on. */
  measure(measures: Int32Array, at: number): void {
    const { seats } = this.#layout
    const block = this.#block
    for (let gauge = 0, row = 0; gauge < this.#isMirrored.length; gauge++, row += seats + 1) {
      let all = 0
      for (let seat = 0; seat < seats; seat++) {
        const x = this.#isMirrored[gauge]! && seat === 1 ? -block[row]! : block[row + seat]!
        measures[at + row + seat] = x
        all += x
      }
      measures[at + row + seats] = all
    }
  }

  /** Adds the block to the tally and begins the next. `ended` are the matches that were added. */
  endBlock(ended: number): void {
    const { seats } = this.#layout
    const lacking = seats - ended
    for (let gauge = 0, row = 0; gauge < this.#isMirrored.length; gauge++, row += seats + 1) {
      let all = this.#close(row, lacking)
      if (this.#isMirrored[gauge]!) continue
      for (let seat = 1; seat < seats; seat++) all += this.#close(row + seat, lacking)
      this.#block[row + seats] = all
      this.#close(row + seats, lacking)
    }
  }

  /** Adds a row of the block to the tally, and returns what it came to. */
  #close(row: number, lacking: number): number {
    const t = this.#tally
    const word = this.#layout.finals + row * FINAL_SIZE
    const x = this.#block[row]!
    this.#block[row] = 0
    t[word]! += x
    t[word + 1]! += x * x
    if (lacking > 0) this.#lacking[row]! += x * lacking
    return x
  }

  /** Writes into the tally what follows from its other sums: products with matches, and the second seat of gauges that are mirrored. */
  write(): void {
    const { finals, seats } = this.#layout
    const t = this.#tally
    for (let row = 0, word = finals; row < this.#lacking.length; row++, word += FINAL_SIZE)
      t[word + 2] = seats * t[word]! - this.#lacking[row]!
    for (const [gauge, mirrored] of this.#isMirrored.entries()) {
      if (!mirrored) continue
      const word = finals + gauge * (seats + 1) * FINAL_SIZE
      t[word + FINAL_SIZE] = 0 - t[word]!
      t[word + FINAL_SIZE + 1] = t[word + 1]!
      t[word + FINAL_SIZE + 2] = 0 - t[word + 2]!
    }
  }
}
