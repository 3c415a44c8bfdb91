/**
 * What coordinators and workers agree on: the keys in Redis, and what they hold. A queue belongs to one build
 * of evenhand, so that chunks of different builds never mix.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { oneLine } from '../../documents/index.ts'
import { VERSION } from '../../engine/package.ts'
import type { Chunk, ChunkResult, VariantResult } from '../chunks/chunk.ts'
import type { Experiment } from '../experiment/index.ts'
import { codeHash } from '../store/code.ts'
import { RefusedError } from '../store/disk.ts'
import { pack } from '../tally/packing.ts'
import { UnreachableError, withoutPassword } from './unreachable.ts'

/** Prefix of all keys, BullMQ's and ours. */
export const PREFIX = 'evenhand'

const CODE_DIGITS = 16

/** The name of this build: its version and a hash of its code. */
export const BUILD = `${VERSION}-${codeHash().slice(0, CODE_DIGITS)}`

export const QUEUE = `chunks-${BUILD}`

/** Set of the ids of all runs in progress, including other builds'. */
export const RUNS = `${PREFIX}:runs`
/** A run's RunInfo as JSON; expires RUN_SECONDS after its coordinator last announced it. */
export const runKey = (run: string): string => `${PREFIX}:run:${run}`
/** Exists once a run must stop after the blocks being played. */
export const stopKey = (run: string): string => `${PREFIX}:stop:${run}`
/** Set of the machines (hostOf) whose answers a run doesn't take any more. */
export const bannedKey = (run: string): string => `${PREFIX}:banned:${run}`
/** Sorted set of the ids of all workers, of any build, by when they were last heard from (serverTime). */
export const WORKERS = `${PREFIX}:workers`
/** A worker's Heartbeat as JSON; it expires. A worker's id is its name in messages. */
export const workerKey = (id: string): string => `${PREFIX}:worker:${id}`

/** Hash of the workers that play a job as their only one: workers lost over it before, and their id. */
export const aloneKey = (job: string): string => `${PREFIX}:alone:${job}`
/** After this many lost workers, a job is played alone, so that the next loss is its own. */
export const SUSPECT_LOSSES = 2

/** How long a run stays known after its coordinator was last heard from. */
export const RUN_SECONDS = 60

export interface RunInfo {
  readonly build: string
  readonly experiment: Experiment
}

/** How long finished jobs, and what is known of them, outlive a dead coordinator. */
export const JOB_SECONDS = 3_600

export interface ChunkJob {
  readonly run: string
  readonly build: string
  readonly chunk: Chunk
  /** Whether the answer must hold the facts of every match. */
  readonly facts: boolean
  /** Workers whose answers to the chunk were refused: they leave it to others, if there are any. */
  readonly refused: readonly string[]
  /** How many blocks a worker plays of it whose first chunk of the run it is; absent for all. */
  readonly first?: number | undefined
}

/** The return value of a job. A chunk without a played block is given back by failing with Abandoned. */
export type ChunkAnswer = Omit<ChunkResult, 'variants' | 'facts'> & {
  readonly variants: readonly Omit<VariantResult, 'records'>[]
  /** Of each variant, packed (sim/tally/packing); absent unless the job asks for them. */
  readonly facts?: readonly string[]
}

/** The other return value of a job: why its line-up, or one variant of it, ends (LineupError). */
export interface LineupAnswer {
  readonly chunk: Chunk
  readonly failed: string
  readonly variant: number | null
}

export type JobAnswer = ChunkAnswer | LineupAnswer

export function answerOf({ facts, ...result }: ChunkResult): ChunkAnswer {
  if (!facts) return result
  return { ...result, facts: facts.map(words => pack(Float64Array.from(words))) }
}

const CONNECT_MS = 5_000
const RETRY_MS = 500
/** A server that doesn't answer must not delay the end of a command. */
const DISCONNECT_MS = 200

/**
 * Connects to Redis. From then on the connection restores itself, however long that takes; commands wait for
 * it. Rejects with an UnreachableError without a first answer within some seconds, with a RefusedError if the
 * server may drop keys.
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
    redis
      .ping()
      .then(() => evictionOf(redis))
      .then(
        policy => ({ policy }),
        () => null,
      ),
    sleep(CONNECT_MS, null, { signal: timer.signal }).catch(() => null),
  ])
  timer.abort()
  if (answered?.policy === null) return redis
  redis.disconnect()
  if (!answered) throw new UnreachableError(url, reason)
  throw new RefusedError(
    `Redis at ${withoutPassword(url)}`,
    `drops keys, and so chunks, when its memory is full (maxmemory-policy ${oneLine(answered.policy)}); expected ` +
      'noeviction: redis-cli config set maxmemory-policy noeviction',
  )
}

/** The server's policy if it drops keys when its memory is full; null if it doesn't, or doesn't say. */
async function evictionOf(redis: Redis): Promise<string | null> {
  const info = await redis.info('memory').catch(() => '')
  const policy = /^maxmemory_policy:(\S+)/m.exec(info)?.[1]
  return policy === undefined || policy === 'noeviction' ? null : policy
}

/** Seconds since 1970 by the server's clock, since the clocks of machines differ. */
export async function serverTime(redis: Redis): Promise<number> {
  return Number((await redis.time())[0])
}
