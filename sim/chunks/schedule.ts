/** Cuts an experiment into chunks of blocks. The cuts do not affect results, since tallies add up exactly. */
import type { Chunk } from './chunk.ts'
import { countBlocks, type Range } from './ranges.ts'

/**
 * Milliseconds of a chunk at first: handing it over costs about 50 us. Chunks grow with the run, up to what a
 * crash may cost, so that a night's journal has thousands of lines, not a million.
 */
const TARGET_MS = 250
const TARGET_MAX_MS = 10_000
const TARGET_SHARE = 1 / 100
/** A line-up's first chunk, before its speed is known. */
const FIRST_BLOCKS = 1
/** Line-ups are tried until a chunk takes this long: quicker ones say little of the run. */
const TRIAL_MS = 150
/**
 * A longer trial counts at once, a shorter one if its blocks took at least this share of the last: code warms
 * up.
 */
const LONG_TRIAL_MS = 6_000
const WARM = 0.8
/** A chunk is at most this multiple of the one before, which may have run unoptimized. */
const GROWTH = 8
/**
 * A chunk longer than LAST_MS takes at most this share of what is left, over the chunks in progress, so that
 * threads end together. No shorter: packing and adding results takes milliseconds, too.
 */
const LEFT_SHARE = 1 / 2
const LAST_MS = 40

/** A chunk longer than TARGET_MS takes at most this share of the blocks before an interim analysis. */
const LOOK_SHARE = 1 / 64

/** Where a chunk from block `from` must end for an interim analysis; infinite without a rule. */
type Boundary = (lineup: number, from: number) => number

/**
 * Hands out chunks: some of every line-up in turn, so that the duration is soon known, then one line-up after
 * the other. Sizes come from the time of earlier chunks, or are fixed.
 */
export class Schedule {
  /** Blocks not handed out yet, by line-up, ascending. */
  readonly #gaps: Range[][]
  readonly #fixed: number | undefined
  /** By line-up; 0 if unknown. */
  readonly #blockMs: number[]
  /** Chunk size in blocks, by line-up. */
  readonly #size: number[]
  /** Blocks in progress, by line-up. */
  readonly #out: number[]
  /** Line-ups due for a trial, in order, and those in one. */
  readonly #due: number[]
  readonly #trying = new Set<number>()
  readonly #tried = new Set<number>()
  readonly #boundary: Boundary
  /** Where line-ups end: stopped or given up. */
  readonly #ends = new Map<number, number>()
  #spent = 0
  #lineup = 0
  /** Milliseconds that a chunk should take, also at the end. */
  #least = 0

  /**
   * `gaps[lineup]` are the blocks to play, ascending; `fixed` is the size of chunks, by default set by time.
   */
  constructor(gaps: readonly (readonly Range[])[], fixed?: number, boundary: Boundary = () => Infinity) {
    this.#boundary = boundary
    this.#gaps = gaps.map(ranges => ranges.filter(({ from, to }) => from < to))
    this.#fixed = fixed
    this.#blockMs = gaps.map(() => 0)
    this.#size = gaps.map(() => fixed ?? FIRST_BLOCKS)
    this.#out = gaps.map(() => 0)
    this.#due = [...gaps.keys()]
  }

  /** Null if all blocks are handed out; `width` chunks may be in progress, of `least` milliseconds or more. */
  next(width: number, least = 0): Chunk | null {
    this.#least = least
    for (let lineup = this.#due.shift(); lineup !== undefined; lineup = this.#due.shift()) {
      const chunk = this.#cut(lineup, width)
      if (!chunk) continue
      this.#trying.add(lineup)
      return chunk
    }
    const nearest = this.#nearest()
    if (nearest !== null) return this.#cut(nearest, width)
    for (; this.#lineup < this.#gaps.length; this.#lineup++) {
      const chunk = this.#cut(this.#lineup, width)
      if (chunk) return chunk
    }
    return null
  }

  /**
   * The line-up with the nearest boundary, so that open analyses don't keep the others waiting; null without
   * any.
   */
  #nearest(): number | null {
    let [lineup, least]: [number | null, number] = [null, Infinity]
    for (const [l, [gap]] of this.#gaps.entries()) {
      const boundary = gap ? this.#boundary(l, gap.from) : Infinity
      if (boundary < least) [lineup, least] = [l, boundary]
    }
    return lineup
  }

  /** Hands out no blocks from `end` on. */
  end(lineup: number, end: number): void {
    this.#ends.set(lineup, end)
    this.#gaps[lineup] = this.#gaps[lineup]!.flatMap(({ from, to }) =>
      from < end ? [{ from, to: Math.min(to, end) }] : [],
    )
  }

  #cut(lineup: number, width: number): Chunk | null {
    const gaps = this.#gaps[lineup]!
    const gap = gaps[0]
    if (!gap) return null
    const boundary = this.#boundary(lineup, gap.from)
    const to = Math.min(gap.to, boundary, gap.from + this.#sizeOf(lineup, boundary - gap.from, width))
    if (to === gap.to) gaps.shift()
    else gaps[0] = { from: to, to: gap.to }
    this.#out[lineup]! += to - gap.from
    return { lineup, from: gap.from, to }
  }

  /** Blocks of the next chunk, with `near` blocks before the next boundary. */
  #sizeOf(lineup: number, near: number, width: number): number {
    const blockMs = this.#blockMs[lineup]!
    const size = this.#size[lineup]!
    if (this.#fixed !== undefined || blockMs === 0) return size
    const left = this.#leftFrom(lineup, blockMs)
    const within = (milliseconds: number) => Math.max(1, Math.floor(milliseconds / blockMs))
    return Math.min(
      size,
      // A shorter trial would say little.
      Math.max(
        within(Math.max(this.#tried.has(lineup) ? LAST_MS : TARGET_MS, this.#least)),
        Math.ceil((left * LEFT_SHARE) / width),
      ),
      Math.max(within(Math.max(TARGET_MS, this.#least)), Math.ceil(near * LOOK_SHARE)),
    )
  }

  /** What is left of all tried line-ups, in blocks of this one. */
  #leftFrom(lineup: number, blockMs: number): number {
    const others = this.#gaps.reduce(
      (sum, gaps, l) => (l === lineup ? sum : sum + countBlocks(gaps) * this.#blockMs[l]!),
      0,
    )
    return countBlocks(this.#gaps[lineup]!) + others / blockMs
  }

  /** Takes back blocks that were not played. */
  putBack({ lineup, from, to }: Chunk): void {
    if (from >= to) return
    this.#out[lineup]! -= to - from
    if (from >= (this.#ends.get(lineup) ?? Infinity)) return
    const gaps = this.#gaps[lineup]!
    const at = gaps.findIndex(gap => gap.from > from)
    gaps.splice(at < 0 ? gaps.length : at, 0, { from, to })
    this.#lineup = Math.min(this.#lineup, lineup)
  }

  /** Learns from a chunk's time. */
  recordTime(chunk: Chunk, milliseconds: number): void {
    const { lineup } = chunk
    const blocks = chunk.to - chunk.from
    this.#out[lineup]! -= blocks
    this.#spent += milliseconds
    const blockMs = Math.max(milliseconds, 0.01) / blocks
    this.#endTrial(lineup, milliseconds, blockMs)
    if (this.#fixed !== undefined) {
      this.#blockMs[lineup] = blockMs
      return
    }
    const usual = Math.min(TARGET_MAX_MS, Math.max(TARGET_MS, this.#spent * TARGET_SHARE))
    const target = Math.max(usual, this.#least)
    const size = Math.max(1, Math.min(Math.floor(target / blockMs), blocks * GROWTH))
    // A chunk much smaller than the last size was the rest of a gap: its time says little.
    if (size <= this.#size[lineup]! && blocks < this.#size[lineup]! / 2) return
    this.#size[lineup] = size
    this.#blockMs[lineup] = blockMs
  }

  /** Trials that were too quick, or much faster than the one before, are repeated. */
  #endTrial(lineup: number, milliseconds: number, blockMs: number): void {
    const before = this.#blockMs[lineup]!
    const warm = milliseconds >= LONG_TRIAL_MS || (before > 0 && blockMs >= before * WARM)
    const more =
      this.#fixed === undefined && (milliseconds < TRIAL_MS || !warm) && this.#gaps[lineup]!.length > 0
    if (!this.#trying.delete(lineup)) return
    if (more) this.#due.push(lineup)
    else this.#tried.add(lineup)
  }

  /** Milliseconds of all chunks together. */
  get spent(): number {
    return this.#spent
  }

  /** Milliseconds left on one thread, by line-up; null until all were tried. */
  forecast(): number[] | null {
    if (this.#due.length > 0 || this.#trying.size > 0) return null
    return this.#gaps.map((gaps, l) => (countBlocks(gaps) + this.#out[l]!) * this.#blockMs[l]!)
  }
}
