/** Runs whose chunks other machines play, through a queue. BullMQ is loaded only when a queue is used. */
import type { PoolSettings } from '../../sim/chunks/pool.ts'
import { loadCoordinator, loadWorker, requirePackages } from '../../sim/queue/load.ts'
import type { RunOptions } from './run.ts'

/** Takes lines about the queue's workers. */
type Log = (line: string) => void

/**
 * A pool for `RunOptions.pool` whose chunks are played by the workers at a Redis server. Throws an InputError if bullmq or
 * ioredis is not installed; the pool rejects if there is no such server, with a RefusedError if the server drops keys when
 * its memory is full.
 */
export function queuePool(url: string, log: Log = () => {}): NonNullable<RunOptions['pool']> {
  requirePackages()
  return async (settings: PoolSettings) => {
    const { openCoordinator } = await loadCoordinator()
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

/**
 * A worker: `run` resolves once `stop` was called, and rejects with a RefusedError if all runs in progress are of other builds,
 * or one needs an agent module or a policy that this machine does not have.
 */
export interface Worker {
  /** Its name in messages of runs. */
  readonly id: string
  /** Chunks played. */
  readonly chunks: number
  run(): Promise<void>
  stop(): Promise<void>
}

/**
 * Connects a worker to the queue at a Redis server. Rejects with an InputError if bullmq or ioredis is not installed, with a
 * RefusedError if the server drops keys when its memory is full, with another Error if there is no such server.
 */
export async function openWorker(url: string, options: WorkerOptions): Promise<Worker> {
  const { QueueWorker } = await loadWorker()
  return await QueueWorker.open(url, options)
}
