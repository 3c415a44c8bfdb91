/**
 * A pool of chunks that other machines play: each chunk is a job of a BullMQ queue. The dealer asks for its jobs again
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

/** Between two looks at the jobs in hand. */
const LOOK_MS = 100
/** Between two words to the workers, and two looks at how many they are. */
const WORD_MS = 2_000
/** A worker that was silent for so long is not counted on. */
const SILENT_SECONDS = 10
/** Chunks in hand before any worker has shown up. */
const WIDTH_MIN = 4
/** Chunks in hand for every thread: one that it plays, and one that waits. */
const CHUNKS_PER_THREAD = 2
/** Times that a chunk may fail before the run does. */
const FAILURES_MAX = 3
/** Jobs that a dealer who died has left behind are dropped after so long. */
const LEFT_SECONDS = 3_600

/** A chunk that was dealt. */
interface Hand {
  readonly chunk: Chunk
  readonly resolve: (result: ChunkResult) => void
  readonly reject: (error: Error) => void
  failures: number
}

/** What the dealer tells a person. */
export type Tell = (text: string) => void

/** Deals to the workers at a Redis server. Throws an UnreachableError if there is none. */
export async function openDealer(url: string, settings: PoolSettings, tell: Tell): Promise<ChunkPool> {
  const redis = await connect(url)
  const dealer = new Dealer(redis, settings, tell)
  await dealer.begin()
  return dealer
}

class Dealer implements ChunkPool {
  width = WIDTH_MIN
  readonly #redis: Redis
  readonly #queue: Queue<ChunkJob, ChunkAnswer>
  readonly #settings: PoolSettings
  readonly #tell: Tell
  readonly #run = randomUUID()
  readonly #hands = new Map<string, Hand>()
  #threads = -1
  #stopped = false
  #abandoned = false
  #closed = false
  #told = 0
  #loop: Promise<void> = Promise.resolve()

  constructor(redis: Redis, settings: PoolSettings, tell: Tell) {
    this.#redis = redis
    this.#settings = settings
    this.#tell = tell
    this.#queue = new Queue<ChunkJob, ChunkAnswer>(QUEUE, { connection: redis, prefix: PREFIX })
    this.#queue.on('error', () => {})
  }

  async begin(): Promise<void> {
    await this.#speak()
    this.#loop = this.#watch()
  }

  run(chunk: Chunk): Promise<ChunkResult> {
    return new Promise((resolve, reject) => {
      if (this.#abandoned) return reject(new Abandoned())
      const id = `${this.#run}-${chunk.lineup}-${chunk.from}-${chunk.to}`
      this.#hands.set(id, { chunk, resolve, reject, failures: 0 })
      // Should this fail, the next look deals it.
      this.#add(id, chunk).catch(() => {})
    })
  }

  /** Looks after the chunks in hand until it is closed. Trouble with Redis is waited out. */
  async #watch(): Promise<void> {
    while (!this.#closed) {
      try {
        if (performance.now() - this.#told > WORD_MS) await this.#speak()
        if (!this.#stopped && Atomics.load(this.#settings.stop, 0) !== 0) await this.#stop()
        await Promise.all([...this.#hands].map(([id, hand]) => this.#look(id, hand)))
      } catch {
        // The connection comes back by itself; nothing was counted that was not asked for.
      }
      await pause(LOOK_MS)
    }
  }

  /** Keeps the run known, even to a Redis that has forgotten everything, and counts the workers. */
  async #speak(): Promise<void> {
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
      this.#tell(
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
    for (const [id, hand] of [...this.#hands]) {
      const removed = await this.#queue.remove(id)
      if (removed === 1 || (await Job.fromId(this.#queue, id)) === undefined)
        this.#end(id, hand, nothing(hand.chunk))
    }
  }

  async #look(id: string, hand: Hand): Promise<void> {
    const job = await Job.fromId<ChunkJob, ChunkAnswer>(this.#queue, id)
    if (!this.#hands.has(id)) return
    if (job === undefined) {
      if (this.#stopped) this.#end(id, hand, nothing(hand.chunk))
      else await this.#add(id, hand.chunk)
    } else if (job.failedReason) await this.#failed(id, hand, job.failedReason)
    else if (job.finishedOn && job.returnvalue) {
      const answer = job.returnvalue
      if (!('gone' in answer) && !isAnswer(answer, hand.chunk)) {
        await this.#failed(id, hand, 'a worker has answered what is no chunk')
        return
      }
      // A worker that held the run for gone had not heard of it; once more.
      const result = 'gone' in answer ? nothing(hand.chunk) : { ...answer, chunk: hand.chunk }
      await this.#queue.remove(id)
      this.#end(id, hand, result)
    }
  }

  async #failed(id: string, hand: Hand, reason: string): Promise<void> {
    await this.#queue.remove(id)
    if (reason !== new Abandoned().message) hand.failures++
    if (hand.failures < FAILURES_MAX) return
    this.#hands.delete(id)
    hand.reject(new Error(reason))
  }

  async #add(id: string, chunk: Chunk): Promise<void> {
    const age = { age: LEFT_SECONDS }
    const job = { run: this.#run, build: BUILD, chunk }
    await this.#queue.add('chunk', job, { jobId: id, removeOnComplete: age, removeOnFail: age })
  }

  #end(id: string, hand: Hand, result: ChunkResult): void {
    if (this.#hands.delete(id)) hand.resolve(result)
  }

  abandon(): void {
    this.#abandoned = true
    for (const { reject } of this.#hands.values()) reject(new Abandoned())
    this.#hands.clear()
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
