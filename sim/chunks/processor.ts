/** The processor time of the calling thread. No result and no file of a report depends on it. */
import { readFileSync } from 'node:fs'

/** Linux's account of a thread: nanoseconds on a processor come first. */
const ACCOUNT = '/proc/thread-self/schedstat'

/** Newer versions of Node tell it themselves, in microseconds. */
type Teller = { readonly threadCpuUsage?: () => { readonly user: number; readonly system: number } }

/** Milliseconds that the calling thread has spent on a processor; undefined where neither Node nor the system says. */
export function processorTime(): number | undefined {
  const usage = (process as Teller).threadCpuUsage?.()
  if (usage) return (usage.user + usage.system) / 1000
  try {
    return Number.parseInt(readFileSync(ACCOUNT, 'utf8'), 10) / 1e6
  } catch {
    return undefined
  }
}
