/** What a law is, and what it says when a game breaks it. */
import { CHANCE, type CompiledGame, type Seat, type State } from '../contract/index.ts'
import { type Guard, type WalkPosition, walk } from './walk.ts'

/** `check` throws a LawError if the game breaks the law. */
export interface Law {
  readonly name: string
  check(): void
  /** The check of one position, in laws that are nothing else. */
  readonly checkAt?: (at: WalkPosition) => void
}

/** The message says which law, where in which match, what was found and what was expected. */
export class LawError extends Error {
  override readonly name = 'LawError'
  readonly law: string
  /** Null for laws of a game as a whole. */
  readonly place: string | null
  readonly moment: WalkMoment | null

  /** `cause` is a Breach, or the error that the game itself threw. */
  constructor(law: string, moment: WalkMoment | null, cause: unknown) {
    const what = cause instanceof Breach ? cause.message : `the game threw ${String(cause)}`
    const place = moment && placeOf(moment)
    super(`broken: ${law}${place === null ? '' : `, ${place}`}: ${what}`, { cause })
    this.law = law
    this.place = place
    this.moment = moment
  }
}

/** A position that `walk` visits; -1 of decisions and steps before the first. */
export interface WalkMoment {
  readonly seed: string
  readonly match: number
  readonly decisions: number
  readonly steps: number
}

/** A violation, before the law and the place are added. */
export class Breach extends Error {
  /** For checks that explain it in the author's terms. */
  readonly about: BreachEvidence

  constructor(message: string, about: BreachEvidence = {}) {
    super(message)
    this.about = about
  }
}

export interface BreachEvidence {
  readonly differing?: { readonly what: string; readonly found: Int32Array; readonly expected: Int32Array }
  /** Two words that are equal in a guess, and how often in play only and in guesses only. */
  readonly repeated?: {
    readonly whose: string
    readonly guess: Int32Array
    readonly words: readonly [number, number]
    readonly played: number
    readonly guessed: number
  }
  /** A value that a word has too often in play, or too often in guesses. */
  readonly unfair?: {
    readonly state: Int32Array
    readonly word: number
    readonly played: number
    readonly guessed: number
  }
  readonly thrown?: unknown
  /** A view of which the game throws instead of listing moves. */
  readonly unlisted?: { readonly seat: string; readonly view: Int32Array }
  /** For laws about no particular position. */
  readonly moment?: WalkMoment
}

/** Breaks the law that is being checked: "found ..., expected ...". */
export function failLaw(found: string, expected: string): never {
  throw new Breach(`${found}; expected ${expected}`)
}

export interface LawOptions {
  /** Random matches that each law is checked on. */
  readonly matches?: number
  /** Asked before each match: whether this many are enough. */
  readonly isEnough?: (matches: number) => boolean
  readonly seed?: string
  /** Costly laws check only every `stride`-th position. */
  readonly stride?: number
  /** Most random matches that each law of fair guesses plays. */
  readonly samples?: number
  /** Whether guesses must be exactly as likely as random play makes them even after seats have chosen. */
  readonly exactGuesses?: boolean
  /** Largest game that is enumerated, in states. */
  readonly statesMax?: number
}

export interface LawSubject extends Required<LawOptions> {
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

/** Checks every `stride`-th position of random matches, and every last one. */
export function lawOfPositions(
  subject: LawSubject,
  name: string,
  check: (at: WalkPosition) => void,
  stride = 1,
): Law {
  let met = 0
  const checkAt = (at: WalkPosition): void => {
    if (met++ % stride === 0 || at.mask === 0) check(at)
  }
  return {
    name,
    checkAt,
    check: () => {
      met = 0
      checkTogether(subject, [{ name, checkAt }])
    },
  }
}

/**
 * Checks laws of positions in the same random matches, and ends a match early whose error is forgiven. Returns
 * how many were played.
 */
export function checkTogether(
  { game, matches, seed, isEnough }: LawSubject,
  laws: readonly Pick<Required<Law>, 'name' | 'checkAt'>[],
  isForgiven: (error: unknown) => boolean = () => false,
): number {
  let match = 0
  for (; match < matches && !isEnough(match); match++) {
    let last: WalkPosition | undefined
    let law = laws[0]!.name
    try {
      walk(game, seed, match, at => {
        last = at
        for (const { name, checkAt } of laws) {
          law = name
          checkAt(at)
        }
      })
    } catch (error) {
      if (isForgiven(error)) continue
      throw new LawError(
        law,
        { seed, match, decisions: last?.decisions ?? -1, steps: last?.steps ?? -1 },
        error,
      )
    }
  }
  return match
}

function placeOf({ seed, match, decisions, steps }: WalkMoment): string {
  const where = decisions < 0 ? 'at the start' : `after ${decisions} decisions and ${steps} steps`
  return `in random match ${match} of seed ${JSON.stringify(seed)}, ${where}`
}

export function seatName({ info }: CompiledGame, seat: Seat): string {
  return seat === CHANCE ? 'chance' : (info.seats[seat] ?? `seat ${seat}`)
}

const SHOWN = 400

/** The game's own description of a state, cut if it is long. */
export function stateText({ text }: CompiledGame, state: State): string {
  const described = JSON.stringify(text.describe(state))
  return described.length <= SHOWN ? described : `${described.slice(0, SHOWN)}...`
}

export function requireSame(found: Int32Array, expected: Int32Array, what: string): void {
  if (found.length !== expected.length)
    failLaw(`${what} has ${found.length} words`, `${expected.length} words`)
  for (let i = 0; i < found.length; i++)
    if (found[i] !== expected[i])
      throw new Breach(`word ${i} of ${what} is ${found[i]}; expected ${expected[i]}`, {
        differing: { what, found: found.slice(), expected: expected.slice() },
      })
}

/** Breaks the law if a word beside a guarded buffer was written. */
export function requireUntouched(guards: readonly Guard[]): void {
  for (const guard of guards)
    if (guard.touched() !== -1)
      failLaw(
        `index ${guard.touched()} of the ${guard.what} buffer was written`,
        'no change outside the buffer',
      )
}
