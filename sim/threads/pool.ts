/**
 * Threads that play chunks: Piscina, and nothing else of the project, starts threads. A thread that hangs or dies costs
 * nobody anything but the match it was playing: the chunk is played again on a new thread, and a match that fails so
 * twice is forfeited.
 */
import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'
import { ChunkPlayer, type ChunkResult, type PlayerData, type Task } from '../chunks/chunk.ts'
import type { Chunk } from '../chunks/schedule.ts'
import type { Experiment, Participant } from '../experiment/index.ts'
import { heartbeatAt, heartbeats, MAKING, type Question, questionIn } from '../match/heartbeat.ts'
import type { Quarantine } from '../match/runner.ts'
import { Gate } from './gate.ts'
import { type Watch, Watchdog } from './watchdog.ts'
import type { Failure } from './worker.ts'

/** As many as the machine has cores for us. */
export const DEFAULT_THREADS = availableParallelism()

/** Time for threads to end by themselves once all chunks are in. */
const CLOSE_MS = 10_000
/** Heap of a thread, in megabytes. Arrays of numbers lie outside it: for these there is the watchdog. */
const HEAP_MB = 1024
/** Questions at which an agent may fail once before it forfeits at the next one, so that every chunk comes to an end. */
const SUSPECTS_MAX = 20
/** Deaths without an agent to blame after which a chunk is given up. */
const DEATHS_MAX = 3

/** A place to play chunks, one or more at a time. */
export interface ChunkPool {
  /** Chunks that may be under way at once without any thread going idle; it may change. */
  readonly width: number
  /**
   * Plays a chunk, or its first blocks if the run is told to stop. Rejects with an Abandoned once the pool is
   * abandoned, with any other error if the chunk can not be played at all.
   */
  run(chunk: Chunk): Promise<ChunkResult>
  /** Ends all chunks in hand at once: their results are lost. */
  abandon(): void
  close(): Promise<void>
}

/** A chunk ended because its pool was told to let go of it. */
export class Abandoned extends Error {
  constructor() {
    super('the chunk was abandoned')
    this.name = 'Abandoned'
  }
}

/** What every pool on this machine needs to know. */
export interface PoolSettings {
  readonly experiment: Experiment
  /** One word over a SharedArrayBuffer: not 0 once chunks are to end after the block in hand. */
  readonly stop: Int32Array
  readonly recording: boolean
  /** Megabytes that this process may use in all. */
  readonly memory: number
}

/** Threads of this machine. Runs from the build only: threads can not load TypeScript. */
export function threadPool(settings: PoolSettings, threads: number): ChunkPool {
  return new ThreadPool(settings, threads)
}

class ThreadPool implements ChunkPool {
  // One chunk waits for every thread that plays, so that none idles while a result is merged.
  readonly width: number
  readonly #experiment: Experiment
  readonly #heartbeats: SharedArrayBuffer
  readonly #free: number[]
  readonly #pool: Piscina<Task, ChunkResult | Failure>
  readonly #watchdog: Watchdog
  readonly #gate = new Gate()
  readonly #hands = new Set<AbortController>()
  #abandoned = false

  constructor({ experiment, stop, recording, memory }: PoolSettings, threads: number) {
    this.width = 2 * threads
    this.#experiment = experiment
    this.#heartbeats = heartbeats(this.width)
    this.#free = Array.from({ length: this.width }, (_, slot) => slot)
    this.#watchdog = new Watchdog(memory)
    const data: PlayerData = { experiment, stop, recording, heartbeats: this.#heartbeats }
    this.#pool = new Piscina<Task, ChunkResult | Failure>({
      filename: new URL('./thread.cjs', import.meta.url).href,
      minThreads: threads,
      maxThreads: threads,
      idleTimeout: Number.POSITIVE_INFINITY,
      closeTimeout: CLOSE_MS,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
      workerData: data,
    })
    // A thread that dies between two chunks is replaced, and nothing is lost.
    this.#pool.on('error', () => {})
  }

  async run(chunk: Chunk): Promise<ChunkResult> {
    const slot = this.#free.pop()
    if (slot === undefined) throw new Error(`more than ${this.width} chunks at once`)
    try {
      return await this.#insist(chunk, slot)
    } finally {
      this.#free.push(slot)
    }
  }

  /** Plays a chunk as often as it takes. */
  async #insist(asked: Chunk, slot: number): Promise<ChunkResult> {
    let chunk = asked
    const quarantined: Quarantine[] = []
    const suspects = new Set<string>()
    let alone = false
    for (let deaths = 0; ; ) {
      const ended: ChunkResult | Death = await this.#gate.pass(alone, () =>
        this.#attempt({ chunk, slot, quarantined }),
      )
      if (!('death' in ended)) return ended
      const { death, question, memory }: Death = ended
      // Memory is everybody's: only a chunk that was alone with it is known to be the one that ate it.
      const doubtful = memory && !alone
      alone = memory
      if (doubtful) continue
      if (this.#isForeign(chunk, question)) {
        const suspect = JSON.stringify(question)
        // Once may be the machine's fault, or that of what an agent piled up in earlier matches.
        if (suspects.has(suspect) || suspects.size === SUSPECTS_MAX) {
          quarantined.push({ ...question, reason: death })
          suspects.clear()
        } else {
          // An agent that fails now here, now there may get through a shorter chunk: the rest is dealt again.
          if (suspects.size > 0) chunk = { ...chunk, to: chunk.from + Math.ceil((chunk.to - chunk.from) / 2) }
          suspects.add(suspect)
        }
      } else if (++deaths === DEATHS_MAX) {
        throw new Error(`${placeOf(this.#experiment, chunk, question)}: a thread ${death}, ${deaths} times`)
      }
    }
  }

  /** Whether somebody's own agent was being asked in a match: ours do not forfeit for want of time or memory. */
  #isForeign({ lineup }: Chunk, question: Question | null): question is Question {
    if (question === null || question.decision === MAKING) return false
    return this.#experiment.lineups[lineup]!.participants[question.participant]!.module !== undefined
  }

  async #attempt(task: Task): Promise<ChunkResult | Death> {
    if (this.#abandoned) throw new Abandoned()
    const { chunk, slot } = task
    const heartbeat = heartbeatAt(this.#heartbeats, slot)
    heartbeat.fill(0)
    const hand = new AbortController()
    this.#hands.add(hand)
    const { participants } = this.#experiment.lineups[chunk.lineup]!
    const limits = participants.map(participant => secondsOf(this.#experiment, participant))
    const watch = this.#watchdog.watch(heartbeat, limits, () => hand.abort())
    const result = await this.#pool
      .run(task, { signal: hand.signal })
      .catch((error: Error) => this.#deathIn(task, heartbeat, watch.ended, error))
    watch.end()
    this.#hands.delete(hand)
    if (this.#abandoned) throw new Abandoned()
    if ('failure' in result) throw new Error(result.failure)
    return result
  }

  #deathIn({ chunk }: Task, heartbeat: Int32Array, ended: Watch['ended'], error: Error): Death {
    const question = questionIn(heartbeat)
    const participant =
      question && this.#experiment.lineups[chunk.lineup]!.participants[question.participant]!
    const overrun = ended !== null || ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
    const death = overrun ? overrunOf(this.#experiment, participant) : deathOf(error)
    return { question, death, memory: ended === 'memory' }
  }

  abandon(): void {
    this.#abandoned = true
    for (const hand of this.#hands) hand.abort()
  }

  async close(): Promise<void> {
    this.#watchdog.end()
    await this.#pool.close({ force: this.#abandoned })
  }
}

/** How a thread ended, and the question that was never answered, if an agent was being asked. */
interface Death {
  readonly death: string
  readonly question: Question | null
  /** Whether it was ended because all threads together used too much memory. */
  readonly memory: boolean
}

/** Seconds that an agent has for a decision: one of ours may be asked for any number of iterations. */
function secondsOf({ decisionSeconds }: Experiment, { module }: Participant): number {
  return module === undefined ? Number.POSITIVE_INFINITY : decisionSeconds
}

/** Which limit of an agent is met first depends on the machine, and reports must not: the two are told as one. */
function overrunOf(experiment: Experiment, participant: Participant | null): string {
  const seconds = participant === null ? Number.POSITIVE_INFINITY : secondsOf(experiment, participant)
  return Number.isFinite(seconds)
    ? `used more than ${seconds} s or the memory of its thread`
    : 'ran out of memory, expected more --memory or fewer --threads'
}

/** What the pool's error says of a thread's death. */
function deathOf({ message }: Error): string {
  const exited = /^worker exited with code: (\d+)$/.exec(message)
  return exited
    ? `ended its thread with exit code ${exited[1]}`
    : `ended its thread: ${message.split('\n')[0]}`
}

function placeOf({ lineups }: Experiment, { lineup, from, to }: Chunk, question: Question | null): string {
  const { name, participants } = lineups[lineup]!
  if (question?.decision === MAKING)
    return `agent ${participants[question.participant]!.label} can not be made`
  return `blocks ${from} to ${to - 1} of ${name} can not be played`
}

/** Plays on the calling thread, a chunk at a time: for tests and debuggers. */
export function inlinePool({ experiment, stop, recording }: PoolSettings): ChunkPool {
  const player = new ChunkPlayer({ experiment, stop, recording, heartbeats: null })
  return {
    width: 1,
    run: chunk => player.play({ chunk, slot: 0, quarantined: [] }),
    abandon: () => {},
    close: () => Promise.resolve(),
  }
}
