/** Keeps agents from using randomness that the seed does not decide. */

/** Number of attempts: an agent that catches the error is detected all the same. */
let calls = 0

/** How often code on this thread has asked for unseeded randomness since `forbidRandom`. */
export function randomCalls(): number {
  return calls
}

/** Makes unseeded randomness throw on this thread from now on. */
export function forbidRandom(): void {
  Math.random = forbidden
  crypto.getRandomValues = forbidden
  crypto.randomUUID = forbidden
}

function forbidden(): never {
  calls++
  throw new Error('used randomness other than its rng')
}
