/** Cuts an experiment's cells into chunks of blocks. Results do not depend on how: tallies add up exactly. */
import type { Cell } from './experiment.ts'

/** Blocks `from` to `to - 1` of a cell. */
export interface Chunk {
  readonly cell: number
  readonly from: number
  readonly to: number
}

/** Milliseconds a chunk should take: a task costs some 50 us to hand over, and a stop waits for the block in hand. */
const TARGET_MS = 250
/** Blocks of a cell's first chunk, while nothing is known of its speed. */
const FIRST_BLOCKS = 1
/** A chunk grows at most so much over the one before, for the first ones run before the code is compiled. */
const GROWTH = 8

/** Deals out chunks cell after cell, sized by the time that earlier ones took, or by a fixed number of blocks. */
export class Schedule {
  readonly #cells: readonly Cell[]
  readonly #fixed: number | undefined
  readonly #size: number[]
  #cell = 0
  #next = 0

  constructor(cells: readonly Cell[], fixed?: number) {
    this.#cells = cells
    this.#fixed = fixed
    this.#size = cells.map(() => fixed ?? FIRST_BLOCKS)
  }

  /** The next chunk, or null when all are dealt. */
  next(): Chunk | null {
    const cell = this.#cells[this.#cell]
    if (!cell) return null
    if (this.#next >= cell.lineup.blocks) {
      this.#cell++
      this.#next = 0
      return this.next()
    }
    const from = this.#next
    this.#next = Math.min(cell.lineup.blocks, from + this.#size[this.#cell]!)
    return { cell: cell.index, from, to: this.#next }
  }

  /** Learns from a finished chunk how many blocks fill the target. */
  learn(chunk: Chunk, milliseconds: number): void {
    if (this.#fixed !== undefined) return
    const blocks = chunk.to - chunk.from
    const fitting = Math.floor((blocks * TARGET_MS) / Math.max(milliseconds, 0.01))
    const size = Math.max(1, Math.min(fitting, blocks * GROWTH))
    if (size > this.#size[chunk.cell]! || blocks >= this.#size[chunk.cell]! / 2) this.#size[chunk.cell] = size
  }
}
