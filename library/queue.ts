/** Runs whose chunks other machines play, through a queue. BullMQ is loaded only when a queue is used. */
import type { PoolSettings } from '../sim/threads/pool.ts'
import type { RunOptions } from './run.ts'

/** What to do with a line about the queue's workers. */
export type Log = (line: string) => void

/** A pool for `RunOptions.pool` whose chunks are played by the workers at a Redis server. Throws an Error if there is none. */
export function queuePool(url: string, log: Log = () => {}): NonNullable<RunOptions['pool']> {
  return async (settings: PoolSettings) => {
    const { openCoordinator } = await import('../sim/queue/coordinator.ts')
    return await openCoordinator(url, settings, log)
  }
}

/** How a worker plays. */
export interface WorkerOptions {
  readonly threads: number
  /** Megabytes that this process may use. */
  readonly memory: number
  readonly log: Log
}

/** A worker: `serve` resolves once `stop` was called, and rejects with a RefusedError if it can serve none of the runs. */
export interface Worker {
  /** Chunks played. */
  readonly chunks: number
  serve(): Promise<void>
  stop(): Promise<void>
}

/** Connects a worker to the queue at a Redis server. Throws an Error if there is none. */
export async function openWorker(url: string, options: WorkerOptions): Promise<Worker> {
  const { QueueWorker } = await import('../sim/queue/worker.ts')
  return await QueueWorker.open(url, options)
}
