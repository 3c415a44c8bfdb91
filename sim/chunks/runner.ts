/** Plays chunks of blocks on the thread that it is made on. */
import { isOfGame } from '../../engine/modules/index.ts'
import { rootOf } from '../../engine/rng.ts'
import { referenceOf } from '../experiment/index.ts'
import type { Quarantine } from '../match/fault.ts'
import {
  ENDED,
  heartbeatAt,
  PARTICIPANT,
  PLAYING,
  ROTATION,
  STAGE,
  THREAD,
  unwatchedHeartbeat,
  VARIANT,
  watchGames,
} from '../match/heartbeat.ts'
import { type Detail, withLostBlock } from '../records/facts.ts'
import { type CellRunner, quarantineOf } from './cell.ts'
import type { ChunkResult, ChunkTask, Replay, ThreadData } from './chunk.ts'
import { GameFailure } from './game-failure.ts'
import { prepareLineup } from './lineup.ts'
import { processorTime } from './processor.ts'

/** Plays chunks of one experiment on one thread; keeps the agents and tallies of one line-up at a time. */
export class ChunkRunner {
  readonly #data: ThreadData
  readonly #thread: number
  readonly #root: Int32Array
  #lineup = -1
  #cells: readonly CellRunner[] = []
  /** What the current block measures, by variant. */
  readonly #measures: Int32Array[] = []

  /** `thread` is the number of the thread that it is made on; 0 for that of the process. */
  constructor(data: ThreadData, thread = 0) {
    this.#data = data
    this.#thread = thread
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
   * Plays a chunk, or its first blocks: up to where the run is stopped meanwhile, or to a block in which the game of the user's threw, which is lost.
   * Rejects with an Error if an agent cannot be made, if its module was changed, or if the game plays otherwise a second time. One call at a time.
   */
  async play(task: ChunkTask): Promise<ChunkResult> {
    const { chunk, slot, replays } = task
    const { heartbeats } = this.#data
    const heartbeat = heartbeats === null ? unwatchedHeartbeat() : heartbeatAt(heartbeats, slot)
    heartbeat[THREAD] = this.#thread
    heartbeat[STAGE] = PLAYING
    watchGames(heartbeat)
    const cells = await this.#prepare(chunk.lineup, heartbeat)
    const began = performance.now()
    const used = processorTime()
    let played: Played
    try {
      played = replays
        ? this.#replay(task, replays, cells, heartbeat)
        : this.#playBlocks(task, chunk.to, cells, heartbeat)
    } catch (error) {
      if (!(error instanceof GameFailure)) throw error
      played = await this.#playWithout(error, task, heartbeat)
    }
    const milliseconds = performance.now() - began
    const processor = used === undefined ? {} : { processor: processorTime()! - used }
    heartbeat[STAGE] = ENDED
    return { chunk, ...played, milliseconds, ...processor }
  }

  /** Plays single matches of the chunk's block again. */
  #replay(
    { chunk: { lineup, from, to }, quarantined, detail }: ChunkTask,
    replays: readonly Replay[],
    cells: readonly CellRunner[],
    heartbeat: Int32Array,
  ): Played {
    for (const cell of cells) cell.clear(heartbeat, detail, 0)
    for (const { variant, rotation, fault } of replays) {
      heartbeat[VARIANT] = variant
      const known =
        fault === null ? quarantineOf(ofVariant(quarantined, variant), from, rotation) : { ...fault, variant }
      try {
        cells[variant]!.replay(this.#root, from, rotation, known)
      } catch (error) {
        throw this.#failure(error, cells, { lineup, variant, block: from }, heartbeat, false)
      }
    }
    return resultsOf(cells, to, detail)
  }

  /** Plays the blocks of a chunk before `to`. Throws a GameFailure where a game of the user's throws, any other Error where the run must end. */
  #playBlocks(
    { chunk: { lineup, from }, quarantined, detail }: ChunkTask,
    to: number,
    cells: readonly CellRunner[],
    heartbeat: Int32Array,
  ): Played {
    const quarantines = cells.map((_, v) => ofVariant(quarantined, v))
    for (const cell of cells) cell.clear(heartbeat, detail, to - from)
    let block = from
    for (; block < to && Atomics.load(this.#data.stop, 0) === 0; block++) {
      for (let v = 0; v < cells.length; v++) {
        heartbeat[VARIANT] = v
        try {
          cells[v]!.playBlock(this.#root, block, quarantines[v]!)
        } catch (error) {
          throw this.#failure(error, cells, { lineup, variant: v, block }, heartbeat, true)
        }
      }
      if (cells.length > 1) this.#compare(cells)
      for (let v = 0; v < cells.length; v++) cells[v]!.endBlock()
    }
    return resultsOf(cells, block, detail)
  }

  /**
   * Plays a chunk up to a block in which its game threw, and that match again: if the game throws there again, the block is lost, else play depends on
   * more than the seed, and the run must end. The error came in the middle of a block, and maybe of a search, so all of it is done by new agents.
   */
  async #playWithout(failure: GameFailure, task: ChunkTask, heartbeat: Int32Array): Promise<Played> {
    const { lineup } = task.chunk
    const { variant, block, rotation } = failure
    const again = async (): Promise<readonly CellRunner[]> => {
      this.#lineup = -1
      try {
        return await this.#prepare(lineup, heartbeat)
      } catch (error) {
        // A game that cannot even be made a second time: what it threw first is what its author is to know.
        throw isOfGame(error) ? new Error(failure.words(null), { cause: failure }) : error
      }
    }
    const cells = await again()
    try {
      const before = this.#playBlocks(task, block, cells, heartbeat)
      if (before.done < block) return before
      const found = cells[variant]!.failAgain(this.#root, block, rotation)
      this.#lineup = -1
      if (found === null) throw failure
      const lost = {
        block,
        variant,
        rotation,
        decision: found.decisions,
        reason: failure.reason(found.moves),
      }
      const { facts } = before
      return {
        ...before,
        done: block + 1,
        lost: [lost],
        ...(facts ? { facts: facts.map((words, v) => withLostBlock(words, cells[v]!.info)) } : {}),
      }
    } catch (error) {
      throw error instanceof GameFailure ? new Error(error.words(null), { cause: error }) : error
    }
  }

  /** What is thrown for an error in a match: a GameFailure where its block may be lost, the error itself where the game ships. */
  #failure(
    error: unknown,
    cells: readonly CellRunner[],
    { lineup, variant, block }: { readonly lineup: number; readonly variant: number; readonly block: number },
    heartbeat: Int32Array,
    mayLose: boolean,
  ): unknown {
    const { experiment } = this.#data
    if (!experiment.source) return error
    const { [ROTATION]: rotation = 0, [PARTICIPANT]: asked = 0 } = heartbeat
    heartbeat[PARTICIPANT] = 0
    const match = { variant, lineup, block, rotation, asked: asked - 1 }
    const failure = new GameFailure(experiment, error, match, cells[variant]!.info)
    if (mayLose && isOfGame(error)) return failure
    const found = cells[variant]!.failAgain(this.#root, block, rotation)
    return new Error(failure.words(found?.moves ?? null), { cause: error })
  }

  /** Compares the block that all cells have played. */
  #compare(cells: readonly CellRunner[]): void {
    const measures = this.#measures
    for (let v = 0; v < cells.length; v++) measures[v] = cells[v]!.measure()
    for (let v = 1; v < cells.length; v++)
      cells[v]!.compare(measures[referenceOf(this.#data.experiment, v)]!, measures[v]!)
  }
}

/** What is played of a chunk. */
type Played = Omit<ChunkResult, 'chunk' | 'milliseconds' | 'processor'>

function resultsOf(cells: readonly CellRunner[], done: number, detail: Detail): Played {
  const variants = cells.map(cell => cell.result())
  return { done, variants, ...(detail === 'none' ? {} : { facts: cells.map(cell => cell.facts) }) }
}

function ofVariant(quarantined: readonly Quarantine[], v: number): readonly Quarantine[] {
  return quarantined.filter(({ variant }) => variant === v)
}
