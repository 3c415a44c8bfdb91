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
  wrong: 'play depends on something outside the state: the same moves led to a different position',
  advice:
    'keep everything that affects play in the state, not in variables of the module. Sort lists by their contents, not by the order in which you built them',
}
const LEAKS: Words = {
  wrong: "it leaks a secret: a seat's moves depend on something its view hides",
  advice: 'in toMove and moves, use only what view shows to that seat',
}
const UNLISTED = (seat: string, thrown: unknown): Words => ({
  wrong: `it can't list the moves of ${seat} from what ${seat} sees: ${reasonOf(thrown)}`,
  advice:
    "agents know only their seat's view, so evenhand calls moves with views as well as states: use only what the view shows, or let view show what moves needs",
})
const UNFAIR: Words = {
  wrong: 'guesses at hidden information have the wrong odds, even before any seat makes a choice',
  advice:
    "determinize must return each possible state as often as play leads to it: shuffle everything that the view doesn't show with random.shuffle, and deal from that",
}
const SKEWED: Words = {
  wrong: 'once seats have made choices, guesses at hidden information have different odds than random play',
  advice:
    'this may be fine: choices of other seats reveal something about what they hold, and guesses may ignore that. Searches then overrate some hands. It is enough if every guess is possible and as likely as chance makes it. Look closer if chance also deals hidden things later in the match',
}
const IMPOSSIBLE: Words = {
  wrong: "a guess at hidden information is a position that play can't reach",
  advice:
    'determinize must return a complete state that play could have reached: no duplicate or missing pieces, and everything that the view shows unchanged',
}
const REPEATS: Words = {
  wrong:
    'guesses at hidden information contain something twice that occurs only once in play, or the other way round',
  advice:
    'determinize must deal only what is left: nothing twice, and nothing that the view shows, such as played cards',
}
const OFFERS: Words = {
  wrong: 'its list of moves breaks the contract',
  advice:
    'legal must write ascending numbers below actionCount, at least one and at most legalMax; sample must draw one of them',
}
const SEALS: Words = {
  wrong: 'a seat can see a choice that another makes at the same time',
  advice:
    "store simultaneous choices separately until all are made, and hide them from the other seats' views",
}
const OUTCOMES: Words = {
  wrong: "the shares of the win don't add up to one whole win",
  advice: 'all seats together get 60: a single winner gets all of it, and seats that tie get equal shares',
}

const OPENING = 'before any choice, guesses occur as often as chance deals them'
const VIEWS_OPENING = `${OPENING}, view by view`
const WORDS_OPENING = `${OPENING}, word by word`
const PAIRS_OPENING = `${OPENING}, pair by pair of words`
const STRAYS = 'guesses contain only values that play leads to'
const REPEATED = 'guesses repeat a value only if play does'
const PLAYED = 'guesses are as likely as random play makes them'
const BUFFERS = 'engines stay within the buffers of their callers'

/** By law. Laws that are absent concern only the fast contract. */
const LAWS: Readonly<Record<string, Words>> = {
  'the same seed leads to the same states': REMEMBERS,
  'a game wrapped by wrapGame plays the same states': REMEMBERS,
  'a copy taken midway continues as the match did, so engines keep nothing between calls': REMEMBERS,
  "the previous contents of a buffer don't matter": REMEMBERS,
  "reading a state doesn't change it": {
    wrong: 'it changes a state outside apply',
    advice: 'change states only in apply and applyAll',
  },
  'every legal action has its own text, and parse turns the text back into the action': {
    wrong: "two moves in a position have the same text, or evenhand can't read a move back from its text",
    advice: "don't offer a move twice, and let format give every move in a position its own text",
  },
  'describe returns plain JSON, and render returns text': {
    wrong: "a position can't be written as JSON or as text",
    advice: 'keep NaN and Infinity out of the state, and let render return a string',
  },
  'the view of a guess is the view that it was made from': {
    wrong:
      "it leaks a secret or changes something known: a guess doesn't look like the view it was made from",
    advice:
      'view must hide everything that determinize replaces, and determinize must keep everything that view shows. So view(determinize(v)) must equal v for every seat',
  },
  'views and guesses offer a seat the same actions as the state': LEAKS,
  "uses depends only on what the seat knows, and doesn't change the state": LEAKS,
  'play from the start can reach every guess, with the same view': IMPOSSIBLE,
  'a match can be played to its end from every guess': IMPOSSIBLE,
  [VIEWS_OPENING]: UNFAIR,
  [WORDS_OPENING]: UNFAIR,
  [PAIRS_OPENING]: REPEATS,
  [STRAYS]: IMPOSSIBLE,
  [REPEATED]: REPEATS,
  [`${PLAYED}, view by view`]: SKEWED,
  [`${PLAYED}, word by word`]: SKEWED,
  [`${PLAYED}, pair by pair of words`]: SKEWED,
  [BUFFERS]: {
    wrong: 'it reads or writes outside its buffers',
    advice: 'stay within stateSize, legalMax and the other sizes in info',
  },
  'with perfect information, a guess equals the view': IMPOSSIBLE,
  "the order of simultaneous decisions doesn't matter": {
    wrong: 'the order of simultaneous choices matters',
    advice: 'applyAll gets the moves of all seats at once. Its result must not depend on who decided first',
  },
  'a simultaneous decision is hidden from the other seats, and they can still make theirs': SEALS,
  'no match exceeds decisionMax or stepMax': {
    wrong: 'a match takes more decisions than the game declares',
    advice: 'end the match after a number of turns, or raise decisionMax and stepMax',
  },
  'returns divide one whole win in a way that the kind of ending allows': OUTCOMES,
  'the seat with the highest deciding gauge wins': OUTCOMES,
  'payoffs add up to 0 and are positive for the winner': OUTCOMES,
  'legal lists actions in ascending order and within range, at least one and at most legalMax': OFFERS,
  'sample draws the action that a random pick from legal would': OFFERS,
  'the passive action is a legal action, and always the same one': OFFERS,
  'gauges stay within their bounds, and zero-sum gauges add up to 0': {
    wrong: 'a gauge leaves its own bounds',
    advice: 'lower min or raise max, or return a number between them',
  },
}

const FORBIDDEN: Readonly<Record<ForbiddenError['what'], Words>> = {
  chance: {
    wrong:
      'it draws from Math.random or crypto in a function that must always return the same for a position',
    advice: "draw only in setup and apply, or let toMove return 'chance' and list the outcomes in chance",
  },
  process: {
    wrong: 'it tries to end the process',
    advice: 'return the result of a match from outcome, and throw an Error if something is impossible',
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
      wrong: 'it changes a state, a move or the rules outside apply',
      advice:
        'change states only in apply and applyAll, and copy lists before you sort them: [...list].sort()',
    }
  if (error instanceof RangeError && /call stack/.test(reason))
    return {
      wrong: 'a function calls itself endlessly',
      advice: 'check the condition that should end the recursion',
    }
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
  const { unlisted } = cause.about
  const words = isOther
    ? REMEMBERS
    : unlisted
      ? UNLISTED(unlisted.seat, cause.about.thrown)
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
  'the view of a guess is the view that it was made from',
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
  'a match can be played to its end from every guess': [ENDS],
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
