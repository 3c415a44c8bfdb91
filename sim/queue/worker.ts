/** Plays chunks from the queue: takes its jobs, and has threads of this machine play them. */
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { DelayedError, type Job, Worker } from 'bullmq'
import type { Redis } from 'ioredis'
import { readPolicy, type ShippedFile, shippedFile } from '../../agents/index.ts'
import { oneLine } from '../../documents/index.ts'
import { describeChange, type FileHashes, moduleHash } from '../../engine/modules/index.ts'
import { VERSION } from '../../engine/package.ts'
import type { ChunkResult } from '../chunks/chunk.ts'
import { Abandoned, type ChunkPool, LineupError } from '../chunks/pool.ts'
import type { Experiment } from '../experiment/index.ts'
import { LOST_REASON_MAX } from '../match/fault.ts'
import { RefusedError } from '../store/disk.ts'
import { hostOf } from '../store/journal.ts'
import { ExclusiveLock } from '../threads/locks.ts'
import { threadPool } from '../threads/pool.ts'
import { announceWorker, forgetWorker, liveWorkers } from './heartbeats.ts'
import {
  aloneKey,
  answerOf,
  BUILD,
  bannedKey,
  type ChunkJob,
  connect,
  JOB_SECONDS,
  type JobAnswer,
  PREFIX,
  QUEUE,
  RUNS,
  type RunInfo,
  runKey,
  SUSPECT_LOSSES,
  serverTime,
  stopKey,
} from './protocol.ts'
import type { Heartbeat } from './status.ts'

/** Interval between checks for runs that must stop. */
const POLL_MS = 500
const ANNOUNCE_MS = 2_000
/** Time that the rate of matches is of. */
const RECENT_MS = 60_000
/** A run without chunks for this long loses its threads. */
const IDLE_MS = 30_000
/** Time to end the blocks being played when this worker stops; after that, others play them. */
const STOP_MS = 2_000
/** How long a worker's claim on a job lasts: it is renewed, so a dead worker's job is soon free. */
const CLAIM_MS = 10_000
const STALLED_MS = 5_000
/** The coordinator decides when to give up a chunk that workers are lost over. */
const STALLS_MAX = 1_000_000
/** How long a refused chunk waits for other workers. */
const DELAY_MS = 1_000

export interface QueueWorkerOptions {
  readonly threads: number
  /** Megabytes that this process may use. */
  readonly memory: number
  readonly log: (line: string) => void
}

/** A run whose chunks this worker plays. */
interface ActiveRun {
  readonly pool: ChunkPool
  readonly stop: Int32Array
  readonly experiment: Experiment
  /** Whether it has begun a chunk. */
  hasBegun: boolean
  /** Chunks being played. */
  pending: number
  /** When the last chunk ended, by performance.now(). */
  last: number
}

/** A worker of this build's queue. It keeps running between runs, and while Redis is away. */
export class QueueWorker {
  /** Its name in messages: the machine, the process, and something unique. */
  readonly id = `${hostname().replace(/[^\w.-]/g, '-')}-${process.pid}-${randomUUID().slice(0, 6)}`
  readonly #redis: Redis
  readonly #options: QueueWorkerOptions
  readonly #gate = new ExclusiveLock()
  readonly #worker: Worker<ChunkJob, JobAnswer>
  readonly #runs = new Map<string, Promise<ActiveRun>>()
  /** Finished runs whose last chunks are still ending. */
  readonly #retired = new Set<ActiveRun>()
  #stopping = false
  #leave: () => void = () => {}
  /** Resolves when it stops without an answer from Redis. */
  readonly #left = new Promise<void>(resolve => {
    this.#leave = resolve
  })
  #refusal: RefusedError | null = null
  #announced = 0
  readonly #began = performance.now()
  #since: number | null = null
  #chunks = 0
  #matches = 0
  #faults = 0
  /** Matches of the chunks that ended in the last minute, and when, by performance.now(). */
  #recent: { readonly at: number; readonly matches: number }[] = []

  /** Connects to the queue; call `run` to play. Rejects with an UnreachableError if there is no server. */
  static async open(url: string, options: QueueWorkerOptions): Promise<QueueWorker> {
    return new QueueWorker(await connect(url), options)
  }

  private constructor(redis: Redis, options: QueueWorkerOptions) {
    this.#redis = redis
    this.#options = options
    this.#worker = new Worker<ChunkJob, JobAnswer>(QUEUE, (job, token) => this.#play(job, token), {
      name: this.id,
      connection: redis,
      prefix: PREFIX,
      autorun: false,
      // A second chunk waits for every thread.
      concurrency: 2 * options.threads,
      lockDuration: CLAIM_MS,
      stalledInterval: STALLED_MS,
      maxStalledCount: STALLS_MAX,
      runRetryDelay: POLL_MS,
    })
    this.#worker.on('error', () => {})
  }

  /** Chunks played. */
  get chunks(): number {
    return this.#chunks
  }

  /**
   * Plays chunks, and resolves after `stop`. Rejects with a RefusedError if all runs in progress are of other
   * builds, or a run needs an agent module or a policy that this machine lacks.
   */
  async run(): Promise<void> {
    try {
      await this.#refuseOthers()
      this.#worker.run().catch(() => {})
      while (!this.#stopping) {
        if (this.#refusal) throw this.#refusal
        const polled = this.#poll().catch((error: unknown) => {
          // Any other error is the connection's, which restores itself.
          if (error instanceof RefusedError) throw error
        })
        await Promise.race([polled, this.#left])
        await sleep(POLL_MS)
      }
    } finally {
      await this.stop()
    }
  }

  async #poll(): Promise<void> {
    const now = performance.now()
    if (now - this.#announced > ANNOUNCE_MS) {
      this.#announced = now
      await announceWorker(this.#redis, this.id, await this.#heartbeat())
      if (this.#runs.size === 0) await this.#refuseOthers()
    }
    for (const [run, promise] of [...this.#runs]) {
      const active = await promise.catch(() => null)
      const over =
        (await this.#redis.exists(stopKey(run))) > 0 || (await this.#redis.exists(runKey(run))) === 0
      if (active !== null && !over && (active.pending > 0 || now - active.last < IDLE_MS)) continue
      // If Redis only lost its memory, the run's next chunk gets new threads.
      this.#runs.delete(run)
      if (active === null) continue
      Atomics.store(active.stop, 0, 1)
      this.#retired.add(active)
    }
    for (const retired of [...this.#retired]) {
      if (retired.pending > 0) continue
      this.#retired.delete(retired)
      await retired.pool.close()
    }
  }

  async #heartbeat(): Promise<Heartbeat> {
    this.#since ??= await serverTime(this.#redis)
    const open = await Promise.all([...this.#runs.values()].map(run => run.catch(() => null)))
    const now = performance.now()
    this.#recent = this.#recent.filter(({ at }) => now - at < RECENT_MS)
    const matches = this.#recent.reduce((sum, one) => sum + one.matches, 0)
    return {
      build: BUILD,
      version: VERSION,
      threads: this.#options.threads,
      since: this.#since,
      chunks: this.#chunks,
      matches: this.#matches,
      rate: (1000 * matches) / Math.min(RECENT_MS, now - this.#began),
      faults: this.#faults,
      playing: open.flatMap(one => (one === null ? [] : [one.experiment.name])),
      ...(this.#refusal && { refusal: this.#refusal.message }),
    }
  }

  #count({ seats, variants }: Experiment, { chunk, done, variants: played, lost = [] }: ChunkResult): void {
    const matches = (done - chunk.from) * seats.length * (variants.length - (chunk.givenUp?.length ?? 0))
    this.#chunks++
    this.#matches += matches
    this.#faults += lost.length + played.reduce((sum, { faults }) => sum + faults.length, 0)
    this.#recent.push({ at: performance.now(), matches })
  }

  /** Throws a RefusedError if there are runs, but none of this build: waiting would be in vain. */
  async #refuseOthers(): Promise<void> {
    const builds = new Set<string>()
    for (const run of await this.#redis.smembers(RUNS)) {
      const text = await this.#redis.get(runKey(run))
      if (text === null) await this.#redis.srem(RUNS, run)
      else builds.add(buildIn(text))
    }
    builds.delete('')
    if (builds.size === 0 || builds.has(BUILD)) return
    this.#refusal = new RefusedError(
      'worker',
      `runs evenhand ${BUILD}, but the runs in progress use ${[...builds].sort().join(', ')}; expected the same build`,
    )
    throw this.#refusal
  }

  async #play(job: Job<ChunkJob, JobAnswer>, token?: string): Promise<JobAnswer> {
    const { run, build, chunk, refused, facts, first = Infinity } = job.data
    if (build !== BUILD)
      throw new Error(`a worker with evenhand ${BUILD} can't play chunks of evenhand ${build}`)
    if (refused.includes(this.id) && (await this.#hasOthers(run, refused))) {
      await job.moveToDelayed(Date.now() + DELAY_MS, token)
      throw new DelayedError()
    }
    if (await this.#redis.sismember(bannedKey(run), hostOf(this.id))) {
      this.#refusal ??= new RefusedError(
        `worker ${this.id}`,
        'this machine gave wrong answers, so the run refuses further ones; check its memory',
      )
      throw new Abandoned()
    }
    const active = await this.#activeRun(run)
    active.pending++
    const played = active.hasBegun ? chunk : { ...chunk, to: Math.min(chunk.to, chunk.from + first) }
    active.hasBegun = true
    try {
      const suspect = job.stalledCounter >= SUSPECT_LOSSES
      const answer = await this.#gate.run(suspect, () =>
        suspect ? this.#playAlone(active, job) : active.pool.run(played, facts ? 'facts' : 'none'),
      )
      if (answer.done === chunk.from) throw new Abandoned()
      this.#count(active.experiment, { ...answer, chunk })
      return answerOf({ ...answer, chunk })
    } catch (error) {
      if (!(error instanceof LineupError)) throw error
      return { chunk, failed: oneLine(error.message, LOST_REASON_MAX), variant: error.variant }
    } finally {
      active.pending--
      active.last = performance.now()
    }
  }

  /** Whether a worker is left that isn't banned, and whose answers to the chunk were not refused. */
  async #hasOthers(run: string, refused: readonly string[]): Promise<boolean> {
    const banned = await this.#redis.smembers(bannedKey(run))
    const live = [...(await liveWorkers(this.#redis)).keys()]
    return live.some(id => !refused.includes(id) && !banned.includes(hostOf(id)))
  }

  /** Plays a chunk alone, and tells the coordinator so, in case this process dies. */
  async #playAlone({ pool }: ActiveRun, job: Job<ChunkJob, JobAnswer>): Promise<ChunkResult> {
    const key = aloneKey(job.id!)
    const losses = String(job.stalledCounter)
    await this.#redis.multi().hset(key, losses, this.id).expire(key, JOB_SECONDS).exec()
    try {
      return await pool.run(job.data.chunk, job.data.facts ? 'facts' : 'none')
    } finally {
      await this.#redis.hdel(key, losses)
    }
  }

  /** The run with its threads. Rejects with Abandoned if it is over or unknown, as when Redis restarted. */
  async #activeRun(run: string): Promise<ActiveRun> {
    let promise = this.#runs.get(run)
    if (!promise) {
      promise = this.#openRun(run)
      this.#runs.set(run, promise)
    }
    try {
      return await promise
    } catch (error) {
      if (this.#runs.get(run) === promise) this.#runs.delete(run)
      throw error
    }
  }

  async #openRun(run: string): Promise<ActiveRun> {
    const stop = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
    const text = await this.#redis.get(runKey(run))
    if (text === null) throw new Abandoned()
    const { experiment } = JSON.parse(text) as RunInfo
    try {
      refuseOtherFiles(experiment)
    } catch (error) {
      this.#refusal ??= error as RefusedError
      // To the coordinator, this worker has left: others may have the module that it lacks.
      throw new Abandoned()
    }
    const { threads, memory, log } = this.#options
    log(`playing ${experiment.name} (${experiment.game})`)
    const pool = threadPool({ experiment, stop, memory }, threads)
    return { pool, stop, experiment, hasBegun: false, pending: 0, last: performance.now() }
  }

  /**
   * Ends after the blocks being played, or a few seconds later without them: unplayed blocks go back to the
   * queue. Resolves once the connection is closed.
   */
  async stop(): Promise<void> {
    if (this.#stopping) return
    this.#stopping = true
    // While Redis is away, nothing can reach it, and whatever waits for its answer would wait forever.
    const isAway = this.#redis.status !== 'ready'
    if (isAway) this.#leave()
    const opening = [...this.#runs.values()].map(promise =>
      Promise.race([promise.catch(() => null), ...(isAway ? [sleep(POLL_MS, null)] : [])]),
    )
    const active = await Promise.all(opening)
    const all = [...this.#retired, ...active.filter(one => one !== null)]
    for (const { stop } of all) Atomics.store(stop, 0, 1)
    const pools = all.map(({ pool }) => pool)
    const timer = setTimeout(() => {
      for (const pool of pools) pool.abandon()
    }, STOP_MS)
    const forced = sleep(STOP_MS + 1_000, undefined, { ref: false })
    await Promise.race([this.#worker.close(isAway), forced])
    clearTimeout(timer)
    for (const pool of pools) await pool.close()
    if (!isAway) await Promise.race([this.#takeLeave().catch(() => {}), forced])
    this.#redis.disconnect()
  }

  /** A worker that refuses to play stays in the list for a while, with its reason. */
  async #takeLeave(): Promise<void> {
    if (this.#refusal) await announceWorker(this.#redis, this.id, await this.#heartbeat())
    else await forgetWorker(this.#redis, this.id)
  }
}

/** The build of a RunInfo; empty if it isn't one. */
function buildIn(text: string): string {
  try {
    return String((JSON.parse(text) as Partial<RunInfo>).build)
  } catch {
    return ''
  }
}

/**
 * Throws a RefusedError for the first module of a game or an agent that doesn't lie at the same path here
 * with the same text, and for the first shipped policy that differs here.
 */
export function refuseOtherFiles({ source, lineups, variants }: Experiment): void {
  if (source?.file) refuseModule('game', source.file, source.sha256, source.files)
  for (const { agent, module } of lineups.flatMap(({ participants }) => participants))
    if (module !== undefined) refuseModule('agent', agent, module)
  for (const { policy } of variants)
    for (const one of policy ? [policy, ...(policy.others ?? [])] : []) refusePolicy(one)
}

function refusePolicy({ file, sha256 }: ShippedFile): void {
  if (hashOrNull(shippedFile(file)) !== sha256)
    throw new RefusedError(
      'worker',
      `the shipped policy ${file} is different or missing on this machine, expected the file that the run uses`,
    )
}

function hashOrNull(file: string): string | null {
  try {
    return readPolicy(file).sha256
  } catch {
    return null
  }
}

function refuseModule(what: 'agent' | 'game', file: string, sha256: string, files?: FileHashes): void {
  if (!existsSync(file))
    throw new RefusedError(
      'worker',
      `${what} module ${file} does not exist on this machine, expected the file that the run uses`,
    )
  if (moduleHash(file) !== sha256)
    throw new RefusedError(
      'worker',
      `${describeChange(what, file, files)} differs on this machine, expected the file that the run uses`,
    )
}
