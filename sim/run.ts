/** Runs an experiment: deals chunks to a pool and merges what comes back. */
import type { Game } from '../engine/game.ts'
import { ChunkPlayer, type ChunkResult, type PlayerData } from './chunk.ts'
import { type Cell, cellsOf, compileVariant, type Experiment, referenceOf } from './experiment.ts'
import type { Fault } from './match.ts'
import { type Metric, metricsOf, PAIR_SIZE } from './pairs.ts'
import { type ChunkPool, threadPool } from './pool.ts'
import { Schedule } from './schedule.ts'
import { layoutTally, merge, type Tally, type TallyLayout } from './tally.ts'

/** A cell with all that was counted in it. */
export interface CellResult {
  readonly cell: Cell
  readonly game: Game
  readonly layout: TallyLayout
  readonly tally: Tally
  /** The first faults by block, for the report; all are counted in the tally. */
  readonly faults: readonly Fault[]
  /** What is compared with the reference's cell of the same line-up (nothing in the first variant). */
  readonly metrics: readonly Metric[]
  /** Sums over blocks of the differences from the reference and of their squares, PAIR_SIZE words a metric. */
  readonly pairs: Float64Array
}

export interface RunResult {
  readonly experiment: Experiment
  readonly cells: readonly CellResult[]
  /** False if the run was stopped before all matches were played. */
  readonly complete: boolean
}

export interface Progress {
  readonly matches: number
  readonly total: number
  /** Index of the line-up whose chunk was the last to come in. */
  readonly lineup: number
}

export interface RunOptions {
  /** Threads to start; 0 plays on this one. */
  readonly threads: number
  /** Blocks of a chunk; by time if it is not given. */
  readonly chunk?: number
  readonly onProgress?: (progress: Progress) => void
  /** Takes every match's record, in order of line-up, block, variant and rotation. */
  readonly onRecord?: (cell: Cell, block: number, rotation: number, decisions: readonly string[]) => void
}

/** Faults kept per cell. */
const FAULTS_KEPT = 100

/** A run under way. `stop` ends it after the blocks in hand; its result is then whole blocks, but not complete. */
export class Run {
  readonly #experiment: Experiment
  readonly #options: RunOptions
  readonly #stop = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  readonly #cells: (CellResult & { readonly faults: Fault[] })[]
  readonly #total: number
  #matches = 0
  readonly #waiting = new Map<string, ChunkResult>()
  #expected = { lineup: 0, block: 0 }

  constructor(experiment: Experiment, options: RunOptions) {
    this.#experiment = experiment
    this.#options = options
    const games = experiment.variants.map(variant => compileVariant(experiment, variant))
    this.#cells = cellsOf(experiment).map(cell => {
      const v = experiment.variants.indexOf(cell.variant)
      const game = games[v]!
      const layout = layoutTally(game)
      const metrics = v === 0 ? [] : metricsOf(games[referenceOf(experiment, v)]!, game)
      const pairs = new Float64Array(metrics.length * PAIR_SIZE)
      return { cell, game, layout, tally: new Float64Array(layout.size), faults: [], metrics, pairs }
    })
    const seats = experiment.seats.length
    this.#total = this.#cells.reduce((sum, { cell }) => sum + cell.lineup.blocks * seats, 0)
  }

  /** Matches that the whole experiment asks for. */
  get total(): number {
    return this.#total
  }

  stop(): void {
    Atomics.store(this.#stop, 0, 1)
  }

  get stopped(): boolean {
    return Atomics.load(this.#stop, 0) !== 0
  }

  async finish(): Promise<RunResult> {
    const data: PlayerData = {
      experiment: this.#experiment,
      stop: this.#stop,
      recording: this.#options.onRecord !== undefined,
    }
    const pool = this.#options.threads > 0 ? threadPool(data, this.#options.threads) : inlinePool(data)
    try {
      await this.#deal(pool)
    } finally {
      await pool.close()
    }
    for (const { faults } of this.#cells) faults.sort((a, b) => a.block - b.block || a.rotation - b.rotation)
    return {
      experiment: this.#experiment,
      cells: this.#cells.map(c => ({ ...c, faults: c.faults.slice(0, FAULTS_KEPT) })),
      complete: this.#matches === this.#total,
    }
  }

  async #deal(pool: ChunkPool): Promise<void> {
    const schedule = new Schedule(this.#experiment.lineups, this.#options.chunk)
    const busy = new Set<Promise<void>>()
    let failure: unknown
    for (;;) {
      while (busy.size < pool.width && !this.stopped && failure === undefined) {
        const chunk = schedule.next()
        if (!chunk) break
        const task = pool
          .run(chunk)
          .then(result => {
            schedule.learn(chunk, result.milliseconds)
            this.#take(result)
          })
          .catch((error: unknown) => {
            failure ??= error
          })
          .finally(() => busy.delete(task))
        busy.add(task)
      }
      if (busy.size === 0) break
      await Promise.race(busy)
    }
    if (failure !== undefined) throw failure
  }

  #take(result: ChunkResult): void {
    const { lineups, variants, seats } = this.#experiment
    for (const [v, played] of result.variants.entries()) {
      const { tally, pairs, faults } = this.#cells[v * lineups.length + result.chunk.lineup]!
      merge(tally, played.tally)
      merge(pairs, played.pairs)
      faults.push(...played.faults)
    }
    this.#matches += (result.done - result.chunk.from) * seats.length * variants.length
    this.#options.onProgress?.({ matches: this.#matches, total: this.#total, lineup: result.chunk.lineup })
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
        for (const [v, { records }] of result.variants.entries()) {
          const cell = this.#cells[v * lineups.length + lineup]!.cell
          for (let r = 0; r < seats.length; r++)
            this.#options.onRecord!(cell, b, r, records[(b - block) * seats.length + r]!)
        }
      const last = result.done >= lineups[lineup]!.blocks
      this.#expected = last ? { lineup: lineup + 1, block: 0 } : { lineup, block: result.done }
    }
  }
}

/** Plays on the calling thread, a chunk at a time: for tests and debuggers. */
function inlinePool(data: PlayerData): ChunkPool {
  const player = new ChunkPlayer(data)
  return { width: 1, run: chunk => player.play(chunk), close: () => Promise.resolve() }
}
