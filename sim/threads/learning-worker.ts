/** What every learning thread runs. */
import { workerData } from 'piscina'
import { isModule, isOfGame, placeIn, reasonOf } from '../../engine/modules/index.ts'
import { type PoolData, type Task, type TaskResult, TaskRunner } from '../learning/tasks.ts'
import { guardGame, hardenThread } from '../match/guard.ts'
import { requireCode } from '../store/code.ts'
import { tellLate } from './late.ts'
import type { Failure } from './worker.ts'

hardenThread(tellLate)

/** What the threads of a pool are given. */
export interface LearningData extends PoolData {
  /** Hash of the code that began the learning. */
  readonly code: string
}

let runner: TaskRunner | null = null

function openRunner(): TaskRunner {
  const data = workerData as LearningData
  requireCode(data.code)
  for (const game of new Set(data.environments.map(({ game }) => game))) if (isModule(game)) guardGame(game)
  return new TaskRunner(data)
}

/**
 * The pool's task; null once learning is to end. Errors are returned: one that is thrown means the thread has
 * ended.
 */
export default async function learn(task: Task): Promise<TaskResult | Failure | null> {
  try {
    runner ??= openRunner()
    return await runner.run(task)
  } catch (error) {
    return { failure: failureOf(error) }
  }
}

/** With the place, if a user's game threw it. */
function failureOf(error: unknown): string {
  if (!isOfGame(error)) return error instanceof Error ? error.message : String(error)
  const place = placeIn(error)
  return `${place === null ? '' : `${place}: `}${reasonOf(error)}; while players were learning the game`
}
