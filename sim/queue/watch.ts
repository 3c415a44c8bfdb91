/** A queue as people watch it: its workers, and the chunks that wait. */
import type { Redis } from 'ioredis'
import { workersAt } from './heartbeats.ts'
import { connect, PREFIX, QUEUE } from './protocol.ts'
import type { QueueStatus } from './status.ts'

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
