/** Prepares threads for modules of the user: agents without unseeded randomness, games that read the same everywhere and end no process. */
import { existsSync, realpathSync } from 'node:fs'
import {
  divertStdout,
  ForbiddenError,
  filesOf,
  forbidRandom,
  framesOf,
  hardenBeforeModules,
  playAsGame,
  playStrictly,
} from '../../engine/modules/index.ts'

/**
 * From now on this thread plays the game's module, at its absolute path: it reads a clock that stands still, and what
 * ends or signals a process throws if the module calls it, itself or through other code. Call it before built-ins are
 * frozen.
 */
export function guardGame(game: string): void {
  playAsGame()
  // As stacks name them. A missing file is reported when it is loaded.
  const files = new Set(filesOf(game).map(file => (existsSync(file) ? realpathSync(file) : file)))
  for (const name of ['exit', 'kill', 'abort'] as const) {
    const end = process[name].bind(process) as (...all: unknown[]) => never
    const guarded = (...all: unknown[]): never => {
      refuse(files)
      return end(...all)
    }
    Object.assign(process, { [name]: guarded })
  }
}

/** Stack frames searched for the game's files. */
const CALLS = 100

function refuse(files: ReadonlySet<string>): void {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = CALLS
  const way = new Error('the way here')
  Error.stackTraceLimit = stackTraceLimit
  for (const { file } of framesOf(way))
    if (files.has(file))
      throw new ForbiddenError('process', 'tried to end the process; a match ends through outcome')
}

/**
 * Prepares this thread for code that may do anything: no unseeded randomness, no data on stdout. `onLate` hears
 * of errors of timers and promises that a module left behind: they come long after its match.
 */
export function hardenThread(onLate: (late: LateError) => void): void {
  forbidRandom()
  hardenBeforeModules()
  process.on('uncaughtException', error => onLate({ error }))
  process.on('unhandledRejection', error => onLate({ error }))
  divertStdout()
}

/**
 * The same for a thread that only tries modules out: it may be slow, and see more. The function returned
 * waits for what is ready to run, and returns what a promise or timer threw unheeded; null if nothing.
 */
export function hardenTrialThread(): () => Promise<LateError | null> {
  let late: LateError | null = null
  hardenThread(error => {
    late ??= error
  })
  playStrictly()
  return async () => {
    await new Promise(setImmediate)
    return late
  }
}

/** Thrown while nobody waited for it. */
export interface LateError {
  readonly error: unknown
}
