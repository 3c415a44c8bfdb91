/** Too few files that may be open: then code can't be loaded, which is told in a line of its own. */
import { readFileSync } from 'node:fs'

/** Files that may be open while the code of this process and of its threads is loaded. */
const FILES_ENOUGH = 1024

/** With fewer, a command does not begin: its own code may still be loaded, but that of a thread not, which then waits or takes it for changed. */
const FILES_LEAST = 64

/** What there is to say of it. */
export const SHORTAGE = `evenhand: too few files may be open to load its code, expected a limit of ${FILES_ENOUGH} of them (ulimit -n ${FILES_ENOUGH})\n`

/** Whether fewer files may be open than a command needs, where the system tells. */
export const hasTooFewFiles = (): boolean => fileLimit() < FILES_LEAST

/** Whether an error is due to too few files that may be open. Node calls a package missing whose files it could not open. */
export function isShortOfFiles(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^(EMFILE|ENFILE)$/.test(code) || (code === 'ERR_MODULE_NOT_FOUND' && fileLimit() < FILES_ENOUGH)
}

/** Files that this process may open, where the system tells; 0 if that takes one more than there may be. */
function fileLimit(): number {
  try {
    const [, limit] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return Number(limit ?? Number.POSITIVE_INFINITY)
  } catch (error) {
    return isShortOfFiles(error) ? 0 : Number.POSITIVE_INFINITY
  }
}
