/** Plays single matches of a run again, block by block, for their records. */
import type { Replay } from '../chunks/chunk.ts'
import { Abandoned, type ChunkPool } from '../chunks/pool.ts'
import type { TakeRecord } from './order.ts'

/** A match that is played again for its record. */
export interface CellReplay extends Replay {
  readonly lineup: number
  readonly block: number
}

/** Matches that are played again, those of each block together. */
function byBlock(replays: readonly CellReplay[]): CellReplay[][] {
  const blocks = new Map<string, CellReplay[]>()
  for (const one of replays) {
    const key = `${one.lineup}/${one.block}`
    blocks.set(key, [...(blocks.get(key) ?? []), one])
  }
  return [...blocks.values()]
}

/**
 * Plays matches again on a pool, which is abandoned if one can't be played, and passes them on as they end. Ends early once `isStopped`.
 * Rejects if a match cannot be played, or with what `take` throws.
 */
export async function replayAll(
  pool: ChunkPool,
  replays: readonly CellReplay[],
  take: TakeRecord,
  isStopped: () => boolean,
): Promise<void> {
  const left = byBlock(replays)
  const playNext = async (): Promise<void> => {
    for (let its = left.shift(); its !== undefined && !isStopped(); its = left.shift()) {
      const { lineup, block } = its[0]!
      const { variants } = await pool.run({ lineup, from: block, to: block + 1 }, 'decisions', its)
      for (const [v, { records }] of variants.entries())
        for (const [i, { rotation }] of its.filter(({ variant }) => variant === v).entries())
          take(v, lineup, block, rotation, records[i]!)
    }
  }
  try {
    await Promise.all(Array.from({ length: Math.min(pool.width, left.length) }, playNext))
  } catch (error) {
    pool.abandon()
    if (!(error instanceof Abandoned)) throw error
  }
}
