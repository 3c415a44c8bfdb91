/** Threads that learn. */
import { type Arena, type ArenaData, type Done, Stopped, type Task } from '../learning/arena.ts'
import { codeHash, requireCode } from '../store/code.ts'
import { exitReason } from './limits.ts'
import { startThreads } from './pool.ts'
import type { SchoolData } from './pupils.ts'
import type { Failure } from './worker.ts'

/** An arena of `threads` threads of this process. Works in the built code only. The caller closes it. */
export function threadArena(data: ArenaData, threads: number): Arena {
  const code = codeHash()
  const given: SchoolData = { ...data, code }
  const pool = startThreads<Task, Done | Failure | null>('school.cjs', threads, given)
  // A thread that ends between tasks is replaced; tasks say what becomes of theirs.
  pool.on('error', () => {})
  let abandoned = false
  return {
    courses: data.courses,
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
