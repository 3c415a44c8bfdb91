/** The contract of pools, which play chunks, and the pool of the calling thread. */
import type { Experiment } from '../experiment/index.ts'
import type { Detail } from '../records/facts.ts'
import type { Again, Chunk, ChunkResult } from './chunk.ts'
import { ChunkRunner } from './runner.ts'

export interface ChunkPool {
  /** Chunks in progress that keep all threads busy; it may change. */
  readonly width: number
  /** Milliseconds that a chunk should take, lest its results take this thread too long; it may change. */
  readonly least?: number
  /**
   * Plays a chunk, or its first blocks if the run stops; with `again`, only what that says. Rejects with an
   * Abandoned after `abandon`, with another error if the chunk can't be played.
   */
  run(chunk: Chunk, detail: Detail, again?: Again): Promise<ChunkResult>
  /** Ends all chunks in progress, losing their results. */
  abandon(): void
  /** Ends threads or connections. Call it with no chunk in progress, or after `abandon`. */
  close(): Promise<void>
}

/**
 * A line-up ends, since a game of the user's or a spot check fails in it: in one variant, or if null in all
 * that it has left.
 */
export class LineupError extends Error {
  override readonly name = 'LineupError'
  readonly variant: number | null

  constructor(message: string, variant: number | null = null) {
    super(message)
    this.variant = variant
  }
}

/** A chunk's pool was abandoned. */
export class Abandoned extends Error {
  constructor() {
    super('the chunk was abandoned')
    this.name = 'Abandoned'
  }
}

export interface PoolSettings {
  readonly experiment: Experiment
  /** One shared word: not 0 if chunks must end after the current block. */
  readonly stop: Int32Array
  /** Megabytes for this process. */
  readonly memory: number
  /** Opens a pool of this machine, with which a pool of other machines checks theirs. */
  readonly openOwn?: (() => Promise<ChunkPool>) | undefined
}

/** Plays on the calling thread, one chunk at a time, unwatched: for short runs, tests and debuggers. */
export function inlinePool({ experiment, stop }: PoolSettings): ChunkPool {
  const runner = new ChunkRunner({ experiment, stop, heartbeats: null, code: null })
  return {
    width: 1,
    run: (chunk, detail, again) => runner.play({ ...again, chunk, slot: 0, quarantined: [], detail }),
    abandon: () => {},
    close: () => Promise.resolve(),
  }
}
