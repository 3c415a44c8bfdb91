/** Explains broken laws and errors in the terms of a game's author. */
import { oneLine } from '../../documents/index.ts'
import type { CompiledGame } from '../contract/index.ts'
import { Breach, LawError } from '../laws/index.ts'
import { ForbiddenError, GameError, placeIn, reasonOf, trailOf, UnsoundError } from '../modules/index.ts'
import { describeBreach, type GameFinding, trailTo } from './finding.ts'
import { unfairField } from './guesses.ts'

interface Words {
  readonly wrong: string
  readonly advice: string | null
}

const REMEMBERS: Words = {
  wrong: 'play depends on something outside of the state: the same moves led to another position',
  advice:
    'keep all that decides what happens next in the state, and nothing in variables of the module; order lists by what is in the state, never by how it came about',
}
const LEAKS: Words = {
  wrong: 'it leaks a secret: what a seat may do depends on what its view hides',
  advice: 'let toMove and moves of a seat look only at what view shows that seat',
}
const UNFAIR: Words = {
  wrong:
    'guesses at what is hidden are not as likely as chance makes it, before any seat has chosen anything',
  advice:
    'determinize must draw every completion of the view as often as play would have led to it: deal what is hidden from all that the view does not show, with random.shuffle',
}
const SKEWED: Words = {
  wrong: 'guesses at what is hidden are not as likely as random play makes it, once seats have chosen',
  advice:
    'this may stay: what others choose tells what they may hold, so searches hold some of that for likelier than it is between random players. Guesses need not be exact: it is enough if each is possible, and dealt as chance deals. Look closer if chance deals what is hidden in mid-game, too',
}
const IMPOSSIBLE: Words = {
  wrong: 'a guess at what is hidden is a position that play cannot lead to',
  advice:
    'determinize must return a whole state that play could have reached: no piece twice, none missing, everything that the view shows unchanged',
}
const REPEATS: Words = {
  wrong: 'guesses at what is hidden repeat what is elsewhere in the position, or leave out what play repeats',
  advice:
    'determinize must deal what is hidden from what lies nowhere else: neither in what the view shows, such as cards that were played, nor twice',
}
const OFFERS: Words = {
  wrong: 'the moves that it offers break the contract',
  advice:
    'legal writes ascending numbers below actionCount, at least one and at most legalMax, and sample draws one of them',
}
const SEALS: Words = {
  wrong: 'what one seat chooses shows to others that choose at the same time',
  advice:
    'keep choices that are made at the same time apart until all are made, and leave them out of the views of others',
}
const OUTCOMES: Words = {
  wrong: 'what a match comes to does not sum to a win',
  advice: 'all seats together get 60: all of it for a winner, equal shares for those who tie',
}

const OPENING = 'until a seat chooses, guesses are as likely as chance makes them'
const VIEWS_OPENING = `${OPENING}, view by view`
const WORDS_OPENING = `${OPENING}, word by word`
const PAIRS_OPENING = `${OPENING}, pair by pair of words`
const STRAYS = 'guesses hold no value that play never leads to'
const REPEATED = 'guesses repeat nothing that play never repeats'
const PLAYED = 'guesses are as likely as random play makes them'
const BUFFERS = 'engines stay within the buffers that they are lent'

/** By law. Laws that are absent concern only the fast contract. */
const LAWS: Readonly<Record<string, Words>> = {
  'the same seed plays the same states': REMEMBERS,
  'wrapped by wrapGame, a game plays the same states': REMEMBERS,
  'a copy taken midway plays on as the match did: engines remember nothing': REMEMBERS,
  'what a buffer held before does not matter': REMEMBERS,
  'looking at a state changes nothing': {
    wrong: 'it changes the state that it was asked about',
    advice: 'only apply and applyAll may change the state that they are given',
  },
  'every legal action has a text of its own that parses back': {
    wrong: 'two moves of a position are written alike, or a move cannot be read back',
    advice: 'offer no move twice, and let format write every move of a position differently',
  },
  'a position is described as plain JSON, and rendered': {
    wrong: 'a position cannot be written down',
    advice: 'keep numbers such as NaN and Infinity out of the state, and let render return a text',
  },
  'a guess looks like the view that it completes': {
    wrong:
      'it leaks a secret, or guesses away what is known: the view of a guess is not the view that it was made from',
    advice:
      'view must hide all that determinize replaces, and determinize must keep all that view shows: view(determinize(v)) is v for every seat',
  },
  'views and guesses offer a seat exactly what its state offers': LEAKS,
  'whether a decision uses an asset depends on what the seat knows, and asking changes nothing': LEAKS,
  'play from the start can reach every guess, with the same view': IMPOSSIBLE,
  'play reaches an end from every guess': IMPOSSIBLE,
  [VIEWS_OPENING]: UNFAIR,
  [WORDS_OPENING]: UNFAIR,
  [PAIRS_OPENING]: REPEATS,
  [STRAYS]: IMPOSSIBLE,
  [REPEATED]: REPEATS,
  [`${PLAYED}, view by view`]: SKEWED,
  [`${PLAYED}, word by word`]: SKEWED,
  [`${PLAYED}, pair by pair of words`]: SKEWED,
  [BUFFERS]: {
    wrong: 'it writes or reads beside the buffers that it is lent',
    advice: 'keep to stateSize, legalMax and the other sizes that info declares',
  },
  'with perfect information, a guess is the view itself': IMPOSSIBLE,
  'the order in which seats seal does not matter': {
    wrong: 'the order in which seats choose at the same time matters',
    advice: 'applyAll gets the moves of all seats at once: let it treat them alike, whoever decided first',
  },
  'what a seat seals shows in no view of the others, and keeps nobody from deciding': SEALS,
  'a match keeps to decisionMax and stepMax': {
    wrong: 'it does not end within the most decisions that it says a match has',
    advice: 'end the match after so many turns, or raise decisionMax and stepMax',
  },
  'returns divide the whole win, as the kind of the ending allows': OUTCOMES,
  'the win goes where the gauges say that decide it': OUTCOMES,
  'payoffs add up to nothing, and say who won': OUTCOMES,
  'legal actions ascend, lie in range and are neither none nor too many': OFFERS,
  'sample draws what a list and a pick would draw': OFFERS,
  'the passive action is one of the legal actions, and always the same': OFFERS,
  'gauges lie within their bounds, and zero-sum ones add up to nothing': {
    wrong: 'a gauge leaves the bounds that it declares',
    advice: 'widen min and max, or let it count what stays between them',
  },
}

const FORBIDDEN: Readonly<Record<ForbiddenError['what'], Words>> = {
  chance: {
    wrong: 'it draws from Math.random or crypto, which no seed decides',
    advice: "let toMove return 'chance' and chance list what may come, with weights",
  },
  time: {
    wrong: 'it looks at the clock, which no seed decides',
    advice: 'count moves or turns in the state instead',
  },
  process: {
    wrong: 'it would end the process that plays it',
    advice: 'let outcome return how a match ended, and throw an Error at what cannot be',
  },
}

/** Whether a game threw because a state, a move or rules are frozen. */
function isFrozen(error: unknown): boolean {
  return (
    error instanceof TypeError &&
    /read only|not extensible|Cannot (add|delete|define|redefine)/.test(reasonOf(error))
  )
}

/** Whether a game threw by itself, and is otherwise sound. */
export function isThrown(error: unknown): boolean {
  return !(error instanceof Breach || error instanceof UnsoundError || isFrozen(error))
}

function wordsOfError(error: unknown): Words {
  if (error instanceof GameError) return { wrong: reasonOf(error), advice: null }
  if (error instanceof ForbiddenError) return FORBIDDEN[error.what]
  const reason = reasonOf(error)
  if (isFrozen(error))
    return {
      wrong: 'it changes what it may only look at: a state, a move or the rules that it was given',
      advice:
        'change states in apply and applyAll alone, and copy lists before sorting them: [...list].sort()',
    }
  if (error instanceof RangeError && /call stack/.test(reason))
    return { wrong: 'it calls itself without end', advice: 'see that the recursion stops' }
  return { wrong: `it throws: ${reason}`, advice: null }
}

/** Random matches that find the unfairly guessed part of a state, and their seed. */
interface Sampled {
  readonly samples: number
  readonly seed: string
}

/** Explains what checking a law or compiling a game (`game` is null) threw. */
export function explain(game: CompiledGame | null, error: unknown, by: Sampled | null = null): GameFinding {
  const cause = error instanceof LawError ? error.cause : error
  const trail =
    error instanceof LawError && error.moment && game ? trailTo(game, error.moment) : trailOf(error)
  const place = placeIn(cause)
  if (!(error instanceof LawError && cause instanceof Breach))
    return { severity: 'error', ...wordsOfError(cause), found: null, place, trail }
  // The law of buffers also finds matches that differ the second time.
  const isOther = error.law === BUFFERS && cause.about.differing
  const words = isOther
    ? REMEMBERS
    : (LAWS[error.law] ?? { wrong: `it breaks the law: ${error.law}`, advice: null })
  const part = game && by && (words === UNFAIR || words === SKEWED) ? partOf(game, by) : null
  const found = oneLine(part ?? (game ? describeBreach(game, cause) : cause.message), FOUND_MAX)
  if (words === SKEWED) return { severity: 'warning', ...words, found, place: null, trail: null }
  return { severity: 'error', ...words, found, place: placeIn(cause.about.thrown), trail }
}

const FOUND_MAX = 400

function partOf(game: CompiledGame, { samples, seed }: Sampled): string | null {
  try {
    return unfairField(game, samples, seed)
  } catch {
    return null
  }
}

/** Laws of guesses, the plainest first. */
const GUESSES = [
  'a guess looks like the view that it completes',
  'play from the start can reach every guess, with the same view',
  VIEWS_OPENING,
  WORDS_OPENING,
  PAIRS_OPENING,
  STRAYS,
  REPEATED,
]

/** The check whether any match ends. */
export const ENDS = 'whether matches end'

/** Laws that only repeat, less plainly, what one of these laws says. */
const IMPLIED_BY: Readonly<Record<string, readonly string[]>> = {
  'play reaches an end from every guess': [ENDS],
  [PAIRS_OPENING]: GUESSES.slice(0, 4),
  [STRAYS]: GUESSES.slice(0, 4),
  [REPEATED]: GUESSES.slice(0, 6),
  [`${PLAYED}, view by view`]: GUESSES,
  [`${PLAYED}, word by word`]: [...GUESSES, `${PLAYED}, view by view`],
  [`${PLAYED}, pair by pair of words`]: [...GUESSES, `${PLAYED}, view by view`, `${PLAYED}, word by word`],
}

export function isImplied(law: string, broken: ReadonlySet<string>): boolean {
  return IMPLIED_BY[law]?.some(name => broken.has(name)) ?? false
}

/** For a test that all laws are explained. @internal */
export const EXPLAINED: readonly string[] = Object.keys(LAWS)
