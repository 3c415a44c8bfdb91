/** At which positions of random matches guesses are compared with what lies behind them. */
import {
  CHANCE,
  type CompiledGame,
  newEvents,
  newState,
  RESOLVE_BIT,
  type State,
} from '../../contract/index.ts'
import type { Subject } from '../law.ts'
import { buffersOf, legalOf, type Position, plain, STOP, seatsIn, walk } from '../walk.ts'

/** Plays random match `match` of a seed, for a number of decisions, and visits positions. Returns the last of them. */
export type Positions = (
  seed: string,
  match: number,
  visit: (at: Position) => void,
  most?: number,
) => Position

/** Matches that find out how long the opening is, and the most decisions that they are followed for. */
const PROBES = 200
const PROBE_DECISIONS = 200

/** All positions. */
export function everyPosition(game: CompiledGame): Positions {
  return (seed, match, visit, most) => walk(game, seed, match, visit, buffersOf(game, plain), most)
}

/**
 * The positions of the opening, in which chance alone has decided what is hidden: until a seat has made a choice while something was hidden from anybody. What others choose later
 * tells who sees it what they may hold, and how likely that makes it depends on how they choose.
 */
export function openingPositions({ game, seed }: Subject): Positions {
  let length: number | null = null
  return (walkSeed, match, visit, most) => {
    length ??= openingOf(game, `${seed} opening`)
    const last = length
    let made = 0
    const check = (at: Position): unknown => {
      if (!isSeats(at)) return undefined
      if (made++ > last) return STOP
      return visit(at)
    }
    return walk(game, walkSeed, match, check, buffersOf(game, plain), most)
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
 * The fewest decisions of seats before the first that may tell something. Where a seat has but one move, that may be because of what it holds: only what
 * is so in all matches tells nothing.
 */
function openingOf(game: CompiledGame, seed: string): number {
  let fewest = Number.POSITIVE_INFINITY
  for (let match = 0; match < PROBES; match++) {
    let made = 0
    let isChosen = false
    let wasHiding = false
    const check = (at: Position): unknown => {
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
    walk(game, seed, match, check, buffersOf(game, plain), PROBE_DECISIONS)
  }
  return fewest
}

function isSeats({ game, mask }: Position): boolean {
  return seatsIn(game, mask).some(seat => seat !== CHANCE)
}

/** Whether any seat does not see all of a position. */
function hides({ game, state }: Position): boolean {
  const view = newState(game.info)
  return game.info.seats.some((_, seat) => {
    game.observe(state, seat, view)
    return view.some((word, i) => word !== state[i])
  })
}

/**
 * Positions of one match share their secrets, so the differences of a match count as one observation. Their sum is measured by the root of the sum of their
 * squares: Efron, Student's t-test under symmetry conditions, JASA 64 (1969).
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

  /** How far the two are apart, in units of what chance makes of it; 0 while fewer than `least` matches had a difference. */
  score(least: number): number {
    return this.#matches < least ? 0 : Math.abs(this.played - this.guessed) / Math.sqrt(this.#squares)
  }
}

/** The words of a state as a key of maps and sets. */
export function keyOf(words: Int32Array): string {
  return Buffer.from(words.buffer, words.byteOffset, words.byteLength).toString('latin1')
}

/** The words that a key was made of. */
export function wordsOf(key: string): Int32Array {
  const bytes = Uint8Array.from(Buffer.from(key, 'latin1'))
  return new Int32Array(bytes.buffer)
}

/** Every state that play from the start can reach, by its key; null if there are more than `most`. */
export function reachable(game: CompiledGame, most: number): ReadonlyMap<string, State> | null {
  const events = newEvents(game.info)
  const start = newState(game.info)
  game.start(start, events)
  const found = new Map([[keyOf(start), start]])
  // Grows while it is walked through.
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
