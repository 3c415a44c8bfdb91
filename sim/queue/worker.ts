/** Serves chunks that others deal: takes jobs from the queue, and has threads of this machine play them. */
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { Worker } from 'bullmq'
import type { Redis } from 'ioredis'
import { moduleHash } from '../../agents/index.ts'
import type { Experiment } from '../experiment/index.ts'
import { RefusedError } from '../store/disk.ts'
import { Abandoned, type ChunkPool, threadPool } from '../threads/pool.ts'
import {
  BUILD,
  type ChunkAnswer,
  type ChunkJob,
  connect,
  PREFIX,
  QUEUE,
  RUNS,
  type RunInfo,
  runKey,
  stopKey,
  timeOf,
  WORKERS,
} from './protocol.ts'

/** Between two looks at which runs are to stop, and two words that this worker lives. */
const LOOK_MS = 500
const WORD_MS = 2_000
/** A run of which no chunk came for so long gives its threads back. */
const IDLE_MS = 30_000
/** Blocks in hand have so long to end when this worker is to; then others play them. */
const STOP_MS = 2_000
/** A worker that dies is found out after so long, for it renews its claim on a job twice as often. */
const CLAIM_MS = 10_000
const STALLED_MS = 5_000
/** A chunk may be on any number of workers that die: the coordinator decides when to give it up. */
const STALLS_MAX = 1_000_000

export interface QueueWorkerOptions {
  readonly threads: number
  /** Megabytes that this process may use. */
  readonly memory: number
  readonly log: (line: string) => void
}

/** A run that this worker plays for. */
interface ServedRun {
  readonly pool: ChunkPool
  readonly stop: Int32Array
  pending: number
  last: number
}

/** Serves until `stop` is called, until only runs of other builds are dealt, or a run needs an agent that is not here. */
export class QueueWorker {
  readonly #redis: Redis
  readonly #options: QueueWorkerOptions
  readonly #id = randomUUID()
  readonly #worker: Worker<ChunkJob, ChunkAnswer>
  readonly #runs = new Map<string, Promise<ServedRun>>()
  /** Runs that are over, as far as known here, with chunks in hand that end. */
  readonly #retired = new Set<ServedRun>()
  #stopping = false
  #refusal: RefusedError | null = null
  #told = 0
  #chunks = 0

  /** Connects. Throws an UnreachableError if there is no server. */
  static async open(url: string, options: QueueWorkerOptions): Promise<QueueWorker> {
    return new QueueWorker(await connect(url), options)
  }

  private constructor(redis: Redis, options: QueueWorkerOptions) {
    this.#redis = redis
    this.#options = options
    this.#worker = new Worker<ChunkJob, ChunkAnswer>(QUEUE, job => this.#play(job.data), {
      connection: redis,
      prefix: PREFIX,
      autorun: false,
      // One chunk waits for every thread that plays.
      concurrency: 2 * options.threads,
      lockDuration: CLAIM_MS,
      stalledInterval: STALLED_MS,
      maxStalledCount: STALLS_MAX,
      runRetryDelay: LOOK_MS,
    })
    this.#worker.on('error', () => {})
  }

  /** Chunks played. */
  get chunks(): number {
    return this.#chunks
  }

  /** Resolves once stopped. Throws a RefusedError if runs are dealt, but by other builds only. */
  async serve(): Promise<void> {
    try {
      await this.#refuseOthers()
      this.#worker.run().catch(() => {})
      while (!this.#stopping) {
        if (this.#refusal) throw this.#refusal
        await this.#look().catch((error: unknown) => {
          // Other trouble is with the connection, which comes back by itself.
          if (error instanceof RefusedError) throw error
        })
        await new Promise(resolve => setTimeout(resolve, LOOK_MS))
      }
    } finally {
      await this.stop()
    }
  }

  async #look(): Promise<void> {
    const now = performance.now()
    if (now - this.#told > WORD_MS) {
      this.#told = now
      await this.#redis.hset(WORKERS, this.#id, `${this.#options.threads}:${await timeOf(this.#redis)}`)
      if (this.#runs.size === 0) await this.#refuseOthers()
    }
    for (const [run, promise] of [...this.#runs]) {
      const served = await promise.catch(() => null)
      const over =
        (await this.#redis.exists(stopKey(run))) > 0 || (await this.#redis.exists(runKey(run))) === 0
      if (served !== null && !over && (served.pending > 0 || now - served.last < IDLE_MS)) continue
      // If it was a Redis that forgot the run, the next chunk of it finds new threads.
      this.#runs.delete(run)
      if (served === null) continue
      Atomics.store(served.stop, 0, 1)
      this.#retired.add(served)
    }
    for (const served of [...this.#retired]) {
      if (served.pending > 0) continue
      this.#retired.delete(served)
      await served.pool.close()
    }
  }

  /** A queue that this build can't serve is no place to wait at. */
  async #refuseOthers(): Promise<void> {
    const builds = new Set<string>()
    for (const run of await this.#redis.smembers(RUNS)) {
      const text = await this.#redis.get(runKey(run))
      if (text === null) await this.#redis.srem(RUNS, run)
      else builds.add((JSON.parse(text) as RunInfo).build)
    }
    if (builds.size > 0 && !builds.has(BUILD))
      throw new RefusedError(
        'worker',
        `is evenhand ${BUILD}, but the runs to be served are of ${[...builds].sort().join(', ')}; expected the same build`,
      )
  }

  async #play({ run, build, chunk }: ChunkJob): Promise<ChunkAnswer> {
    if (build !== BUILD) throw new Error(`a worker of evenhand ${BUILD} can't play for ${build}`)
    let promise = this.#runs.get(run)
    if (!promise) {
      promise = this.#serveRun(run)
      this.#runs.set(run, promise)
    }
    const served = await promise
    if (served.pool === NO_POOL) return { gone: true }
    served.pending++
    try {
      const { chunk: _, ...answer } = await served.pool.run(chunk)
      this.#chunks++
      return answer
    } finally {
      served.pending--
      served.last = performance.now()
    }
  }

  async #serveRun(run: string): Promise<ServedRun> {
    const stop = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
    const text = await this.#redis.get(runKey(run))
    const last = performance.now()
    if (text === null) return { pool: NO_POOL, stop, pending: 0, last }
    const { experiment } = JSON.parse(text) as RunInfo
    try {
      refuseModules(experiment)
    } catch (error) {
      this.#refusal ??= error as RefusedError
      // For the coordinator this is a worker that went away: others may have what this one lacks.
      throw new Abandoned()
    }
    const { threads, memory, log } = this.#options
    log(`playing for ${experiment.name} (${experiment.game})`)
    const pool = threadPool({ experiment, stop, recording: false, memory }, threads)
    return { pool, stop, pending: 0, last }
  }

  /** Ends after the blocks in hand, or soon after without them: what was not played goes back to the queue. */
  async stop(): Promise<void> {
    if (this.#stopping) return
    this.#stopping = true
    const served = await Promise.all([...this.#runs.values()].map(promise => promise.catch(() => null)))
    const all = [...this.#retired, ...served.filter(one => one !== null)]
    for (const { stop } of all) Atomics.store(stop, 0, 1)
    const pools = all.map(({ pool }) => pool)
    const timer = setTimeout(() => {
      for (const pool of pools) pool.abandon()
    }, STOP_MS)
    const forced = new Promise<void>(resolve => setTimeout(resolve, STOP_MS + 1_000).unref())
    await Promise.race([this.#worker.close(), forced])
    clearTimeout(timer)
    for (const pool of pools) await pool.close()
    await Promise.race([this.#redis.hdel(WORKERS, this.#id), forced])
    this.#redis.disconnect()
  }
}

/** Stands for a run that nobody deals any more. */
const NO_POOL: ChunkPool = {
  width: 0,
  run: () => Promise.reject(new Error('nobody deals this run')),
  abandon: () => {},
  close: () => Promise.resolve(),
}

/** Agents by path must lie at the same path here, with the same text. Throws a RefusedError for the first that does not. */
function refuseModules({ lineups }: Experiment): void {
  for (const { agent, module } of lineups.flatMap(({ participants }) => participants)) {
    if (module === undefined) continue
    if (!existsSync(agent))
      throw new RefusedError('worker', `agent module ${agent} does not exist here, expected the run's`)
    if (moduleHash(agent) !== module)
      throw new RefusedError('worker', `agent module ${agent} is another one here, expected the run's`)
  }
}
