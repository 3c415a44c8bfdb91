/** The thread that plays chunks. */
import { threadId } from 'node:worker_threads'
import { workerData } from 'piscina'
import type { ChunkResult, ChunkTask, ThreadData } from '../chunks/chunk.ts'
import { ChunkRunner } from '../chunks/runner.ts'
import { gameNameOf } from '../experiment/index.ts'
import { guardGame, hardenThread } from '../match/guard.ts'
import { requireCode } from '../store/code.ts'
import { tellLate } from './late.ts'

hardenThread(tellLate)

let runner: ChunkRunner | null = null

/**
 * Takes the pool's data out of reach of agents, who might end the run or change its experiment. Throws if the
 * thread, which may start long after the run began, runs other code than the pool.
 */
function takeData(given: Record<string, unknown>): ThreadData {
  const data = { ...given } as unknown as ThreadData
  for (const key of Object.keys(given)) delete given[key]
  if (data.code !== null) requireCode(data.code)
  return data
}

function openRunner(): ChunkRunner {
  const data = takeData(workerData)
  const { experiment } = data
  if (experiment.source) guardGame(gameNameOf(experiment))
  return new ChunkRunner(data, threadId)
}

/** An error that left the thread intact. */
export interface Failure {
  readonly failure: string
}

/** The pool's task. Returns errors as values: a thrown error means that the thread has ended. */
export default async function playChunk(task: ChunkTask): Promise<ChunkResult | Failure> {
  try {
    runner ??= openRunner()
    const result = await runner.play(task)
    // Between tasks the thread sleeps without turning: what modules left behind is to come now.
    await new Promise(setImmediate)
    return result
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) }
  }
}
