/** Keeps agents from using randomness that the seed does not decide. */
import nodeCrypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { ForbiddenError } from '../../engine/modules/index.ts'

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
