/** What a law is, and what it says when a game breaks it. */
import { CHANCE, type CompiledGame, type Seat, type State } from '../contract/index.ts'
import { type Position, walk } from './walk.ts'

/** One law, for one game. `check` returns if the game keeps the law, and throws a LawError if it does not. */
export interface Law {
  readonly name: string
  check(): void
}

/** A game breaks a law. The message says which law, where in which match, what was found and what was expected. */
export class LawError extends Error {
  override readonly name = 'LawError'
  readonly law: string
  /** Where in which random match; null for what is true of a game as a whole. */
  readonly place: string | null
  /** The same, to be found again; null for what is true of a game as a whole. */
  readonly moment: Moment | null

  /** `cause` is a Breach, or the error that the game itself threw. */
  constructor(law: string, moment: Moment | null, cause: unknown) {
    const what = cause instanceof Breach ? cause.message : `the game threw ${String(cause)}`
    const place = moment && placeOf(moment)
    super(`broken: ${law}${place === null ? '' : `, ${place}`}: ${what}`, { cause })
    this.law = law
    this.place = place
    this.moment = moment
  }
}

/** A position of a random match: that of `walk` with this seed, after so many decisions and steps; -1 of both before there was one. */
export interface Moment {
  readonly seed: string
  readonly match: number
  readonly decisions: number
  readonly steps: number
}

/** What was found in place of what a law asks for, before it is known which law that is and where. */
export class Breach extends Error {
  /** What it is about, for whoever can tell of it in other terms than words of a state. */
  readonly about: Evidence

  constructor(message: string, about: Evidence = {}) {
    super(message)
    this.about = about
  }
}

/** States that break a law. All of it is the reader's own. */
export interface Evidence {
  /** Words that differ from those that were expected; of states, if they are as long as one. */
  readonly differing?: { readonly what: string; readonly found: Int32Array; readonly expected: Int32Array }
  /** A guess of somebody's in which two words are the same, and how often that was so in play alone, and in a guess alone. */
  readonly repeated?: {
    readonly whose: string
    readonly guess: Int32Array
    readonly words: readonly [number, number]
    readonly played: number
    readonly guessed: number
  }
  /** A value that a word of a state has, there and in a guess that says otherwise, too often in one of the two. */
  readonly unfair?: {
    readonly state: Int32Array
    readonly word: number
    readonly played: number
    readonly guessed: number
  }
  /** What the game threw. */
  readonly thrown?: unknown
  /** Where it was found, of a law that has no position of its own. */
  readonly moment?: Moment
}

/** Breaks the law that is being checked: "found ..., expected ...". */
export function broken(found: string, expected: string): never {
  throw new Breach(`${found}; expected ${expected}`)
}

export interface LawOptions {
  /** Random matches that each law is checked on. */
  readonly matches?: number
  /** Random seed of those matches: the same seed checks the same positions. */
  readonly seed?: string
  /** The costliest laws check every `stride`-th position only. */
  readonly stride?: number
  /** Most random matches that each law of fair guesses plays. */
  readonly samples?: number
  /** Whether guesses must be exactly as likely as random play makes them after seats have chosen, too: what they chose tells who saw it what they may hold. */
  readonly exactGuesses?: boolean
  /** Most states of a game whose positions are enumerated, for the law of possible guesses. */
  readonly statesMax?: number
}

/** A game, and how thoroughly it is checked. */
export interface Subject extends Required<LawOptions> {
  readonly game: CompiledGame
}

/** A law of a game as a whole. */
export function law(name: string, check: () => void): Law {
  return {
    name,
    check: () => {
      try {
        check()
      } catch (error) {
        throw new LawError(name, (error instanceof Breach && error.about.moment) || null, error)
      }
    },
  }
}

/** A law of positions: checks every `stride`-th of all random matches, and every last one. */
export function lawOfPositions(
  { game, matches, seed }: Subject,
  name: string,
  check: (at: Position) => void,
  stride = 1,
): Law {
  return {
    name,
    check: () => {
      let met = 0
      for (let match = 0; match < matches; match++) {
        let last: Position | undefined
        try {
          walk(game, seed, match, at => {
            last = at
            if (met++ % stride === 0 || at.mask === 0) check(at)
          })
        } catch (error) {
          throw new LawError(
            name,
            { seed, match, decisions: last?.decisions ?? -1, steps: last?.steps ?? -1 },
            error,
          )
        }
      }
    },
  }
}

function placeOf({ seed, match, decisions, steps }: Moment): string {
  const where = decisions < 0 ? 'at the start' : `after ${decisions} decisions and ${steps} steps`
  return `in random match ${match} of seed ${JSON.stringify(seed)}, ${where}`
}

/** A seat's name, or chance. */
export function seatName({ info }: CompiledGame, seat: Seat): string {
  return seat === CHANCE ? 'chance' : (info.seats[seat] ?? `seat ${seat}`)
}

const SHOWN = 400

/** A state for a message: as the game itself describes it, cut if it is long. */
export function stateText({ text }: CompiledGame, state: State): string {
  const described = JSON.stringify(text.describe(state))
  return described.length <= SHOWN ? described : `${described.slice(0, SHOWN)}...`
}

/** Breaks the law unless both hold the same words. */
export function requireSame(found: Int32Array, expected: Int32Array, what: string): void {
  if (found.length !== expected.length)
    broken(`${what} has ${found.length} words`, `${expected.length} words`)
  for (let i = 0; i < found.length; i++)
    if (found[i] !== expected[i])
      throw new Breach(`word ${i} of ${what} is ${found[i]}; expected ${expected[i]}`, {
        differing: { what, found: found.slice(), expected: expected.slice() },
      })
}
