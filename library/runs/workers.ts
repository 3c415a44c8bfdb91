/** Who works for a queue, and who played a run. Its types are not public: they need those of Redis. */
import { rangesIn } from '../../sim/chunks/chunk.ts'
import { countBlocks } from '../../sim/chunks/ranges.ts'
import { loadWatch, type QueueStatus } from '../../sim/queue/load.ts'
import type { JournalEntry } from '../../sim/store/entry.ts'
import { addUpJournals, journalFolders } from '../folders/journals.ts'

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
interface PlayedShare {
  /** The worker's name; empty for the machine of the run itself. */
  readonly worker: string
  readonly matches: number
  /** Seconds that its threads played. */
  readonly seconds: number
  /** Listed forfeits and lost blocks. */
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
