/** CPU time of threads, where Node or the system tells it. Nothing that reaches a report may depend on it. */
import { readFileSync, readlinkSync } from 'node:fs'

/** Newer versions of Node, in microseconds. */
type Teller = { readonly threadCpuUsage?: () => { readonly user: number; readonly system: number } }

/** CPU milliseconds of this thread; undefined if neither Node nor the system says. */
export function processorTime(): number | undefined {
  const usage = (process as Teller).threadCpuUsage?.()
  return usage ? (usage.user + usage.system) / 1000 : accountOf('/proc/thread-self')
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

/** CPU milliseconds of a thread of this process by its `systemThread`; undefined if unknown. */
export function processorTimeOf(thread: number): number | undefined {
  return thread === 0 ? undefined : accountOf(`/proc/self/task/${thread}`)
}

/** Linux: nanoseconds on a processor come first. */
function accountOf(folder: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(`${folder}/schedstat`, 'utf8'), 10) / 1e6
  } catch {
    return undefined
  }
}
