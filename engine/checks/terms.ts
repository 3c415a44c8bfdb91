/** What breaks a law, told by the parts of the author's own states in place of words. */
import { type CompiledGame, differenceIn, type Field, nameOf, shown } from '../contract/index.ts'
import type { Breach, Evidence } from '../laws/index.ts'

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
  return `a guess of ${whose}'s has ${shown(one)} both at ${nameOf(one)} and at ${nameOf(other)}: these two were the same in ${guessed} guesses for views of random matches behind which they differed, and the other way round ${played} times; expected one about as often as the other`
}

/** Of the words that are none of the author's, view and guess can differ in one alone: how many of his there are. */
function unfair({ unfair }: Evidence, field: FieldOf): string | null {
  if (!unfair) return null
  const { state, word, played, guessed } = unfair
  const one = field(state, word)
  if (!one)
    return 'guesses have more or fewer fields or list entries than the positions of play that they stand for'
  return `in random matches, ${nameOf(one)} was ${shown(one)} ${played} times where a guess for the same view said otherwise, and a guess said so ${guessed} times where it was not; expected one about as often as the other`
}
