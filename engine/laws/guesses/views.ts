/**
 * Fair guesses, view by view. Random matches are grouped by what a seat to move sees; the states behind a
 * view and the guesses for it are two samples of equal size, compared by Pearson's chi-square, sum((a - b)^2
 * / (a + b)), taken to a normal score by Wilson and Hilferty, The distribution of chi-square, PNAS 17 (1931).
 */
import { newState } from '../../contract/index.ts'
import { failLaw, type LawSubject, seatName, stateText } from '../law.ts'
import { playersIn, type WalkPosition } from '../walk.ts'
import { everyPosition, keyOf, type PositionWalk, wordsOf } from './sampling.ts'

/** Fewest matches that find recurring views, and how many decisions each is followed. */
const PROBES = 100
const PROBE_DECISIONS = 200
const POSITIONS = 200_000
/** Fewest samples of a view, and of a state behind it; rarer states are pooled. */
const SAMPLES_MIN = 40
const STATE_MIN = 10
/** The normal score that chance passes once in 10^9 views; seeds are fixed, so no law fails by luck. */
const SCORE_MAX = 6

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

export function checkViews(subject: LawSubject, walk: PositionWalk): void {
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

/** Of the views of random matches that hide something: how many there are, and how many came up in two matches. */
export function recurrence(subject: LawSubject): { matches: number; views: number; again: number } {
  const { samples, views, matches } = viewsThatRecur(subject, everyPosition(subject.game))
  return { matches, views, again: samples.size }
}

/** Views that hide something and came up in two of the `matches`; `depth` is the decisions to the last of them. */
function viewsThatRecur(
  subject: LawSubject,
  walk: PositionWalk,
): { samples: Map<string, Sample>; views: number; depth: number; matches: number } {
  const seen = new Set<string>()
  const hiding = new Set<string>()
  const samples = new Map<string, Sample>()
  let depth = 0
  let matches = 0
  for (; matches < PROBES || (matches < subject.matches && !subject.isEnough(matches)); matches++)
    visitViews(
      subject,
      walk,
      'probes',
      matches,
      PROBE_DECISIONS,
      (key, seat, state, guess, { decisions }) => {
        const hides = !key.endsWith(state) || guess !== state
        if (hides) hiding.add(key)
        if (hides && seen.has(key)) {
          samples.set(key, { seat, size: 0, counts: new Map() })
          depth = Math.max(depth, decisions)
        }
        seen.add(key)
      },
    )
  return { samples, views: hiding.size, depth, matches }
}

/**
 * Visits every view of a seat to move, once a match, with the keys of the view, of the state behind it and of
 * a guess. Positions with sealed decisions are skipped, since views show those as unmade.
 */
function visitViews(
  { game, seed }: LawSubject,
  walk: PositionWalk,
  what: string,
  match: number,
  depth: number,
  visit: (key: string, seat: number, state: string, guess: string, at: WalkPosition) => void,
): void {
  const met = new Set<string>()
  const guess = newState(game.info)
  const check = (at: WalkPosition) => {
    if (at.sealed) return
    for (const seat of playersIn(game, at.mask)) {
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

function compare({ game }: LawSubject, { seat, size, counts }: Sample): void {
  if (size < SAMPLES_MIN || scoreOf([...counts.values()]) <= SCORE_MAX) return
  const [state, { played, guessed }] = [...counts].reduce((worst, next) =>
    termOf(next[1]) > termOf(worst[1]) ? next : worst,
  )
  failLaw(
    `in ${size} random matches in which ${seatName(game, seat)} had the same view, the real state was ${stateText(game, wordsOf(state))} ${played} times, and it was guessed ${guessed} times`,
    'guesses about as often as the real state',
  )
}

const termOf = ({ played, guessed }: Count): number => (played - guessed) ** 2 / (played + guessed)

/** Standard deviations above what chance makes of two samples of one kind. */
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
