/** Adds up the gauges at the ends of matches, block by block. */
import { FINAL_SIZE, type Tally, type TallyLayout } from './layout.ts'
import type { FinishedMatch } from './match.ts'

/** The final gauges of the current block, by seat and of all seats together. Allocates nothing once made. */
export class FinalCounts {
  readonly #layout: TallyLayout
  readonly #tally: Tally
  /** [gauge * seats + seat]. */
  readonly #block: Int32Array
  /** [gauge * (seats + 1) + seat]: the products with the matches that blocks lack. */
  readonly #lacking: Float64Array

  constructor(layout: TallyLayout, tally: Tally) {
    this.#layout = layout
    this.#tally = tally
    this.#block = new Int32Array(layout.gauges * layout.seats)
    this.#lacking = new Float64Array(layout.gauges * (layout.seats + 1))
  }

  clear(): void {
    this.#block.fill(0)
    this.#lacking.fill(0)
  }

  /** Adds a match that was played to its end, in one step at least. */
  add({ gauges, steps }: FinishedMatch): void {
    const block = this.#block
    const from = (steps - 1) * block.length
    for (let i = 0; i < block.length; i++) block[i]! += gauges[from + i]!
  }

  /** Adds the block to the tally and begins the next; its sums are written to `measures` from `at` on. `ended` are the matches that were added. */
  endBlock(ended: number, measures: Int32Array, at: number): void {
    const { finals, seats } = this.#layout
    const block = this.#block
    const t = this.#tally
    const lacking = seats - ended
    let word = finals
    for (let from = 0; from < block.length; from += seats) {
      let all = 0
      for (let seat = 0; seat <= seats; seat++, at++, word += FINAL_SIZE) {
        const x = seat < seats ? block[from + seat]! : all
        if (seat < seats) block[from + seat] = 0
        all += x
        measures[at] = x
        t[word]! += x
        t[word + 1]! += x * x
        if (lacking > 0) this.#lacking[(word - finals) / FINAL_SIZE]! += x * lacking
      }
    }
  }

  /** Writes into the tally the products with matches, which follow from its other sums. */
  write(): void {
    const { finals, seats } = this.#layout
    const t = this.#tally
    for (let i = 0, word = finals; i < this.#lacking.length; i++, word += FINAL_SIZE)
      t[word + 2] = seats * t[word]! - this.#lacking[i]!
  }
}
