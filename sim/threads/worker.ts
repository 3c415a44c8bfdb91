/** What every thread runs. */
import { workerData } from 'piscina'
import { ChunkPlayer, type ChunkResult, type PlayerData, type Task } from '../chunks/chunk.ts'
import { forbidRandom } from '../match/guard.ts'

forbidRandom()
// A timer or a promise that an agent left behind may fail when its match is long over: that decides nothing.
process.on('uncaughtException', () => {})
process.on('unhandledRejection', () => {})

// What an agent prints must not get between the data on stdout.
process.stdout.write = process.stderr.write.bind(process.stderr)

let player: ChunkPlayer | null = null

/** What went wrong in a thread that is none the worse for it. */
export interface Failure {
  readonly failure: string
}

/** The pool's task. Errors come back as values: those that are thrown are deaths of the thread. */
export default async function playChunk(task: Task): Promise<ChunkResult | Failure> {
  try {
    player ??= new ChunkPlayer(workerData as PlayerData)
    return await player.play(task)
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) }
  }
}
