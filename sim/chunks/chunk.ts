/** Plays chunks of blocks on the thread that it is made on. */
import { doingWithout, findAgent, makeAgent } from '../../agents/index.ts'
import type { CompiledGame, GameInfo } from '../../engine/contract/index.ts'
import { moduleHash, placeIn, reasonOf } from '../../engine/modules/index.ts'
import { loadGame } from '../../engine/registry/index.ts'
import { rootOf } from '../../engine/rng.ts'
import {
  type Experiment,
  gameNameOf,
  gameOf,
  isLearner,
  isMirror,
  type Lineup,
  membersOf,
  optionsOf,
  referenceOf,
  separateGameOf,
} from '../experiment/index.ts'
import type { Fault, Quarantine } from '../match/fault.ts'
import {
  DECISION,
  ENDED,
  heartbeatAt,
  LOADING,
  MAKING,
  PARTICIPANT,
  PLAYING,
  ROTATION,
  SERIAL,
  STAGE,
  unwatchedHeartbeat,
  VARIANT,
  watchGames,
} from '../match/heartbeat.ts'
import { type RecordedMatch, recordedMatch } from '../match/recorded.ts'
import { type MatchAgent, MatchRunner } from '../match/runner.ts'
import { type Detail, FactCollector } from '../records/facts.ts'
import { HighlightPicker } from '../tally/highlights.ts'
import { addTally, layoutTally, type Tally } from '../tally/layout.ts'
import { pack } from '../tally/packing.ts'
import { addPair, type Metric, PAIR_SIZE } from '../tally/pairs.ts'
import { Tallier } from '../tally/tallier.ts'
import { metricsOfVariant } from './metrics.ts'
import { processorTime } from './processor.ts'
import type { Chunk } from './schedule.ts'

/** A chunk to play. */
export interface ChunkTask {
  readonly chunk: Chunk
  /** Index of its heartbeat. */
  readonly slot: number
  readonly quarantined: readonly Quarantine[]
  /** What the result tells of every single match. */
  readonly detail: Detail
  /** Only these matches of the chunk, which is one block, are played, for their records alone; all else of the result is empty. */
  readonly replays?: readonly Replay[]
}

/** A match of a block that is played again. */
export interface Replay {
  readonly variant: number
  readonly rotation: number
  /** Why it was forfeited, if it was: the agent is not asked again, since it might hang. */
  readonly fault: Fault | null
}

/** A chunk's results in one variant. */
export interface VariantResult {
  /** The tally, packed (sim/tally/packing). */
  readonly tally: string
  /** Of a population, the tally of each member's blocks, packed; absent where nobody takes turns. Together they are `tally`. */
  readonly members?: readonly string[]
  /** Sums of the differences from its reference, PAIR_SIZE words a metric, packed; the first variant has no metrics. */
  readonly pairs: string
  /** Which of its matches are worth looking at, packed (sim/tally/highlights). */
  readonly highlights: string
  /** The first FAULTS_LISTED of them. */
  readonly faults: readonly Fault[]
  /** Every match, block by block and rotation by rotation; empty unless the chunk is asked for decisions. */
  readonly records: readonly RecordedMatch[]
}

/** A chunk's results: blocks `chunk.from` to `done - 1`, which is fewer than asked after a stop. */
export interface ChunkResult {
  readonly chunk: Chunk
  readonly done: number
  /** One for each variant of the experiment. */
  readonly variants: readonly VariantResult[]
  /** Of each variant, the facts of every match, block by block and rotation by rotation; absent unless the chunk is asked for facts or decisions. */
  readonly facts?: readonly Int32Array[]
  readonly milliseconds: number
  /** Milliseconds of those that the thread was on a processor; absent where that is not known. */
  readonly processor?: number
}

/** What each thread of a run is given. */
export interface ThreadData {
  readonly experiment: Experiment
  /** One word over a SharedArrayBuffer: not 0 once the run must stop. */
  readonly stop: Int32Array
  /** One heartbeat for every chunk that may be in progress at once; null if nothing watches. */
  readonly heartbeats: SharedArrayBuffer | null
  /** Hash of the code that the run began with (codeHash); null if the thread is the one that began it. */
  readonly code: string | null
}

/** How many faults of a cell are listed one by one; the tally counts all of them. */
export const FAULTS_LISTED = 100

/** Plays one variant with one line-up, and adds up its matches. */
class CellRunner {
  readonly #seats: number
  /** Of the members of a population of players, who take turns block by block. */
  readonly #runners: readonly MatchRunner[]
  /** Of the same members: each adds up its own blocks. */
  readonly #talliers: readonly Tallier[]
  /** That of the block being played. */
  #tallier: Tallier
  readonly #metrics: readonly Metric[]
  readonly #pairs: Float64Array
  readonly #picker: HighlightPicker
  readonly #collector: FactCollector
  #detail: Detail = 'none'
  #faults: Fault[] = []
  #records: RecordedMatch[] = []

  constructor(
    info: GameInfo,
    runners: readonly MatchRunner[],
    talliers: readonly Tallier[],
    metrics: readonly Metric[],
  ) {
    this.#runners = runners
    this.#talliers = talliers
    this.#tallier = talliers[0]!
    this.#seats = this.#tallier.layout.seats
    this.#metrics = metrics
    this.#pairs = new Float64Array(metrics.length * PAIR_SIZE)
    this.#picker = new HighlightPicker(info)
    this.#collector = new FactCollector(info)
  }

  /** Facts of the matches since `clear`. */
  get facts(): Int32Array {
    return this.#collector.facts
  }

  /** Forgets all results before a chunk of so many blocks, which writes to this heartbeat. */
  clear(heartbeat: Int32Array, detail: Detail, blocks: number): void {
    this.#detail = detail
    this.#collector.clear(detail === 'none' ? 0 : blocks * this.#seats)
    for (const runner of this.#runners) runner.heartbeat = heartbeat
    for (const tallier of this.#talliers) tallier.clear()
    this.#pairs.fill(0)
    this.#picker.clear()
    this.#faults = []
    this.#records = []
  }

  /** Plays a block in every rotation; `endBlock` is to follow. */
  playBlock(root: Int32Array, block: number, quarantined: readonly Quarantine[]): void {
    const recording = this.#detail === 'decisions'
    const member = block % this.#runners.length
    const runner = this.#runners[member]!
    const tallier = this.#talliers[member]!
    this.#tallier = tallier
    for (let rotation = 0; rotation < this.#seats; rotation++) {
      runner.play(root, block, rotation, recording, quarantineOf(quarantined, block, rotation))
      tallier.add(runner.finished)
      this.#picker.add(runner.finished, tallier)
      if (runner.fault !== null && this.#faults.length < FAULTS_LISTED) this.#faults.push(runner.fault)
      if (this.#detail !== 'none') this.#collector.add(runner.finished, tallier.winner, tallier.lowest)
      if (recording) this.#records.push(recordedMatch(runner))
    }
  }

  /** Plays one match again, for its record alone. */
  replay(root: Int32Array, block: number, rotation: number, quarantine: Quarantine | null): void {
    const runner = this.#runners[block % this.#runners.length]!
    runner.play(root, block, rotation, true, quarantine)
    this.#records.push(recordedMatch(runner))
  }

  /** What the block measures that is being played; the buffer is the tallier's. */
  measure(): Int32Array {
    return this.#tallier.measure()
  }

  /** Adds the differences of the block from the reference's, by what both have measured of it. */
  compare(reference: Int32Array, own: Int32Array): void {
    addPair(this.#pairs, this.#metrics, reference, own)
  }

  /** Closes the block that was played. */
  endBlock(): void {
    this.#tallier.endBlock()
  }

  /** The results since `clear`. */
  result(): VariantResult {
    const tallies = this.#talliers.map(({ tally }) => tally)
    return {
      ...(tallies.length === 1
        ? { tally: pack(tallies[0]!) }
        : { tally: pack(sumOf(tallies)), members: tallies.map(pack) }),
      pairs: pack(this.#pairs),
      highlights: pack(this.#picker.words),
      faults: this.#faults,
      records: this.#records,
    }
  }
}

function sumOf([first, ...others]: readonly Tally[]): Tally {
  const sum = first!.slice()
  for (const tally of others) addTally(sum, tally)
  return sum
}

function quarantineOf(list: readonly Quarantine[], block: number, rotation: number): Quarantine | null {
  for (const one of list) if (one.block === block && one.rotation === rotation) return one
  return null
}

/** Plays chunks of one experiment on one thread; keeps the agents and tallies of one line-up at a time. */
export class ChunkRunner {
  readonly #data: ThreadData
  readonly #root: Int32Array
  #lineup = -1
  #cells: readonly CellRunner[] = []
  /** What the current block measures, by variant. */
  readonly #measures: Int32Array[] = []

  constructor(data: ThreadData) {
    this.#data = data
    this.#root = rootOf(data.experiment.seed)
  }

  /** Prepares the line-up's cells. Those of the previous line-up are dropped, since a search tree is large. */
  async #prepare(lineup: number, heartbeat: Int32Array): Promise<readonly CellRunner[]> {
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

  /**
   * Plays a chunk, or its first blocks if the run is stopped meanwhile. Rejects with an Error if an agent cannot be made or its
   * module was changed. One call at a time.
   */
  async play({ chunk, slot, quarantined, detail, replays }: ChunkTask): Promise<ChunkResult> {
    const { stop, heartbeats, experiment } = this.#data
    const heartbeat = heartbeats === null ? unwatchedHeartbeat() : heartbeatAt(heartbeats, slot)
    heartbeat[STAGE] = PLAYING
    watchGames(heartbeat)
    const cells = await this.#prepare(chunk.lineup, heartbeat)
    const quarantines = cells.map((_, v) => quarantined.filter(({ variant }) => variant === v))
    const began = performance.now()
    const used = processorTime()
    for (const cell of cells) cell.clear(heartbeat, detail, replays ? 0 : chunk.to - chunk.from)
    let block = chunk.from
    for (const { variant, rotation, fault } of replays ?? []) {
      heartbeat[VARIANT] = variant
      const known =
        fault === null ? quarantineOf(quarantines[variant]!, block, rotation) : { ...fault, variant }
      cells[variant]!.replay(this.#root, block, rotation, known)
    }
    if (replays) block = chunk.to
    while (block < chunk.to && Atomics.load(stop, 0) === 0) {
      for (let v = 0; v < cells.length; v++) {
        heartbeat[VARIANT] = v
        try {
          cells[v]!.playBlock(this.#root, block, quarantines[v]!)
        } catch (error) {
          throw placedInMatch(experiment, error, v, block, heartbeat[ROTATION]!)
        }
      }
      if (cells.length > 1) this.#compare(cells)
      for (let v = 0; v < cells.length; v++) cells[v]!.endBlock()
      block++
    }
    const milliseconds = performance.now() - began
    const processor = used === undefined ? {} : { processor: processorTime()! - used }
    const variants = cells.map(cell => cell.result())
    const facts = detail === 'none' ? {} : { facts: cells.map(cell => cell.facts) }
    heartbeat[STAGE] = ENDED
    return { chunk, done: block, variants, ...facts, milliseconds, ...processor }
  }

  /** Compares the block that all cells have played. */
  #compare(cells: readonly CellRunner[]): void {
    const measures = this.#measures
    for (let v = 0; v < cells.length; v++) measures[v] = cells[v]!.measure()
    for (let v = 1; v < cells.length; v++)
      cells[v]!.compare(measures[referenceOf(this.#data.experiment, v)]!, measures[v]!)
  }
}

/** What a game threw, with its place in the user's code and in the run. An error of what ships stays as it is. */
function placedInMatch(
  { source, variants }: Experiment,
  error: unknown,
  variant: number,
  block: number,
  rotation: number,
): unknown {
  if (!source) return error
  const place = placeIn(error) ?? `game module ${source.file}`
  const match = `block ${block}, rotation ${rotation} of ${variants[variant]!.name}`
  return new Error(`${place}: ${reasonOf(error)}; in ${match}`, { cause: error })
}

async function prepareLineup(
  experiment: Experiment,
  lineup: Lineup,
  heartbeat: Int32Array,
): Promise<CellRunner[]> {
  const cells: CellRunner[] = []
  const { source } = experiment
  if (source && moduleHash(gameNameOf(experiment)) !== source.sha256)
    throw new Error(
      `game module ${gameNameOf(experiment)} was changed during the run, expected it to stay the same`,
    )
  await loadGame(gameNameOf(experiment))
  const games = experiment.variants.map(variant => gameOf(experiment, variant))
  for (const [v, game] of games.entries()) {
    heartbeat[VARIANT] = v
    const members = membersOf(experiment, lineup)
    const agents: MatchAgent[][] = Array.from({ length: members }, () => [])
    for (const [e, participant] of lineup.participants.entries()) {
      const { agent, module } = participant
      heartbeat[DECISION] = LOADING
      heartbeat[SERIAL] = (heartbeat[SERIAL]! + 1) | 0
      heartbeat[PARTICIPANT] = 1 + e
      const kind = await findAgent(agent)
      heartbeat[DECISION] = MAKING
      const foreign = module !== undefined
      if (foreign && moduleHash(agent) !== module)
        throw new Error(`agent module ${agent} was changed during the run, expected it to stay the same`)
      const own = foreign ? separateGameOf(experiment, experiment.variants[v]!) : game
      let made: MatchAgent | null = null
      for (const [member, line] of agents.entries()) {
        // Only learners differ from member to member.
        if (made === null || isLearner(participant)) {
          const make = (its: CompiledGame) =>
            makeAgent(kind, its, optionsOf(experiment, v, participant, member))
          const { without } = experiment.variants[v]!
          const agent = without === undefined || e > 0 ? make(own) : doingWithout(own, [without], make)
          made = { agent, foreign }
        }
        line.push(made)
      }
    }
    heartbeat[PARTICIPANT] = 0
    const metrics = metricsOfVariant(experiment, games, v)
    const runners = agents.map(line => new MatchRunner(game, line))
    const layout = layoutTally(game, isMirror(lineup))
    cells.push(
      new CellRunner(
        game.info,
        runners,
        agents.map(() => new Tallier(game, layout)),
        metrics,
      ),
    )
  }
  return cells
}
