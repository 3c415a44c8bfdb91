/** Plays chunks of blocks, on whatever thread it is made. */
import { findAgent, makeAgent, moduleHash } from '../../agents/index.ts'
import { rootOf } from '../../engine/rng.ts'
import { compileVariant, type Experiment, type Lineup, referenceOf } from '../experiment/index.ts'
import { beaconAt, DECISION, darkBeacon, MAKING, PARTICIPANT, VARIANT } from '../match/beacon.ts'
import { type Condemned, type Fault, MatchRunner, type Player } from '../match/runner.ts'
import { layoutTally } from '../tally/layout.ts'
import { pack } from '../tally/packing.ts'
import { addPair, type Metric, metricsOf, PAIR_SIZE } from '../tally/pairs.ts'
import { Tallier } from '../tally/tallier.ts'
import type { Chunk } from './schedule.ts'

/** A chunk to play. */
export interface Task {
  readonly chunk: Chunk
  /** The beacon that tells how far it is. */
  readonly slot: number
  readonly condemned: readonly Condemned[]
}

/** What a chunk came to in one variant. */
export interface VariantResult {
  /** The tally, packed. */
  readonly tally: string
  /** Sums of the differences from its reference (PAIR_SIZE words a metric), packed; of none for the first variant. */
  readonly pairs: string
  /** The first FAULTS_TOLD of them. */
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
  /** A beacon for every chunk that may be in hand at once, null if nobody watches. */
  readonly beacons: SharedArrayBuffer | null
}

/** Faults told one by one, the first of every cell; all of them are counted in the tally. */
export const FAULTS_TOLD = 100

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

  /** Makes it ready for a chunk, whose beacon this is. */
  clear(beacon: Int32Array): void {
    this.#runner.beacon = beacon
    this.#tallier.clear()
    this.#pairs.fill(0)
    this.#faults = []
    this.#records = []
  }

  playBlock(root: Int32Array, block: number, recording: boolean, condemned: readonly Condemned[]): void {
    for (let rotation = 0; rotation < this.#seats; rotation++) {
      this.#runner.play(root, block, rotation, recording, condemnedAt(condemned, block, rotation))
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

  result(): VariantResult {
    return {
      tally: pack(this.#tallier.tally),
      pairs: pack(this.#pairs),
      faults: this.#faults,
      records: this.#records,
    }
  }
}

function condemnedAt(list: readonly Condemned[], block: number, rotation: number): Condemned | null {
  for (const one of list) if (one.block === block && one.rotation === rotation) return one
  return null
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
  async #prepare(lineup: number, beacon: Int32Array): Promise<readonly Bench[]> {
    if (this.#lineup !== lineup) {
      this.#lineup = -1
      this.#benches = await prepareLineup(
        this.#data.experiment,
        this.#data.experiment.lineups[lineup]!,
        beacon,
      )
      this.#lineup = lineup
    }
    return this.#benches
  }

  async play({ chunk, slot, condemned }: Task): Promise<ChunkResult> {
    const { stop, recording, beacons, experiment } = this.#data
    const beacon = beacons === null ? darkBeacon() : beaconAt(beacons, slot)
    const benches = await this.#prepare(chunk.lineup, beacon)
    const sentences = benches.map((_, v) => condemned.filter(({ variant }) => variant === v))
    const began = performance.now()
    for (const bench of benches) bench.clear(beacon)
    let block = chunk.from
    while (block < chunk.to && Atomics.load(stop, 0) === 0) {
      for (let v = 0; v < benches.length; v++) {
        beacon[VARIANT] = v
        benches[v]!.playBlock(this.#root, block, recording, sentences[v]!)
      }
      for (let v = 1; v < benches.length; v++) benches[v]!.compare(benches[referenceOf(experiment, v)]!)
      block++
    }
    const milliseconds = performance.now() - began
    return { chunk, done: block, variants: benches.map(bench => bench.result()), milliseconds }
  }
}

async function prepareLineup(experiment: Experiment, lineup: Lineup, beacon: Int32Array): Promise<Bench[]> {
  const benches: Bench[] = []
  const games = experiment.variants.map(variant => compileVariant(experiment, variant))
  beacon[DECISION] = MAKING
  for (const [v, game] of games.entries()) {
    beacon[VARIANT] = v
    const players: Player[] = []
    for (const [e, { agent, options, module }] of lineup.participants.entries()) {
      beacon[PARTICIPANT] = 1 + e
      const kind = await findAgent(agent)
      const foreign = module !== undefined
      if (foreign && moduleHash(agent) !== module)
        throw new Error(`agent module ${agent} was changed while the run was under way`)
      // Somebody else's agent gets a game of its own: whatever it does to that, the match is played by ours.
      const its = foreign ? compileVariant(experiment, experiment.variants[v]!) : game
      players.push({ agent: makeAgent(kind, its, options), foreign })
    }
    beacon[PARTICIPANT] = 0
    const metrics = v === 0 ? [] : metricsOf(games[referenceOf(experiment, v)]!, game)
    benches.push(new Bench(new MatchRunner(game, players), new Tallier(game, layoutTally(game)), metrics))
  }
  return benches
}
