/**
 * The law of fair guesses, view by view. Random matches from the start are grouped by what a seat to move sees. Behind the same view lie
 * different states; those that play led to and those that `determinize` guessed must be alike. Two samples of equal size
 * are compared by Pearson's chi-square, sum((a - b)^2 / (a + b)); the sum is taken to a normal score by Wilson and
 * Hilferty, The distribution of chi-square, PNAS 17 (1931).
 */
import { CHANCE, newState } from '../../contract/index.ts'
import { broken, type Subject, seatName, stateText } from '../law.ts'
import { type Position, seatsIn } from '../walk.ts'
import { everyPosition, keyOf, type Positions, wordsOf } from './positions.ts'

/** Matches that find out which views recur, and the most decisions that they are followed for. */
const PROBES = 100
const PROBE_DECISIONS = 200
/** Most positions that are sampled, all matches together. */
const POSITIONS = 200_000
/** Fewest samples of a view, and of a state behind it, that are compared. Rarer states are taken together. */
const SAMPLES_MIN = 40
const STATE_MIN = 10
/** A normal score that chance passes once in 10^9 views; the seed is fixed, so that a law never fails by luck. */
const SCORE_MAX = 6

/** How often play led to a state behind a view, and how often a guess did. */
interface Count {
  played: number
  guessed: number
}

interface Sample {
  readonly seat: number
  size: number
  /** By the state's key. */
  readonly counts: Map<string, Count>
}

/** Compares guesses with the positions behind them, at these positions of random matches. */
export function checkViews(subject: Subject, walk: Positions): void {
  const { samples, depth } = viewsThatRecur(subject, walk)
  const matches = Math.min(subject.samples, Math.floor(POSITIONS / (depth + 1)))
  if (samples.size === 0) return
  for (let match = 0; match < matches; match++)
    visitViews(subject, walk, 'guesses', match, depth, (key, _seat, state, guess) => {
      const sample = samples.get(key)
      if (sample === undefined) return
      sample.size++
      countOf(sample, state).played++
      countOf(sample, guess).guessed++
    })
  for (const sample of samples.values()) compare(subject, sample)
}

/** How many views that hide something came up in a few random matches, and in more than one of them: guesses are compared view by view only there. */
export function recurrence(subject: Subject): { matches: number; views: number; again: number } {
  const { samples, views } = viewsThatRecur(subject, everyPosition(subject.game))
  return { matches: PROBES, views, again: samples.size }
}

/** Views that came up in more than one of a few matches and hide something, how many came up at all, and how many decisions lead to the last. */
function viewsThatRecur(
  subject: Subject,
  walk: Positions,
): { samples: Map<string, Sample>; views: number; depth: number } {
  const seen = new Set<string>()
  const hiding = new Set<string>()
  const samples = new Map<string, Sample>()
  let depth = 0
  for (let match = 0; match < PROBES; match++)
    visitViews(subject, walk, 'probes', match, PROBE_DECISIONS, (key, seat, state, guess, { decisions }) => {
      const hides = !key.endsWith(state) || guess !== state
      if (hides) hiding.add(key)
      if (hides && seen.has(key)) {
        samples.set(key, { seat, size: 0, counts: new Map() })
        depth = Math.max(depth, decisions)
      }
      seen.add(key)
    })
  return { samples, views: hiding.size, depth }
}

/**
 * Plays a random match for a number of decisions, and visits every view of a seat to move, once a match: its key, the keys of
 * the state behind it and of a guess. Positions at which others may have sealed decisions are left out, since a view
 * shows those as unmade.
 */
function visitViews(
  { game, seed }: Subject,
  walk: Positions,
  what: string,
  match: number,
  depth: number,
  visit: (key: string, seat: number, state: string, guess: string, at: Position) => void,
): void {
  const met = new Set<string>()
  const guess = newState(game.info)
  const check = (at: Position) => {
    if (at.sealed) return
    for (const seat of seatsIn(game, at.mask)) {
      if (seat === CHANCE) continue
      game.observe(at.state, seat, at.view)
      const key = `${seat} ${keyOf(at.view)}`
      if (met.has(key)) continue
      met.add(key)
      game.determinize(at.view, seat, at.rng, guess)
      visit(key, seat, keyOf(at.state), keyOf(guess), at)
    }
  }
  walk(`${seed} ${what}`, match, check, depth)
}

function countOf({ counts }: Sample, state: string): Count {
  const known = counts.get(state)
  if (known) return known
  const count = { played: 0, guessed: 0 }
  counts.set(state, count)
  return count
}

function compare({ game }: Subject, { seat, size, counts }: Sample): void {
  if (size < SAMPLES_MIN || scoreOf([...counts.values()]) <= SCORE_MAX) return
  const [state, { played, guessed }] = [...counts].reduce((worst, next) =>
    termOf(next[1]) > termOf(worst[1]) ? next : worst,
  )
  broken(
    `in ${size} random matches that gave ${seatName(game, seat)} the same view, ${stateText(game, wordsOf(state))} stood behind it ${played} times and was guessed ${guessed} times`,
    'guesses about as frequent as what they stand for',
  )
}

const termOf = ({ played, guessed }: Count): number => (played - guessed) ** 2 / (played + guessed)

/** How far two samples are apart, in standard deviations above what chance makes of two samples of one kind. */
function scoreOf(counts: readonly Count[]): number {
  const common = counts.filter(({ played, guessed }) => played + guessed >= STATE_MIN)
  const rest = { played: 0, guessed: 0 }
  for (const count of counts) {
    if (common.includes(count)) continue
    rest.played += count.played
    rest.guessed += count.guessed
  }
  const cells = rest.played + rest.guessed > 0 ? [...common, rest] : common
  const freedom = cells.length - 1
  if (freedom < 1) return 0
  const sum = cells.reduce((total, cell) => total + termOf(cell), 0)
  const spread = 2 / (9 * freedom)
  return (Math.cbrt(sum / freedom) - (1 - spread)) / Math.sqrt(spread)
}
