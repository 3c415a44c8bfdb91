/**
 * The law of fair guesses, word by word, for games in which hardly a view comes up twice. If guesses are fair, a state and
 * a guess for the same view are two draws of one kind: over all views, a word has a value in the state and not in the guess
 * as often as the other way round. Positions of one match share their secrets, so the differences of a match count as one
 * observation. Their sum is measured by the root of the sum of their squares: Efron, Student's t-test under symmetry
 * conditions, JASA 64 (1969).
 */
import { CHANCE, newState } from '../../contract/index.ts'
import { Breach, type Subject } from '../law.ts'
import { type Position, seatsIn, walk } from '../walk.ts'

/** About how many decisions are played, all matches together. */
const DECISIONS = 100_000
/** Fewest matches with a difference in a value that are judged. */
const MATCHES_MIN = 30
/** In units of that root; chance alone passes it once in 10^7 values. */
const SCORE_MAX = 6

/** A value of a word of the state: how often play had it and the guess did not, and the reverse. */
interface Count {
  readonly word: number
  readonly value: number
  played: number
  guessed: number
  /** In the current match, played less guessed. */
  difference: number
  /** Of the matches before: how many had a difference, and the sum of their squares. */
  matches: number
  squares: number
  /** A state or guess that has the value there. */
  readonly example: Int32Array
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
    for (const value of counts.values()) closeMatch(value)
  }
  judge([...counts.values()])
}

function count(counts: Map<string, Count>, word: number, state: Int32Array, guess: Int32Array): void {
  const played = countOf(counts, word, state)
  played.played++
  played.difference++
  const guessed = countOf(counts, word, guess)
  guessed.guessed++
  guessed.difference--
}

/** The count of the value that a word has in a state. */
function countOf(counts: Map<string, Count>, word: number, state: Int32Array): Count {
  const value = state[word]!
  const key = `${word} ${value}`
  const known = counts.get(key)
  if (known) return known
  const fresh = {
    word,
    value,
    played: 0,
    guessed: 0,
    difference: 0,
    matches: 0,
    squares: 0,
    example: state.slice(),
  }
  counts.set(key, fresh)
  return fresh
}

function closeMatch(value: Count): void {
  if (value.difference === 0) return
  value.matches++
  value.squares += value.difference ** 2
  value.difference = 0
}

function scoreOf({ played, guessed, matches, squares }: Count): number {
  return matches < MATCHES_MIN ? 0 : Math.abs(played - guessed) / Math.sqrt(squares)
}

/** Tells of the value that stands out most. */
function judge(counts: readonly Count[]): void {
  const scores = counts.map(scoreOf)
  const most = scores.reduce((highest, score) => Math.max(highest, score), 0)
  if (most <= SCORE_MAX) return
  const { word, value, played, guessed, example } = counts[scores.indexOf(most)]!
  throw new Breach(
    `in random matches, word ${word} of the state was ${value} ${played} times where a guess for the same view said otherwise, and a guess said ${value} ${guessed} times where the state did not; expected one about as often as the other`,
    { unfair: { state: example, word, played, guessed } },
  )
}
