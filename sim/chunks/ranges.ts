/** Sets of blocks, as a few intervals; and shards, equal shares of a run's blocks. */

/** Blocks `from` to `to - 1`. */
export interface Range {
  readonly from: number
  readonly to: number
}

/** Blocks in ranges that don't overlap. */
export function countBlocks(ranges: readonly Range[]): number {
  return ranges.reduce((sum, { from, to }) => sum + to - from, 0)
}

/** The union of lists of ranges, cut wherever a range begins or ends; ascending. */
export function commonCuts(lists: readonly (readonly Range[])[]): Range[] {
  const all = lists.flat()
  const cuts = [...new Set(all.flatMap(({ from, to }) => [from, to]))].sort((a, b) => a - b)
  return cuts
    .slice(1)
    .map((to, i) => ({ from: cuts[i]!, to }))
    .filter(one => all.some(({ from, to }) => from <= one.from && one.to <= to))
}

/** A growing set of blocks, in memory by gaps. */
export class Ranges {
  /** Ascending; no two of them touch. */
  readonly #list: Range[] = []
  #count = 0

  /** Ranges may touch, but not overlap. */
  constructor(ranges: readonly Range[] = []) {
    for (const range of ranges) this.add(range)
  }

  /** Ascending. */
  get list(): readonly Range[] {
    return this.#list
  }

  get count(): number {
    return this.#count
  }

  overlaps({ from, to }: Range): boolean {
    const at = this.#after(from)
    const before = this.#list[at - 1]
    const after = this.#list[at]
    return (
      to > from && ((before !== undefined && before.to > from) || (after !== undefined && after.from < to))
    )
  }

  /** Returns false, changing nothing, if any of the blocks is there. */
  add({ from, to }: Range): boolean {
    if (to <= from) return true
    if (this.overlaps({ from, to })) return false
    this.#count += to - from
    const at = this.#after(from)
    const before = this.#list[at - 1]
    const after = this.#list[at]
    const left = before?.to === from ? before : null
    const right = after?.from === to ? after : null
    this.#list.splice(at - (left ? 1 : 0), (left ? 1 : 0) + (right ? 1 : 0), {
      from: left ? left.from : from,
      to: right ? right.to : to,
    })
    return true
  }

  /** The parts of a range that aren't in the set, ascending. */
  missing({ from, to }: Range): Range[] {
    const gaps: Range[] = []
    let next = from
    for (const range of this.#list) {
      if (range.to <= next) continue
      if (range.from >= to) break
      if (range.from > next) gaps.push({ from: next, to: range.from })
      next = range.to
    }
    if (next < to) gaps.push({ from: next, to })
    return gaps
  }

  /** Index of the first interval after the block. */
  #after(block: number): number {
    let low = 0
    let high = this.#list.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#list[middle]!.from > block) high = middle
      else low = middle + 1
    }
    return low
  }
}

/** Share `index` (from 1) of `count` equal shares of each line-up, for machines that share nothing. */
export interface Shard {
  readonly index: number
  readonly count: number
}

const SHARDS_MAX = 1e6

/** A run that isn't sharded. */
export const WHOLE: Shard = { index: 1, count: 1 }

/** A shard's part of blocks 0 to `blocks - 1`; parts differ by one block at most. */
export function shareOf({ index, count }: Shard, blocks: number): Range {
  // Products may exceed 2^53: there may be 10^12 blocks and a million shards.
  const cut = (i: number): number => Number((BigInt(blocks) * BigInt(i)) / BigInt(count))
  return { from: cut(index - 1), to: cut(index) }
}

/** As I/N. */
export function shardText({ index, count }: Shard): string {
  return `${index}/${count}`
}

/** Null for other texts than `shardText` writes. */
export function parseShard(text: string): Shard | null {
  const [index, count] = /^(\d{1,7})\/(\d{1,7})$/.exec(text)?.slice(1).map(Number) ?? []
  return index && count && index <= count && count <= SHARDS_MAX ? { index, count } : null
}
