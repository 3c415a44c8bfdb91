/** Keeps chance that no seed decides away from agents. */

/** How often it was asked for: an agent that catches the error is found out all the same. */
let calls = 0

export function randomCalls(): number {
  return calls
}

/** From here on, on this thread, unseeded chance throws. */
export function forbidRandom(): void {
  Math.random = forbidden
  crypto.getRandomValues = forbidden
  crypto.randomUUID = forbidden
}

function forbidden(): never {
  calls++
  throw new Error('used chance that is not from its rng')
}
