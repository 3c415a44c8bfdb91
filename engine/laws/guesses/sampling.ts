/** Which positions of random matches guesses are compared at, and how differences are counted. */
import {
  type CompiledGame,
  newEvents,
  newState,
  RESOLVE_BIT,
  type Seat,
  type State,
} from '../../contract/index.ts'
import type { LawSubject } from '../law.ts'
import { buffersOf, legalOf, playersIn, STOP, seatsIn, unguarded, type WalkPosition, walk } from '../walk.ts'

/** Plays a random match for at most `most` decisions and visits positions. Returns the last. */
export type PositionWalk = (
  seed: string,
  match: number,
  visit: (at: WalkPosition) => void,
  most?: number,
) => WalkPosition

/** Matches that measure the opening, and how many decisions each is followed. */
const PROBES = 200
const PROBE_DECISIONS = 200

export function everyPosition(game: CompiledGame): PositionWalk {
  return (seed, match, visit, most) => walk(game, seed, match, visit, buffersOf(game, unguarded), most)
}

/**
 * The opening: positions before a seat first chooses while something is hidden. There only chance has decided
 * what is hidden; later choices tell who sees them what others may hold, depending on how they choose.
 */
export function openingPositions({ game, seed }: LawSubject): PositionWalk {
  let length: number | null = null
  return (walkSeed, match, visit, most) => {
    length ??= openingOf(game, `${seed} opening`)
    const last = length
    let made = 0
    const check = (at: WalkPosition): unknown => {
      if (!isSeats(at)) return undefined
      if (made++ > last) return STOP
      return visit(at)
    }
    return walk(game, walkSeed, match, check, buffersOf(game, unguarded), most)
  }
}

/** Whether a state of these random matches has a property. */
export function isEverInPlay(
  game: CompiledGame,
  seed: string,
  matches: number,
  has: (state: State) => boolean,
): boolean {
  let isFound = false
  for (let match = 0; match < matches && !isFound; match++)
    walk(game, seed, match, ({ state }) => {
      isFound ||= has(state)
      return isFound ? STOP : undefined
    })
  return isFound
}

/**
 * The fewest decisions before the first that may tell something. A forced move may tell something too, unless
 * it is forced in every match.
 */
function openingOf(game: CompiledGame, seed: string): number {
  let fewest = Number.POSITIVE_INFINITY
  for (let match = 0; match < PROBES; match++) {
    let made = 0
    let isChosen = false
    let wasHiding = false
    const check = (at: WalkPosition): unknown => {
      const isHiding = hides(at)
      if (isChosen && (wasHiding || isHiding)) {
        fewest = Math.min(fewest, made - 1)
        return STOP
      }
      isChosen = isSeats(at) && seatsIn(game, at.mask).some(seat => legalOf(game, at.state, seat).length > 1)
      wasHiding = isHiding
      if (isSeats(at)) made++
      return made > fewest ? STOP : undefined
    }
    walk(game, seed, match, check, buffersOf(game, unguarded), PROBE_DECISIONS)
  }
  return fewest
}

function isSeats({ game, mask }: WalkPosition): boolean {
  return playersIn(game, mask).length > 0
}

function hides({ game, state }: WalkPosition): boolean {
  const view = newState(game.info)
  return game.info.seats.some((_, seat) => {
    game.observe(state, seat, view)
    return view.some((word, i) => word !== state[i])
  })
}

/**
 * Counts how often something held in play but not in a guess for the same view, and the reverse. Positions of
 * one match share their secrets, so its differences count as one observation; their sum is measured by the
 * root of the sum of their squares: Efron, Student's t-test under symmetry conditions, JASA 64 (1969).
 */
export class Balance {
  played = 0
  guessed = 0
  /** In the current match, played less guessed. */
  #difference = 0
  /** Of the matches before: how many had a difference, and the sum of their squares. */
  #matches = 0
  #squares = 0

  count(isPlayed: boolean): void {
    if (isPlayed) this.played++
    else this.guessed++
    this.#difference += isPlayed ? 1 : -1
  }

  closeMatch(): void {
    if (this.#difference === 0) return
    this.#matches++
    this.#squares += this.#difference ** 2
    this.#difference = 0
  }

  /** Played less guessed in standard errors; 0 while fewer than `least` matches differ. */
  score(least: number): number {
    return this.#matches < least ? 0 : Math.abs(this.played - this.guessed) / Math.sqrt(this.#squares)
  }
}

/** A state as a key of maps and sets. */
export function keyOf(words: Int32Array): string {
  return Buffer.from(words.buffer, words.byteOffset, words.byteLength).toString('latin1')
}

export function wordsOf(key: string): Int32Array {
  const bytes = Uint8Array.from(Buffer.from(key, 'latin1'))
  return new Int32Array(bytes.buffer)
}

/** All reachable states by key; null if there are more than `most`. */
export function reachable(game: CompiledGame, most: number): ReadonlyMap<string, State> | null {
  const events = newEvents(game.info)
  const start = newState(game.info)
  game.start(start, events)
  const found = new Map([[keyOf(start), start]])
  // Grows during the loop.
  const open = [start]
  for (const state of open) {
    for (const next of successors(game, state, events)) {
      const key = keyOf(next)
      if (found.has(key)) continue
      if (found.size === most) return null
      found.set(key, next)
      open.push(next)
    }
  }
  return found
}

function* successors(game: CompiledGame, state: State, events: Int32Array): Generator<State> {
  const mask = game.toMove(state)
  if (mask === RESOLVE_BIT) {
    const next = state.slice()
    game.resolve(next, events)
    yield next
    return
  }
  for (const seat of seatsIn(game, mask))
    for (const action of legalOf(game, state, seat)) {
      const next = state.slice()
      game.apply(next, seat, action, events)
      yield next
    }
}

/**
 * Draws a guess for every seat to move, and visits it. Positions with sealed decisions are skipped: views show those as unmade, and so do
 * guesses.
 */
export function visitDeterminizations(
  { game, mask, sealed, state, view, rng }: WalkPosition,
  guess: State,
  visit: (seat: Seat) => void,
): void {
  if (sealed) return
  for (const seat of playersIn(game, mask)) {
    game.observe(state, seat, view)
    game.determinize(view, seat, rng, guess)
    visit(seat)
  }
}
