/**
 * Fair guesses, pair by pair of words. A guess that deals a card twice gives every word values that it has in
 * play, so no single word shows it. Two words must be equal in play and not in a guess for the same view as
 * often as the reverse, in each pair and in all pairs together.
 */
import { newState } from '../../contract/index.ts'
import { Breach, type LawSubject, seatName, type WalkMoment } from '../law.ts'
import type { WalkPosition } from '../walk.ts'
import { Balance, isEverInPlay, type PositionWalk, visitDeterminizations } from './sampling.ts'

const DECISIONS = 20_000
/** Fewest matches with a difference that are judged, and the score that chance passes once in 10^9 pairs. */
const MATCHES_MIN = 30
const SCORE_MAX = 6.5

class Pair extends Balance {
  readonly words: readonly [number, number]
  /** A guess in which they were equal though not in play. */
  example: Example | null = null

  constructor(i: number, j: number) {
    super()
    this.words = [i, j]
  }
}

interface Example {
  readonly guess: Int32Array
  readonly seat: number
  readonly moment: WalkMoment
}

/** All pairs taken together. */
const ALL = -1

export interface PairsMeasured {
  readonly pairs: ReadonlyMap<number, Pair>
  readonly seed: string
  readonly matches: number
}

export function measurePairs({ game, seed, samples }: LawSubject, walk: PositionWalk): PairsMeasured {
  const { stateSize } = game.info
  const walkSeed = `${seed} pairs`
  const pairs = new Map<number, Pair>()
  const guess = newState(game.info)
  const pairOf = (i: number, j: number, key: number): Pair => {
    const known = pairs.get(key)
    if (known) return known
    const fresh = new Pair(i, j)
    pairs.set(key, fresh)
    return fresh
  }
  let match = 0
  const compare = (at: WalkPosition): void =>
    visitDeterminizations(at, guess, seat => {
      const { state, decisions, steps } = at
      for (let i = 0; i < stateSize; i++) {
        if (guess[i] === state[i]) continue
        for (let j = 0; j < stateSize; j++) {
          // Counts a pair once if both its words were guessed.
          if (j === i || (j < i && guess[j] !== state[j])) continue
          const isPlayed = state[i] === state[j]
          if (isPlayed === (guess[i] === guess[j])) continue
          const pair = pairOf(Math.min(i, j), Math.max(i, j), Math.min(i, j) * stateSize + Math.max(i, j))
          pair.count(isPlayed)
          pairOf(i, j, ALL).count(isPlayed)
          if (!isPlayed && pair.example === null)
            pair.example = { guess: guess.slice(), seat, moment: { seed: walkSeed, match, decisions, steps } }
        }
      }
    })
  let played = 0
  for (; match < samples && played < DECISIONS; match++) {
    played += walk(walkSeed, match, compare).decisions
    for (const pair of pairs.values()) pair.closeMatch()
  }
  return { pairs, seed: walkSeed, matches: match }
}

/** Finds pairs that are equal only in guesses, never in play. */
export function judgeRepeats({ game }: LawSubject, { pairs, seed, matches }: PairsMeasured): void {
  const repeats = [...pairs].filter(
    ([key, pair]) => key !== ALL && pair.played === 0 && pair.score(MATCHES_MIN) > SCORE_MAX,
  )
  const isRepeat = ({ words: [i, j] }: Pair): boolean =>
    !isEverInPlay(game, seed, matches, state => state[i] === state[j])
  judgePairs({ game }, new Map(repeats.filter(([, pair]) => isRepeat(pair))))
}

/** Reports the pair that stands out most, also if only all pairs together do. */
export function judgePairs({ game }: Pick<LawSubject, 'game'>, pairs: ReadonlyMap<number, Pair>): void {
  const scores = [...pairs.values()].map(pair => pair.score(MATCHES_MIN))
  if (scores.every(score => score <= SCORE_MAX)) return
  const single = [...pairs].filter(([key]) => key !== ALL).map(([, pair]) => pair)
  const { words, played, guessed, example } = single.reduce((most, pair) => {
    const isTold = pair.guessed > pair.played === most.guessed > most.played
    return (isTold ? pair.score(MATCHES_MIN) > most.score(MATCHES_MIN) : pair.guessed > pair.played)
      ? pair
      : most
  })
  const [i, j] = words
  throw new Breach(
    `words ${i} and ${j} of the state were equal ${played} times only in play and ${guessed} times only in the guess for the same view; expected similar counts`,
    example === null
      ? {}
      : {
          moment: example.moment,
          repeated: { whose: seatName(game, example.seat), guess: example.guess, words, played, guessed },
        },
  )
}
