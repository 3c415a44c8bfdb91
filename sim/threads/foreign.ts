/** What a thread does before it loads modules of the user. */
import { divertStdout, hardenBeforeModules, playStrictly } from '../../engine/modules/index.ts'
import { forbidRandom } from '../match/guard.ts'

/** Readies this thread for code that may do anything: no chance of its own, nothing that others share, no data on stdout. */
export function prepareForeign(): void {
  forbidRandom()
  hardenBeforeModules()
  // A timer or a promise that a module left behind may fail long after its match: that affects no result.
  process.on('uncaughtException', () => {})
  process.on('unhandledRejection', () => {})
  divertStdout()
}

/**
 * The same for a thread that only tries modules out: it may play slowly, and see more. What is returned says, once what lies ready is done, what a promise or a
 * timer threw that nobody waits for; null if none did.
 */
export function prepareTrials(): () => Promise<LateError | null> {
  prepareForeign()
  playStrictly()
  let late: LateError | null = null
  const keep = (error: unknown): void => {
    late ??= { error }
  }
  process.on('uncaughtException', keep)
  process.on('unhandledRejection', keep)
  return async () => {
    await new Promise(setImmediate)
    return late
  }
}

/** What was thrown while nobody waited for it. */
export interface LateError {
  readonly error: unknown
}
