/** Keeps modules of the user from using what the seed does not decide: randomness, and in games the time; and games from ending the process. */
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

/** What draws numbers without a seed, in `node:crypto` and in the global `crypto`. */
const DRAWING = [
  'getRandomValues',
  'pseudoRandomBytes',
  'randomUUID',
  'randomBytes',
  'randomFill',
  'randomFillSync',
  'randomInt',
]

/** Number of attempts: an agent that catches the error is detected all the same. */
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
 * Makes the clocks, and what ends a process or sends it a signal, throw on this thread from now on where the module of a game asks for them, at its absolute path,
 * itself or by what it calls. Agents and what ships keep them. To be called before built-ins are frozen. It costs play nothing: only a clock that is read
 * looks who reads it.
 */
export function guardGame(game: string): void {
  // As stacks name them. A file that is not there is told of when it is loaded.
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

/** Formats of dates take that of now where they are given none. */
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

/** Calls that are looked at between what is refused and the function of a game that asks for it. */
const CALLS = 100

const REFUSALS = {
  time: 'asked for the time, expected moves and turns to be counted in the state',
  process: 'called for an end of the process, expected outcome to say how a match ended',
} as const

function refuse(files: ReadonlySet<string>, what: keyof typeof REFUSALS): void {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = CALLS
  const way = new Error('the way here')
  Error.stackTraceLimit = stackTraceLimit
  for (const { file } of framesOf(way)) if (files.has(file)) throw new ForbiddenError(what, REFUSALS[what])
}

/** Readies this thread for code that may do anything: no chance of its own, nothing that others share, no data on stdout. */
export function hardenThread(): void {
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
export function hardenTrialThread(): () => Promise<LateError | null> {
  hardenThread()
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
