/**
 * What coordinators and workers agree on: the names of keys in Redis, and what they hold. A queue belongs to one build of
 * evenhand, so that chunks of different builds never mix.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { VERSION } from '../../engine/package.ts'
import type { ChunkResult } from '../chunks/chunk.ts'
import type { Chunk } from '../chunks/schedule.ts'
import type { Experiment } from '../experiment/index.ts'
import { codeHash } from '../store/code.ts'

/** Prefix of all keys, BullMQ's and ours. */
export const PREFIX = 'evenhand'

const CODE_DIGITS = 16

/** The name of this build: its version and a hash of its code. */
export const BUILD = `${VERSION}-${codeHash().slice(0, CODE_DIGITS)}`

/** The name of this build's queue. */
export const QUEUE = `chunks-${BUILD}`

/** Set of the ids of all runs in progress, those of other builds included. */
export const RUNS = `${PREFIX}:runs`
/** A run's RunInfo as JSON, which expires RUN_SECONDS after its coordinator last announced it. */
export const runKey = (run: string): string => `${PREFIX}:run:${run}`
/** Exists once a run must stop after the blocks being played. */
export const stopKey = (run: string): string => `${PREFIX}:stop:${run}`
/**
 * Hash of this build's workers by id: "THREADS:SECONDS", the number of its threads, and when it was last heard from, in
 * seconds since 1970 by the clock of Redis.
 */
export const WORKERS = `${PREFIX}:workers:${BUILD}`

/** How long a run stays known after its coordinator was last heard from. */
export const RUN_SECONDS = 60

/** What workers must know of a run. */
export interface RunInfo {
  readonly build: string
  readonly experiment: Experiment
}

/** The data of a job: a chunk to play. */
export interface ChunkJob {
  readonly run: string
  readonly build: string
  readonly chunk: Chunk
}

/** The return value of a job. A chunk of a run that is over is not played. */
export type ChunkAnswer = Omit<ChunkResult, 'chunk'> | { readonly gone: true }

const CONNECT_MS = 5_000
const RETRY_MS = 500
/** A server that does not answer must not delay the end of a command. */
const DISCONNECT_MS = 200

/** There was no answer from Redis. */
export class UnreachableError extends Error {
  constructor(url: string, reason: string) {
    super(`Redis at ${withoutPassword(url)} can't be reached: ${reason}, expected a server there`)
    this.name = 'UnreachableError'
  }
}

/**
 * Connects to Redis. The connection is restored by itself from then on, however long that takes; commands wait for it.
 * Rejects with an UnreachableError if there is no first answer within some seconds.
 */
export async function connect(url: string): Promise<Redis> {
  let reason = 'no answer'
  const redis = new Redis(url, {
    maxRetriesPerRequest: null,
    retryStrategy: () => RETRY_MS,
    disconnectTimeout: DISCONNECT_MS,
    lazyConnect: true,
  })
  // Without a listener, a restart of the server would end the process.
  redis.on('error', (error: Error) => {
    reason = error.message.split('\n')[0] || reason
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
  throw new UnreachableError(url, reason)
}

/** Seconds since 1970 by the server's clock, since the clocks of machines differ. */
export async function serverTime(redis: Redis): Promise<number> {
  return Number((await redis.time())[0])
}

/** The URL as messages may show it. */
function withoutPassword(url: string): string {
  return url.replace(/\/\/.*@/, '//').replace(/\?.*/, '')
}
