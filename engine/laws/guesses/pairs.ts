/**
 * The law of fair guesses, pair by pair: in play a card lies in one place, and a guess that deals it a second time gives every word the values that it has in
 * play, so that no word by itself shows it. Two words of a state are equal as often where they differ in a guess for the same view as the other way
 * round. Differences are summed match by match and measured as in words.ts; so is the number of all pairs that are equal.
 */
import { CHANCE, newState } from '../../contract/index.ts'
import { Breach, type Moment, nameOf, type Subject } from '../law.ts'
import { type Position, seatsIn, walk } from '../walk.ts'

/** About how many decisions are played, all matches together. */
const DECISIONS = 20_000
/** Fewest matches with a difference that are judged, and the score that chance alone passes once in 10^9 pairs: there may be thousands. */
const MATCHES_MIN = 30
const SCORE_MAX = 6.5

/** How often two words were equal in play alone, and how often in a guess alone. */
interface Pair {
  readonly words: readonly [number, number]
  played: number
  guessed: number
  /** In the current match, played less guessed. */
  difference: number
  /** Of the matches before: how many had a difference, and the sum of their squares. */
  matches: number
  squares: number
  /** A guess in which alone they were equal, and where. */
  example: Example | null
}

interface Example {
  readonly guess: Int32Array
  readonly seat: number
  readonly moment: Moment
}

/** All pairs taken together. */
const ALL = -1

export function checkPairs({ game, seed, samples }: Subject): void {
  const { stateSize } = game.info
  const walkSeed = `${seed} pairs`
  const pairs = new Map<number, Pair>()
  const guess = newState(game.info)
  const pairOf = (i: number, j: number, key: number): Pair => {
    const known = pairs.get(key)
    if (known) return known
    const fresh = {
      words: [i, j],
      played: 0,
      guessed: 0,
      difference: 0,
      matches: 0,
      squares: 0,
      example: null,
    } as const
    pairs.set(key, { ...fresh })
    return pairs.get(key)!
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
          count(pair, isPlayed)
          count(pairOf(i, j, ALL), isPlayed)
          if (!isPlayed && pair.example === null)
            pair.example = { guess: guess.slice(), seat, moment: { seed: walkSeed, match, decisions, steps } }
        }
      }
    }
  }
  let played = 0
  for (; match < samples && played < DECISIONS; match++) {
    played += walk(game, walkSeed, match, compare).decisions
    for (const pair of pairs.values()) closeMatch(pair)
  }
  judge(game, pairs)
}

function count(pair: Pair, isPlayed: boolean): void {
  if (isPlayed) pair.played++
  else pair.guessed++
  pair.difference += isPlayed ? 1 : -1
}

function closeMatch(pair: Pair): void {
  if (pair.difference === 0) return
  pair.matches++
  pair.squares += pair.difference ** 2
  pair.difference = 0
}

function scoreOf({ played, guessed, matches, squares }: Pair): number {
  return matches < MATCHES_MIN ? 0 : Math.abs(played - guessed) / Math.sqrt(squares)
}

/** Tells of the pair that stands out most, also where all pairs together do and none by itself. */
function judge(game: Subject['game'], pairs: ReadonlyMap<number, Pair>): void {
  const scores = [...pairs.values()].map(scoreOf)
  if (scores.every(score => score <= SCORE_MAX)) return
  const single = [...pairs].filter(([key]) => key !== ALL).map(([, pair]) => pair)
  const { words, played, guessed, example } = single.reduce((most, pair) => {
    const isTold = pair.guessed > pair.played === most.guessed > most.played
    return (isTold ? scoreOf(pair) > scoreOf(most) : pair.guessed > pair.played) ? pair : most
  })
  const [i, j] = words
  throw new Breach(
    `in random matches, words ${i} and ${j} of the state were the same ${played} times where they differed in a guess for the same view, and in a guess ${guessed} times where they differed in the state; expected one about as often as the other`,
    example === null
      ? {}
      : {
          moment: example.moment,
          repeated: { whose: nameOf(game, example.seat), guess: example.guess, words, played, guessed },
        },
  )
}
