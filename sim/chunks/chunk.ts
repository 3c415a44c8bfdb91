/** A chunk: the blocks a thread is asked to play, its results, and which of its blocks count where a game of the user's fails. */
import type { Experiment } from '../experiment/index.ts'
import type { Fault, GivenUp, LostBlock, Quarantine } from '../match/fault.ts'
import type { RecordedMatch } from '../match/runner.ts'
import type { Detail } from '../records/facts.ts'

/** Blocks `from` to `to - 1` of a line-up, in all variants that are not given up: they are compared block by block. */
export interface Chunk {
  readonly lineup: number
  readonly from: number
  readonly to: number
  /** By variant, ascending; absent if there are none. */
  readonly givenUp?: readonly GivenUp[] | undefined
}

/** A chunk to play. */
export interface ChunkTask {
  readonly chunk: Chunk
  /** Index of its heartbeat. */
  readonly slot: number
  readonly quarantined: readonly Quarantine[]
  /** What the result tells of every single match. */
  readonly detail: Detail
  /** Only these matches of the chunk, which is one block, are played, for their records alone; all else of the result is empty. */
  readonly replays?: readonly Replay[] | undefined
  /** A match of the chunk in which a thread was lost before: it is played first, and leaves how it came there. */
  readonly traced?: TracedMatch | undefined
}

/** A match whose way is written while it is played (sim/match/trace). */
export interface TracedMatch {
  readonly variant: number
  readonly block: number
  readonly rotation: number
  readonly trace: SharedArrayBuffer
}

/** A match of a block that is played again. */
export interface Replay {
  readonly variant: number
  readonly rotation: number
  /** Why it was forfeited, if it was: the agent is not asked again, since it might hang. */
  readonly fault: Fault | null
}

/** A chunk's results in one variant. */
export interface VariantResult {
  /** The tally, packed (sim/tally/packing). */
  readonly tally: string
  /** Of a population, the tally of each member's blocks, packed; absent where nobody takes turns. Together they are `tally`. */
  readonly members?: readonly string[]
  /** Sums of the differences from its reference, PAIR_SIZE words a metric, packed; the first variant has no metrics. */
  readonly pairs: string
  /** Which of its matches are worth looking at, packed (sim/tally/highlights). */
  readonly highlights: string
  /** The first FAULTS_LISTED of them. */
  readonly faults: readonly Fault[]
  /** Every match, block by block and rotation by rotation; empty unless the chunk is asked for decisions. */
  readonly records: readonly RecordedMatch[]
}

/** A chunk's results: blocks `chunk.from` to `done - 1`, which is fewer than asked after a stop. */
export interface ChunkResult {
  readonly chunk: Chunk
  readonly done: number
  /** One for each variant of the experiment. */
  readonly variants: readonly VariantResult[]
  /** Of each variant, the facts of every match, block by block and rotation by rotation; absent unless the chunk is asked for facts or decisions. */
  readonly facts?: readonly Int32Array[] | undefined
  /** The blocks that count in no sum of their variant, by block and variant; absent if there are none. */
  readonly lost?: readonly LostBlock[] | undefined
  readonly milliseconds: number
  /** Milliseconds of those that the thread was on a processor; absent where that is not known. */
  readonly processor?: number | undefined
}

/** What each thread of a run is given. */
export interface ThreadData {
  readonly experiment: Experiment
  /** One word over a SharedArrayBuffer: not 0 once the run must stop. */
  readonly stop: Int32Array
  /** One heartbeat for every chunk that may be in progress at once; null if nothing watches. */
  readonly heartbeats: SharedArrayBuffer | null
  /** Hash of the code that the run began with (codeHash); null if the thread is the one that began it. */
  readonly code: string | null
}

/** How many faults of a cell are listed one by one; the tally counts all of them. */
export const FAULTS_LISTED = 100

/** How many blocks of a cell may be lost: as bad games go, what is left says what it would have said. */
const LOST_SHARE = 1 / 50
const LOST_MIN = 1

/** The most blocks that may be lost of so many. */
export function mostLost(blocks: number): number {
  return Math.min(Math.max(LOST_MIN, Math.floor(LOST_SHARE * blocks)), blocks - 1)
}

/** Whether a chunk is played without a variant. */
export function isWithout({ givenUp = [] }: Chunk, variant: number): boolean {
  return givenUp.some(one => one.variant === variant)
}

/** The blocks of a chunk that count in a variant. */
export function blocksCounted(chunk: Chunk, v: number, lost: readonly LostBlock[]): number {
  if (isWithout(chunk, v)) return 0
  return chunk.to - chunk.from - lost.filter(({ variant }) => variant === v).length
}

/** The blocks of a chunk that count in a variant, but not in its reference. */
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
