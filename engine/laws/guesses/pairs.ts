/**
 * The law of fair guesses, pair by pair: in play a card lies in one place, and a guess that deals it a second time gives every word the values that it has in
 * play, so that no word by itself shows it. Two words of a state are equal as often where they differ in a guess for the same view as the other way
 * round. Differences are summed match by match; so is the number of all pairs that are equal.
 */
import { CHANCE, newState } from '../../contract/index.ts'
import { Breach, type Moment, type Subject, seatName } from '../law.ts'
import { type Position, seatsIn } from '../walk.ts'
import { Balance, isEverInPlay, type Positions } from './positions.ts'

/** About how many decisions are played, all matches together. */
const DECISIONS = 20_000
/** Fewest matches with a difference that are judged, and the score that chance alone passes once in 10^9 pairs: there may be thousands. */
const MATCHES_MIN = 30
const SCORE_MAX = 6.5

/** How often two words were equal in play alone, and how often in a guess alone. */
class Pair extends Balance {
  readonly words: readonly [number, number]
  /** A guess in which alone they were equal, and where. */
  example: Example | null = null

  constructor(i: number, j: number) {
    super()
    this.words = [i, j]
  }
}

interface Example {
  readonly guess: Int32Array
  readonly seat: number
  readonly moment: Moment
}

/** All pairs taken together. */
const ALL = -1

/** What random matches showed. */
export interface PairsMeasured {
  readonly pairs: ReadonlyMap<number, Pair>
  readonly seed: string
  readonly matches: number
}

/** Compares guesses with the positions behind them, at these positions of random matches. */
export function measurePairs({ game, seed, samples }: Subject, walk: Positions): PairsMeasured {
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
  const compare = ({ mask, sealed, state, view, rng, decisions, steps }: Position) => {
    // A view shows what others have sealed as unmade, and so do guesses.
    if (sealed) return
    for (const seat of seatsIn(game, mask)) {
      if (seat === CHANCE) continue
      game.observe(state, seat, view)
      game.determinize(view, seat, rng, guess)
      for (let i = 0; i < stateSize; i++) {
        if (guess[i] === state[i]) continue
        for (let j = 0; j < stateSize; j++) {
          // A pair of which both words were guessed is met twice.
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
    }
  }
  let played = 0
  for (; match < samples && played < DECISIONS; match++) {
    played += walk(walkSeed, match, compare).decisions
    for (const pair of pairs.values()) pair.closeMatch()
  }
  return { pairs, seed: walkSeed, matches: match }
}

/** The law that guesses repeat nothing that play never repeats: two words that are the same in guesses alone. */
export function judgeRepeats({ game }: Subject, { pairs, seed, matches }: PairsMeasured): void {
  const repeats = [...pairs].filter(
    ([key, pair]) => key !== ALL && pair.played === 0 && pair.score(MATCHES_MIN) > SCORE_MAX,
  )
  const isRepeat = ({ words: [i, j] }: Pair): boolean =>
    !isEverInPlay(game, seed, matches, state => state[i] === state[j])
  judgePairs({ game }, new Map(repeats.filter(([, pair]) => isRepeat(pair))))
}

/** The law of fair guesses: tells of the pair that stands out most, also where all pairs together do and none by itself. */
export function judgePairs({ game }: Pick<Subject, 'game'>, pairs: ReadonlyMap<number, Pair>): void {
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
    `in random matches, words ${i} and ${j} of the state were the same ${played} times where they differed in a guess for the same view, and in a guess ${guessed} times where they differed in the state; expected one about as often as the other`,
    example === null
      ? {}
      : {
          moment: example.moment,
          repeated: { whose: seatName(game, example.seat), guess: example.guess, words, played, guessed },
        },
  )
}
