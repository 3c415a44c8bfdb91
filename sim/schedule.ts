/** Cuts an experiment into chunks of blocks. Results do not depend on how: tallies add up exactly. */
import type { Lineup } from './experiment.ts'

/** Blocks `from` to `to - 1` of a line-up, in all variants: they are compared block by block. */
export interface Chunk {
  readonly lineup: number
  readonly from: number
  readonly to: number
}

/** Milliseconds a chunk should take: a task costs some 50 us to hand over, and a stop waits for the block in hand. */
const TARGET_MS = 250
/** Blocks of a line-up's first chunk, while nothing is known of its speed. */
const FIRST_BLOCKS = 1
/** A chunk grows at most so much over the one before, for the first ones run before the code is compiled. */
const GROWTH = 8

/**
 * Deals out chunks: one of every line-up first, so that the time that all will take is soon known, then line-up after
 * line-up, sized by the time
 * that earlier ones took, or by a fixed number of blocks.
 */
export class Schedule {
  readonly #lineups: readonly Lineup[]
  readonly #fixed: number | undefined
  readonly #size: number[]
  /** First block of each line-up that is not dealt yet. */
  readonly #next: number[]
  #probed = 0
  #lineup = 0

  constructor(lineups: readonly Lineup[], fixed?: number) {
    this.#lineups = lineups
    this.#fixed = fixed
    this.#next = lineups.map(() => 0)
    this.#size = lineups.map(() => fixed ?? FIRST_BLOCKS)
  }

  /** The next chunk, or null when all are dealt. */
  next(): Chunk | null {
    if (this.#probed < this.#lineups.length) return this.#deal(this.#probed++)
    while (
      this.#lineup < this.#lineups.length &&
      this.#next[this.#lineup]! >= this.#lineups[this.#lineup]!.blocks
    )
      this.#lineup++
    return this.#lineup < this.#lineups.length ? this.#deal(this.#lineup) : null
  }

  #deal(lineup: number): Chunk {
    const from = this.#next[lineup]!
    const to = Math.min(this.#lineups[lineup]!.blocks, from + this.#size[lineup]!)
    this.#next[lineup] = to
    return { lineup, from, to }
  }

  /** Learns from a finished chunk how many blocks fill the target. */
  learn(chunk: Chunk, milliseconds: number): void {
    if (this.#fixed !== undefined) return
    const blocks = chunk.to - chunk.from
    const fitting = Math.floor((blocks * TARGET_MS) / Math.max(milliseconds, 0.01))
    const size = Math.max(1, Math.min(fitting, blocks * GROWTH))
    if (size > this.#size[chunk.lineup]! || blocks >= this.#size[chunk.lineup]! / 2)
      this.#size[chunk.lineup] = size
  }
}
