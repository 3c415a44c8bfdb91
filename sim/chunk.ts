/** Plays chunks of blocks, on whatever thread it is made. */
import { findAgent } from '../agents/index.ts'
import type { Game } from '../engine/game.ts'
import { rootOf } from '../engine/rng.ts'
import { type Cell, type Experiment, cellsOf, compileVariant } from './experiment.ts'
import { type Fault, MatchRunner } from './match.ts'
import type { Chunk } from './schedule.ts'
import { Tallier, layoutTally } from './tally.ts'

/** What a chunk came to. Blocks from `chunk.from` to `done - 1` are in it; fewer than asked after a stop. */
export interface ChunkResult {
  readonly chunk: Chunk
  readonly done: number
  readonly tally: Float64Array
  readonly faults: readonly Fault[]
  /** The decisions of every match, block by block and rotation by rotation, if they were asked for. */
  readonly records: readonly (readonly string[])[]
  readonly milliseconds: number
}

/** What a run gives to each of its threads. */
export interface PlayerData {
  readonly experiment: Experiment
  /** One word over a SharedArrayBuffer: not 0 once the run is to stop. */
  readonly stop: Int32Array
  readonly recording: boolean
}

/** Faults told one by one; all of them are counted in the tally. */
const FAULTS_TOLD = 100

interface Bench {
  readonly game: Game
  readonly runner: MatchRunner
  readonly tallier: Tallier
}

/** Plays chunks of one experiment on one thread; compiles each cell once. */
export class ChunkPlayer {
  readonly #data: PlayerData
  readonly #root: Int32Array
  readonly #cells: readonly Cell[]
  readonly #benches = new Map<number, Bench>()

  constructor(data: PlayerData) {
    this.#data = data
    this.#root = rootOf(data.experiment.seed)
    this.#cells = cellsOf(data.experiment)
  }

  async #bench(cell: number): Promise<Bench> {
    const ready = this.#benches.get(cell)
    if (ready) return ready
    const { variant, lineup } = this.#cells[cell]!
    const game = compileVariant(this.#data.experiment, variant)
    const agents = []
    for (const { agent, options } of lineup.entrants) agents.push((await findAgent(agent)).make(game, options))
    const bench = { game, runner: new MatchRunner(game, agents), tallier: new Tallier(game, layoutTally(game)) }
    // One cell at a time: a search's tree is large, and chunks come cell by cell.
    this.#benches.clear()
    this.#benches.set(cell, bench)
    return bench
  }

  /** Plays a chunk. The result's tally is a copy that the caller owns. */
  async play(chunk: Chunk): Promise<ChunkResult> {
    const { game, runner, tallier } = await this.#bench(chunk.cell)
    const { stop, recording } = this.#data
    const began = performance.now()
    const faults: Fault[] = []
    const records: string[][] = []
    tallier.clear()
    let block = chunk.from
    while (block < chunk.to && Atomics.load(stop, 0) === 0) {
      for (let rotation = 0; rotation < game.seats.length; rotation++) {
        runner.play(this.#root, block, rotation, recording)
        tallier.add(runner.finished)
        if (runner.fault !== null && faults.length < FAULTS_TOLD) faults.push(runner.fault)
        if (recording) records.push(runner.record)
      }
      tallier.endBlock()
      block++
    }
    const milliseconds = performance.now() - began
    return { chunk, done: block, tally: tallier.tally.slice(), faults, records, milliseconds }
  }
}
