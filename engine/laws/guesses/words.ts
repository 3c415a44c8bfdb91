/**
 * The law of fair guesses, word by word, for games in which hardly a view comes up twice. If guesses are fair, a state and
 * a guess for the same view are two draws of one kind: over all views, a word has a value in the state and not in the guess
 * as often as the other way round.
 */
import { CHANCE, newState } from '../../contract/index.ts'
import { Breach, type Subject } from '../law.ts'
import { type Position, seatsIn } from '../walk.ts'
import { Balance, isEverInPlay, type Positions } from './positions.ts'

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

/** What random matches showed. */
export interface WordsMeasured {
  readonly counts: readonly Count[]
  readonly seed: string
  readonly matches: number
}

/** Compares guesses with the positions behind them, at these positions of random matches. */
export function measureWords({ game, seed, samples }: Subject, walk: Positions): WordsMeasured {
  const counts = new Map<string, Count>()
  const walkSeed = `${seed} words`
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
  let matches = 0
  for (; matches < samples && decisions < DECISIONS; matches++) {
    decisions += walk(walkSeed, matches, compare).decisions
    for (const value of counts.values()) value.closeMatch()
  }
  return { counts: [...counts.values()], seed: walkSeed, matches }
}

/** The law that guesses hold no value that play never leads to: a word that has one in guesses alone. */
export function judgeStrays({ game }: Subject, { counts, seed, matches }: WordsMeasured): void {
  const strays = counts.filter(one => one.played === 0 && one.score(MATCHES_MIN) > SCORE_MAX)
  const isStray = ({ word, value }: Count): boolean =>
    !isEverInPlay(game, seed, matches, state => state[word] === value)
  judgeWords(strays.filter(isStray))
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

/** The law of fair guesses: tells of the value that stands out most. */
export function judgeWords(counts: readonly Count[]): void {
  const scores = counts.map(one => one.score(MATCHES_MIN))
  const most = scores.reduce((highest, score) => Math.max(highest, score), 0)
  if (most <= SCORE_MAX) return
  const { word, value, played, guessed, example } = counts[scores.indexOf(most)]!
  throw new Breach(
    `in random matches, word ${word} of the state was ${value} ${played} times where a guess for the same view said otherwise, and a guess said ${value} ${guessed} times where the state did not; expected one about as often as the other`,
    { unfair: { state: example, word, played, guessed } },
  )
}
