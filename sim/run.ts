/** Runs an experiment: deals chunks to a pool, and counts what comes back. */
import type { ChunkResult } from './chunks/chunk.ts'
import type { Range } from './chunks/ranges.ts'
import { Results, type RunResult } from './chunks/results.ts'
import { Schedule } from './chunks/schedule.ts'
import { type Shard, shareOf, WHOLE } from './chunks/shard.ts'
import type { Cell, Experiment } from './experiment/index.ts'
import { Abandoned, type ChunkPool, inlinePool, type PoolSettings, threadPool } from './threads/pool.ts'
import { DEFAULT_MEMORY } from './threads/watchdog.ts'

export interface Progress {
  readonly matches: number
  readonly total: number
  /** Index of the line-up whose chunk was the last to come in. */
  readonly lineup: number
}

export interface RunOptions {
  /** Threads to start; 0 plays on this one. */
  readonly threads: number
  /** Instead of threads: where chunks are played. */
  readonly pool?: (settings: PoolSettings) => ChunkPool | Promise<ChunkPool>
  /** Blocks of a chunk; by time if it is not given. */
  readonly chunk?: number
  /** The share of the blocks to play. */
  readonly shard?: Shard
  /** Megabytes that this process may use. */
  readonly memory?: number
  /** What is counted already; new chunks are added to it. */
  readonly results?: Results
  /** Takes every chunk before it is counted: what it throws ends the run, with the chunk not counted. */
  readonly onChunk?: (result: ChunkResult) => void
  readonly onProgress?: (progress: Progress) => void
  /** Takes every match's record, in order of line-up, block, variant and rotation. */
  readonly onRecord?: (cell: Cell, block: number, rotation: number, decisions: readonly string[]) => void
}

/** Time that blocks in hand have to end when the run is to stop; then they are given up. */
const STOP_MS = 2_500

/**
 * A run under way. `stop` ends it after the blocks in hand, or soon after without them: its result is then whole blocks,
 * but not complete.
 */
export class Run {
  readonly #experiment: Experiment
  readonly #options: RunOptions
  readonly #stop = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  readonly #results: Results
  readonly #shard: Shard
  #pool: ChunkPool | null = null
  readonly #waiting = new Map<string, ChunkResult>()
  #expected = { lineup: 0, block: 0 }

  constructor(experiment: Experiment, options: RunOptions) {
    this.#experiment = experiment
    this.#options = options
    this.#results = options.results ?? new Results(experiment)
    this.#shard = options.shard ?? WHOLE
  }

  /** Matches that the run, or its shard, asks for. */
  get total(): number {
    return this.#results.total(this.#shard)
  }

  /** Matches counted. */
  get matches(): number {
    return this.#results.matches
  }

  /** Matches that are still to be played, by line-up. */
  get left(): number[] {
    return this.#gaps().map(gaps =>
      this.#results.matchesIn(gaps.reduce((sum, { from, to }) => sum + to - from, 0)),
    )
  }

  #gaps(): Range[][] {
    return this.#experiment.lineups.map(({ blocks }, l) =>
      this.#results.ranges[l]!.missing(shareOf(this.#shard, blocks)),
    )
  }

  stop(): void {
    if (this.stopped) return
    Atomics.store(this.#stop, 0, 1)
    setTimeout(() => this.#pool?.abandon(), STOP_MS).unref()
  }

  get stopped(): boolean {
    return Atomics.load(this.#stop, 0) !== 0
  }

  /** What has been counted so far; it keeps growing while the run is played. */
  result(): RunResult {
    return this.#results.result()
  }

  async finish(): Promise<RunResult> {
    const gaps = this.#gaps()
    if (gaps.some(ranges => ranges.length > 0)) {
      const pool = await this.#open()
      this.#pool = pool
      try {
        await this.#deal(pool, new Schedule(gaps, this.#options.chunk))
      } finally {
        this.#pool = null
        await pool.close()
      }
    }
    return this.#results.result()
  }

  async #open(): Promise<ChunkPool> {
    const { threads, memory, onRecord, pool } = this.#options
    const settings: PoolSettings = {
      experiment: this.#experiment,
      stop: this.#stop,
      recording: onRecord !== undefined,
      memory: memory ?? DEFAULT_MEMORY,
    }
    if (pool) return await pool(settings)
    return threads > 0 ? threadPool(settings, threads) : inlinePool(settings)
  }

  async #deal(pool: ChunkPool, schedule: Schedule): Promise<void> {
    const busy = new Set<Promise<void>>()
    let failure: unknown
    for (;;) {
      while (busy.size < pool.width && !this.stopped && failure === undefined) {
        const chunk = schedule.next()
        if (!chunk) break
        const task = pool
          .run(chunk)
          .then(result => {
            if (result.done > chunk.from) schedule.learn({ ...chunk, to: result.done }, result.milliseconds)
            schedule.giveBack({ ...chunk, from: result.done })
            if (failure === undefined) this.#take(result)
          })
          .catch((error: unknown) => {
            if (!(error instanceof Abandoned)) failure ??= error
          })
          .finally(() => busy.delete(task))
        busy.add(task)
      }
      if (busy.size === 0) break
      await Promise.race(busy)
      // What is in hand would not be counted any more.
      if (failure !== undefined) pool.abandon()
    }
    if (failure !== undefined) throw failure
  }

  #take(result: ChunkResult): void {
    if (result.done === result.chunk.from) return
    const { lineup } = result.chunk
    const played = { ...result, chunk: { ...result.chunk, to: result.done } }
    if (!this.#results.add(played, () => this.#options.onChunk?.(result)))
      throw new Error(`blocks ${played.chunk.from} to ${played.chunk.to - 1} came twice`)
    this.#options.onProgress?.({ matches: this.matches, total: this.total, lineup })
    if (this.#options.onRecord) this.#passRecords(result)
  }

  /** Hands records on in order, keeping those of chunks that came early. */
  #passRecords(early: ChunkResult): void {
    const { lineups, seats } = this.#experiment
    this.#waiting.set(`${early.chunk.lineup}/${early.chunk.from}`, early)
    for (;;) {
      const { lineup, block } = this.#expected
      const result = this.#waiting.get(`${lineup}/${block}`)
      if (!result) return
      this.#waiting.delete(`${lineup}/${block}`)
      for (let b = block; b < result.done; b++)
        for (const [v, { records }] of result.variants.entries())
          for (let r = 0; r < seats.length; r++)
            this.#options.onRecord!(
              this.#results.cell(v, lineup),
              b,
              r,
              records[(b - block) * seats.length + r]!,
            )
      const last = result.done >= lineups[lineup]!.blocks
      this.#expected = last ? { lineup: lineup + 1, block: 0 } : { lineup, block: result.done }
    }
  }
}
