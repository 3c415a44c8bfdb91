/** Plays chunks of blocks on this thread. */
import { readFileSync } from 'node:fs'
import { isOfGame } from '../../engine/modules/index.ts'
import { rootOf } from '../../engine/rng.ts'
import { referenceOf } from '../experiment/index.ts'
import type { LostBlock, Quarantine } from '../match/fault.ts'
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
  writeTrace,
} from '../match/heartbeat.ts'
import { withMutex } from '../match/mutex.ts'
import type { Detail } from '../records/facts.ts'
import { type CellRunner, quarantineOf } from './cell.ts'
import { type ChunkResult, type ChunkTask, isWithout, type Replay, type ThreadData } from './chunk.ts'
import { GameFailure, pathOf } from './game-failure.ts'
import { prepareLineup } from './lineup.ts'

/** Keeps the agents and tallies of one line-up at a time. */
export class ChunkRunner {
  readonly #data: ThreadData
  readonly #thread: number
  readonly #root: Int32Array
  #lineup = -1
  #cells: readonly CellRunner[] = []
  /** The current block's measures, by variant. */
  readonly #measures: Int32Array[] = []

  /** `thread` is 0 for the process's own. */
  constructor(data: ThreadData, thread = 0) {
    this.#data = data
    this.#thread = thread
    this.#root = rootOf(data.experiment.seed)
  }

  /** Drops those of the last line-up: search trees are large. */
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
   * Plays a chunk, or its first blocks: up to a stop, or to a block in which a game of the user's threw,
   * which is lost in those variants. Rejects with an Error if an agent can't be made, a module changed, or a
   * game plays differently a second time. One call at a time.
   */
  async play(task: ChunkTask): Promise<ChunkResult> {
    const { chunk, slot, replays } = task
    const { heartbeats } = this.#data
    const heartbeat = heartbeats === null ? unwatchedHeartbeat() : heartbeatAt(heartbeats, slot)
    heartbeat[THREAD] = this.#thread
    heartbeat[STAGE] = PLAYING
    watchGames(heartbeat)
    let cells = await this.#prepare(chunk.lineup, heartbeat)
    const began = performance.now()
    const used = processorTime()
    this.#trace(task, cells, heartbeat)
    let played: Played | null = null
    for (let failures: readonly GameFailure[] = []; played === null; ) {
      try {
        played = replays
          ? this.#replay(task, replays, cells, heartbeat)
          : this.#playBlocks(task, failures, cells, heartbeat)
      } catch (error) {
        failures = this.#failuresWith(failures, error)
        cells = await this.#prepareAnew(failures[0]!, chunk.lineup, heartbeat)
      }
    }
    const milliseconds = performance.now() - began
    const processor = used === undefined ? undefined : processorTime()! - used
    heartbeat[STAGE] = ENDED
    return { chunk, ...played, milliseconds, processor }
  }

  /** First replays the match in which a thread was lost, if there is one. */
  #trace({ traced }: ChunkTask, cells: readonly CellRunner[], heartbeat: Int32Array): void {
    if (!traced) return
    const { variant, block, rotation, trace } = traced
    for (const cell of cells) cell.clear(heartbeat, 'none', 0)
    heartbeat[VARIANT] = variant
    try {
      cells[variant]!.trace(this.#root, block, rotation, moves => writeTrace(trace, pathOf(moves)))
    } catch {
      // It is thrown again when the chunk is played.
    }
  }

  /** Replays single matches of the chunk's block. */
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
    return resultsOf(cells, to, detail, heartbeat)
  }

  /**
   * Plays a chunk up to the block of `failures`, if there are any: matches that threw before. They are
   * replayed to see that only the seed matters, and their blocks are lost. Throws a GameFailure if a game of
   * the user's throws for the first time, another Error if the run must end.
   */
  #playBlocks(
    { chunk, quarantined, detail }: ChunkTask,
    failures: readonly GameFailure[],
    cells: readonly CellRunner[],
    heartbeat: Int32Array,
  ): Played {
    const { lineup, from } = chunk
    const to = failures.length === 0 ? chunk.to : failures[0]!.block + 1
    const quarantines = cells.map((_, v) => ofVariant(quarantined, v))
    const counts = cells.map((_, v) => !isWithout(chunk, v))
    const lost: LostBlock[] = []
    for (const cell of cells) cell.clear(heartbeat, detail, to - from)
    let block = from
    for (; block < to && Atomics.load(this.#data.stop, 0) === 0; block++) {
      for (let v = 0; v < cells.length; v++) {
        const cell = cells[v]!
        heartbeat[VARIANT] = v
        const failure = failures.find(one => one.block === block && one.variant === v)
        if (failure) {
          lost.push(this.#lose(failure, cell))
          counts[v] = false
        }
        if (!counts[v]) {
          cell.passBlock()
          continue
        }
        try {
          cell.playBlock(this.#root, block, quarantines[v]!)
        } catch (error) {
          throw this.#failure(error, cells, { lineup, variant: v, block }, heartbeat, true)
        }
      }
      if (cells.length > 1) this.#compare(cells, counts)
      for (let v = 0; v < cells.length; v++) if (counts[v]) cells[v]!.endBlock()
    }
    return { ...resultsOf(cells, block, detail, heartbeat), lost: lost.length === 0 ? undefined : lost }
  }

  /**
   * Replays a match in which the game threw. Throws an Error if it doesn't throw again: play then depends on
   * more than the seed.
   */
  #lose(failure: GameFailure, cell: CellRunner): LostBlock {
    const { variant, block, rotation } = failure
    const found = cell.failAgain(this.#root, block, rotation)
    // The error came in the middle of a match, and maybe of a search.
    this.#lineup = -1
    if (found === null) throw new Error(failure.words(null), { cause: failure })
    return { block, variant, rotation, decision: found.decisions, reason: failure.reason(found.moves) }
  }

  /**
   * The failures so far with `error`. Throws an Error that ends the run if that is no failure, or in another
   * block.
   */
  #failuresWith(failures: readonly GameFailure[], error: unknown): GameFailure[] {
    if (!(error instanceof GameFailure)) throw error
    const [before] = failures
    if (before && before.block !== error.block) throw new Error(error.words(null), { cause: error })
    return [...failures, error]
  }

  /** New agents, after a game threw. */
  async #prepareAnew(
    failure: GameFailure,
    lineup: number,
    heartbeat: Int32Array,
  ): Promise<readonly CellRunner[]> {
    this.#lineup = -1
    try {
      return await this.#prepare(lineup, heartbeat)
    } catch (error) {
      // A game that cannot even be made a second time: what it threw first is what its author is to know.
      throw isOfGame(error) ? new Error(failure.words(null), { cause: failure }) : error
    }
  }

  /** A GameFailure if the block may be lost, the error itself if the game ships. */
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

  /** Compares the current block between cells in which it counts. */
  #compare(cells: readonly CellRunner[], counts: readonly boolean[]): void {
    const measures = this.#measures
    for (let v = 0; v < cells.length; v++) if (counts[v]) measures[v] = cells[v]!.measure()
    for (let v = 1; v < cells.length; v++) {
      const reference = referenceOf(this.#data.experiment, v)
      if (counts[v] && counts[reference]) cells[v]!.compare(measures[reference]!, measures[v]!)
    }
  }
}

type Played = Omit<ChunkResult, 'chunk' | 'milliseconds' | 'processor'>

/** Threads must not be ended while they pack results. */
function resultsOf(
  cells: readonly CellRunner[],
  done: number,
  detail: Detail,
  heartbeat: Int32Array,
): Played {
  const variants = withMutex(heartbeat, () => cells.map(cell => cell.result()))
  return { done, variants, facts: detail === 'none' ? undefined : cells.map(cell => cell.facts) }
}

function ofVariant(quarantined: readonly Quarantine[], v: number): readonly Quarantine[] {
  return quarantined.filter(({ variant }) => variant === v)
}

/** Linux: nanoseconds of the thread on a processor come first. */
const ACCOUNT = '/proc/thread-self/schedstat'

/** Newer versions of Node, in microseconds. */
type Teller = { readonly threadCpuUsage?: () => { readonly user: number; readonly system: number } }

/** CPU milliseconds of this thread; undefined if neither Node nor the system says. */
export function processorTime(): number | undefined {
  const usage = (process as Teller).threadCpuUsage?.()
  if (usage) return (usage.user + usage.system) / 1000
  try {
    return Number.parseInt(readFileSync(ACCOUNT, 'utf8'), 10) / 1e6
  } catch {
    return undefined
  }
}
