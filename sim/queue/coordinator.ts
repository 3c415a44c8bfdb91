/**
 * A pool of chunks that other machines play: each chunk is a job of a BullMQ queue. The coordinator asks for its jobs again
 * and again rather than wait for events, which a restart of Redis loses: a job that is gone is dealt anew. Whatever comes
 * twice or late is asked for by nobody.
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
  stopKey,
  timeOf,
  WORKERS,
} from './protocol.ts'

/** Between two looks at the jobs pending. */
const LOOK_MS = 100
/** Between two words to the workers, and two looks at how many they are. */
const WORD_MS = 2_000
/** A worker that was silent for so long is not counted on. */
const SILENT_SECONDS = 10
/** Chunks pending before any worker has shown up. */
const WIDTH_MIN = 4
/** Chunks pending for every thread: one that it plays, and one that waits. */
const CHUNKS_PER_THREAD = 2
/** Times that a chunk may fail before the run does. */
const FAILURES_MAX = 3
/** Jobs that a coordinator who died has left behind are dropped after so long. */
const LEFT_SECONDS = 3_600

/** A chunk that was dealt. */
interface PendingChunk {
  readonly chunk: Chunk
  readonly resolve: (result: ChunkResult) => void
  readonly reject: (error: Error) => void
  failures: number
}

/** What the coordinator tells a person. */
export type Log = (text: string) => void

/** Deals to the workers at a Redis server. Throws an UnreachableError if there is none. */
export async function openCoordinator(url: string, settings: PoolSettings, log: Log): Promise<ChunkPool> {
  const redis = await connect(url)
  const coordinator = new Coordinator(redis, settings, log)
  await coordinator.begin()
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
  #told = 0
  #loop: Promise<void> = Promise.resolve()

  constructor(redis: Redis, settings: PoolSettings, log: Log) {
    this.#redis = redis
    this.#settings = settings
    this.#log = log
    this.#queue = new Queue<ChunkJob, ChunkAnswer>(QUEUE, { connection: redis, prefix: PREFIX })
    this.#queue.on('error', () => {})
  }

  async begin(): Promise<void> {
    await this.#announce()
    this.#loop = this.#watch()
  }

  run(chunk: Chunk): Promise<ChunkResult> {
    return new Promise((resolve, reject) => {
      if (this.#abandoned) return reject(new Abandoned())
      const id = `${this.#run}-${chunk.lineup}-${chunk.from}-${chunk.to}`
      this.#pending.set(id, { chunk, resolve, reject, failures: 0 })
      // Should this fail, the next look deals it.
      this.#add(id, chunk).catch(() => {})
    })
  }

  /** Looks after the pending chunks until it is closed. Trouble with Redis is waited out. */
  async #watch(): Promise<void> {
    while (!this.#closed) {
      try {
        if (performance.now() - this.#told > WORD_MS) await this.#announce()
        if (!this.#stopped && Atomics.load(this.#settings.stop, 0) !== 0) await this.#stop()
        await Promise.all([...this.#pending].map(([id, pending]) => this.#poll(id, pending)))
      } catch {
        // The connection comes back by itself; nothing was counted that was not asked for.
      }
      await pause(LOOK_MS)
    }
  }

  /** Keeps the run known, even to a Redis that has forgotten everything, and counts the workers. */
  async #announce(): Promise<void> {
    const info: RunInfo = { build: BUILD, experiment: this.#settings.experiment }
    await this.#redis
      .multi()
      .sadd(RUNS, this.#run)
      .set(runKey(this.#run), JSON.stringify(info), 'EX', RUN_SECONDS)
      .exec()
    const now = await timeOf(this.#redis)
    const words = Object.values(await this.#redis.hgetall(WORKERS)).map(word => word.split(':').map(Number))
    const threads = words.reduce((sum, [count, at]) => sum + (now - at! < SILENT_SECONDS ? count! : 0), 0)
    if (threads !== this.#threads)
      this.#log(
        threads === 0
          ? 'no worker serves this run yet: evenhand worker --redis URL starts one'
          : `workers: ${threads} threads`,
      )
    this.#threads = threads
    this.width = Math.max(WIDTH_MIN, CHUNKS_PER_THREAD * threads)
    this.#told = performance.now()
  }

  /** Takes back what no worker has begun, and tells the workers to end what they have. */
  async #stop(): Promise<void> {
    await this.#redis.set(stopKey(this.#run), '1', 'EX', RUN_SECONDS)
    this.#stopped = true
    for (const [id, pending] of [...this.#pending]) {
      const removed = await this.#queue.remove(id)
      if (removed === 1 || (await Job.fromId(this.#queue, id)) === undefined)
        this.#end(id, pending, nothing(pending.chunk))
    }
  }

  async #poll(id: string, pending: PendingChunk): Promise<void> {
    const job = await Job.fromId<ChunkJob, ChunkAnswer>(this.#queue, id)
    if (!this.#pending.has(id)) return
    if (job === undefined) {
      if (this.#stopped) this.#end(id, pending, nothing(pending.chunk))
      else await this.#add(id, pending.chunk)
    } else if (job.failedReason) await this.#failed(id, pending, job.failedReason)
    else if (job.finishedOn && job.returnvalue) {
      const answer = job.returnvalue
      if (!('gone' in answer) && !isAnswer(answer, pending.chunk)) {
        await this.#failed(id, pending, 'a worker has answered what is no chunk')
        return
      }
      // A worker that held the run for gone had not heard of it; once more.
      const result = 'gone' in answer ? nothing(pending.chunk) : { ...answer, chunk: pending.chunk }
      await this.#queue.remove(id)
      this.#end(id, pending, result)
    }
  }

  async #failed(id: string, pending: PendingChunk, reason: string): Promise<void> {
    await this.#queue.remove(id)
    if (reason !== new Abandoned().message) pending.failures++
    if (pending.failures < FAILURES_MAX) return
    this.#pending.delete(id)
    pending.reject(new Error(reason))
  }

  async #add(id: string, chunk: Chunk): Promise<void> {
    const age = { age: LEFT_SECONDS }
    const job = { run: this.#run, build: BUILD, chunk }
    await this.#queue.add('chunk', job, { jobId: id, removeOnComplete: age, removeOnFail: age })
  }

  #end(id: string, pending: PendingChunk, result: ChunkResult): void {
    if (this.#pending.delete(id)) pending.resolve(result)
  }

  abandon(): void {
    this.#abandoned = true
    for (const { reject } of this.#pending.values()) reject(new Abandoned())
    this.#pending.clear()
  }

  /** Forgets the run. Redis may be away: then its keys expire. */
  async close(): Promise<void> {
    this.#closed = true
    const tidy = async (): Promise<void> => {
      await this.#redis.multi().srem(RUNS, this.#run).del(runKey(this.#run)).exec()
      await this.#loop
      await this.#queue.close()
    }
    await Promise.race([tidy().catch(() => {}), pause(CLOSE_MS)])
    this.#redis.disconnect()
  }
}

/** Time for Redis to hear that a run is over. */
const CLOSE_MS = 500

/** Whether a worker's answer may be one: who can reach Redis can write anything there. */
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
function nothing(chunk: Chunk): ChunkResult {
  return { chunk, done: chunk.from, variants: [], milliseconds: 0 }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise(resolve => {
    setTimeout(resolve, milliseconds).unref()
  })
}
