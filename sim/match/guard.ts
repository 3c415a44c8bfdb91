/**
 * Keeps a thread's user modules from what the seed doesn't decide: randomness, and in games the time; and
 * keeps games from ending the process.
 */
import nodeCrypto from 'node:crypto'
import { existsSync, realpathSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import {
  divertStdout,
  ForbiddenError,
  filesOf,
  framesOf,
  hardenBeforeModules,
  playStrictly,
} from '../../engine/modules/index.ts'

/** Unseeded randomness in `node:crypto` and in the global `crypto`. */
const DRAWING = [
  'getRandomValues',
  'pseudoRandomBytes',
  'randomUUID',
  'randomBytes',
  'randomFill',
  'randomFillSync',
  'randomInt',
]

/** Counts attempts, so that an agent that catches the error is detected all the same. */
let calls = 0

/** How often code on this thread has asked for unseeded randomness since `forbidRandom`. */
export function randomCalls(): number {
  return calls
}

/** Makes unseeded randomness throw on this thread from now on. */
export function forbidRandom(): void {
  Math.random = forbidden
  for (const owner of [nodeCrypto, crypto, Object.getPrototypeOf(crypto)])
    for (const name of DRAWING)
      if (Object.getOwnPropertyDescriptor(owner, name)?.configurable)
        Object.defineProperty(owner, name, { value: forbidden })
  syncBuiltinESMExports()
}

function forbidden(): never {
  calls++
  throw new ForbiddenError('chance', 'used randomness other than its rng')
}

/**
 * From now on, clocks and whatever ends or signals a process throw on this thread if the game's module, at
 * its absolute path, calls them, itself or through other code. Agents and built-in code keep them. Call it
 * before built-ins are frozen. Play costs nothing: only reading a clock checks who reads it.
 */
export function guardGame(game: string): void {
  // As stacks name them. A missing file is reported when it is loaded.
  const files = new Set(filesOf(game).map(file => (existsSync(file) ? realpathSync(file) : file)))
  const guarded =
    (what: keyof typeof REFUSALS) =>
    <Args extends unknown[], Answer>(call: (...args: Args) => Answer) =>
    (...args: Args): Answer => {
      refuse(files, what)
      return call(...args)
    }
  const timed = guarded('time')
  Date.now = timed(Date.now)
  globalThis.Date = new Proxy(Date, {
    construct: (target, args: unknown[], made) => {
      if (args.length === 0) refuse(files, 'time')
      return Reflect.construct(target, args, made) as Date
    },
    apply: (target, self, args) => {
      refuse(files, 'time')
      return Reflect.apply(target as () => string, self, args)
    },
  })
  const { hrtime } = process
  process.hrtime = Object.assign(timed(hrtime), { bigint: timed(hrtime.bigint) })
  process.uptime = timed(process.uptime.bind(process))
  performance.now = timed(performance.now.bind(performance))
  guardFormats(() => refuse(files, 'time'))
  const ending = guarded('process')
  process.exit = ending(process.exit.bind(process))
  process.kill = ending(process.kill.bind(process))
  process.abort = ending(process.abort.bind(process))
  syncBuiltinESMExports()
}

/** Date formats without a date take the current one. */
function guardFormats(refuseTime: () => void): void {
  const { prototype } = Intl.DateTimeFormat
  const { formatToParts } = prototype
  const given = Object.getOwnPropertyDescriptor(prototype, 'format')!.get!
  const format = (self: Intl.DateTimeFormat): Intl.DateTimeFormat['format'] => {
    const bound = Reflect.apply(given, self, []) as Intl.DateTimeFormat['format']
    return date => {
      if (date === undefined) refuseTime()
      return bound(date)
    }
  }
  Object.defineProperty(prototype, 'format', {
    get(this: Intl.DateTimeFormat) {
      return format(this)
    },
    configurable: true,
  })
  prototype.formatToParts = function (this: Intl.DateTimeFormat, date) {
    if (date === undefined) refuseTime()
    return Reflect.apply(formatToParts, this, [date])
  }
}

/** Stack frames searched for the game's files. */
const CALLS = 100

const REFUSALS = {
  time: 'read the clock, expected moves and turns to be counted in the state',
  process: 'tried to end the process, expected outcome to say how a match ended',
} as const

function refuse(files: ReadonlySet<string>, what: keyof typeof REFUSALS): void {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = CALLS
  const way = new Error('the way here')
  Error.stackTraceLimit = stackTraceLimit
  for (const { file } of framesOf(way)) if (files.has(file)) throw new ForbiddenError(what, REFUSALS[what])
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
