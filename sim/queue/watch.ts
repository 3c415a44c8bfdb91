/** A queue as people watch it: its workers, and the chunks that wait. */
import type { Redis } from 'ioredis'
import { type WorkerStatus, workersAt } from './heartbeats.ts'
import { connect, PREFIX, QUEUE } from './protocol.ts'

export interface QueueStatus {
  /** Heard from in the last hour, of any build, by id. */
  readonly workers: readonly WorkerStatus[]
  /** Chunks of this build that no worker has begun, and those being played. */
  readonly waiting: number
  readonly active: number
}

/** A connection that stays open between looks. */
interface QueueWatch {
  look(): Promise<QueueStatus>
  close(): void
}

/** Rejects with an UnreachableError without a server. */
export async function watchQueue(url: string): Promise<QueueWatch> {
  const redis = await connect(url)
  return { look: () => statusOf(redis), close: () => redis.disconnect() }
}

async function statusOf(redis: Redis): Promise<QueueStatus> {
  // As BullMQ names them.
  const key = (state: string): string => `${PREFIX}:${QUEUE}:${state}`
  const [workers, waiting, delayed, active] = await Promise.all([
    workersAt(redis),
    redis.llen(key('wait')),
    redis.zcard(key('delayed')),
    redis.llen(key('active')),
  ])
  return { workers, waiting: waiting + delayed, active }
}
