/**
 * Fair guesses, word by word, for games in which views hardly recur: a word must have a value in the state
 * and not in the guess as often as the reverse.
 */
import { newState } from '../../contract/index.ts'
import { Breach, type LawSubject } from '../law.ts'
import type { WalkPosition } from '../walk.ts'
import { Balance, isEverInPlay, type PositionWalk, visitDeterminizations } from './sampling.ts'

const DECISIONS = 100_000
/**
 * Fewest matches with a difference in a value that are judged, and the score that chance passes once in 10^7
 * values.
 */
const MATCHES_MIN = 30
const SCORE_MAX = 6

class Count extends Balance {
  readonly word: number
  readonly value: number
  readonly example: Int32Array

  constructor(word: number, value: number, example: Int32Array) {
    super()
    this.word = word
    this.value = value
    this.example = example
  }
}

export interface WordsMeasured {
  readonly counts: readonly Count[]
  readonly seed: string
  readonly matches: number
}

export function measureWords({ game, seed, samples }: LawSubject, walk: PositionWalk): WordsMeasured {
  const counts = new Map<string, Count>()
  const walkSeed = `${seed} words`
  const guess = newState(game.info)
  const compare = (at: WalkPosition): void =>
    visitDeterminizations(at, guess, () => {
      for (let word = 0; word < guess.length; word++)
        if (guess[word] !== at.state[word]) count(counts, word, at.state, guess)
    })
  let decisions = 0
  let matches = 0
  for (; matches < samples && decisions < DECISIONS; matches++) {
    decisions += walk(walkSeed, matches, compare).decisions
    for (const value of counts.values()) value.closeMatch()
  }
  return { counts: [...counts.values()], seed: walkSeed, matches }
}

/** Finds values that only guesses have, never play. */
export function checkUnreachableValues({ game }: LawSubject, { counts, seed, matches }: WordsMeasured): void {
  const strays = counts.filter(one => one.played === 0 && one.score(MATCHES_MIN) > SCORE_MAX)
  const isStray = ({ word, value }: Count): boolean =>
    !isEverInPlay(game, seed, matches, state => state[word] === value)
  judgeWords(strays.filter(isStray))
}

function count(counts: Map<string, Count>, word: number, state: Int32Array, guess: Int32Array): void {
  countOf(counts, word, state).count(true)
  countOf(counts, word, guess).count(false)
}

function countOf(counts: Map<string, Count>, word: number, state: Int32Array): Count {
  const value = state[word]!
  const key = `${word} ${value}`
  const known = counts.get(key)
  if (known) return known
  const fresh = new Count(word, value, state.slice())
  counts.set(key, fresh)
  return fresh
}

/** Reports the value that stands out most. */
export function judgeWords(counts: readonly Count[]): void {
  const scores = counts.map(one => one.score(MATCHES_MIN))
  const most = scores.reduce((highest, score) => Math.max(highest, score), 0)
  if (most <= SCORE_MAX) return
  const { word, value, played, guessed, example } = counts[scores.indexOf(most)]!
  throw new Breach(
    `word ${word} of the state was ${value} ${played} times only in play and ${guessed} times only in the guess for the same view; expected similar counts`,
    { unfair: { state: example, word, played, guessed } },
  )
}
