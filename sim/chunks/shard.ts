/** A shard: one of n equal shares of every line-up's blocks, for machines that share nothing. */
import type { Range } from './ranges.ts'

/** Share `index` (from 1) of `count`. */
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
