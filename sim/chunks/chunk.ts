/** What is asked of a thread, and what it answers: a chunk of blocks to play, and its results. */
import type { Experiment } from '../experiment/index.ts'
import type { Fault, LostBlock, Quarantine } from '../match/fault.ts'
import type { RecordedMatch } from '../match/recorded.ts'
import type { Detail } from '../records/facts.ts'
import type { Chunk } from './schedule.ts'

/** A chunk to play. */
export interface ChunkTask {
  readonly chunk: Chunk
  /** Index of its heartbeat. */
  readonly slot: number
  readonly quarantined: readonly Quarantine[]
  /** What the result tells of every single match. */
  readonly detail: Detail
  /** Only these matches of the chunk, which is one block, are played, for their records alone; all else of the result is empty. */
  readonly replays?: readonly Replay[]
  /** A match of the chunk in which a thread was lost before: it is played first, and leaves how it came there. */
  readonly traced?: TracedMatch
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
  readonly facts?: readonly Int32Array[]
  /** The blocks that count in no sum of their variant, by block and variant; absent if there are none. */
  readonly lost?: readonly LostBlock[]
  readonly milliseconds: number
  /** Milliseconds of those that the thread was on a processor; absent where that is not known. */
  readonly processor?: number
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
