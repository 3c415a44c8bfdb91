/**
 * Threads that play chunks. A thread that hangs or dies costs only the match it was playing: the chunk is
 * played again on a new thread, and a match that fails twice like this is forfeited.
 */

import { setFlagsFromString } from 'node:v8'
import { Piscina } from 'piscina'
import { oneLine } from '../../documents/index.ts'
import { builtFile } from '../../engine/package.ts'
import type { Again, Chunk, ChunkResult, ChunkTask, ThreadData, TracedMatch } from '../chunks/chunk.ts'
import { Abandoned, type ChunkPool, LineupError, type PoolSettings } from '../chunks/pool.ts'
import { type Experiment, gameNameOf } from '../experiment/index.ts'
import { LOST_REASON_MAX, type LostBlock, type Quarantine } from '../match/fault.ts'
import {
  blockIn,
  heartbeatAt,
  heartbeats,
  LOADING,
  newTrace,
  type PendingDecision,
  PLAYING,
  pendingDecision,
  ROTATION,
  STAGE,
  THREAD,
  traceIn,
  VARIANT,
} from '../match/heartbeat.ts'
import { seizeMutex } from '../match/mutex.ts'
import type { Detail } from '../records/facts.ts'
import { codeHash, requireCode } from '../store/code.ts'
import { printLate } from './late.ts'
import {
  exitReason,
  gameLossReason,
  hangReason,
  hungBlockReason,
  limitsOf,
  matchWords,
  modulesIn,
  overrunReason,
  placeOf,
} from './limits.ts'
import { ExclusiveLock, Semaphore } from './locks.ts'
import { placeOfThread, type ThreadPlace } from './place.ts'
import { type Watch, Watchdog } from './watchdog.ts'
import type { Failure } from './worker.ts'

/** Questions at which agents may fail once before the next failure is a forfeit, so that every chunk ends. */
const FAILED_QUESTIONS_MAX = 20
/** Threads lost without an agent to blame, after which a chunk is given up. */
const LOST_THREADS_MAX = 3
/** Threads that may hang outside every question, in no match that hangs again, before the run ends. */
const HANGS_MAX = 3

const open = new Set<ThreadPool>()
process.on('exit', () => {
  for (const pool of open) pool.seize()
})

/** A pool of threads of this process. Only in built code: threads can't load TypeScript. */
export function threadPool(settings: PoolSettings, threads: number): ChunkPool {
  return new ThreadPool(settings, threads)
}

class ThreadPool implements ChunkPool {
  // A second chunk waits for every thread, so that none is idle while a result is added up.
  readonly width: number
  readonly #experiment: Experiment
  readonly #heartbeats: SharedArrayBuffer
  readonly #free: number[]
  readonly #pool: Piscina<ChunkTask, ChunkResult | Failure>
  readonly #watchdog: Watchdog
  readonly #gate = new ExclusiveLock()
  /** The pool never has more tasks than threads, so a task that doesn't start means that a thread hangs. */
  readonly #threads: Semaphore
  /**
   * Why line-ups are given up because the game keeps hanging, by line-up and variant. Their chunks still
   * being played end with the same words.
   */
  readonly #hung = new Map<string, Error>()
  /** Line-ups whose agents were loaded on any thread. */
  readonly #begun = new Set<number>()
  /** Functions that end the chunks being played. */
  readonly #running = new Set<() => void>()
  #abandoned = false
  /** Why no chunk can be played any more. */
  #unplayable: Error | null = null

  constructor({ experiment, stop, memory }: PoolSettings, threads: number) {
    this.width = 2 * threads
    this.#experiment = experiment
    this.#heartbeats = heartbeats(this.width)
    this.#free = Array.from({ length: this.width }, (_, slot) => slot)
    this.#watchdog = new Watchdog(memory)
    this.#threads = new Semaphore(threads)
    const data: ThreadData = {
      experiment,
      stop,
      heartbeats: this.#heartbeats,
      code: codeHash(),
    }
    this.#pool = startThreads('thread.cjs', threads, data)
    const modules = [...(experiment.source ? [gameNameOf(experiment)] : []), ...modulesIn(experiment)]
    this.#pool.on('message', message => printLate(message, modules))
    // A thread that dies between chunks is replaced without loss, unless its code is gone.
    this.#pool.on('error', () => this.#requireCode())
    open.add(this)
  }

  /** Call it before the process ends, and its threads with it. */
  seize(): void {
    for (let slot = 0; slot < this.width; slot++) seizeMutex(heartbeatAt(this.#heartbeats, slot))
  }

  async run(chunk: Chunk, detail: Detail, again: Again = {}): Promise<ChunkResult> {
    const slot = this.#free.pop()
    if (slot === undefined) throw new Error(`more than ${this.width} chunks at once`)
    try {
      return await this.#playRetrying(chunk, { ...again, slot, detail })
    } finally {
      this.#free.push(slot)
    }
  }

  /** Plays a chunk, again after every lost thread, until it has a result. */
  async #playRetrying(
    asked: Chunk,
    how: Pick<ChunkTask, 'slot' | 'detail' | keyof Again>,
  ): Promise<ChunkResult> {
    let chunk = asked
    const quarantined: Quarantine[] = []
    const hungBlocks: LostBlock[] = []
    const failedOnce = new Set<string>()
    let exclusive = false
    let traced: TracedMatch | undefined
    for (let lostThreads = 0, hangs = 0; ; ) {
      const ended: ChunkResult | LostThread = await this.#gate.run(exclusive, () =>
        this.#attempt({ ...how, chunk, quarantined, hung: hungBlocks, traced }),
      )
      if (!('reason' in ended)) return ended
      const { reason, question, memory, hung, inGame, inMatch }: LostThread = ended
      const variant = inMatch?.variant ?? null
      const isAgain = isSameMatch(traced, inMatch)
      const { words: path, decisions } = isAgain ? traceIn(traced!.trace) : { words: '', decisions: 0 }
      traced = inMatch === null ? undefined : { ...inMatch, trace: newTrace() }
      if (hung) {
        const where = `${chunk.lineup}/${variant}`
        const known = this.#hung.get(where)
        if (known) throw known
        if (isAgain && inGame !== null && how.replays === undefined && how.checks === undefined) {
          const { variant, block, rotation } = inMatch!
          const words = hungBlockReason(this.#experiment, ended.entry) + path
          hungBlocks.push({
            variant,
            block,
            rotation,
            decision: decisions,
            reason: oneLine(words, LOST_REASON_MAX),
          })
          hungBlocks.sort((a, b) => a.block - b.block || a.variant - b.variant)
          traced = undefined
          hangs = 0
          continue
        }
        if (++hangs < HANGS_MAX) continue
        const reason = hangReason(
          this.#experiment,
          this.#begun,
          hangs,
          inGame === null ? null : inGame + path,
        )
        const error = inGame ? new LineupError(reason, variant) : new Error(reason)
        this.#hung.set(where, error)
        throw error
      }
      // All threads share the memory: only a chunk that ran by itself certainly used it up.
      const uncertain = memory && !exclusive
      exclusive = memory
      if (uncertain) continue
      if (this.#isForeign(chunk, question)) {
        const key = JSON.stringify(question)
        // The first failure may be due to the machine, or to what an agent accumulated in earlier matches.
        if (failedOnce.has(key) || failedOnce.size === FAILED_QUESTIONS_MAX) {
          quarantined.push({ ...question, reason })
          failedOnce.clear()
        } else {
          // An agent that fails at a different question each time may get through a shorter chunk; the rest
          // is played later.
          if (failedOnce.size > 0)
            chunk = { ...chunk, to: chunk.from + Math.ceil((chunk.to - chunk.from) / 2) }
          failedOnce.add(key)
        }
      } else if (++lostThreads === LOST_THREADS_MAX) {
        requireCode(codeHash())
        if (inMatch !== null) {
          const match = matchWords(this.#experiment, inMatch) + path
          throw new LineupError(gameLossReason(this.#experiment, reason, lostThreads, match), variant)
        }
        throw new Error(
          `${placeOf(this.#experiment, chunk, question)}: a thread ${reason}, ${lostThreads} times`,
        )
      }
    }
  }

  /** Whether a foreign agent was being asked in a match; built-in ones never forfeit for time or memory. */
  #isForeign({ lineup }: Chunk, question: PendingDecision | null): question is PendingDecision {
    if (question === null || question.decision < 0) return false
    return this.#experiment.lineups[lineup]!.participants[question.participant]!.module !== undefined
  }

  async #attempt(task: ChunkTask): Promise<ChunkResult | LostThread> {
    await this.#threads.enter()
    try {
      return await this.#play(task)
    } finally {
      this.#threads.leave()
    }
  }

  async #play(task: ChunkTask): Promise<ChunkResult | LostThread> {
    this.#requirePlayable()
    const { chunk, slot } = task
    const heartbeat = heartbeatAt(this.#heartbeats, slot)
    heartbeat.fill(0)
    const controller = new AbortController()
    const end = () => {
      // The heartbeat is another chunk's by then.
      if (!this.#running.has(end)) return
      seizeMutex(heartbeat)
      controller.abort()
    }
    this.#running.add(end)
    this.#begun.add(chunk.lineup)
    let place: ThreadPlace | null = null
    const find = async (): Promise<void> => {
      if (this.#experiment.source) place = await placeOfThread(heartbeat[THREAD]!)
      end()
    }
    const watch = this.#watchdog.watch(heartbeat, limitsOf(this.#experiment, chunk), () => void find())
    const result = await this.#pool
      .run(task, { signal: controller.signal })
      .catch((error: Error) => this.#lostThread(task, heartbeat, watch.ended, place, error))
    watch.end()
    this.#running.delete(end)
    this.#requirePlayable()
    if ('failure' in result) throw new Error(result.failure)
    return result
  }

  #requirePlayable(): void {
    if (this.#abandoned) throw new Abandoned()
    if (this.#unplayable !== null) throw this.#unplayable
  }

  #lostThread(
    { chunk }: ChunkTask,
    heartbeat: Int32Array,
    ended: Watch['ended'],
    place: ThreadPlace | null,
    error: Error,
  ): LostThread {
    const question = pendingDecision(heartbeat)
    const participant =
      question && this.#experiment.lineups[chunk.lineup]!.participants[question.participant]!
    const overrun = ended !== null || ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
    const reason = overrun ? overrunReason(this.#experiment, participant) : exitReason(error)
    // While a module is imported, others that were loaded before may run, too.
    const looksAhead = participant !== null && participant.module === undefined && question!.decision >= 0
    const hung = ended === 'idle' || (ended === 'time' && (question?.decision === LOADING || looksAhead))
    const isPlaying = heartbeat[STAGE] === PLAYING && (question === null || question.decision >= 0)
    const [variant, rotation] = [heartbeat[VARIANT]!, heartbeat[ROTATION]!]
    const inMatch =
      this.#experiment.source && isPlaying ? { variant, block: blockIn(heartbeat), rotation } : null
    // A thread that the inspector can't pause doesn't say where it is; if no other user code runs, the game
    // hangs.
    const isGames = inMatch !== null && modulesIn(this.#experiment, this.#begun).length === 0
    const places = [
      ...(place === null ? [] : [place.innermost]),
      ...(inMatch === null ? [] : [matchWords(this.#experiment, inMatch)]),
    ]
    const inGame = place !== null || isGames ? `in ${places.join(', in ')}` : null
    return {
      question,
      reason,
      memory: ended === 'memory',
      hung,
      inGame,
      entry: place?.entry ?? null,
      inMatch,
    }
  }

  #requireCode(): void {
    try {
      requireCode(codeHash())
    } catch (error) {
      this.#unplayable ??= error as Error
      this.#abortAll()
    }
  }

  abandon(): void {
    this.#abandoned = true
    this.#abortAll()
  }

  #abortAll(): void {
    for (const end of this.#running) end()
  }

  async close(): Promise<void> {
    this.#watchdog.end()
    await this.#pool.close({ force: this.#abandoned || this.#unplayable !== null })
    open.delete(this)
  }
}

/** A thread that ended during a chunk, and the unanswered question, if an agent was being asked. */
interface LostThread {
  /** Continues a sentence about the thread or the agent: "ran out of memory, ...". */
  readonly reason: string
  readonly question: PendingDecision | null
  /** Whether it was ended because all threads together used too much memory. */
  readonly memory: boolean
  /** Whether it hung outside questions to agents by path: in the game, or in what an agent left behind. */
  readonly hung: boolean
  /** Where in the user's game, if known, and in which match; null if it didn't hang there. */
  readonly inGame: string | null
  /** The function of the game that hangs, if known. */
  readonly entry: ThreadPlace['entry'] | null
  /** The match of a user's game that was being played; null if none was. */
  readonly inMatch: Omit<TracedMatch, 'trace'> | null
}

function isSameMatch(traced: TracedMatch | undefined, match: LostThread['inMatch']): boolean {
  if (!traced || match === null) return false
  const { variant, block, rotation } = match
  return traced.variant === variant && traced.block === block && traced.rotation === rotation
}

/** Time for threads to end by themselves after the last task. */
const CLOSE_MS = 10_000
/** Heap of a thread, in megabytes. Typed arrays lie outside it: the watchdog guards those. */
const HEAP_MB = 1024

/** A pool of threads that load a built file of this folder (threads can't load TypeScript) with `data`. */
export function startThreads<Task, Result>(
  file: string,
  threads: number,
  data: object,
): Piscina<Task, Result> {
  // Node 20 sometimes aborts if a thread ends while V8 optimizes its code in the background, likely in short
  // runs (node::NodePlatform::ForIsolate, "data.first"). Threads created from here on optimize it themselves,
  // just as fast.
  setFlagsFromString('--no-concurrent-recompilation')
  return new Piscina<Task, Result>({
    filename: builtFile(`sim/threads/${file}`),
    minThreads: threads,
    maxThreads: threads,
    idleTimeout: Number.POSITIVE_INFINITY,
    closeTimeout: CLOSE_MS,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    workerData: data,
  })
}
