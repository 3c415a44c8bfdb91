/** Cuts an experiment into chunks of blocks. The cuts do not affect results, since tallies add up exactly. */
import { countBlocks, type Range } from './ranges.ts'

/** Blocks `from` to `to - 1` of a line-up, in all variants: they are compared block by block. */
export interface Chunk {
  readonly lineup: number
  readonly from: number
  readonly to: number
}

/**
 * Milliseconds that a chunk should take at first: handing it to a thread costs about 50 us. Chunks grow with the run, up to
 * what a crash may cost, so that the journal of a whole night has thousands of lines, not a million.
 */
const TARGET_MS = 250
const TARGET_MAX_MS = 10_000
const TARGET_SHARE = 1 / 100
/** Blocks of a line-up's first chunk, before its speed is known. */
const FIRST_BLOCKS = 1
/** A chunk is at most this many times as large as the one before: the first ones run before the code is optimized. */
const GROWTH = 8
/** A chunk longer than TARGET_MS takes at most this share of the remaining blocks, so that all threads end together. */
const LEFT_SHARE = 1 / 16

/**
 * Hands out chunks: first one of every line-up, so that the duration of the run is soon known, then the line-ups one after
 * another. Chunks are sized by the time that earlier ones took, or by a fixed number of blocks.
 */
export class Schedule {
  /** Blocks not handed out yet, by line-up, ascending. */
  readonly #gaps: Range[][]
  readonly #fixed: number | undefined
  /** Milliseconds that a block of each line-up takes; 0 if unknown. */
  readonly #blockMs: number[]
  /** Blocks that a chunk of each line-up should have. */
  readonly #size: number[]
  #spent = 0
  #probed = 0
  #lineup = 0

  /** `gaps[lineup]` are the blocks to play, ascending; `fixed` is the number of blocks of a chunk, by default set by time. */
  constructor(gaps: readonly (readonly Range[])[], fixed?: number) {
    this.#gaps = gaps.map(ranges => ranges.filter(({ from, to }) => from < to))
    this.#fixed = fixed
    this.#blockMs = gaps.map(() => 0)
    this.#size = gaps.map(() => fixed ?? FIRST_BLOCKS)
  }

  /** The next chunk, or null when all blocks are handed out. */
  next(): Chunk | null {
    while (this.#probed < this.#gaps.length) {
      const chunk = this.#cut(this.#probed++)
      if (chunk) return chunk
    }
    for (; this.#lineup < this.#gaps.length; this.#lineup++) {
      const chunk = this.#cut(this.#lineup)
      if (chunk) return chunk
    }
    return null
  }

  #cut(lineup: number): Chunk | null {
    const gaps = this.#gaps[lineup]!
    const gap = gaps[0]
    if (!gap) return null
    const to = Math.min(gap.to, gap.from + this.#sizeOf(lineup))
    if (to === gap.to) gaps.shift()
    else gaps[0] = { from: to, to: gap.to }
    return { lineup, from: gap.from, to }
  }

  #sizeOf(lineup: number): number {
    const blockMs = this.#blockMs[lineup]!
    const size = this.#size[lineup]!
    if (this.#fixed !== undefined || blockMs === 0) return size
    const left = countBlocks(this.#gaps[lineup]!)
    const short = Math.max(1, Math.floor(TARGET_MS / blockMs))
    return Math.min(size, Math.max(short, Math.ceil(left * LEFT_SHARE)))
  }

  /** Takes back blocks that were handed out but not played. */
  putBack({ lineup, from, to }: Chunk): void {
    if (from >= to) return
    const gaps = this.#gaps[lineup]!
    const at = gaps.findIndex(gap => gap.from > from)
    gaps.splice(at < 0 ? gaps.length : at, 0, { from, to })
    this.#lineup = Math.min(this.#lineup, lineup)
  }

  /** Sizes further chunks of a line-up by the time that a chunk of it took. */
  recordTime(chunk: Chunk, milliseconds: number): void {
    if (this.#fixed !== undefined) return
    this.#spent += milliseconds
    const target = Math.min(TARGET_MAX_MS, Math.max(TARGET_MS, this.#spent * TARGET_SHARE))
    const blocks = chunk.to - chunk.from
    const blockMs = Math.max(milliseconds, 0.01) / blocks
    const size = Math.max(1, Math.min(Math.floor(target / blockMs), blocks * GROWTH))
    // A chunk much smaller than the last size was the rest of a gap: its time says little.
    if (size <= this.#size[chunk.lineup]! && blocks < this.#size[chunk.lineup]! / 2) return
    this.#size[chunk.lineup] = size
    this.#blockMs[chunk.lineup] = blockMs
  }
}
