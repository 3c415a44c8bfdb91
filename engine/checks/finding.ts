/** What a check finds wrong with a game, told by the parts of the author's own states and by the moves that led there. */
import {
  type CompiledGame,
  differenceIn,
  type Field,
  fieldName,
  fieldText,
  wrapGame,
} from '../contract/index.ts'
import { type Breach, type Evidence, type Moment, seatName, walk } from '../laws/index.ts'
import type { Trail } from '../modules/index.ts'

export interface Finding {
  /** Errors make a game unfit for play; warnings may be meant; notes say what could not be looked at. */
  readonly severity: 'error' | 'warning' | 'note'
  /** What is wrong, in the author's terms. */
  readonly wrong: string
  /** What was found, and what was expected; null where `wrong` says it all. */
  readonly found: string | null
  /** `file:line:column` in the author's code; null if that can't be had. */
  readonly place: string | null
  readonly trail: Trail | null
  /** What to do about it; null where the message says it. */
  readonly advice: string | null
}

/** What was found, and what was expected, in the author's terms where the game's words can be told in them. */
export function foundIn(game: CompiledGame, { message, about }: Pick<Breach, 'message' | 'about'>): string {
  const { info, text } = game
  if (!text.field) return message
  const field = (state: Int32Array, word: number): Field | null =>
    state.length === info.stateSize ? text.field!(state, word) : null
  return (
    (about.differing && differenceIn(game, about.differing)) ??
    repeated(about, field) ??
    unfair(about, field) ??
    message
  )
}

type FieldOf = (state: Int32Array, word: number) => Field | null

function repeated({ repeated }: Evidence, field: FieldOf): string | null {
  if (!repeated) return null
  const { whose, guess, words, played, guessed } = repeated
  const [one, other] = words.map(word => field(guess, word))
  if (!one || !other) return null
  return `a guess of ${whose}'s has ${fieldText(one)} both at ${fieldName(one)} and at ${fieldName(other)}: these two were the same in ${guessed} guesses for views of random matches behind which they differed, and the other way round ${played} times; expected one about as often as the other`
}

/** Of the words that are none of the author's, view and guess can differ in one alone: how many of his there are. */
function unfair({ unfair }: Evidence, field: FieldOf): string | null {
  if (!unfair) return null
  const { state, word, played, guessed } = unfair
  const one = field(state, word)
  if (!one)
    return 'guesses have more or fewer fields or list entries than the positions of play that they stand for'
  return `in random matches, ${fieldName(one)} was ${fieldText(one)} ${played} times where a guess for the same view said otherwise, and a guess said so ${guessed} times where it was not; expected one about as often as the other`
}

/** Plays the match of a law again, up to and with the decision that was made at that moment, if it can be made. */
export function trailTo(game: CompiledGame, { seed, match, decisions, steps }: Moment): Trail {
  const moves: string[] = []
  let position: string | null = null
  const noting = wrapGame(game, {
    apply: (state, seat, action, events) => {
      moves.push(
        `${seatName(game, seat)} ${textOr(() => game.text.format(state, seat, action), `move ${action}`)}`,
      )
      game.apply(state, seat, action, events)
    },
  })
  try {
    walk(noting, seed, match, at => {
      if (at.decisions > decisions) moves.pop()
      if (at.decisions > decisions || at.steps > steps) throw new Reached()
      position = textOr(() => game.text.render(at.state), null)
    })
  } catch {
    // Either the moment is passed, or the match fails here as it did before: what was noted is what there is.
  }
  return { moves, position }
}

class Reached extends Error {}

/** A text that the author's functions make, or what stands for it where they fail. */
function textOr<T>(write: () => string, otherwise: T): string | T {
  try {
    return write()
  } catch {
    return otherwise
  }
}
