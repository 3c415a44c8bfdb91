/** Cuts an experiment into chunks of blocks. The cuts do not affect results, since tallies add up exactly. */
import type { Chunk } from './chunk.ts'
import { countBlocks, type Range } from './ranges.ts'

/**
 * Milliseconds that a chunk should take at first: handing it to a thread costs about 50 us. Chunks grow with the run, up to
 * what a crash may cost, so that the journal of a whole night has thousands of lines, not a million.
 */
const TARGET_MS = 250
const TARGET_MAX_MS = 10_000
const TARGET_SHARE = 1 / 100
/** Blocks of a line-up's first chunk, before its speed is known. */
const FIRST_BLOCKS = 1
/** Line-ups are tried until a chunk takes as long: quicker ones say little of the whole run. */
const TRIAL_MS = 150
/** A longer trial counts at once; a shorter one only if its blocks took at least this share of the last one's: code warms up. */
const LONG_TRIAL_MS = 6_000
const WARM = 0.8
/** A chunk is at most this many times as large as the one before: the first ones run before the code is optimized. */
const GROWTH = 8
/**
 * A chunk longer than LAST_MS takes at most this share of what is left of the run, divided by the chunks that may be in progress, so that all threads end
 * together. No less, for packing a chunk's results and adding them up takes some milliseconds of its own.
 */
const LEFT_SHARE = 1 / 2
const LAST_MS = 40

/** A chunk longer than TARGET_MS takes at most this share of the blocks before a look, so that threads are not far ahead of it. */
const LOOK_SHARE = 1 / 64

/** The number of blocks at which a chunk must end that begins with block `from` of a line-up; infinite if there is none. */
type Boundary = (lineup: number, from: number) => number

/**
 * Hands out chunks: first some of every line-up in turn, so that the duration of the run is soon known, then the line-ups one
 * after another. Chunks are sized by the time that earlier ones took, or by a fixed number of blocks.
 */
export class Schedule {
  /** Blocks not handed out yet, by line-up, ascending. */
  readonly #gaps: Range[][]
  readonly #fixed: number | undefined
  /** Milliseconds that a block of each line-up takes; 0 if unknown. */
  readonly #blockMs: number[]
  /** Blocks that a chunk of each line-up should have. */
  readonly #size: number[]
  /** Blocks handed out whose results have not come, by line-up. */
  readonly #out: number[]
  /** Line-ups whose next trial is due, in order, and those with a trial under way. */
  readonly #due: number[]
  readonly #trying = new Set<number>()
  /** Line-ups whose trials are over. */
  readonly #tried = new Set<number>()
  readonly #boundary: Boundary
  /** The blocks at which rules have stopped line-ups. */
  readonly #ends = new Map<number, number>()
  #spent = 0
  #lineup = 0

  /**
   * `gaps[lineup]` are the blocks to play, ascending; `fixed` is the number of blocks of a chunk, by default set by time. No chunk goes beyond a
   * boundary.
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

  /** The next chunk, or null when all blocks are handed out; `width` chunks may be in progress at once. */
  next(width: number): Chunk | null {
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

  /** The line-up whose next boundary is the nearest, so that one without an answer does not keep the others waiting; null if none has any. */
  #nearest(): number | null {
    let [lineup, least]: [number | null, number] = [null, Infinity]
    for (const [l, [gap]] of this.#gaps.entries()) {
      const boundary = gap ? this.#boundary(l, gap.from) : Infinity
      if (boundary < least) [lineup, least] = [l, boundary]
    }
    return lineup
  }

  /** Hands out no more blocks of a line-up from `end` on, at which its rule has stopped it. */
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

  /** Blocks of the next chunk, of `near` before the next boundary. */
  #sizeOf(lineup: number, near: number, width: number): number {
    const blockMs = this.#blockMs[lineup]!
    const size = this.#size[lineup]!
    if (this.#fixed !== undefined || blockMs === 0) return size
    const left = this.#leftFrom(lineup, blockMs)
    const within = (milliseconds: number) => Math.max(1, Math.floor(milliseconds / blockMs))
    return Math.min(
      size,
      // A shorter trial would say little.
      Math.max(within(this.#tried.has(lineup) ? LAST_MS : TARGET_MS), Math.ceil((left * LEFT_SHARE) / width)),
      Math.max(within(TARGET_MS), Math.ceil(near * LOOK_SHARE)),
    )
  }

  /** What is left of all line-ups that were tried, in blocks of one that takes so long. */
  #leftFrom(lineup: number, blockMs: number): number {
    const others = this.#gaps.reduce(
      (sum, gaps, l) => (l === lineup ? sum : sum + countBlocks(gaps) * this.#blockMs[l]!),
      0,
    )
    return countBlocks(this.#gaps[lineup]!) + others / blockMs
  }

  /** Takes back blocks that were handed out but not played. */
  putBack({ lineup, from, to }: Chunk): void {
    if (from >= to) return
    this.#out[lineup]! -= to - from
    if (from >= (this.#ends.get(lineup) ?? Infinity)) return
    const gaps = this.#gaps[lineup]!
    const at = gaps.findIndex(gap => gap.from > from)
    gaps.splice(at < 0 ? gaps.length : at, 0, { from, to })
    this.#lineup = Math.min(this.#lineup, lineup)
  }

  /** Sizes further chunks of a line-up by the time that a chunk of it took. */
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
    const target = Math.min(TARGET_MAX_MS, Math.max(TARGET_MS, this.#spent * TARGET_SHARE))
    const size = Math.max(1, Math.min(Math.floor(target / blockMs), blocks * GROWTH))
    // A chunk much smaller than the last size was the rest of a gap: its time says little.
    if (size <= this.#size[lineup]! && blocks < this.#size[lineup]! / 2) return
    this.#size[lineup] = size
    this.#blockMs[lineup] = blockMs
  }

  /** A trial that was too quick to say much, or much faster than the one before, is followed by another one. */
  #endTrial(lineup: number, milliseconds: number, blockMs: number): void {
    const before = this.#blockMs[lineup]!
    const warm = milliseconds >= LONG_TRIAL_MS || (before > 0 && blockMs >= before * WARM)
    const more =
      this.#fixed === undefined && (milliseconds < TRIAL_MS || !warm) && this.#gaps[lineup]!.length > 0
    if (!this.#trying.delete(lineup)) return
    if (more) this.#due.push(lineup)
    else this.#tried.add(lineup)
  }

  /** Milliseconds that all chunks took together so far. */
  get spent(): number {
    return this.#spent
  }

  /** Milliseconds that the blocks left take on one thread, by line-up; null until all line-ups were tried. */
  forecast(): number[] | null {
    if (this.#due.length > 0 || this.#trying.size > 0) return null
    return this.#gaps.map((gaps, l) => (countBlocks(gaps) + this.#out[l]!) * this.#blockMs[l]!)
  }
}
