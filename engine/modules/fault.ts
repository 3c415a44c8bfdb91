/** What games of the user do wrong, and how closely they are watched. */
import { placeIn } from './reason.ts'

/** A game breaks the easy contract; the message says how, and what was expected. `part` is the function of the author's that it is about. */
export class GameError extends Error {
  override readonly name = 'GameError'
  readonly part: ((...all: never[]) => unknown) | undefined

  constructor(message: string, part?: (...all: never[]) => unknown) {
    super(message)
    this.part = part
  }
}

/** Whether an error comes from the code of a user, and not from what ships. */
export function isOfGame(error: unknown): boolean {
  return error instanceof GameError || placeIn(error) !== null
}

let strict = false

/** From now on, on this thread, games of plain values get frozen states and moves wherever they may only look at them: slow, but it shows who changes them. */
export function playStrictly(): void {
  strict = true
}

/** Whether `playStrictly` was called. */
export function isStrict(): boolean {
  return strict
}
