/** Runs whose chunks other machines play, through a queue. BullMQ is loaded only if one is used. */
import type { PoolSettings } from '../../sim/chunks/pool.ts'
import { loadCoordinator, loadWorker, requirePackages } from '../../sim/queue/load.ts'
import type { RunOptions } from './run-options.ts'

/** Takes lines about workers. */
type Log = (line: string) => void

/**
 * A `RunOptions.pool` of the workers at a Redis server. Throws an InputError if bullmq or ioredis isn't
 * installed. The pool rejects if there is no server, with a RefusedError if that drops keys when its memory
 * is full.
 */
export function queuePool(url: string, log: Log = () => {}): NonNullable<RunOptions['pool']> {
  requirePackages()
  return async (settings: PoolSettings) => {
    const { openCoordinator } = await loadCoordinator()
    return await openCoordinator(url, settings, log)
  }
}

export interface WorkerOptions {
  readonly threads: number
  /** Megabytes for this process. */
  readonly memory: number
  readonly log: Log
}

/**
 * `run` resolves after `stop`, and rejects with a RefusedError if all runs in progress are of other builds,
 * or need a module or policy that this machine doesn't have.
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
 * Connects a worker to a Redis server. Rejects with an InputError if bullmq or ioredis isn't installed, with
 * a RefusedError if the server drops keys when its memory is full, and with an Error if there is none.
 */
export async function openWorker(url: string, options: WorkerOptions): Promise<Worker> {
  const { QueueWorker } = await loadWorker()
  return await QueueWorker.open(url, options)
}
