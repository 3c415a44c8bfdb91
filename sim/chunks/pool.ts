/** Where chunks are played: the contract of all pools, and the pool of the calling thread. */
import type { Experiment } from '../experiment/index.ts'
import type { Detail } from '../records/facts.ts'
import type { Chunk, ChunkResult, Replay } from './chunk.ts'
import { ChunkRunner } from './runner.ts'

/** A place to play chunks, one or more at a time. */
export interface ChunkPool {
  /** Chunks that may be in progress at once so that no thread is idle; it may change. */
  readonly width: number
  /**
   * Plays a chunk, or only its first blocks if the run is stopped meanwhile; `detail` says what is asked of its single matches. With
   * `replays`, these matches of a chunk of one block are played alone, for their records.
   * Rejects with an Abandoned once the pool is abandoned, with any other error if the chunk cannot be played at all.
   */
  run(chunk: Chunk, detail: Detail, replays?: readonly Replay[]): Promise<ChunkResult>
  /** Ends all chunks in progress at once: their results are lost. */
  abandon(): void
  /** Ends the threads or connections behind the pool. Call it when no chunk is in progress, or after `abandon`. */
  close(): Promise<void>
}

/** A line-up can be played no further, since the game of the user's fails in it: in one variant, or if that is null, in all that it has left. */
export class LineupError extends Error {
  override readonly name = 'LineupError'
  readonly variant: number | null

  constructor(message: string, variant: number | null = null) {
    super(message)
    this.variant = variant
  }
}

/** A chunk that ended because its pool was abandoned. */
export class Abandoned extends Error {
  constructor() {
    super('the chunk was abandoned')
    this.name = 'Abandoned'
  }
}

/** What every pool needs to know. */
export interface PoolSettings {
  readonly experiment: Experiment
  /** One word over a SharedArrayBuffer: not 0 once chunks must end after the block being played. */
  readonly stop: Int32Array
  /** Megabytes that this process may use in total. */
  readonly memory: number
}

/**
 * Plays on the calling thread, one chunk at a time: for runs that are over before threads have started, for tests and debuggers. Nothing
 * watches the agents.
 */
export function inlinePool({ experiment, stop }: PoolSettings): ChunkPool {
  const runner = new ChunkRunner({ experiment, stop, heartbeats: null, code: null })
  return {
    width: 1,
    run: (chunk, detail, replays) => runner.play({ chunk, slot: 0, quarantined: [], detail, replays }),
    abandon: () => {},
    close: () => Promise.resolve(),
  }
}
