/** Runs an experiment: deals chunks to a pool and merges what comes back. */
import { type ChunkResult, ChunkPlayer, type PlayerData } from './chunk.ts'
import { type Cell, type Experiment, cellsOf, compileVariant } from './experiment.ts'
import type { Fault } from './match.ts'
import { type ChunkPool, threadPool } from './pool.ts'
import { Schedule } from './schedule.ts'
import { type Tally, type TallyLayout, layoutTally, merge } from './tally.ts'
import type { Game } from '../engine/game.ts'

/** A cell with all that was counted in it. */
export interface CellResult {
  readonly cell: Cell
  readonly game: Game
  readonly layout: TallyLayout
  readonly tally: Tally
  /** The first faults by block, for the report; all are counted in the tally. */
  readonly faults: readonly Fault[]
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
  readonly cell: Cell
}

export interface RunOptions {
  /** Threads to start; 0 plays on this one. */
  readonly threads: number
  /** Blocks of a chunk; by time if it is not given. */
  readonly chunk?: number
  readonly onProgress?: (progress: Progress) => void
  /** Takes every match's record, in order of cell, block and rotation. */
  readonly onRecord?: (cell: Cell, block: number, rotation: number, decisions: readonly string[]) => void
}

/** Faults kept per cell. */
const FAULTS_KEPT = 100

/** A run under way. `stop` ends it after the blocks in hand; its result is then whole blocks, but not complete. */
export class Run {
  readonly #experiment: Experiment
  readonly #options: RunOptions
  readonly #stop = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  readonly #cells: { cell: Cell; game: Game; layout: TallyLayout; tally: Tally; faults: Fault[] }[]
  readonly #total: number
  #matches = 0
  readonly #waiting = new Map<string, ChunkResult>()
  #expected = { cell: 0, block: 0 }

  constructor(experiment: Experiment, options: RunOptions) {
    this.#experiment = experiment
    this.#options = options
    this.#cells = cellsOf(experiment).map(cell => {
      const game = compileVariant(experiment, cell.variant)
      const layout = layoutTally(game)
      return { cell, game, layout, tally: new Float64Array(layout.size), faults: [] }
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
    const schedule = new Schedule(
      this.#cells.map(c => c.cell),
      this.#options.chunk,
    )
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
    const { cell, tally, faults } = this.#cells[result.chunk.cell]!
    merge(tally, result.tally)
    faults.push(...result.faults)
    this.#matches += (result.done - result.chunk.from) * this.#experiment.seats.length
    this.#options.onProgress?.({ matches: this.#matches, total: this.#total, cell })
    if (this.#options.onRecord) this.#passRecords(result)
  }

  /** Hands records on in order, keeping those of chunks that came early. */
  #passRecords(early: ChunkResult): void {
    this.#waiting.set(`${early.chunk.cell}/${early.chunk.from}`, early)
    for (;;) {
      const { cell, block } = this.#expected
      const result = this.#waiting.get(`${cell}/${block}`)
      if (!result) return
      this.#waiting.delete(`${cell}/${block}`)
      const seats = this.#experiment.seats.length
      for (const [i, decisions] of result.records.entries())
        this.#options.onRecord!(this.#cells[cell]!.cell, block + Math.floor(i / seats), i % seats, decisions)
      const last = result.done >= this.#cells[cell]!.cell.lineup.blocks
      this.#expected = last ? { cell: cell + 1, block: 0 } : { cell, block: result.done }
    }
  }
}

/** Plays on the calling thread, a chunk at a time: for tests and debuggers. */
function inlinePool(data: PlayerData): ChunkPool {
  const player = new ChunkPlayer(data)
  return { width: 1, run: chunk => player.play(chunk), close: () => Promise.resolve() }
}
