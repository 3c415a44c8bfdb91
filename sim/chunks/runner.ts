/** Plays chunks of blocks on the thread that it is made on. */
import { differences, shellWord } from '../../documents/index.ts'
import type { GameInfo } from '../../engine/contract/index.ts'
import { placeIn, reasonOf } from '../../engine/modules/index.ts'
import { findGame } from '../../engine/registry/index.ts'
import { rootOf } from '../../engine/rng.ts'
import { type Experiment, gameNameOf, referenceOf, type Variant } from '../experiment/index.ts'
import {
  ENDED,
  heartbeatAt,
  PARTICIPANT,
  PLAYING,
  ROTATION,
  STAGE,
  unwatchedHeartbeat,
  VARIANT,
  watchGames,
} from '../match/heartbeat.ts'
import { type CellRunner, quarantineOf } from './cell.ts'
import type { ChunkResult, ChunkTask, ThreadData } from './chunk.ts'
import { prepareLineup } from './lineup.ts'
import { processorTime } from './processor.ts'

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
          const { [ROTATION]: rotation = 0, [PARTICIPANT]: asked = 0 } = heartbeat
          const moves = experiment.source ? cells[v]!.movesToError(this.#root, block, rotation) : null
          const match = { variant: v, block, rotation, lineup: chunk.lineup, asked: asked - 1, moves }
          throw placedInMatch(experiment, error, match, cells[v]!.info)
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

/** A match in which a game threw: the participant that was being asked, or -1, and the moves to there, null if they cannot be told. */
interface Failed {
  readonly variant: number
  readonly lineup: number
  readonly block: number
  readonly rotation: number
  readonly asked: number
  readonly moves: readonly string[] | null
}

/** Most moves that are shown, the last ones. */
const MOVES_SHOWN = 12

/** What a game threw, with its place in the user's code and in the run. An error of what ships stays as it is. */
function placedInMatch(
  experiment: Experiment,
  error: unknown,
  { variant, lineup, block, rotation, asked, moves }: Failed,
  { seats, type }: GameInfo,
): unknown {
  const { source, variants, lineups } = experiment
  if (!source) return error
  const place = placeIn(error) ?? `game module ${source.file}`
  const match = `block ${block}, rotation ${rotation} of ${variants[variant]!.name}`
  const who = lineups[lineup]!.participants[asked]?.agent
  const seat = seats[(asked - rotation + seats.length) % seats.length]
  const what =
    type.information === 'perfect' ? 'while it looked ahead' : 'in a guess that it looked ahead from'
  const thought = who === undefined ? '' : `, where ${who} was to decide for ${seat}, ${what}`
  const rules = rulesWords(experiment, variants[variant]!)
  const hint = `evenhand check-game ${shellWord(source.file ?? experiment.game)}${rules} --matches 2000 looks for what leads there`
  return new Error(`${place}: ${reasonOf(error)}; in ${match}${thought}${pathOf(moves)}; ${hint}`, {
    cause: error,
  })
}

/** " --rules goal=12 bonus=2": what the command line calls a variant's rules; empty for the defaults. */
function rulesWords(experiment: Experiment, { rules }: Variant): string {
  const { schema } = findGame(gameNameOf(experiment))
  const changed = differences(schema, schema.parse({}), rules).flatMap(({ key, b }) =>
    b === undefined ? [] : [shellWord(`${key}=${JSON.stringify(b)}`)],
  )
  return changed.length === 0 ? '' : ` --rules ${changed.join(' ')}`
}

function pathOf(moves: readonly string[] | null): string {
  if (moves === null) return ', which does not happen when it is played again'
  if (moves.length === 0) return ', before the first move'
  const shown = moves.slice(-MOVES_SHOWN).join(', ')
  return `, reached by ${moves.length === 1 ? '1 move' : `${moves.length} moves`}: ${moves.length > MOVES_SHOWN ? '..., ' : ''}${shown}`
}
