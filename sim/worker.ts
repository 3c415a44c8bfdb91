/** The file that the pool loads in every thread. */
import { move, transferableSymbol, valueSymbol, workerData } from 'piscina'
import { ChunkPlayer, type PlayerData } from './chunk.ts'
import type { Chunk } from './schedule.ts'

let player: ChunkPlayer | null = null

/** The pool's task: a ChunkResult whose tally's memory is handed over, not copied. */
export default async function playChunk(chunk: Chunk): Promise<unknown> {
  player ??= new ChunkPlayer(workerData as PlayerData)
  const result = await player.play(chunk)
  return move({ [transferableSymbol]: result.tally.buffer as ArrayBuffer, [valueSymbol]: result })
}
