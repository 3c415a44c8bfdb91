/** A chunk of blocks to play, its results, and which of its blocks count if a game of the user's fails. */
import type { Experiment } from '../experiment/index.ts'
import type { Fault, GivenUp, LostBlock, Quarantine } from '../match/fault.ts'
import type { RecordedMatch } from '../match/runner.ts'
import type { Detail } from '../records/facts.ts'
import type { Range } from './ranges.ts'

/** Blocks `from` to `to - 1` of a line-up, in all variants not given up: these are compared by block. */
export interface Chunk {
  readonly lineup: number
  readonly from: number
  readonly to: number
  /** By variant, ascending; absent if there are none. */
  readonly givenUp?: readonly GivenUp[] | undefined
}

/** What to do with blocks that were counted before, instead of playing a chunk; all sums are then empty. */
export interface Again {
  /** Replays only these matches of a one-block chunk, for their records. */
  readonly replays?: readonly Replay[] | undefined
  /** Plays only these blocks, for their digests. */
  readonly checks?: readonly number[] | undefined
}

/** The blocks of a chunk, or of a sum of chunks: `ranges` if they are not all from the first to the last. */
export function rangesIn({
  chunk,
  ranges,
}: {
  readonly chunk: Chunk
  readonly ranges?: readonly Range[] | undefined
}): readonly Range[] {
  return ranges ?? [chunk]
}

export interface ChunkTask extends Again {
  readonly chunk: Chunk
  /** Index of its heartbeat. */
  readonly slot: number
  readonly quarantined: readonly Quarantine[]
  /** What to tell of single matches. */
  readonly detail: Detail
  /** Blocks in which the game hangs, ascending: they are lost. */
  readonly hung?: readonly LostBlock[] | undefined
  /** A match in which a thread was lost: it is played first, leaving a trace. */
  readonly traced?: TracedMatch | undefined
}

/** A match to trace while it is played. */
export interface TracedMatch {
  readonly variant: number
  readonly block: number
  readonly rotation: number
  readonly trace: SharedArrayBuffer
}

/** A match of a block to replay. */
export interface Replay {
  readonly variant: number
  readonly rotation: number
  /** Why it was forfeited, if it was: the agent isn't asked again, since it might hang. */
  readonly fault: Fault | null
}

/** A chunk's results in one variant. */
export interface VariantResult {
  /** Of a population, without the blocks in which a member meets itself. */
  readonly tally: string
  /** The blocks of `tally` that each member plays in; absent without a population. */
  readonly members?: readonly string[] | undefined
  /** Each member's blocks with itself; absent unless members meet each other. */
  readonly selves?: readonly string[] | undefined
  /** Packed sums of what is compared with the reference; empty for the first variant. */
  readonly pairs: string
  /** Packed, as sim/tally/highlights has them. */
  readonly highlights: string
  readonly faults: readonly Fault[]
  /** Block by block and rotation by rotation; empty unless asked for decisions. */
  readonly records: readonly RecordedMatch[]
}

/** A block that spot checks play again (spot-checks.ts), and how it came out. */
export interface BlockDigest {
  readonly block: number
  /** By variant; empty where the block doesn't count, or a match was forfeited. */
  readonly digests: readonly string[]
}

/** Results of blocks `chunk.from` to `done - 1`: fewer than asked after a stop. */
export interface ChunkResult {
  readonly chunk: Chunk
  readonly done: number
  readonly variants: readonly VariantResult[]
  /** Facts of every match, by variant, block and rotation; absent unless asked for. */
  readonly facts?: readonly Int32Array[] | undefined
  /** Blocks that count in no sum of their variant, by block and variant; absent if there are none. */
  readonly lost?: readonly LostBlock[] | undefined
  /** Ascending; absent if there are none. */
  readonly checks?: readonly BlockDigest[] | undefined
  /** Who answered it over a queue. */
  readonly worker?: string | undefined
  /** Blocks whose checks have passed; only in a result without blocks. */
  readonly passed?: readonly Range[] | undefined
  readonly milliseconds: number
  /** CPU milliseconds, if known. */
  readonly processor?: number | undefined
}

/** What each thread is given. */
export interface ThreadData {
  readonly experiment: Experiment
  /** One shared word: not 0 after a stop. */
  readonly stop: Int32Array
  /** A heartbeat for every chunk in progress; null if nothing watches. */
  readonly heartbeats: SharedArrayBuffer | null
  /** codeHash at the run's start; null on the thread that started it. */
  readonly code: string | null
}

/** Most faults of a cell to list; the tally counts all. */
export const FAULTS_LISTED = 100

/** The share of a cell's blocks that may be lost: the rest says what all would have said. */
const LOST_SHARE = 1 / 50
const LOST_MIN = 1

export function mostLost(blocks: number): number {
  return Math.min(Math.max(LOST_MIN, Math.floor(LOST_SHARE * blocks)), blocks - 1)
}

export function isWithout({ givenUp = [] }: Chunk, variant: number): boolean {
  return givenUp.some(one => one.variant === variant)
}

/** Number of blocks that count in a variant. */
export function blocksCounted(chunk: Chunk, v: number, lost: readonly LostBlock[]): number {
  if (isWithout(chunk, v)) return 0
  return chunk.to - chunk.from - lost.filter(({ variant }) => variant === v).length
}

/** Number of blocks that count in a variant, but not in its reference. */
export function unpairedIn(
  chunk: Chunk,
  variant: number,
  reference: number,
  lost: readonly LostBlock[],
): number {
  if (isWithout(chunk, variant)) return 0
  if (isWithout(chunk, reference)) return blocksCounted(chunk, variant, lost)
  const isLostIn = (v: number, block: number) => lost.some(one => one.variant === v && one.block === block)
  return lost.filter(one => one.variant === reference && !isLostIn(variant, one.block)).length
}
