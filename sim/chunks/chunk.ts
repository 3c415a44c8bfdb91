/** Plays chunks of blocks, on whatever thread it is made. */
import { findAgent, makeAgent, moduleHash } from '../../agents/index.ts'
import { rootOf } from '../../engine/rng.ts'
import { compileVariant, type Experiment, type Lineup, referenceOf } from '../experiment/index.ts'
import {
  DECISION,
  heartbeatAt,
  MAKING,
  PARTICIPANT,
  unwatchedHeartbeat,
  VARIANT,
} from '../match/heartbeat.ts'
import { type Fault, MatchRunner, type Player, type Quarantine } from '../match/runner.ts'
import { layoutTally } from '../tally/layout.ts'
import { pack } from '../tally/packing.ts'
import { addPair, type Metric, metricsOf, PAIR_SIZE } from '../tally/pairs.ts'
import { Tallier } from '../tally/tallier.ts'
import type { Chunk } from './schedule.ts'

/** A chunk to play. */
export interface Task {
  readonly chunk: Chunk
  /** The heartbeat that tells how far it is. */
  readonly slot: number
  readonly quarantined: readonly Quarantine[]
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
  /** A heartbeat for every chunk that may be in hand at once, null if nobody watches. */
  readonly heartbeats: SharedArrayBuffer | null
}

/** Faults told one by one, the first of every cell; all of them are counted in the tally. */
export const FAULTS_TOLD = 100

/** One variant with one line-up, ready to play. */
class CellPlayer {
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

  /** Makes it ready for a chunk, whose heartbeat this is. */
  clear(heartbeat: Int32Array): void {
    this.#runner.heartbeat = heartbeat
    this.#tallier.clear()
    this.#pairs.fill(0)
    this.#faults = []
    this.#records = []
  }

  playBlock(root: Int32Array, block: number, recording: boolean, quarantined: readonly Quarantine[]): void {
    for (let rotation = 0; rotation < this.#seats; rotation++) {
      this.#runner.play(root, block, rotation, recording, quarantineOf(quarantined, block, rotation))
      this.#tallier.add(this.#runner.finished)
      if (this.#runner.fault !== null && this.#faults.length < FAULTS_TOLD)
        this.#faults.push(this.#runner.fault)
      if (recording) this.#records.push(this.#runner.record)
    }
    this.#tallier.endBlock()
  }

  compare(reference: CellPlayer): void {
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

function quarantineOf(list: readonly Quarantine[], block: number, rotation: number): Quarantine | null {
  for (const one of list) if (one.block === block && one.rotation === rotation) return one
  return null
}

/** Plays chunks of one experiment on one thread; compiles each line-up once. */
export class ChunkPlayer {
  readonly #data: PlayerData
  readonly #root: Int32Array
  #lineup = -1
  #cells: readonly CellPlayer[] = []

  constructor(data: PlayerData) {
    this.#data = data
    this.#root = rootOf(data.experiment.seed)
  }

  /** Makes the line-up's cells; those of the one before go, for a search's tree is large. */
  async #prepare(lineup: number, heartbeat: Int32Array): Promise<readonly CellPlayer[]> {
    if (this.#lineup !== lineup) {
      this.#lineup = -1
      this.#cells = await prepareLineup(
        this.#data.experiment,
        this.#data.experiment.lineups[lineup]!,
        heartbeat,
      )
      this.#lineup = lineup
    }
    return this.#cells
  }

  async play({ chunk, slot, quarantined }: Task): Promise<ChunkResult> {
    const { stop, recording, heartbeats, experiment } = this.#data
    const heartbeat = heartbeats === null ? unwatchedHeartbeat() : heartbeatAt(heartbeats, slot)
    const cells = await this.#prepare(chunk.lineup, heartbeat)
    const quarantines = cells.map((_, v) => quarantined.filter(({ variant }) => variant === v))
    const began = performance.now()
    for (const cell of cells) cell.clear(heartbeat)
    let block = chunk.from
    while (block < chunk.to && Atomics.load(stop, 0) === 0) {
      for (let v = 0; v < cells.length; v++) {
        heartbeat[VARIANT] = v
        cells[v]!.playBlock(this.#root, block, recording, quarantines[v]!)
      }
      for (let v = 1; v < cells.length; v++) cells[v]!.compare(cells[referenceOf(experiment, v)]!)
      block++
    }
    const milliseconds = performance.now() - began
    return { chunk, done: block, variants: cells.map(cell => cell.result()), milliseconds }
  }
}

async function prepareLineup(
  experiment: Experiment,
  lineup: Lineup,
  heartbeat: Int32Array,
): Promise<CellPlayer[]> {
  const cells: CellPlayer[] = []
  const games = experiment.variants.map(variant => compileVariant(experiment, variant))
  heartbeat[DECISION] = MAKING
  for (const [v, game] of games.entries()) {
    heartbeat[VARIANT] = v
    const players: Player[] = []
    for (const [e, { agent, options, module }] of lineup.participants.entries()) {
      heartbeat[PARTICIPANT] = 1 + e
      const kind = await findAgent(agent)
      const foreign = module !== undefined
      if (foreign && moduleHash(agent) !== module)
        throw new Error(`agent module ${agent} was changed while the run was under way`)
      // Somebody else's agent gets a game of its own: whatever it does to that, the match is played by ours.
      const its = foreign ? compileVariant(experiment, experiment.variants[v]!) : game
      players.push({ agent: makeAgent(kind, its, options), foreign })
    }
    heartbeat[PARTICIPANT] = 0
    const metrics = v === 0 ? [] : metricsOf(games[referenceOf(experiment, v)]!, game)
    cells.push(new CellPlayer(new MatchRunner(game, players), new Tallier(game, layoutTally(game)), metrics))
  }
  return cells
}
