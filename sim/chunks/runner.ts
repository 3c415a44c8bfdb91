/** Plays chunks of blocks on this thread. */
import { isOfGame, realNow, UnsoundError } from '../../engine/modules/index.ts'
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
  SYSTEM_THREAD,
  THREAD,
  unwatchedHeartbeat,
  VARIANT,
  watchGames,
  writeTrace,
} from '../match/heartbeat.ts'
import { withMutex } from '../match/mutex.ts'
import { processorTime, systemThread } from '../match/processor.ts'
import type { Detail } from '../records/facts.ts'
import { type CellRunner, quarantineOf } from './cell.ts'
import {
  type BlockDigest,
  type ChunkResult,
  type ChunkTask,
  isWithout,
  type Replay,
  type ThreadData,
} from './chunk.ts'
import { GameFailure, pathOf } from './game-failure.ts'
import { prepareLineup } from './lineup.ts'
import { checkOf, THREW } from './spot-checks.ts'

/** Keeps the agents and tallies of one line-up at a time. */
export class ChunkRunner {
  readonly #data: ThreadData
  readonly #thread: number
  readonly #systemThread = systemThread()
  readonly #root: Int32Array
  #heartbeat = unwatchedHeartbeat()
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
  async #prepare(lineup: number): Promise<void> {
    if (this.#lineup === lineup) return
    this.#lineup = -1
    const { experiment } = this.#data
    this.#cells = await prepareLineup(experiment, experiment.lineups[lineup]!, this.#heartbeat)
    this.#lineup = lineup
  }

  /**
   * Plays a chunk, or its first blocks: up to a stop, or to a block in which a game of the user's threw,
   * which is lost in those variants. Rejects with an Error if an agent can't be made, a module changed, or a
   * game plays differently a second time. One call at a time.
   */
  async play(task: ChunkTask): Promise<ChunkResult> {
    const { chunk, slot, replays, checks } = task
    const { heartbeats } = this.#data
    const heartbeat = heartbeats === null ? unwatchedHeartbeat() : heartbeatAt(heartbeats, slot)
    heartbeat[THREAD] = this.#thread
    heartbeat[SYSTEM_THREAD] = this.#systemThread
    heartbeat[STAGE] = PLAYING
    watchGames(heartbeat)
    this.#heartbeat = heartbeat
    await this.#prepare(chunk.lineup)
    const began = realNow()
    const used = processorTime()
    this.#trace(task)
    let played: Played | null = null
    for (let failures: readonly GameFailure[] = []; played === null; ) {
      try {
        if (checks) played = this.#check(task, checks)
        else played = replays ? this.#replay(task, replays) : this.#playBlocks(task, failures)
      } catch (error) {
        failures = this.#failuresWith(failures, error)
        await this.#prepareAnew(failures[0]!, chunk.lineup)
      }
    }
    const milliseconds = realNow() - began
    const processor = used === undefined ? undefined : processorTime()! - used
    heartbeat[STAGE] = ENDED
    return { chunk, ...played, milliseconds, processor }
  }

  /** First replays the match in which a thread was lost, if there is one. */
  #trace({ traced }: ChunkTask): void {
    if (!traced) return
    const { variant, block, rotation, trace } = traced
    this.#clear('none', 0)
    this.#heartbeat[VARIANT] = variant
    try {
      this.#cells[variant]!.trace(this.#root, block, rotation, moves =>
        writeTrace(trace, pathOf(moves), moves.length),
      )
    } catch {
      // It is thrown again when the chunk is played.
    }
  }

  /** Replays single matches of the chunk's block. */
  #replay(
    { chunk: { lineup, from, to }, quarantined, detail }: ChunkTask,
    replays: readonly Replay[],
  ): Played {
    this.#clear(detail, 0)
    for (const { variant, rotation, fault } of replays) {
      this.#heartbeat[VARIANT] = variant
      const known =
        fault === null ? quarantineOf(ofVariant(quarantined, variant), from, rotation) : { ...fault, variant }
      try {
        this.#cells[variant]!.replay(this.#root, from, rotation, known)
      } catch (error) {
        throw this.#failure(error, { lineup, variant, block: from }, false)
      }
    }
    return this.#results(to, detail)
  }

  /** Plays blocks again for their digests; ends with a block in which a game of the user's throws. */
  #check({ chunk, quarantined }: ChunkTask, blocks: readonly number[]): Played {
    const cells = this.#cells
    const checks: BlockDigest[] = []
    this.#clear('none', 0)
    for (const block of blocks) {
      if (Atomics.load(this.#data.stop, 0) !== 0) break
      const digests = cells.map((cell, v) => {
        if (isWithout(chunk, v)) return ''
        this.#heartbeat[VARIANT] = v
        try {
          const digest = cell.playBlock(this.#root, block, ofVariant(quarantined, v), true)
          cell.endBlock()
          return digest
        } catch (error) {
          if (!isOfGame(error)) throw error
          // The error came in the middle of a match, and maybe of a search.
          this.#lineup = -1
          return THREW
        }
      })
      checks.push({ block, digests })
      if (this.#lineup < 0) break
    }
    return { done: chunk.to, variants: [], checks }
  }

  /**
   * Plays a chunk up to the first block in which the game hangs, or to that of `failures`: matches that threw
   * before. These are replayed to see that only the seed matters. All these blocks are lost. Throws a GameFailure if a game of
   * the user's throws for the first time, another Error if the run must end.
   */
  #playBlocks(
    { chunk, quarantined, detail, hung = [] }: ChunkTask,
    failures: readonly GameFailure[],
  ): Played {
    const cells = this.#cells
    const { lineup, from } = chunk
    const ends = [...failures.map(({ match }) => match), ...hung].map(({ block }) => block + 1)
    const to = Math.min(chunk.to, ...ends)
    const quarantines = cells.map((_, v) => ofVariant(quarantined, v))
    const counts = cells.map((_, v) => !isWithout(chunk, v))
    const isChecked = checkOf(this.#data.experiment, lineup)
    const checks: BlockDigest[] = []
    const lost: LostBlock[] = []
    this.#clear(detail, to - from)
    let block = from
    for (; block < to && Atomics.load(this.#data.stop, 0) === 0; block++) {
      const digests = isChecked(block) ? cells.map(() => '') : null
      for (let v = 0; v < cells.length; v++) {
        const cell = cells[v]!
        this.#heartbeat[VARIANT] = v
        const failure = failures.find(({ match }) => match.block === block && match.variant === v)
        if (failure) {
          lost.push(this.#lose(failure, cell))
          counts[v] = false
        }
        const hang = hung.find(one => one.block === block && one.variant === v)
        if (hang) {
          lost.push(hang)
          counts[v] = false
        }
        if (!counts[v]) {
          cell.passBlock()
          continue
        }
        try {
          const digest = cell.playBlock(this.#root, block, quarantines[v]!, digests !== null)
          if (digests) digests[v] = digest
        } catch (error) {
          throw this.#failure(error, { lineup, variant: v, block }, true)
        }
      }
      if (digests) checks.push({ block, digests })
      if (cells.length > 1) this.#compare(cells, counts)
      for (let v = 0; v < cells.length; v++) if (counts[v]) cells[v]!.endBlock()
    }
    return {
      ...this.#results(block, detail),
      lost: lost.length === 0 ? undefined : lost,
      checks: checks.length === 0 ? undefined : checks,
    }
  }

  /**
   * Replays a match in which the game threw. Throws an Error if it doesn't throw again: play then depends on
   * more than the seed.
   */
  #lose(failure: GameFailure, cell: CellRunner): LostBlock {
    const { variant, block, rotation } = failure.match
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
    if (before && before.match.block !== error.match.block)
      throw new Error(error.words(null), { cause: error })
    return [...failures, error]
  }

  /** New agents, after a game threw. */
  async #prepareAnew(failure: GameFailure, lineup: number): Promise<void> {
    this.#lineup = -1
    try {
      await this.#prepare(lineup)
    } catch (error) {
      // A game that cannot even be made a second time: what it threw first is what its author is to know.
      throw isOfGame(error) ? new Error(failure.words(null), { cause: failure }) : error
    }
  }

  /** A GameFailure if the block may be lost, the error itself if the game ships. */
  #failure(
    error: unknown,
    match: { readonly lineup: number; readonly variant: number; readonly block: number },
    mayLose: boolean,
  ): unknown {
    const { experiment } = this.#data
    if (!experiment.source) return error
    const cell = this.#cells[match.variant]!
    const { [ROTATION]: rotation = 0, [PARTICIPANT]: asked = 0 } = this.#heartbeat
    this.#heartbeat[PARTICIPANT] = 0
    const failure = new GameFailure(experiment, error, { ...match, rotation, asked: asked - 1 }, cell.info)
    if (mayLose && isOfGame(error) && !(error instanceof UnsoundError)) return failure
    const found = cell.failAgain(this.#root, match.block, rotation)
    return new Error(failure.words(found?.moves ?? null), { cause: error })
  }

  #clear(detail: Detail, blocks: number): void {
    for (const cell of this.#cells) cell.clear(this.#heartbeat, detail, blocks)
  }

  /** Threads must not be ended while they pack results. */
  #results(done: number, detail: Detail): Played {
    const cells = this.#cells
    const variants = withMutex(this.#heartbeat, () => cells.map(cell => cell.result()))
    return { done, variants, facts: detail === 'none' ? undefined : cells.map(cell => cell.facts) }
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

function ofVariant(quarantined: readonly Quarantine[], v: number): readonly Quarantine[] {
  return quarantined.filter(({ variant }) => variant === v)
}
