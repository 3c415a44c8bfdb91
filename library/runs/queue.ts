/** Runs whose chunks other machines play, through a queue. BullMQ is loaded only if one is used. */
import { rangesIn } from '../../sim/chunks/chunk.ts'
import type { PoolSettings } from '../../sim/chunks/pool.ts'
import { countBlocks } from '../../sim/chunks/ranges.ts'
import {
  loadCoordinator,
  loadWatch,
  loadWorker,
  type QueueStatus,
  requirePackages,
} from '../../sim/queue/load.ts'
import type { JournalEntry } from '../../sim/store/entry.ts'
import { addUpJournals, journalFolders } from '../folders/journals.ts'
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

export type { QueueStatus }

/**
 * Who works at a Redis server, and what waits there. Rejects with an InputError if bullmq or ioredis isn't
 * installed, with an Error if there is no server.
 */
export async function queueStatus(url: string): Promise<QueueStatus> {
  const watch = await (await loadWatch()).watchQueue(url)
  try {
    return await watch.look()
  } finally {
    watch.close()
  }
}

/** What a worker, or this machine without a queue, has played of a run. */
export interface PlayedShare {
  /** The worker's name; empty for the machine of the run itself. */
  readonly worker: string
  readonly matches: number
  /** Seconds that its threads played. */
  readonly seconds: number
  /** Forfeited matches, as far as they are listed, and lost blocks. */
  readonly faults: number
  /** When its last chunk was counted, in milliseconds since 1970. */
  readonly last: number
}

/** Who played a run, by its journals. Throws an InputError or a RefusedError. */
export function sharesOf(dir: string): PlayedShare[] {
  const entries: JournalEntry[] = []
  const { results } = addUpJournals(journalFolders(dir), entry => entries.push(entry))
  const shares = new Map<string, PlayedShare>()
  for (const entry of entries) {
    const blocks = countBlocks(rangesIn(entry))
    if (blocks === 0) continue
    const { worker = '', milliseconds, at, variants, lost = [] } = entry
    const before = shares.get(worker) ?? { matches: 0, seconds: 0, faults: 0, last: 0 }
    shares.set(worker, {
      worker,
      matches: before.matches + results.matchesIn(blocks),
      seconds: before.seconds + milliseconds / 1000,
      faults: before.faults + lost.length + variants.reduce((sum, { faults }) => sum + faults.length, 0),
      last: Math.max(before.last, at),
    })
  }
  return [...shares.values()].sort((a, b) => (a.worker < b.worker ? -1 : 1))
}
