/** Keeps modules of the user from using what the seed does not decide: randomness, and in games the time. */
import nodeCrypto from 'node:crypto'
import { existsSync, realpathSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { ForbiddenError, filesOf, framesOf } from '../../engine/modules/index.ts'

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
 * Makes the clocks throw on this thread from now on where the module of a game asks for the time, at its absolute path, itself or by what it calls. Agents and what
 * ships keep them. To be called before built-ins are frozen. It costs play nothing: only a clock that is read looks who reads it.
 */
export function forbidTime(game: string): void {
  // As stacks name them. A file that is not there is told of when it is loaded.
  const files = new Set(filesOf(game).map(file => (existsSync(file) ? realpathSync(file) : file)))
  const guarded =
    <Args extends unknown[], Time>(clock: (...args: Args) => Time) =>
    (...args: Args): Time => {
      refuseTime(files)
      return clock(...args)
    }
  Date.now = guarded(Date.now)
  globalThis.Date = new Proxy(Date, {
    construct: (target, args: unknown[], made) => {
      if (args.length === 0) refuseTime(files)
      return Reflect.construct(target, args, made) as Date
    },
    apply: (target, self, args) => {
      refuseTime(files)
      return Reflect.apply(target as () => string, self, args)
    },
  })
  const { hrtime } = process
  process.hrtime = Object.assign(guarded(hrtime), { bigint: guarded(hrtime.bigint) })
  process.uptime = guarded(process.uptime.bind(process))
  performance.now = guarded(performance.now.bind(performance))
}

/** Calls that are looked at between a clock and the function of a game that asks for the time. */
const CALLS = 100

function refuseTime(files: ReadonlySet<string>): void {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = CALLS
  const way = new Error('the way here')
  Error.stackTraceLimit = stackTraceLimit
  for (const { file } of framesOf(way))
    if (files.has(file))
      throw new ForbiddenError(
        'time',
        'asked for the time, expected moves and turns to be counted in the state',
      )
}
