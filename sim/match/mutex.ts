/**
 * A mutex in a thread's heartbeat: the thread holds it while it must not be ended, and whoever ends the
 * thread seizes it first. Node aborts the whole process if a thread is ended between making a zlib stream and
 * its first use ("close before init"), even within a synchronous call.
 */
import { MUTEX } from './heartbeat.ts'

const FREE = 0
const HELD = 1
const SEIZED = 2
/** Milliseconds for a thread to let go. It takes a few; one that takes longer hangs, or its machine does. */
const PATIENCE_MS = 2000

/** Calls `work` while the thread can't be ended. A thread about to be ended waits here forever. */
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

/** Waits until the thread may be ended, and keeps it so until the heartbeat is zeroed for another one. */
export function seizeMutex(heartbeat: Int32Array): void {
  while (Atomics.compareExchange(heartbeat, MUTEX, FREE, SEIZED) === HELD)
    if (Atomics.wait(heartbeat, MUTEX, HELD, PATIENCE_MS) === 'timed-out') return
}
