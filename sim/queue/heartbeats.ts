/** What workers say of themselves, for coordinators and for people who watch them. */
import type { Redis } from 'ioredis'
import { oneLine } from '../../documents/index.ts'
import { BUILD, serverTime, WORKERS, workerKey } from './protocol.ts'
import { type Heartbeat, heartbeatShape, type WorkerStatus } from './status.ts'

/** A worker silent for this long doesn't count. */
const SILENT_SECONDS = 10
/** How long a worker that vanished is remembered. */
const FORGOTTEN_SECONDS = 3_600

export async function announceWorker(redis: Redis, id: string, heartbeat: Heartbeat): Promise<void> {
  const now = await serverTime(redis)
  await redis
    .multi()
    .set(workerKey(id), JSON.stringify(heartbeat), 'EX', FORGOTTEN_SECONDS)
    .zadd(WORKERS, now, id)
    .zremrangebyscore(WORKERS, 0, now - FORGOTTEN_SECONDS)
    .exec()
}

/** A worker that leaves isn't missed. */
export async function forgetWorker(redis: Redis, id: string): Promise<void> {
  await redis.multi().del(workerKey(id)).zrem(WORKERS, id).exec()
}

/** All workers heard from in the last hour, of any build, by id. */
export async function workersAt(redis: Redis): Promise<WorkerStatus[]> {
  const now = await serverTime(redis)
  return await readWorkers(redis, now, now - FORGOTTEN_SECONDS)
}

/** This build's workers that were heard from just now, with their numbers of threads. */
export async function liveWorkers(redis: Redis): Promise<Map<string, number>> {
  const now = await serverTime(redis)
  const heard = await readWorkers(redis, now, now - SILENT_SECONDS)
  const live = heard.filter(({ build, state }) => build === BUILD && isAlive(state))
  return new Map(live.map(({ id, threads }) => [id, threads]))
}

function isAlive(state: WorkerStatus['state']): boolean {
  return state === 'playing' || state === 'waiting'
}

/** Anyone may write to Redis: what isn't a heartbeat is skipped. */
async function readWorkers(redis: Redis, now: number, least: number): Promise<WorkerStatus[]> {
  const heard = await redis.zrange(WORKERS, least, '+inf', 'BYSCORE', 'WITHSCORES')
  const ids = heard.filter((_, i) => i % 2 === 0)
  if (ids.length === 0) return []
  const texts = await redis.mget(ids.map(workerKey))
  const workers = ids.flatMap((id, i) => {
    const heartbeat = heartbeatIn(texts[i] ?? '')
    if (heartbeat === null) return []
    const silent = Math.max(0, now - Number(heard[2 * i + 1]))
    return [{ ...heartbeat, id: oneLine(id), silent, state: stateOf(heartbeat, silent) }]
  })
  return workers.sort((a, b) => (a.id < b.id ? -1 : 1))
}

function heartbeatIn(text: string): Heartbeat | null {
  try {
    return heartbeatShape.parse(JSON.parse(text))
  } catch {
    return null
  }
}

function stateOf({ refusal, playing }: Heartbeat, silent: number): WorkerStatus['state'] {
  if (refusal !== undefined) return 'refused'
  if (silent >= SILENT_SECONDS) return 'vanished'
  return playing.length > 0 ? 'playing' : 'waiting'
}
