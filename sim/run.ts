/** Runs an experiment: gives chunks to a pool, and adds up the results. */
import type { ChunkResult } from './chunks/chunk.ts'
import { countBlocks, type Range } from './chunks/ranges.ts'
import { Results, type RunResult } from './chunks/results.ts'
import { Schedule } from './chunks/schedule.ts'
import { type Shard, shareOf, WHOLE } from './chunks/shard.ts'
import type { Cell, Experiment } from './experiment/index.ts'
import { Abandoned, type ChunkPool, inlinePool, type PoolSettings, threadPool } from './threads/pool.ts'
import { DEFAULT_MEMORY } from './threads/watchdog.ts'

/** How far a run is. */
export interface Progress {
  /** Matches counted, and matches that the run asks for. */
  readonly matches: number
  readonly total: number
  /** Index of the line-up of the last chunk. */
  readonly lineup: number
}

/** How an experiment is played. Nothing here affects its results. */
export interface RunOptions {
  /** Number of threads to start; 0 plays on the calling thread. */
  readonly threads: number
  /** Makes the pool that plays the chunks, instead of threads. */
  readonly pool?: (settings: PoolSettings) => ChunkPool | Promise<ChunkPool>
  /** Blocks of a chunk; set by time if absent. */
  readonly chunk?: number
  /** The share of the blocks to play. */
  readonly shard?: Shard
  /** Megabytes that this process may use. */
  readonly memory?: number
  /** Earlier results of the run; new chunks are added to them. */
  readonly results?: Results
  /** Called with every chunk before it is counted. If it throws, the run ends, and the chunk is not counted. */
  readonly onChunk?: (result: ChunkResult) => void
  readonly onProgress?: (progress: Progress) => void
  /** Called with the decisions of every match, in order of line-up, block, variant and rotation. */
  readonly onRecord?: (cell: Cell, block: number, rotation: number, decisions: readonly string[]) => void
}

/** Time that the blocks being played have to end when the run stops; after that they are abandoned. */
const STOP_MS = 2_500

/** A run of an experiment, played by `finish`. */
export class Run {
  readonly #experiment: Experiment
  readonly #options: RunOptions
  readonly #stop = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  readonly #results: Results
  readonly #shard: Shard
  #pool: ChunkPool | null = null
  /** Results whose records cannot be passed on yet, by line-up and first block. */
  readonly #early = new Map<string, ChunkResult>()
  /** Where the next record comes from. */
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

  /** Matches yet to be played, by line-up. */
  get left(): number[] {
    return this.#gaps().map(gaps => this.#results.matchesIn(countBlocks(gaps)))
  }

  #gaps(): Range[][] {
    return this.#experiment.lineups.map(({ blocks }, l) =>
      this.#results.ranges[l]!.missing(shareOf(this.#shard, blocks)),
    )
  }

  /** Ends the run after the blocks being played, or a few seconds later without them. */
  stop(): void {
    if (this.stopped) return
    Atomics.store(this.#stop, 0, 1)
    setTimeout(() => this.#pool?.abandon(), STOP_MS).unref()
  }

  /** Whether `stop` was called. */
  get stopped(): boolean {
    return Atomics.load(this.#stop, 0) !== 0
  }

  /** The results so far. They keep growing while the run is played. */
  result(): RunResult {
    return this.#results.result()
  }

  /**
   * Plays all blocks that are missing. Resolves with the results: whole blocks, and not all of them if the run was stopped.
   * Rejects if a chunk cannot be played, or with what a callback throws.
   */
  async finish(): Promise<RunResult> {
    const gaps = this.#gaps()
    if (gaps.some(ranges => ranges.length > 0)) {
      const pool = await this.#openPool()
      this.#pool = pool
      try {
        await this.#play(pool, new Schedule(gaps, this.#options.chunk))
      } finally {
        this.#pool = null
        await pool.close()
      }
    }
    return this.#results.result()
  }

  async #openPool(): Promise<ChunkPool> {
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

  async #play(pool: ChunkPool, schedule: Schedule): Promise<void> {
    const busy = new Set<Promise<void>>()
    let failure: unknown
    for (;;) {
      while (busy.size < pool.width && !this.stopped && failure === undefined) {
        const chunk = schedule.next()
        if (!chunk) break
        const task = pool
          .run(chunk)
          .then(result => {
            if (result.done > chunk.from)
              schedule.recordTime({ ...chunk, to: result.done }, result.milliseconds)
            schedule.putBack({ ...chunk, from: result.done })
            if (failure === undefined) this.#count(result)
          })
          .catch((error: unknown) => {
            if (!(error instanceof Abandoned)) failure ??= error
          })
          .finally(() => busy.delete(task))
        busy.add(task)
      }
      if (busy.size === 0) break
      await Promise.race(busy)
      // Results of the chunks still being played would not be counted.
      if (failure !== undefined) pool.abandon()
    }
    if (failure !== undefined) throw failure
  }

  #count(result: ChunkResult): void {
    if (result.done === result.chunk.from) return
    const { lineup } = result.chunk
    const played = { ...result, chunk: { ...result.chunk, to: result.done } }
    if (!this.#results.add(played, () => this.#options.onChunk?.(result)))
      throw new Error(
        `blocks ${played.chunk.from} to ${played.chunk.to - 1} were played twice, expected once`,
      )
    this.#options.onProgress?.({ matches: this.matches, total: this.total, lineup })
    if (this.#options.onRecord) this.#passRecords(result)
  }

  /** Passes records on in order, holding back those of chunks that came early. */
  #passRecords(early: ChunkResult): void {
    const { lineups, seats } = this.#experiment
    this.#early.set(`${early.chunk.lineup}/${early.chunk.from}`, early)
    for (;;) {
      const { lineup, block } = this.#expected
      const result = this.#early.get(`${lineup}/${block}`)
      if (!result) return
      this.#early.delete(`${lineup}/${block}`)
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
