/** Plays chunks of blocks, on whatever thread it is made. */
import { findAgent, makeAgent } from '../agents/index.ts'
import { rootOf } from '../engine/rng.ts'
import { compileVariant, type Experiment, type Lineup, referenceOf } from './experiment.ts'
import { type Fault, MatchRunner } from './match.ts'
import { addPair, type Metric, metricsOf, PAIR_SIZE } from './pairs.ts'
import type { Chunk } from './schedule.ts'
import { Tallier } from './tallier.ts'
import { layoutTally } from './tally.ts'

/** What a chunk came to in one variant. */
export interface VariantResult {
  readonly tally: Float64Array
  /** Sums of the differences from its reference (PAIR_SIZE words a metric), empty for the first variant. */
  readonly pairs: Float64Array
  readonly faults: readonly Fault[]
  /** The decisions of every match, block by block and rotation by rotation, if they were asked for. */
  readonly records: readonly (readonly string[])[]
}

/** What a chunk came to. Blocks from `chunk.from` to `done - 1` are in it; fewer than asked after a stop. */
export interface ChunkResult {
  readonly chunk: Chunk
  readonly done: number
  /** One for each variant of the experiment. */
  readonly variants: readonly VariantResult[]
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

/** One variant with one line-up, ready to play. */
class Bench {
  readonly #seats: number
  readonly #runner: MatchRunner
  readonly #tallier: Tallier
  readonly #metrics: readonly Metric[]
  readonly #pairs: Float64Array
  #faults: Fault[] = []
  #records: string[][] = []

  constructor(runner: MatchRunner, tallier: Tallier, metrics: readonly Metric[]) {
    this.#runner = runner
    this.#tallier = tallier
    this.#seats = tallier.layout.seats
    this.#metrics = metrics
    this.#pairs = new Float64Array(metrics.length * PAIR_SIZE)
  }

  get measures(): Int32Array {
    return this.#tallier.measures
  }

  clear(): void {
    this.#tallier.clear()
    this.#pairs.fill(0)
    this.#faults = []
    this.#records = []
  }

  playBlock(root: Int32Array, block: number, recording: boolean): void {
    for (let rotation = 0; rotation < this.#seats; rotation++) {
      this.#runner.play(root, block, rotation, recording)
      this.#tallier.add(this.#runner.finished)
      if (this.#runner.fault !== null && this.#faults.length < FAULTS_TOLD)
        this.#faults.push(this.#runner.fault)
      if (recording) this.#records.push(this.#runner.record)
    }
    this.#tallier.endBlock()
  }

  compare(reference: Bench): void {
    addPair(this.#pairs, this.#metrics, reference.measures, this.measures)
  }

  /** Copies that the caller owns. */
  result(): VariantResult {
    return {
      tally: this.#tallier.tally.slice(),
      pairs: this.#pairs.slice(),
      faults: this.#faults,
      records: this.#records,
    }
  }
}

/** Plays chunks of one experiment on one thread; compiles each line-up once. */
export class ChunkPlayer {
  readonly #data: PlayerData
  readonly #root: Int32Array
  #lineup = -1
  #benches: readonly Bench[] = []

  constructor(data: PlayerData) {
    this.#data = data
    this.#root = rootOf(data.experiment.seed)
  }

  /** Makes the line-up's benches; those of the one before go, for a search's tree is large. */
  async #prepare(lineup: number): Promise<readonly Bench[]> {
    if (this.#lineup !== lineup) {
      this.#benches = await prepareLineup(this.#data.experiment, this.#data.experiment.lineups[lineup]!)
      this.#lineup = lineup
    }
    return this.#benches
  }

  async play(chunk: Chunk): Promise<ChunkResult> {
    const benches = await this.#prepare(chunk.lineup)
    const { stop, recording } = this.#data
    const began = performance.now()
    for (const bench of benches) bench.clear()
    let block = chunk.from
    while (block < chunk.to && Atomics.load(stop, 0) === 0) {
      for (const bench of benches) bench.playBlock(this.#root, block, recording)
      for (let v = 1; v < benches.length; v++)
        benches[v]!.compare(benches[referenceOf(this.#data.experiment, v)]!)
      block++
    }
    const milliseconds = performance.now() - began
    return { chunk, done: block, variants: benches.map(bench => bench.result()), milliseconds }
  }
}

async function prepareLineup(experiment: Experiment, lineup: Lineup): Promise<Bench[]> {
  const benches: Bench[] = []
  const games = experiment.variants.map(variant => compileVariant(experiment, variant))
  for (const [v, game] of games.entries()) {
    const agents = []
    for (const { agent, options } of lineup.entrants)
      agents.push(makeAgent(await findAgent(agent), game, options))
    const metrics = v === 0 ? [] : metricsOf(games[referenceOf(experiment, v)]!, game)
    benches.push(new Bench(new MatchRunner(game, agents), new Tallier(game, layoutTally(game)), metrics))
  }
  return benches
}
