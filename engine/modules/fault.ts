/** What games of the user do wrong, and how closely they are watched. */

/** Any function. */
export type Callable = (...all: never[]) => unknown

/** A game breaks the easy contract; the message says how, and what was expected. `part` is the function of the author's that it is about. */
export class GameError extends Error {
  override readonly name = 'GameError'
  readonly part: Callable | undefined

  constructor(message: string, part?: Callable) {
    super(message)
    this.part = part
  }
}

/** A game asks for what its seed does not decide, chance of its own or the time; or it would end the process that plays it. */
export class ForbiddenError extends Error {
  override readonly name = 'ForbiddenError'
  readonly what: 'chance' | 'time' | 'process'

  constructor(what: ForbiddenError['what'], message: string) {
    super(message)
    this.what = what
  }
}

/** What is said of an error of the user's code that it threw while nobody waited for it. */
export const LATE =
  'in a promise or a timer that nobody waits for; expected functions that are done when they return'

let strict = false

/** From now on, on this thread, games of plain values get frozen states and moves wherever they may only look at them: slow, but it shows who changes them. */
export function playStrictly(): void {
  strict = true
}

/** Whether `playStrictly` was called. */
export function isStrict(): boolean {
  return strict
}

/** How a match came to the position that something is about. */
export interface Trail {
  /** Decisions as records write them, of seats and of chance. */
  readonly moves: readonly string[]
  /** The position for people; null if the match failed before it had one, or it cannot be drawn. */
  readonly position: string | null
}

const trails = new WeakMap<object, Trail>()

/** Keeps how a match came to an error beside the error, which is thrown as it is. */
export function keepTrail(error: unknown, trail: Trail): void {
  if (typeof error === 'object' && error !== null) trails.set(error, trail)
}

/** What `keepTrail` kept of an error; null if it did not. */
export function trailOf(error: unknown): Trail | null {
  return (typeof error === 'object' && error !== null && trails.get(error)) || null
}
