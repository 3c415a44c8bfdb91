/** Laws of guesses: what `determinize` makes of a view is possible, can be played on, and is as likely as it is in play. */
import { type CompiledGame, newState, OVER, type State, settle, WIN_UNITS } from '../../contract/index.ts'
import {
  Breach,
  failLaw,
  type Law,
  type LawSubject,
  law,
  lawOfPositions,
  requireSame,
  seatName,
  stateText,
} from '../law.ts'
import { buffersOf, draw, generator, playersIn, unguarded, type WalkPosition } from '../walk.ts'
import { judgePairs, judgeRepeats, measurePairs } from './pairs.ts'
import { everyPosition, keyOf, openingPositions, reachable } from './sampling.ts'
import { checkViews } from './views.ts'
import { checkUnreachableValues, judgeWords, measureWords } from './words.ts'

export { Balance, visitDeterminizations } from './sampling.ts'

export { recurrence } from './views.ts'

/**
 * Every guess is played out for this many decisions, then one in SKIPPED of those that costly laws check:
 * decisionMax may be far off.
 */
const PLAYED_MAX = 20_000
const SKIPPED = 8
/** Openings played per whole match: they are short. */
const OPENINGS_TIMES = 4
/** Guesses cut off, while no state behind them is, before they are blamed. */
const ENDLESS_MIN = 20

export function guessLaws(subject: LawSubject): Law[] {
  const { game, stride } = subject
  if (game.info.type.information === 'perfect')
    return [lawOfPositions(subject, 'with perfect information, a guess equals the view', checkNothingHidden)]
  const [opening, everywhere] = [openingPositions(subject), everyPosition(game)]
  const openings = { ...subject, samples: OPENINGS_TIMES * subject.samples }
  const words = once(() => measureWords(subject, everywhere))
  const pairs = once(() => measurePairs(subject, everywhere))
  return [
    law('play from the start can reach every guess, with the same view', () => checkPossible(subject)),
    law('before any choice, guesses occur as often as chance deals them, view by view', () =>
      checkViews(openings, opening),
    ),
    law('before any choice, guesses occur as often as chance deals them, word by word', () =>
      judgeWords(measureWords(openings, opening).counts),
    ),
    law('before any choice, guesses occur as often as chance deals them, pair by pair of words', () =>
      judgePairs(subject, measurePairs(openings, opening).pairs),
    ),
    lawOfPositions(
      subject,
      'a match can be played to its end from every guess',
      playableCheck(SKIPPED * stride),
    ),
    law('guesses contain only values that play leads to', () => checkUnreachableValues(subject, words())),
    law('guesses repeat a value only if play does', () => judgeRepeats(subject, pairs())),
    ...(subject.exactGuesses
      ? [
          law('guesses are as likely as random play makes them, view by view', () =>
            checkViews(subject, everywhere),
          ),
          law('guesses are as likely as random play makes them, word by word', () =>
            judgeWords(words().counts),
          ),
          law('guesses are as likely as random play makes them, pair by pair of words', () =>
            judgePairs(subject, pairs().pairs),
          ),
        ]
      : []),
  ]
}

function once<T extends object>(find: () => T): () => T {
  let known: T | null = null
  return () => (known ??= find())
}

function checkNothingHidden({ game, state, rng, view, guess }: WalkPosition): void {
  for (let seat = 0; seat < game.info.seats.length; seat++) {
    game.observe(state, seat, view)
    game.determinize(view, seat, rng, guess)
    requireSame(guess, view, `${seatName(game, seat)}'s guess`)
  }
}

const DRAWS = 4

/** Larger games are left to the laws of fair guesses, which sample. */
function checkPossible({ game, seed, statesMax }: LawSubject): void {
  const states = reachable(game, statesMax)
  if (states === null) return
  const rng = generator(seed, 0, 5)
  const view = newState(game.info)
  const guess = newState(game.info)
  for (const state of states.values())
    for (const seat of playersIn(game, game.toMove(state))) {
      game.observe(state, seat, view)
      for (let i = 0; i < DRAWS; i++) {
        game.determinize(view, seat, rng, guess)
        if (!states.has(keyOf(guess)))
          failLaw(
            `play can't reach ${seatName(game, seat)}'s guess ${stateText(game, guess)} for the position ${stateText(game, state)}`,
            `one of the ${states.size} states that play from the start can reach`,
          )
      }
    }
}

/** Plays each guess out, and the state behind it. */
function playableCheck(skipped: number): (at: WalkPosition) => void {
  let [met, played, endless, endlessStates] = [0, 0, 0, 0]
  return ({ game, mask, state, rng, view }) => {
    for (const seat of playersIn(game, mask)) {
      if (played > PLAYED_MAX && met++ % skipped !== 0) continue
      game.observe(state, seat, view)
      const guess = newState(game.info)
      game.determinize(view, seat, rng, guess)
      const text = stateText(game, guess)
      const fail = (what: string, thrown?: unknown): never => {
        const found = `${seatName(game, seat)}'s guess ${text} ${what}`
        throw new Breach(`${found}; expected a match that can be played to its end`, { thrown })
      }
      try {
        const end = playOn(game, guess, rng)
        played += end.decisions
        if (end.isCut) endless++
      } catch (error) {
        fail(`leads to the error: ${String(error)}`, error)
      }
      if (playOn(game, state, rng).isCut) endlessStates++
      if (endless >= ENDLESS_MIN && endlessStates === 0)
        fail(
          `and ${endless - 1} guesses before it reached no end within decisionMax, although the real positions did`,
        )
    }
  }
}

/** Plays a state out at random, within the game's bounds. */
function playOn(game: CompiledGame, start: State, rng: Int32Array): { decisions: number; isCut: boolean } {
  const at = buffersOf(game, unguarded)
  at.state.set(start)
  let decisions = 0
  for (
    let seat = settle(game, at.state, at.events);
    seat !== OVER;
    seat = settle(game, at.state, at.events)
  ) {
    const count = game.legal(at.state, seat, at.legal)
    if (!(count >= 1 && count <= game.info.legalMax))
      throw new Error(`${seatName(game, seat)} has ${count} legal actions`)
    game.apply(at.state, seat, draw(game, at.state, seat, rng, at), at.events)
    if (++decisions > game.info.decisionMax) throw new Error(`more than decisionMax, ${decisions}, decisions`)
  }
  const ending = game.result(at.state, at.returns)
  const sum = at.returns.reduce((total, share) => total + share, 0)
  if (sum !== WIN_UNITS) throw new Error(`returns that add up to ${sum}`)
  return { decisions, isCut: game.info.endings[ending]?.kind === 'length' }
}
