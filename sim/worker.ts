/** The file that the pool loads in every thread. */
import { workerData } from 'piscina'
import { ChunkPlayer, type ChunkResult, type PlayerData } from './chunk.ts'
import type { Chunk } from './schedule.ts'

let player: ChunkPlayer | null = null

/** The pool's task: a ChunkResult. */
export default function playChunk(chunk: Chunk): Promise<ChunkResult> {
  player ??= new ChunkPlayer(workerData as PlayerData)
  return player.play(chunk)
}
