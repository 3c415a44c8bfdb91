/**
 * The law of fair guesses, word by word, for games in which hardly a view comes up twice. If guesses are fair, a state and
 * a guess for the same view are two draws of one kind: over all views, a word has a value in the state and not in the guess
 * as often as the other way round.
 */
import { CHANCE, newState } from '../../contract/index.ts'
import { Breach, type Subject } from '../law.ts'
import { type Position, seatsIn, walk } from '../walk.ts'
import { Balance } from './balance.ts'

/** About how many decisions are played, all matches together. */
const DECISIONS = 100_000
/** Fewest matches with a difference in a value that are judged. */
const MATCHES_MIN = 30
/** In units of that root; chance alone passes it once in 10^7 values. */
const SCORE_MAX = 6

/** A value of a word of the state: how often play had it and the guess did not, and the reverse. */
class Count extends Balance {
  readonly word: number
  readonly value: number
  /** A state or guess that has the value there. */
  readonly example: Int32Array

  constructor(word: number, value: number, example: Int32Array) {
    super()
    this.word = word
    this.value = value
    this.example = example
  }
}

export function checkWords({ game, seed, samples }: Subject): void {
  const counts = new Map<string, Count>()
  const guess = newState(game.info)
  const compare = ({ mask, sealed, state, view, rng }: Position) => {
    // A view shows what others have sealed as unmade, and so do guesses.
    if (sealed) return
    for (const seat of seatsIn(game, mask)) {
      if (seat === CHANCE) continue
      game.observe(state, seat, view)
      game.determinize(view, seat, rng, guess)
      for (let word = 0; word < guess.length; word++)
        if (guess[word] !== state[word]) count(counts, word, state, guess)
    }
  }
  let decisions = 0
  for (let match = 0; match < samples && decisions < DECISIONS; match++) {
    decisions += walk(game, `${seed} words`, match, compare).decisions
    for (const value of counts.values()) value.closeMatch()
  }
  judge([...counts.values()])
}

function count(counts: Map<string, Count>, word: number, state: Int32Array, guess: Int32Array): void {
  countOf(counts, word, state).count(true)
  countOf(counts, word, guess).count(false)
}

/** The count of the value that a word has in a state. */
function countOf(counts: Map<string, Count>, word: number, state: Int32Array): Count {
  const value = state[word]!
  const key = `${word} ${value}`
  const known = counts.get(key)
  if (known) return known
  const fresh = new Count(word, value, state.slice())
  counts.set(key, fresh)
  return fresh
}

/** Tells of the value that stands out most. */
function judge(counts: readonly Count[]): void {
  const scores = counts.map(one => one.score(MATCHES_MIN))
  const most = scores.reduce((highest, score) => Math.max(highest, score), 0)
  if (most <= SCORE_MAX) return
  const { word, value, played, guessed, example } = counts[scores.indexOf(most)]!
  throw new Breach(
    `in random matches, word ${word} of the state was ${value} ${played} times where a guess for the same view said otherwise, and a guess said ${value} ${guessed} times where the state did not; expected one about as often as the other`,
    { unfair: { state: example, word, played, guessed } },
  )
}
