/** Adds up the gauges at the ends of matches, block by block. */
import { FINAL_SIZE, type Tally, type TallyLayout } from './layout.ts'
import type { FinishedMatch } from './match.ts'

/** The final gauges of the current block, by seat and of all seats together. Allocates nothing once made. */
export class FinalCounts {
  readonly #seats: number
  readonly #offset: number
  /** [gauge * (seats + 1) + seat]; at `seats` the sum over all seats. */
  readonly #block: Int32Array

  constructor({ finals, gauges, seats }: TallyLayout) {
    this.#seats = seats
    this.#offset = finals
    this.#block = new Int32Array(gauges * (seats + 1))
  }

  clear(): void {
    this.#block.fill(0)
  }

  /** Adds a match that was played to its end, in one step at least. */
  add({ gauges, steps }: FinishedMatch): void {
    const block = this.#block
    const seats = this.#seats
    const words = (block.length / (seats + 1)) * seats
    let from = (steps - 1) * words
    for (let at = 0; at < block.length; at += seats + 1) {
      let sum = 0
      for (let seat = 0; seat < seats; seat++) {
        const value = gauges[from++]!
        block[at + seat]! += value
        sum += value
      }
      block[at + seats]! += sum
    }
  }

  /** Adds the block to the tally and begins the next; its sums are written to `measures` from `at` on. `ended` are the matches that were added. */
  endBlock(t: Tally, ended: number, measures: Int32Array, at: number): void {
    const block = this.#block
    for (let i = 0, word = this.#offset; i < block.length; i++, word += FINAL_SIZE) {
      const x = block[i]!
      measures[at + i] = x
      if (x === 0) continue
      t[word]! += x
      t[word + 1]! += x * x
      t[word + 2]! += x * ended
      block[i] = 0
    }
  }
}
