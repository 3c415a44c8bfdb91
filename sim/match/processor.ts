/** CPU time of threads, where Node or the system tells it. Nothing that reaches a report may depend on it. */
import { readFileSync } from 'node:fs'

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

/** Linux: nanoseconds on a processor come first. */
function accountOf(folder: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(`${folder}/schedstat`, 'utf8'), 10) / 1e6
  } catch {
    return undefined
  }
}
