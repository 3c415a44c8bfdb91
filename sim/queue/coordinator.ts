/**
 * A pool whose chunks other machines play: each chunk is a job of a BullMQ queue. The coordinator polls for jobs
 * that ended instead of waiting for events, which a restart of Redis loses, and adds a vanished job again. It
 * never reads answers that come twice or late, and believes others only if everything in them agrees.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Job, Queue } from 'bullmq'
import type { Redis } from 'ioredis'
import { oneLine } from '../../documents/index.ts'
import type { Chunk, ChunkResult } from '../chunks/chunk.ts'
import { Abandoned, type ChunkPool, LineupError, type PoolSettings } from '../chunks/pool.ts'
import type { Detail } from '../records/facts.ts'
import { hostOf } from '../store/journal.ts'
import { AnswerReader, WrongAnswer } from './answer.ts'
import { liveWorkers } from './heartbeats.ts'
import {
  aloneKey,
  BUILD,
  bannedKey,
  type ChunkJob,
  connect,
  JOB_SECONDS,
  type JobAnswer,
  PREFIX,
  QUEUE,
  RUN_SECONDS,
  RUNS,
  type RunInfo,
  runKey,
  SUSPECT_LOSSES,
  stopKey,
} from './protocol.ts'
import { type Log, RetryPolicy } from './retries.ts'
import { Trials } from './trials.ts'

const POLL_MS = 100
/** Answers that a poll reads, all of which are in memory at once. */
const TAKEN = 256
/** Jobs that a poll asks for in turn, ended or not: one may have vanished, or its workers may have died. */
const SWEPT = 64
/** Announcements also count the workers. */
const ANNOUNCE_MS = 2_000
/** Chunks pending before any worker has shown up. */
const WIDTH_MIN = 4
/** One that the thread plays, and one that waits. */
const CHUNKS_PER_THREAD = 2
/** Chunks pending at first. They are short, so a wider run has more only once they are longer, or slow. */
const WIDTH_FIRST = 512
/** The share of its time that this thread may spend on results: chunks are made so long. */
const RESULTS_SHARE = 1 / 2
/** Results that tell how long one takes. */
const RESULTS_TOLD = 32
/** No chunk is made longer than this for it. */
const LEAST_MAX_MS = 300_000
/** What a worker plays of its first chunk, since this machine plays that again. */
const TRIAL_MS = 100

type ChunkJobs = Job<ChunkJob, JobAnswer>

interface PendingChunk {
  readonly chunk: Chunk
  /** Whether the facts of its matches are asked for. */
  readonly facts: boolean
  readonly resolve: (result: ChunkResult) => void
  readonly reject: (error: Error) => void
  /** Workers whose answers were refused. */
  readonly refused: string[]
  /** Whether its answer waits for the trial of its worker. */
  isJudged: boolean
  /** Workers that died while they played only this chunk, as far as counted. */
  deaths: number
}

/**
 * A pool whose chunks are played by the workers at a Redis server. `log` gets a line whenever the number of
 * workers changes. Rejects with an UnreachableError if there is no server, with a RefusedError if it may drop
 * chunks.
 */
export async function openCoordinator(url: string, settings: PoolSettings, log: Log): Promise<ChunkPool> {
  const redis = await connect(url)
  const coordinator = new Coordinator(redis, settings, log)
  await coordinator.start()
  return coordinator
}

class Coordinator implements ChunkPool {
  width = WIDTH_MIN
  least = 0
  readonly #redis: Redis
  readonly #queue: Queue<ChunkJob, JobAnswer>
  readonly #settings: PoolSettings
  readonly #log: Log
  readonly #answers: AnswerReader
  readonly #retries: RetryPolicy
  readonly #trials: Trials | null
  readonly #run = randomUUID()
  /** By job. A chunk that is dealt again gets a new job, so that no late answer is taken for its own. */
  readonly #pending = new Map<string, PendingChunk>()
  #jobs = 0
  #complaint = ''
  #threads = -1
  #stopped = false
  #abandoned = false
  #closed = false
  /** Since when Redis is away; null while it is reachable. */
  #away: Date | null = null
  #announced = 0
  /** How many pending jobs were asked for in this turn. */
  #swept = 0
  /** Results since the last announcement, and what was known of this thread's time then. */
  #results = 0
  #busy = performance.eventLoopUtilization()
  /** Milliseconds of the longest chunk so far. */
  #longest = 0
  /** Milliseconds of a block, by line-up, as the last answer says. */
  readonly #blockMs = new Map<number, number>()
  #loop: Promise<void> = Promise.resolve()

  constructor(redis: Redis, settings: PoolSettings, log: Log) {
    this.#redis = redis
    this.#settings = settings
    this.#log = log
    this.#answers = new AnswerReader(settings.experiment)
    this.#retries = new RetryPolicy(settings.experiment, log)
    this.#trials = settings.openOwn ? new Trials(settings.experiment, settings.openOwn) : null
    this.#queue = new Queue<ChunkJob, JobAnswer>(QUEUE, { connection: redis, prefix: PREFIX })
    this.#queue.on('error', () => {})
    redis.on('close', () => this.#lose())
    redis.on('ready', () => this.#find())
  }

  #lose(): void {
    if (this.#away !== null || this.#closed) return
    this.#away = new Date()
    this.#log(
      `Redis has been unreachable since ${this.#away.toTimeString().slice(0, 8)}; the run continues once it is back`,
    )
  }

  #find(): void {
    if (this.#away === null) return
    const seconds = Math.round((Date.now() - this.#away.getTime()) / 1000)
    this.#away = null
    this.#log(`Redis is back after ${seconds} s`)
  }

  async start(): Promise<void> {
    await this.#announce()
    this.#loop = this.#poll()
  }

  /** Facts come with a worker's answer; records don't, since nothing could check them. */
  run(chunk: Chunk, detail: Detail): Promise<ChunkResult> {
    if (detail === 'decisions')
      throw new Error("a queue can't record matches, expected threads on this machine")
    return new Promise((resolve, reject) => {
      if (this.#abandoned) return reject(new Abandoned())
      this.#deal({
        chunk,
        facts: detail === 'facts',
        resolve,
        reject,
        refused: [],
        isJudged: false,
        deaths: 0,
      })
    })
  }

  #deal(pending: PendingChunk): void {
    const { lineup, from, to } = pending.chunk
    const id = `${this.#run}-${++this.#jobs}-${lineup}-${from}-${to}`
    this.#pending.set(id, pending)
    // If this fails, the next poll adds it.
    this.#enqueue(id, pending).catch(() => {})
  }

  /** Polls the pending jobs until the pool is closed. While Redis is away, it waits. */
  async #poll(): Promise<void> {
    while (!this.#closed) {
      try {
        if (performance.now() - this.#announced > ANNOUNCE_MS) await this.#announce()
        if (!this.#stopped && Atomics.load(this.#settings.stop, 0) !== 0) await this.#stop()
        const due = [...new Set([...(await this.#ended()), ...(await this.#sweep())])].filter(id =>
          this.#isDue(id),
        )
        await Promise.all(due.slice(0, TAKEN).map(id => this.#pollJob(id)))
        if (due.length > TAKEN) continue
      } catch (error) {
        // The connection restores itself, and the next poll repeats what this one missed.
        this.#complain(error as Error)
      }
      await sleep(POLL_MS, undefined, { ref: false })
    }
  }

  /** Jobs that ended and were not taken yet, other runs' included. */
  async #ended(): Promise<string[]> {
    const sets = ['completed', 'failed'].map(name => this.#redis.zrange(this.#queue.toKey(name), '0', '-1'))
    return (await Promise.all(sets)).flat()
  }

  #isDue(id: string): boolean {
    return this.#pending.get(id)?.isJudged === false
  }

  /** Of the next jobs in turn, those that vanished and those that workers died over. */
  async #sweep(): Promise<string[]> {
    const all = [...this.#pending.keys()]
    if (this.#swept >= all.length) this.#swept = 0
    const ids = all.slice(this.#swept, this.#swept + SWEPT)
    this.#swept += SWEPT
    if (ids.length === 0) return []
    const pipeline = this.#redis.pipeline()
    for (const id of ids) pipeline.hmget(this.#queue.toKey(id), 'data', 'stc', 'finishedOn')
    const found = (await pipeline.exec()) ?? []
    return ids.filter((_, i) => {
      const [data, losses, ended] = (found[i]?.[1] ?? []) as (string | null)[]
      return !data || Number(losses) >= SUSPECT_LOSSES || ended !== null
    })
  }

  /** Reports once what a server that answers objects to, such as that its memory is full. */
  #complain({ name, message }: Error): void {
    if (name !== 'ReplyError' || message === this.#complaint) return
    this.#complaint = message
    this.#log(`Redis refused a command; evenhand keeps trying: ${oneLine(message)}`)
  }

  /** Keeps the run known, even to a Redis that has lost its memory, and counts the workers. */
  async #announce(): Promise<void> {
    this.#announced = performance.now()
    const info: RunInfo = { build: BUILD, experiment: this.#settings.experiment }
    await this.#redis
      .multi()
      .sadd(RUNS, this.#run)
      .set(runKey(this.#run), JSON.stringify(info), 'EX', RUN_SECONDS)
      .exec()
    const threads = [...(await liveWorkers(this.#redis)).values()].reduce((sum, count) => sum + count, 0)
    if (threads !== this.#threads)
      this.#log(
        threads === 0
          ? 'no workers yet: start one with evenhand worker --redis URL'
          : `workers: ${threads} ${threads === 1 ? 'thread' : 'threads'}`,
      )
    this.#threads = threads
    const wanted = Math.max(WIDTH_MIN, CHUNKS_PER_THREAD * threads)
    this.#setLeast()
    // Unless all blocks are slow, answers come before their cost is known.
    const known = this.least === 0 ? 0 : (wanted * this.#longest) / this.least
    const more = this.#longest === 0 ? Infinity : known
    this.width = Math.min(wanted, Math.max(WIDTH_FIRST, this.width, Math.min(2 * this.width, more)))
  }

  /** So long that the results of all threads take this one no more than its share, as they took it lately. */
  #setLeast(): void {
    if (this.#results < RESULTS_TOLD) return
    const { active } = performance.eventLoopUtilization(this.#busy)
    this.least = Math.min(LEAST_MAX_MS, (this.#threads * active) / this.#results / RESULTS_SHARE)
    this.#busy = performance.eventLoopUtilization()
    this.#results = 0
  }

  /** Removes jobs that no worker has begun, and has workers end theirs. */
  async #stop(): Promise<void> {
    await this.#redis.set(stopKey(this.#run), '1', 'EX', RUN_SECONDS)
    this.#stopped = true
    const all = [...this.#pending]
    for (let i = 0; i < all.length; i += TAKEN)
      await Promise.all(all.slice(i, i + TAKEN).map(([id, pending]) => this.#withdraw(id, pending)))
  }

  async #withdraw(id: string, pending: PendingChunk): Promise<void> {
    const removed = await this.#queue.remove(id)
    if (removed === 1 || (await this.#jobOf(id)) === undefined)
      this.#settle(id, pending, notPlayed(pending.chunk))
  }

  async #pollJob(id: string): Promise<void> {
    const pending = this.#pending.get(id)
    if (!pending || pending.isJudged) return
    const job = await this.#jobOf(id)
    if (!this.#pending.has(id)) return
    if (job === undefined) {
      if (this.#stopped) return this.#settle(id, pending, notPlayed(pending.chunk))
      // A Redis that lost its memory doesn't know the run either.
      await this.#announceAgain()
      await this.#enqueue(id, pending)
    } else if (job === null) {
      await this.#again(id, pending, this.#retries.failed(pending.chunk, "its job's data was changed"))
    } else if (job.failedReason !== undefined) await this.#failed(id, pending, job)
    else if (job.finishedOn !== undefined) await this.#answered(id, pending, job)
    else if (job.stalledCounter >= SUSPECT_LOSSES) await this.#countDeaths(id, pending, job)
  }

  /** Undefined if the job has vanished, null if somebody garbled it. */
  async #jobOf(id: string): Promise<ChunkJobs | undefined | null> {
    try {
      return await Job.fromId<ChunkJob, JobAnswer>(this.#queue, id)
    } catch (error) {
      if (error instanceof SyntaxError || error instanceof TypeError) return null
      throw error
    }
  }

  async #failed(id: string, pending: PendingChunk, { failedReason, processedBy }: ChunkJobs): Promise<void> {
    const { chunk } = pending
    if (failedReason !== new Abandoned().message)
      return await this.#again(id, pending, this.#retries.failed(chunk, failedReason))
    await this.#announceAgain()
    await this.#again(id, pending, this.#retries.givenBack(chunk, processedBy ?? ''))
  }

  async #answered(id: string, pending: PendingChunk, job: ChunkJobs): Promise<void> {
    const { chunk, facts } = pending
    const worker = job.processedBy ?? ''
    try {
      if (this.#retries.isBanned(worker)) throw new WrongAnswer('it comes from a banned worker')
      const result = this.#answers.read(job.returnvalue, chunk, facts)
      if (result.done === chunk.from && !this.#stopped)
        return await this.#again(id, pending, this.#retries.givenBack(chunk, worker))
      this.#longest = Math.max(this.#longest, result.milliseconds)
      // A trial takes as long as its chunk: polling goes on.
      pending.isJudged = true
      this.#judge(id, pending, worker, result).catch((error: Error) => this.#again(id, pending, error))
    } catch (error) {
      if (error instanceof LineupError) return await this.#again(id, pending, error)
      if (!(error instanceof WrongAnswer)) throw error
      const { message } = error
      await this.#refuse(id, pending, worker, hasOthers =>
        this.#retries.refused(chunk, worker, message, hasOthers),
      )
    }
  }

  /** Takes an answer once its worker's trial is over; what a stop finds untried doesn't count. */
  async #judge(id: string, pending: PendingChunk, worker: string, result: ChunkResult): Promise<void> {
    const { chunk, facts } = pending
    const verdict = (await this.#trials?.judge(worker, result, facts ? 'facts' : 'none')) ?? 'right'
    if (!this.#pending.has(id)) return
    if (verdict === 'wrong')
      return await this.#refuse(id, pending, worker, hasOthers =>
        this.#retries.differs(chunk, worker, hasOthers),
      )
    if (verdict === 'open' && Atomics.load(this.#settings.stop, 0) !== 0)
      return this.#settle(id, pending, notPlayed(chunk))
    this.#results++
    this.#blockMs.set(chunk.lineup, result.milliseconds / (result.done - chunk.from))
    this.#settle(id, pending, { ...result, worker })
    await this.#queue.remove(id)
  }

  /** Deals a chunk again after a wrong answer, or ends the run, as `judge` says. */
  async #refuse(
    id: string,
    pending: PendingChunk,
    worker: string,
    judge: (hasOthers: boolean) => Error | null,
  ): Promise<void> {
    if (!pending.refused.includes(worker)) pending.refused.push(worker)
    const names = [...(await liveWorkers(this.#redis)).keys()]
    const hasOthers = names.some(name => hostOf(name) !== hostOf(worker) && !this.#retries.isBanned(name))
    const end = judge(hasOthers)
    if (end === null && this.#retries.isBanned(worker)) await this.#ban(worker)
    await this.#again(id, pending, end)
  }

  /** Tells the workers of a machine to leave, in case they can still be told. */
  async #ban(worker: string): Promise<void> {
    await this.#redis
      .multi()
      .sadd(bannedKey(this.#run), hostOf(worker))
      .expire(bannedKey(this.#run), JOB_SECONDS)
      .exec()
  }

  /** Counts the workers that died while they played this chunk alone. */
  async #countDeaths(id: string, pending: PendingChunk, { stalledCounter }: ChunkJobs): Promise<void> {
    const begun = Object.entries(await this.#redis.hgetall(aloneKey(id)))
    const dead = begun
      .filter(([losses]) => Number(losses) < stalledCounter)
      .sort(([a], [b]) => Number(a) - Number(b))
    if (dead.length <= pending.deaths || !this.#pending.has(id)) return
    pending.deaths = dead.length
    const error = this.#retries.died(pending.chunk, dead.at(-1)![1], dead.length)
    if (error !== null) await this.#again(id, pending, error)
  }

  /** Deals a chunk again as a new job, unless the run stops; an error ends the run or the line-up instead. */
  async #again(id: string, pending: PendingChunk, error: Error | null): Promise<void> {
    if (!this.#pending.delete(id)) return
    if (error !== null) pending.reject(error)
    else if (this.#stopped) pending.resolve(notPlayed(pending.chunk))
    else this.#deal({ ...pending, isJudged: false, deaths: 0 })
    await this.#queue.remove(id)
  }

  async #announceAgain(): Promise<void> {
    if (performance.now() - this.#announced > POLL_MS) await this.#announce()
  }

  async #enqueue(id: string, { chunk, facts, refused }: PendingChunk): Promise<void> {
    const age = { age: JOB_SECONDS }
    const blockMs = this.#blockMs.get(chunk.lineup) ?? 0
    const first = blockMs > 0 ? Math.max(1, Math.floor(TRIAL_MS / blockMs)) : undefined
    const job = { run: this.#run, build: BUILD, chunk, facts, refused, first }
    await this.#queue.add('chunk', job, { jobId: id, removeOnComplete: age, removeOnFail: age })
  }

  #settle(id: string, pending: PendingChunk, result: ChunkResult): void {
    if (this.#pending.delete(id)) pending.resolve(result)
  }

  abandon(): void {
    this.#abandoned = true
    this.#trials?.abandon().catch(() => {})
    for (const { reject } of this.#pending.values()) reject(new Abandoned())
    this.#pending.clear()
  }

  /** Removes the run from Redis. If Redis is away, its keys expire. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#trials?.close()
    const cleanUp = async (): Promise<void> => {
      await this.#redis.multi().srem(RUNS, this.#run).del(runKey(this.#run), bannedKey(this.#run)).exec()
      await this.#loop
      await this.#queue.close()
    }
    await Promise.race([cleanUp().catch(() => {}), sleep(CLOSE_MS, undefined, { ref: false })])
    this.#redis.disconnect()
  }
}

/** Time that Redis has to remove a finished run. */
const CLOSE_MS = 500

function notPlayed(chunk: Chunk): ChunkResult {
  return { chunk, done: chunk.from, variants: [], milliseconds: 0 }
}
