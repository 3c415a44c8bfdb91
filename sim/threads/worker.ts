/** What every thread runs. */
import { workerData } from 'piscina'
import { hardenBeforeModules } from '../../engine/modules/index.ts'
import { type ChunkResult, ChunkRunner, type ChunkTask, type ThreadData } from '../chunks/chunk.ts'
import { forbidRandom } from '../match/guard.ts'
import { requireCode } from '../store/code.ts'

forbidRandom()
hardenBeforeModules()
// A timer or a promise that an agent left behind may fail long after its match: that affects no result.
process.on('uncaughtException', () => {})
process.on('unhandledRejection', () => {})

// What an agent prints must not be mixed with the data on stdout.
process.stdout.write = process.stderr.write.bind(process.stderr)

let runner: ChunkRunner | null = null

/**
 * What the pool gave the thread, taken out of where agents could find it: they might end the run or change its experiment. Throws if the
 * thread runs other code than the pool, since it may start long after the run began.
 */
function takeData(given: Record<string, unknown>): ThreadData {
  const data = { ...given } as unknown as ThreadData
  for (const key of Object.keys(given)) delete given[key]
  if (data.code !== null) requireCode(data.code)
  return data
}

/** An error that left the thread intact. */
export interface Failure {
  readonly failure: string
}

/** The pool's task. Errors are returned as values: an error that is thrown means that the thread has ended. */
export default async function playChunk(task: ChunkTask): Promise<ChunkResult | Failure> {
  try {
    runner ??= new ChunkRunner(takeData(workerData))
    return await runner.play(task)
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) }
  }
}
