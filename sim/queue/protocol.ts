/**
 * What the one who deals chunks and those who play them have agreed on, in Redis: the names of things, and what they
 * hold. A queue belongs to one build of evenhand, so that chunks of different builds never meet.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { VERSION } from '../../engine/package.ts'
import type { ChunkResult } from '../chunks/chunk.ts'
import type { Chunk } from '../chunks/schedule.ts'
import type { Experiment } from '../experiment/index.ts'
import { codeHash } from '../store/code.ts'

/** BullMQ's keys all begin with it, and ours. */
export const PREFIX = 'evenhand'

const CODE_DIGITS = 16

/** Name of this build: version and hash of the code. */
export const BUILD = `${VERSION}-${codeHash().slice(0, CODE_DIGITS)}`

export const QUEUE = `chunks-${BUILD}`

/** Set of the names of runs that are dealt, those of other builds too. */
export const RUNS = `${PREFIX}:runs`
/** A run's RunInfo, which expires RUN_SECONDS after its coordinator was last heard of. */
export const runKey = (run: string): string => `${PREFIX}:run:${run}`
/** There once a run is to stop after the blocks in hand. */
export const stopKey = (run: string): string => `${PREFIX}:stop:${run}`
/** Hash of the threads that serve a build's queue, by worker: "threads:seconds since 1970 of the last word, by the clock of Redis". */
export const WORKERS = `${PREFIX}:workers:${BUILD}`

export const RUN_SECONDS = 60

/** What workers must know of a run. */
export interface RunInfo {
  readonly build: string
  readonly experiment: Experiment
}

/** A chunk to be played, as a job of the queue. */
export interface ChunkJob {
  readonly run: string
  readonly build: string
  readonly chunk: Chunk
}

/** What a job comes to. A chunk of a run that nobody deals any more is not played. */
export type ChunkAnswer = Omit<ChunkResult, 'chunk'> | { readonly gone: true }

const CONNECT_MS = 5_000
const RETRY_MS = 500
/** A server that does not answer must not hold up the end of a command. */
const DISCONNECT_MS = 200

/** Redis could not be reached at all. */
export class UnreachableError extends Error {
  constructor(url: string, reason: string) {
    super(`Redis at ${withoutPassword(url)} can't be reached: ${reason}, expected a server there`)
    this.name = 'UnreachableError'
  }
}

/**
 * Connects to Redis. From then on the connection comes back by itself, for as long as it takes: commands wait for it.
 * Throws an UnreachableError if there is no first answer within some seconds.
 */
export async function connect(url: string): Promise<Redis> {
  let trouble = 'no answer'
  const redis = new Redis(url, {
    maxRetriesPerRequest: null,
    retryStrategy: () => RETRY_MS,
    disconnectTimeout: DISCONNECT_MS,
    lazyConnect: true,
  })
  // Without a listener the process would end when the server restarts.
  redis.on('error', (error: Error) => {
    trouble = error.message.split('\n')[0] || trouble
  })
  const timer = new AbortController()
  const answered = await Promise.race([
    redis.ping().then(
      () => true,
      () => false,
    ),
    sleep(CONNECT_MS, false, { signal: timer.signal }).catch(() => false),
  ])
  timer.abort()
  if (answered) return redis
  redis.disconnect()
  throw new UnreachableError(url, trouble)
}

/** Seconds since 1970 by the server's clock: machines' own differ. */
export async function timeOf(redis: Redis): Promise<number> {
  return Number((await redis.time())[0])
}

/** A URL for eyes other than the server's. */
function withoutPassword(url: string): string {
  return url.replace(/\/\/[^@/]*@/, '//')
}
