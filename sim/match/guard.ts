/** Keeps modules of the user from using what the seed does not decide: randomness, and in games the time. */
import nodeCrypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { ForbiddenError, placeIn } from '../../engine/modules/index.ts'

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

/** Makes the clocks throw on this thread from now on where a module of the user asks for the time; what ships keeps them. */
export function forbidTime(): void {
  const { now } = Date
  Date.now = () => {
    refuseTime()
    return now()
  }
  globalThis.Date = new Proxy(Date, {
    construct: (target, args: unknown[], made) => {
      if (args.length === 0) refuseTime()
      return Reflect.construct(target, args, made) as Date
    },
    apply: (target, self, args) => {
      refuseTime()
      return Reflect.apply(target as () => string, self, args)
    },
  })
  const { hrtime } = process
  const guardedTime = (before?: [number, number]): [number, number] => {
    refuseTime()
    return hrtime(before)
  }
  process.hrtime = Object.assign(guardedTime, {
    bigint: () => {
      refuseTime()
      return hrtime.bigint()
    },
  })
  const tick = performance.now.bind(performance)
  performance.now = () => {
    refuseTime()
    return tick()
  }
}

function refuseTime(): void {
  if (placeIn(new Error('the way here')) !== null)
    throw new ForbiddenError(
      'time',
      'asked for the time, expected moves and turns to be counted in the state',
    )
}
