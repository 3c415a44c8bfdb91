/** Sets of block numbers, kept as intervals, of which there are few in practice; and shards, the equal shares of a run's blocks. */

/** Blocks `from` to `to - 1`. */
export interface Range {
  readonly from: number
  readonly to: number
}

/** Number of blocks in ranges that do not overlap. */
export function countBlocks(ranges: readonly Range[]): number {
  return ranges.reduce((sum, { from, to }) => sum + to - from, 0)
}

/** The blocks that are in any of these lists, cut wherever one of their ranges begins or ends; ascending. */
export function commonCuts(lists: readonly (readonly Range[])[]): Range[] {
  const all = lists.flat()
  const cuts = [...new Set(all.flatMap(({ from, to }) => [from, to]))].sort((a, b) => a - b)
  return cuts
    .slice(1)
    .map((to, i) => ({ from: cuts[i]!, to }))
    .filter(one => all.some(({ from, to }) => from <= one.from && one.to <= to))
}

/** A growing set of blocks. It takes memory for each gap, not for each block. */
export class Ranges {
  /** Ascending; no two of them touch. */
  readonly #list: Range[] = []

  /** A set of these blocks; ranges may touch, but not overlap. */
  constructor(ranges: readonly Range[] = []) {
    for (const range of ranges) this.add(range)
  }

  /** The intervals of the set, ascending. */
  get list(): readonly Range[] {
    return this.#list
  }

  /** Number of blocks in the set. */
  get count(): number {
    return countBlocks(this.#list)
  }

  /** Whether any of the blocks is in the set. */
  overlaps({ from, to }: Range): boolean {
    const at = this.#after(from)
    const before = this.#list[at - 1]
    const after = this.#list[at]
    return (
      to > from && ((before !== undefined && before.to > from) || (after !== undefined && after.from < to))
    )
  }

  /** Adds blocks. Returns false, with nothing changed, if any of them is in the set already. */
  add({ from, to }: Range): boolean {
    if (to <= from) return true
    if (this.overlaps({ from, to })) return false
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

  /** The parts of an interval that are not in the set, ascending. */
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

  /** Index of the first interval that begins after the block. */
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

/** Share `index` (from 1) of `count` equal shares of every line-up's blocks, for machines that share nothing. */
export interface Shard {
  readonly index: number
  readonly count: number
}

/** Most shards of a run. */
const SHARDS_MAX = 1e6

/** The one shard of a run that is not sharded. */
export const WHOLE: Shard = { index: 1, count: 1 }

/** A shard's share of blocks 0 to `blocks - 1`. Shares are consecutive, and differ in size by one block at most. */
export function shareOf({ index, count }: Shard, blocks: number): Range {
  // Products may exceed 2^53: there may be 10^12 blocks and a million shards.
  const cut = (i: number): number => Number((BigInt(blocks) * BigInt(i)) / BigInt(count))
  return { from: cut(index - 1), to: cut(index) }
}

/** The shard as I/N, which `parseShard` reads. */
export function shardText({ index, count }: Shard): string {
  return `${index}/${count}`
}

/** The inverse of `shardText`; null for any other text. */
export function parseShard(text: string): Shard | null {
  const [index, count] = /^(\d{1,7})\/(\d{1,7})$/.exec(text)?.slice(1).map(Number) ?? []
  return index && count && index <= count && count <= SHARDS_MAX ? { index, count } : null
}
