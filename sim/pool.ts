/** Threads that play chunks: Piscina, and nothing else of the project, starts threads. */
import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'
import type { ChunkResult, PlayerData } from './chunk.ts'
import type { Chunk } from './schedule.ts'

/** As many as the machine has cores for us. */
export const DEFAULT_THREADS = availableParallelism()

/** Time for threads to end by themselves once all chunks are in. */
const CLOSE_MS = 10_000

/** A place to play chunks, one or more at a time. */
export interface ChunkPool {
  /** Chunks that may be under way at once without any thread going idle. */
  readonly width: number
  run(chunk: Chunk): Promise<ChunkResult>
  close(): Promise<void>
}

/** Threads of this machine. Runs from the build only: threads can not load TypeScript. */
export function threadPool(data: PlayerData, threads: number): ChunkPool {
  const pool = new Piscina<Chunk, ChunkResult>({
    filename: new URL('./worker.js', import.meta.url).href,
    minThreads: threads,
    maxThreads: threads,
    idleTimeout: Number.POSITIVE_INFINITY,
    closeTimeout: CLOSE_MS,
    workerData: data,
  })
  let broken: Error | null = null
  pool.on('error', (error: Error) => {
    broken = error
  })
  return {
    // One chunk waits for every thread that plays, so that none idles while a result is merged.
    width: 2 * threads,
    run: chunk => (broken ? Promise.reject(broken) : pool.run(chunk)),
    close: () => pool.close({ force: broken !== null }),
  }
}
