/**
 * A pool whose chunks other machines play: each chunk is a job of a BullMQ queue. The coordinator polls its jobs rather than
 * wait for events, which a restart of Redis loses: a job that has vanished is added again. Results that come twice or late
 * are never read.
 */
import { randomUUID } from 'node:crypto'
import { Job, Queue } from 'bullmq'
import type { Redis } from 'ioredis'
import type { ChunkResult } from '../chunks/chunk.ts'
import type { Chunk } from '../chunks/schedule.ts'
import { Abandoned, type ChunkPool, type PoolSettings } from '../threads/pool.ts'
import {
  BUILD,
  type ChunkAnswer,
  type ChunkJob,
  connect,
  PREFIX,
  QUEUE,
  RUN_SECONDS,
  RUNS,
  type RunInfo,
  runKey,
  serverTime,
  stopKey,
  WORKERS,
} from './protocol.ts'

/** Interval between polls of the pending jobs. */
const POLL_MS = 100
/** Interval between announcements of the run, which also count the workers. */
const ANNOUNCE_MS = 2_000
/** A worker that has been silent for this long is not counted. */
const WORKER_EXPIRY_SECONDS = 10
/** Chunks pending before any worker has shown up. */
const WIDTH_MIN = 4
/** Chunks pending for every thread: one that it plays, and one that waits. */
const CHUNKS_PER_THREAD = 2
/** How many times a chunk may fail before the run does. */
const FAILURES_MAX = 3
/** How long finished jobs outlive a coordinator that died. */
const JOB_EXPIRY_SECONDS = 3_600

/** A chunk in the queue, whose result has not come in yet. */
interface PendingChunk {
  readonly chunk: Chunk
  readonly resolve: (result: ChunkResult) => void
  readonly reject: (error: Error) => void
  failures: number
}

/** Takes messages for people. */
export type Log = (text: string) => void

/**
 * A pool whose chunks are played by the workers at a Redis server. `log` takes a line whenever the number of workers changes.
 * Rejects with an UnreachableError if there is no server.
 */
export async function openCoordinator(url: string, settings: PoolSettings, log: Log): Promise<ChunkPool> {
  const redis = await connect(url)
  const coordinator = new Coordinator(redis, settings, log)
  await coordinator.start()
  return coordinator
}

class Coordinator implements ChunkPool {
  width = WIDTH_MIN
  readonly #redis: Redis
  readonly #queue: Queue<ChunkJob, ChunkAnswer>
  readonly #settings: PoolSettings
  readonly #log: Log
  readonly #run = randomUUID()
  readonly #pending = new Map<string, PendingChunk>()
  #threads = -1
  #stopped = false
  #abandoned = false
  #closed = false
  #announced = 0
  #loop: Promise<void> = Promise.resolve()

  constructor(redis: Redis, settings: PoolSettings, log: Log) {
    this.#redis = redis
    this.#settings = settings
    this.#log = log
    this.#queue = new Queue<ChunkJob, ChunkAnswer>(QUEUE, { connection: redis, prefix: PREFIX })
    this.#queue.on('error', () => {})
  }

  async start(): Promise<void> {
    await this.#announce()
    this.#loop = this.#poll()
  }

  run(chunk: Chunk): Promise<ChunkResult> {
    return new Promise((resolve, reject) => {
      if (this.#abandoned) return reject(new Abandoned())
      const id = `${this.#run}-${chunk.lineup}-${chunk.from}-${chunk.to}`
      this.#pending.set(id, { chunk, resolve, reject, failures: 0 })
      // If this fails, the next poll adds it.
      this.#enqueue(id, chunk).catch(() => {})
    })
  }

  /** Polls the pending jobs until the pool is closed. While Redis is away, it waits. */
  async #poll(): Promise<void> {
    while (!this.#closed) {
      try {
        if (performance.now() - this.#announced > ANNOUNCE_MS) await this.#announce()
        if (!this.#stopped && Atomics.load(this.#settings.stop, 0) !== 0) await this.#stop()
        await Promise.all([...this.#pending].map(([id, pending]) => this.#pollJob(id, pending)))
      } catch {
        // The connection is restored by itself, and the next poll repeats what this one missed.
      }
      await pause(POLL_MS)
    }
  }

  /** Keeps the run known, even to a Redis that has lost its memory, and counts the workers. */
  async #announce(): Promise<void> {
    const info: RunInfo = { build: BUILD, experiment: this.#settings.experiment }
    await this.#redis
      .multi()
      .sadd(RUNS, this.#run)
      .set(runKey(this.#run), JSON.stringify(info), 'EX', RUN_SECONDS)
      .exec()
    const now = await serverTime(this.#redis)
    const workers = Object.values(await this.#redis.hgetall(WORKERS)).map(text => text.split(':').map(Number))
    const threads = workers.reduce(
      (sum, [count, at]) => sum + (now - at! < WORKER_EXPIRY_SECONDS ? count! : 0),
      0,
    )
    if (threads !== this.#threads)
      this.#log(
        threads === 0
          ? 'no workers yet: start one with evenhand worker --redis URL'
          : `workers: ${threads} ${threads === 1 ? 'thread' : 'threads'}`,
      )
    this.#threads = threads
    this.width = Math.max(WIDTH_MIN, CHUNKS_PER_THREAD * threads)
    this.#announced = performance.now()
  }

  /** Removes the jobs that no worker has begun, and has the workers end those that they have. */
  async #stop(): Promise<void> {
    await this.#redis.set(stopKey(this.#run), '1', 'EX', RUN_SECONDS)
    this.#stopped = true
    for (const [id, pending] of [...this.#pending]) {
      const removed = await this.#queue.remove(id)
      if (removed === 1 || (await Job.fromId(this.#queue, id)) === undefined)
        this.#settle(id, pending, notPlayed(pending.chunk))
    }
  }

  async #pollJob(id: string, pending: PendingChunk): Promise<void> {
    const job = await Job.fromId<ChunkJob, ChunkAnswer>(this.#queue, id)
    if (!this.#pending.has(id)) return
    if (job === undefined) {
      if (this.#stopped) this.#settle(id, pending, notPlayed(pending.chunk))
      else await this.#enqueue(id, pending.chunk)
    } else if (job.failedReason) await this.#failed(id, pending, job.failedReason)
    else if (job.finishedOn && job.returnvalue) {
      const answer = job.returnvalue
      if (!('gone' in answer) && !isAnswer(answer, pending.chunk)) {
        await this.#failed(id, pending, 'a worker sent a result that does not fit its chunk')
        return
      }
      // The worker did not know the run, as after a restart of Redis: the chunk counts as not played.
      const result = 'gone' in answer ? notPlayed(pending.chunk) : { ...answer, chunk: pending.chunk }
      await this.#queue.remove(id)
      this.#settle(id, pending, result)
    }
  }

  async #failed(id: string, pending: PendingChunk, reason: string): Promise<void> {
    await this.#queue.remove(id)
    if (reason !== new Abandoned().message) pending.failures++
    if (pending.failures < FAILURES_MAX) return
    this.#pending.delete(id)
    pending.reject(new Error(reason))
  }

  async #enqueue(id: string, chunk: Chunk): Promise<void> {
    const age = { age: JOB_EXPIRY_SECONDS }
    const job = { run: this.#run, build: BUILD, chunk }
    await this.#queue.add('chunk', job, { jobId: id, removeOnComplete: age, removeOnFail: age })
  }

  #settle(id: string, pending: PendingChunk, result: ChunkResult): void {
    if (this.#pending.delete(id)) pending.resolve(result)
  }

  abandon(): void {
    this.#abandoned = true
    for (const { reject } of this.#pending.values()) reject(new Abandoned())
    this.#pending.clear()
  }

  /** Removes the run from Redis. If Redis is away, its keys expire. */
  async close(): Promise<void> {
    this.#closed = true
    const cleanUp = async (): Promise<void> => {
      await this.#redis.multi().srem(RUNS, this.#run).del(runKey(this.#run)).exec()
      await this.#loop
      await this.#queue.close()
    }
    await Promise.race([cleanUp().catch(() => {}), pause(CLOSE_MS)])
    this.#redis.disconnect()
  }
}

/** Time that Redis has to remove a run that is over. */
const CLOSE_MS = 500

/** Whether an answer has the form of a chunk's result: anyone who can reach Redis can write anything there. */
function isAnswer(
  { done, variants, milliseconds }: Omit<ChunkResult, 'chunk'>,
  { from, to }: Chunk,
): boolean {
  const played = Number.isInteger(done) && done >= from && done <= to && Number.isFinite(milliseconds)
  return (
    played &&
    Array.isArray(variants) &&
    variants.every(
      one => typeof one?.tally === 'string' && typeof one.pairs === 'string' && Array.isArray(one.faults),
    )
  )
}

/** A chunk of which no block was played. */
function notPlayed(chunk: Chunk): ChunkResult {
  return { chunk, done: chunk.from, variants: [], milliseconds: 0 }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise(resolve => {
    setTimeout(resolve, milliseconds).unref()
  })
}
