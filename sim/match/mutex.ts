/**
 * A mutex in a thread's heartbeat: the thread holds it while it must not be ended, and whoever ends the thread seizes it first. Node aborts the
 * whole process if a thread is ended between the making of a zlib stream and its first use ("close before init"), in a call that deflates, too.
 */
import { MUTEX } from './heartbeat.ts'

const FREE = 0
const HELD = 1
const SEIZED = 2
/** Time that a thread is given to let go, in milliseconds. It takes a few, so that one that takes longer hangs, or its machine does. */
const PATIENCE_MS = 2000

/** Calls `work` while the thread cannot be ended, and returns what it returns. A thread that is to be ended stays here for ever. */
export function withMutex<T>(heartbeat: Int32Array, work: () => T): T {
  for (;;) {
    const found = Atomics.compareExchange(heartbeat, MUTEX, FREE, HELD)
    if (found === FREE) break
    Atomics.wait(heartbeat, MUTEX, found)
  }
  try {
    return work()
  } finally {
    Atomics.store(heartbeat, MUTEX, FREE)
    Atomics.notify(heartbeat, MUTEX)
  }
}

/** Waits until the thread with this heartbeat may be ended, and keeps it so, until the heartbeat is set to 0 for another one. */
export function seizeMutex(heartbeat: Int32Array): void {
  while (Atomics.compareExchange(heartbeat, MUTEX, FREE, SEIZED) === HELD)
    if (Atomics.wait(heartbeat, MUTEX, HELD, PATIENCE_MS) === 'timed-out') return
}
