/** Cuts an experiment into chunks of blocks. Results do not depend on how: tallies add up exactly. */
import type { Range } from './ranges.ts'

/** Blocks `from` to `to - 1` of a line-up, in all variants: they are compared block by block. */
export interface Chunk {
  readonly lineup: number
  readonly from: number
  readonly to: number
}

/**
 * Milliseconds a chunk should take at first: a task costs some 50 us to hand over. The longer a run lasts, the longer
 * its chunks, up to what a crash may cost: a night's journal then is some thousand lines, not a million.
 */
const TARGET_MS = 250
const TARGET_MAX_MS = 10_000
const TARGET_SHARE = 1 / 100
/** Blocks of a line-up's first chunk, while nothing is known of its speed. */
const FIRST_BLOCKS = 1
/** A chunk grows at most so much over the one before, for the first ones run before the code is compiled. */
const GROWTH = 8
/** A chunk longer than TARGET_MS takes at most this share of what is left, so that all threads end together. */
const LEFT_SHARE = 1 / 16

/**
 * Deals out chunks: one of every line-up first, so that the time that all will take is soon known, then line-up after
 * line-up, sized by the time that earlier ones took, or by a fixed number of blocks.
 */
export class Schedule {
  /** What is not dealt yet, by line-up, ascending. */
  readonly #gaps: Range[][]
  readonly #fixed: number | undefined
  /** Milliseconds that a block of each line-up takes; 0 if unknown. */
  readonly #pace: number[]
  /** Blocks of each line-up's last sizing. */
  readonly #size: number[]
  #spent = 0
  #probed = 0
  #lineup = 0

  /** `gaps[lineup]` are the blocks to play, ascending; `fixed` the blocks of a chunk, by time if it is not given. */
  constructor(gaps: readonly (readonly Range[])[], fixed?: number) {
    this.#gaps = gaps.map(ranges => ranges.filter(({ from, to }) => from < to))
    this.#fixed = fixed
    this.#pace = gaps.map(() => 0)
    this.#size = gaps.map(() => fixed ?? FIRST_BLOCKS)
  }

  /** The next chunk, or null when all are dealt. */
  next(): Chunk | null {
    while (this.#probed < this.#gaps.length) {
      const chunk = this.#deal(this.#probed++)
      if (chunk) return chunk
    }
    for (; this.#lineup < this.#gaps.length; this.#lineup++) {
      const chunk = this.#deal(this.#lineup)
      if (chunk) return chunk
    }
    return null
  }

  #deal(lineup: number): Chunk | null {
    const gaps = this.#gaps[lineup]!
    const gap = gaps[0]
    if (!gap) return null
    const to = Math.min(gap.to, gap.from + this.#sizeOf(lineup))
    if (to === gap.to) gaps.shift()
    else gaps[0] = { from: to, to: gap.to }
    return { lineup, from: gap.from, to }
  }

  #sizeOf(lineup: number): number {
    const pace = this.#pace[lineup]!
    const size = this.#size[lineup]!
    if (this.#fixed !== undefined || pace === 0) return size
    const left = this.#gaps[lineup]!.reduce((sum, { from, to }) => sum + to - from, 0)
    const short = Math.max(1, Math.floor(TARGET_MS / pace))
    return Math.min(size, Math.max(short, Math.ceil(left * LEFT_SHARE)))
  }

  /** Takes back blocks that were dealt and not played. */
  giveBack({ lineup, from, to }: Chunk): void {
    if (from >= to) return
    const gaps = this.#gaps[lineup]!
    const at = gaps.findIndex(gap => gap.from > from)
    gaps.splice(at < 0 ? gaps.length : at, 0, { from, to })
    this.#lineup = Math.min(this.#lineup, lineup)
  }

  /** Learns from a finished chunk how many blocks fill the target. */
  learn(chunk: Chunk, milliseconds: number): void {
    if (this.#fixed !== undefined) return
    this.#spent += milliseconds
    const target = Math.min(TARGET_MAX_MS, Math.max(TARGET_MS, this.#spent * TARGET_SHARE))
    const blocks = chunk.to - chunk.from
    const pace = Math.max(milliseconds, 0.01) / blocks
    const size = Math.max(1, Math.min(Math.floor(target / pace), blocks * GROWTH))
    // A chunk much smaller than the last size was the rest of a gap: it tells little.
    if (size <= this.#size[chunk.lineup]! && blocks < this.#size[chunk.lineup]! / 2) return
    this.#size[chunk.lineup] = size
    this.#pace[chunk.lineup] = pace
  }
}
