/** Errors of the user's games, and how strictly these are checked. */

/** Line and column count from 1. */
export interface CodeLocation {
  readonly file: string
  readonly line: number
  readonly column: number
}

export type Callable = (...all: never[]) => unknown

/** A game breaks the easy contract. `part` is the author's function that the message is about. */
export class GameError extends Error {
  override readonly name = 'GameError'
  readonly part: Callable | undefined

  constructor(message: string, part?: Callable) {
    super(message)
    this.part = part
  }
}

/** A game is wrong in a way that no lost block mends: its results can't be trusted. */
export class UnsoundError extends GameError {}

/** A module draws what no seed decides, or would end the process. */
export class ForbiddenError extends Error {
  override readonly name = 'ForbiddenError'
  readonly what: 'chance' | 'process'

  constructor(what: ForbiddenError['what'], message: string) {
    super(message)
    this.what = what
  }
}

/** Suffix for errors that user code throws while nobody waits for it. */
export const LATE =
  'in a promise or timer that ran late; expected functions that finish all work before they return'

let strict = false

/**
 * From now on, on this thread, games of plain values get frozen states and moves, which shows who changes
 * them. Slow.
 */
export function playStrictly(): void {
  strict = true
}

export function isStrict(): boolean {
  return strict
}

let audited = false

/** Whether games of plain values on this thread check, at every position, that functions only look at it. Slow. */
export function auditGames(on: boolean): void {
  audited = on
}

export function isAudited(): boolean {
  return audited
}

/** Calls `play` without these checks. */
export function unaudited<T>(play: () => T): T {
  const before = audited
  audited = false
  try {
    return play()
  } finally {
    audited = before
  }
}

/** How a match came to a position. */
export interface Trail {
  /** As records write them, chance's included. */
  readonly moves: readonly string[]
  /** The rendered position; null if there is none, or it cannot be drawn. */
  readonly position: string | null
}

const trails = new WeakMap<object, Trail>()

/** Attaches a trail to an error, without changing it. */
export function keepTrail(error: unknown, trail: Trail): void {
  if (typeof error === 'object' && error !== null) trails.set(error, trail)
}

export function trailOf(error: unknown): Trail | null {
  return (typeof error === 'object' && error !== null && trails.get(error)) || null
}
