/** What a check finds wrong with a game, told by the parts of the author's own states and by the moves that led there. */
import {
  type CompiledGame,
  differenceIn,
  type Field,
  fieldName,
  fieldText,
  wrapGame,
} from '../contract/index.ts'
import { type Breach, type BreachEvidence, seatName, type WalkMoment, walk } from '../laws/index.ts'
import type { Trail } from '../modules/index.ts'

export interface GameFinding {
  /** Errors make a game unfit; warnings may be intended; notes say what could not be checked. */
  readonly severity: 'error' | 'warning' | 'note'
  readonly wrong: string
  /** Null where `wrong` says it all. */
  readonly found: string | null
  /** `file:line:column` in the author's code; null if unknown. */
  readonly place: string | null
  readonly trail: Trail | null
  /** Null where the message says it. */
  readonly advice: string | null
}

/** A finding without a place in the author's code. */
export function finding(
  severity: GameFinding['severity'],
  wrong: string,
  advice: string | null,
  found: string | null = null,
): GameFinding {
  return { severity, wrong, found, place: null, trail: null, advice }
}

/** In the author's terms where words can be told in them, else the law's own message. */
export function describeBreach(
  game: CompiledGame,
  { message, about }: Pick<Breach, 'message' | 'about'>,
): string {
  const { info, text } = game
  if (!text.field) return message
  const field = (state: Int32Array, word: number): Field | null =>
    state.length === info.stateSize ? text.field!(state, word) : null
  return (
    (about.unlisted && `${about.unlisted.seat} sees ${JSON.stringify(text.describe(about.unlisted.view))}`) ??
    (about.differing && differenceIn(game, about.differing)) ??
    repeated(about, field) ??
    unfair(about, field) ??
    message
  )
}

type FieldOf = (state: Int32Array, word: number) => Field | null

function repeated({ repeated }: BreachEvidence, field: FieldOf): string | null {
  if (!repeated) return null
  const { whose, guess, words, played, guessed } = repeated
  const [one, other] = words.map(word => field(guess, word))
  if (!one || !other) return null
  return `${whose}'s guess has ${fieldText(one)} both at ${fieldName(one)} and at ${fieldName(other)}. The two were equal ${guessed} times only in the guess and ${played} times only in play; expected similar counts`
}

/** The only word outside the author's state in which they can differ is its length. */
function unfair({ unfair }: BreachEvidence, field: FieldOf): string | null {
  if (!unfair) return null
  const { state, word, played, guessed } = unfair
  const one = field(state, word)
  if (!one) return 'guesses have more or fewer fields or list entries than positions in play'
  return `${fieldName(one)} was ${fieldText(one)} ${played} times only in play and ${guessed} times only in the guess for the same view; expected similar counts`
}

/** Replays a law's match up to and including the decision made at that moment, as far as it goes. */
export function trailTo(game: CompiledGame, { seed, match, decisions, steps }: WalkMoment): Trail {
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
    // Either the moment is passed, or the match fails as before: the notes so far are kept.
  }
  return { moves, position }
}

class Reached extends Error {}

function textOr<T>(write: () => string, otherwise: T): string | T {
  try {
    return write()
  } catch {
    return otherwise
  }
}
