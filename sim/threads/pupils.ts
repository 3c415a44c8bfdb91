/** What every thread of learning runs. */
import { workerData } from 'piscina'
import { type ArenaData, type Done, type Task, TaskRunner } from '../learning/arena.ts'
import { requireCode } from '../store/code.ts'
import type { Failure } from './worker.ts'

/** What the threads of an arena are given. */
export interface SchoolData extends ArenaData {
  /** Hash of the code that began the learning. */
  readonly code: string
}

let runner: TaskRunner | null = null

function openRunner(): TaskRunner {
  const data = workerData as SchoolData
  requireCode(data.code)
  return new TaskRunner(data)
}

/** The pool's task; null once the learning is to end. Errors are returned as values: one that is thrown means that the thread has ended. */
export default async function learn(task: Task): Promise<Done | Failure | null> {
  try {
    runner ??= openRunner()
    return await runner.run(task)
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) }
  }
}
