/** Laws of the words that tell views apart (`GameInfo.identifying`), in games that name some. */
import {
  CHANCE,
  type CompiledGame,
  type GameInfo,
  identifyingOf,
  newEvents,
  type Seat,
} from '../contract/index.ts'
import { below } from '../rng.ts'
import { Breach, type Law, law, lawOfPositions, nameOf, requireSame, type Subject } from './law.ts'
import { draw, type Position, seatsIn, settle, viewOf } from './walk.ts'

/** Random decisions that are tried at a position, and how many decisions everybody is passive after each of them. */
const SIBLINGS = 6
const PASSIVE = 6

const ALIKE = 'views that are alike in the words of info.identifying are alike'

export function identifyingLaws(subject: Subject): Law[] {
  const { game, stride } = subject
  if (game.info.identifying === undefined) return []
  return [
    law('info.identifying names words of a view', () => checkRanges(game.info)),
    {
      name: ALIKE,
      check: () => {
        const seen = new Views(game)
        lawOfPositions(subject, ALIKE, at => checkAround(at, seen), stride).check()
      },
    },
  ]
}

function checkRanges(info: GameInfo): void {
  try {
    identifyingOf(info)
  } catch (error) {
    throw error instanceof RangeError ? new Breach(error.message) : error
  }
}

/**
 * Views of random play hardly recur, but those that one position leads to are alike in nearly all words: what is tried there, and passed over by
 * everybody then, is the only difference.
 */
function checkAround(at: Position, seen: Views): void {
  const { game, state, mask, rng } = at
  seen.take(state, mask)
  if (mask === 0) return
  const events = newEvents(game.info)
  for (let tried = 0; tried < SIBLINGS; tried++) {
    const copy = state.slice()
    for (let decisions = 0; decisions <= PASSIVE; decisions++) {
      settle(game, copy, events)
      const due = game.toMove(copy)
      if (decisions > 0) seen.take(copy, due)
      const seats = seatsIn(game, due)
      if (seats.length === 0) break
      const seat = seats[below(rng, seats.length)]!
      const isPassive = decisions > 0 && seat !== CHANCE
      const action = isPassive ? game.passive(copy, seat) : draw(game, copy, seat, rng, at)
      game.apply(copy, seat, action, events)
    }
  }
}

/** The views that were seen, by their identifying words. */
class Views {
  readonly #game: CompiledGame
  readonly #seen = new Map<string, Int32Array>()

  constructor(game: CompiledGame) {
    this.#game = game
  }

  /** Compares what the seats to move see with what was seen before. */
  take(state: Int32Array, mask: number): void {
    for (const seat of seatsIn(this.#game, mask)) if (seat !== CHANCE) this.#compare(state, seat)
  }

  #compare(state: Int32Array, seat: Seat): void {
    const game = this.#game
    const view = viewOf(game, state, seat)
    const words = game.info.identifying!.map(({ from, to }) => view.subarray(from, to).join())
    const key = `${seat}:${words.join(';')}`
    const before = this.#seen.get(key)
    if (before === undefined) this.#seen.set(key, view)
    else requireSame(view, before, `a view of ${nameOf(game, seat)} that info.identifying takes for another`)
  }
}
