/** CPU time of threads, where Node or the system tells it. Nothing that reaches a report may depend on it. */
import { readFileSync, readlinkSync } from 'node:fs'

/** Newer versions of Node, in microseconds. */
type Teller = { readonly threadCpuUsage?: () => { readonly user: number; readonly system: number } }

/** CPU milliseconds of this thread; undefined if neither Node nor the system says. */
export function processorTime(): number | undefined {
  const usage = (process as Teller).threadCpuUsage?.()
  return usage ? (usage.user + usage.system) / 1000 : timesAt('/proc/thread-self')?.used
}

/** The same, or that of the whole process where threads have no account. */
export function processorTimeOrMore(): number {
  const { user, system } = process.cpuUsage()
  return processorTime() ?? (user + system) / 1000
}

/** The system's number of this thread; 0 if unknown. */
export function systemThread(): number {
  try {
    return Number(/\d+$/.exec(readlinkSync('/proc/thread-self'))?.[0] ?? 0)
  } catch {
    return 0
  }
}

/** Milliseconds. */
export interface ThreadTimes {
  /** On a processor. */
  readonly used: number
  /** Ready to run, while others had the processors. */
  readonly kept: number
}

/** The times of a thread of this process by its `systemThread`; undefined if unknown. */
export function threadTimes(thread: number): ThreadTimes | undefined {
  return thread === 0 ? undefined : timesAt(`/proc/self/task/${thread}`)
}

/** On Linux. */
function timesAt(folder: string): ThreadTimes | undefined {
  try {
    const [used, kept] = readFileSync(`${folder}/schedstat`, 'utf8').split(' ')
    return { used: Number(used) / 1e6, kept: Number(kept) / 1e6 }
  } catch {
    return undefined
  }
}
