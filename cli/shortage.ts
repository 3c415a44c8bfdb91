/** Explains an open-file limit that is too low to load our code. */
import { readFileSync } from 'node:fs'

/** Open files that loading the code of this process and of its threads takes. */
const FILES_ENOUGH = 1024

/**
 * With fewer, no command begins: it might load, but its threads would not, and would hang or take our code
 * for changed.
 */
const FILES_LEAST = 64

export const SHORTAGE = `evenhand: the limit on open files is too low, expected ${FILES_ENOUGH} or more (ulimit -n ${FILES_ENOUGH})\n`

export const hasTooFewFiles = (): boolean => fileLimit() < FILES_LEAST

/** Whether the limit of open files caused an error. Node calls a package missing if it could not open its files. */
export function isShortOfFiles(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^(EMFILE|ENFILE)$/.test(code) || (code === 'ERR_MODULE_NOT_FOUND' && fileLimit() < FILES_ENOUGH)
}

/** Files that this process may open; Infinity where the system does not tell, 0 if reading that takes one too many. */
function fileLimit(): number {
  try {
    const [, limit] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return Number(limit ?? Number.POSITIVE_INFINITY)
  } catch (error) {
    return isShortOfFiles(error) ? 0 : Number.POSITIVE_INFINITY
  }
}
