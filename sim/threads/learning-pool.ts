/** Threads that learn. */
import { isModule } from '../../engine/modules/index.ts'
import { type LearningPool, type PoolData, Stopped, type Task, type TaskResult } from '../learning/tasks.ts'
import { codeHash, requireCode } from '../store/code.ts'
import { printLate } from './late.ts'
import type { LearningData } from './learning-worker.ts'
import { exitReason } from './limits.ts'
import { startThreads } from './pool.ts'
import type { Failure } from './worker.ts'

/** A pool of `threads` threads of this process, in the built code only. The caller closes it. */
export function threadPool(data: PoolData, threads: number): LearningPool {
  const code = codeHash()
  const workerData: LearningData = { ...data, code }
  const pool = startThreads<Task, TaskResult | Failure | null>('learning-thread.cjs', threads, workerData)
  // A thread that ends between tasks is replaced, and a task rejects if its own ends.
  pool.on('error', () => {})
  const modules = data.environments.map(({ game }) => game).filter(isModule)
  pool.on('message', message => printLate(message, modules))
  let abandoned = false
  return {
    environments: data.environments,
    width: threads,
    run: async task => {
      const done = await pool.run(task).catch((error: Error) => {
        if (abandoned) throw new Stopped()
        requireCode(code)
        throw new Error(`learning: a thread ${exitReason(error)}`)
      })
      if (done === null) throw new Stopped()
      if ('failure' in done) throw new Error(done.failure)
      return done
    },
    abandon: () => {
      abandoned = true
      void pool.destroy()
    },
    close: () => pool.close({ force: abandoned }),
  }
}
