/**
 * The laws of the contract: what every game keeps, whatever its rules. `lawsOf` gives them one by one, for any test
 * runner; each plays random matches of a fixed seed and checks the positions on the way.
 *
 *     for (const { name, check } of lawsOf(game)) it(name, check)
 *
 * What a game says of itself (description.ts):
 * - Sizes, seats, gauges, assets and endings make sense: whole positive sizes, unique names, bounds in order.
 * - A game has chance weights exactly if its type says so.
 * - `info.type` is true to play: with `sequential` one seat at a time is to move; with `deterministic` chance never is;
 *   with `perfect` a seat to move sees the whole state, or, in a simultaneous game, a state without UNKNOWN words.
 * - A match keeps to `decisionMax` and `stepMax`, and completes a step.
 *
 * Decisions (decisions.ts):
 * - Seats are to move, or chance is, or a step is to resolve, until the match is over.
 * - Legal actions ascend, lie in range and are neither none nor too many; chance weights are positive and add up.
 * - The passive action is one of the legal actions, and always the same: it draws nothing.
 * - `sample` draws what a list and a pick would draw, with the same draws.
 * - Every legal action has a unique text that parses back; with `fixedFormat`, it depends only on seat and action.
 * - A position is described as plain JSON, and rendered.
 * - Seats that are out (`Game.out`) are never to move again, and stay out.
 *
 * What people read (description.ts):
 * - No line of a position, of the legend, or of what `replay` prints is longer than LINE_MAX.
 * - What is drawn of a position (`GameText.board`) belongs to places, links, seats and signs that the game names, and is the same for
 *   the same position.
 * - Decisions touch places of the board (`GameText.places`), each once, and the same in a view.
 *
 * What a match comes to (outcomes.ts):
 * - Gauges lie within their bounds, and zero-sum ones add up to nothing. Counts of events never fall.
 * - Returns divide the whole win, as the kind of the ending allows (`Ending.kind`).
 * - The win goes where the gauges say that decide it (`Gauge.decides`).
 * - Payoffs add up to nothing, and say who won (`Gauge.payoff`).
 *
 * What seats may know (secrets.ts):
 * - The order in which seats seal does not matter; what a seat seals shows in no view of the others, and keeps nobody from
 *   deciding.
 * - A guess looks like the view that it completes. Views and guesses offer a seat exactly what its state offers: the seat
 *   to move, the list, the draw, the passive action, and each action by the same text.
 * - In games that have `isRevealed`: where it says so, a seat's view and its guesses are the state, word by word.
 *
 * Views (optional.ts), in games that name their identifying words:
 * - These are ascending ranges of words. Views that are alike in them are alike in all words.
 *
 * Guesses (guesses/):
 * - With perfect information, a guess is the view itself. Otherwise:
 * - Play from the start can reach every guess, with the same view: all states are enumerated, in games of at most
 *   `statesMax`.
 * - Until a seat chooses, guesses occur as often as chance deals them, in what seats to move see of the opening (guesses/sampling.ts):
 *   - View by view: random matches are grouped by view, and the states that play led to are compared with guesses by a chi-square test.
 *     This says little about games in which views hardly recur.
 *   - Word by word: over all views, each word of a state has each value as often in guesses as in play, by a sign test. This needs no
 *     view to recur.
 *   - Pair by pair: two words of a state are the same as often in guesses as in play.
 * - Guesses hold no value that play never leads to, and repeat nothing that play never repeats, so that no card lies in two places.
 * - With `exactGuesses`, they are as likely as random play makes them after seats have chosen, too, by the same three comparisons. A seat that
 *   saw what others chose must then weigh how likely random play makes that, as the built-in games do.
 * - Play reaches an end from every guess.
 *
 * What engines remember and touch (memory.ts):
 * - Looking at a state changes nothing. The same seed plays the same states, also through `wrapGame`. A copy taken midway
 *   plays on as the match did, with another match in between.
 * - Engines stay within the buffers that they are lent, and what a buffer held before does not matter.
 *
 * Fast paths (fused.ts), in games that have `sampleStep` or `sampleMatch`:
 * - From any position, `sampleStep` leaves the same words in state, generators and events as the plain loop of play.ts, and returns the
 *   same number of decisions: with a generator for each seat, and with one for all. `sampleMatch` leaves the same
 *   generators and events, as many decisions and steps, the same gauges after every step, and a match that is over with the same result, whatever was
 *   sampled before it.
 * - They stay within the buffers that they are lent.
 *
 * Look-aheads (optional.ts), in games that have `isIdle`:
 * - An idle action leads to the gauges and returns of the passive one, when everybody is passive, from states and from views.
 *
 * Assets (optional.ts), in games that have `uses`:
 * - Whether a decision uses an asset depends on what its seat knows; automatic assets are used by none.
 * - Of every group of assets that are used and not automatic, some decision uses one.
 *
 * Players that learn (optional.ts):
 * - `tokens`, `aspects` and `info.learning` come together.
 * - They keep to their most, and to what a seat knows: a guess has those of its view.
 */
import type { CompiledGame } from '../contract/index.ts'
import { decisionLaws } from './decisions.ts'
import { descriptionLaws, textLaws } from './description.ts'
import { fusedLaws } from './fused.ts'
import { guessLaws, recurrence } from './guesses/index.ts'
import { checkTogether, type Law, type LawOptions, type LawSubject } from './law.ts'
import { memoryLaws } from './memory.ts'
import { identifyingLaws, idleLaws, learningLaws, usesLaws } from './optional.ts'
import { outcomeLaws } from './outcomes.ts'
import { secretLaws } from './secrets.ts'

export { Balance, visitDeterminizations } from './guesses/index.ts'
export {
  Breach,
  type BreachEvidence,
  type Law,
  LawError,
  type LawOptions,
  seatName,
  type WalkMoment,
} from './law.ts'
export { playersIn, seatsIn, type WalkPosition, walk } from './walk.ts'

const DEFAULTS: Required<LawOptions> = {
  matches: 4,
  isEnough: () => false,
  seed: 'laws',
  stride: 3,
  samples: 4000,
  exactGuesses: false,
  statesMax: 10_000,
}

/** Nothing is played until a law is checked. */
export function lawsOf(game: CompiledGame, options: LawOptions = {}): Law[] {
  const subject: LawSubject = { ...DEFAULTS, ...options, game }
  return [
    descriptionLaws,
    decisionLaws,
    textLaws,
    outcomeLaws,
    secretLaws,
    identifyingLaws,
    guessLaws,
    memoryLaws,
    fusedLaws,
    idleLaws,
    learningLaws,
    usesLaws,
  ].flatMap(laws => laws(subject))
}

/**
 * Checks the laws of decisions, outcomes and memory that look at single positions, all in the same random
 * matches. Throws the first LawError; returns the number of matches.
 */
export function checkPositions(
  game: CompiledGame,
  options: LawOptions,
  isForgiven: (error: unknown) => boolean,
): number {
  const subject: LawSubject = { ...DEFAULTS, ...options, game }
  const laws = [decisionLaws, outcomeLaws, memoryLaws]
    .flatMap(lawsFor => lawsFor(subject))
    .filter((law): law is Required<Law> => law.checkAt !== undefined)
  return checkTogether(subject, laws, isForgiven)
}

/** Of the views that hide something: how many random matches show, and how many recur; 0 without secrets. */
export function viewsAgain(
  game: CompiledGame,
  options: LawOptions = {},
): { matches: number; views: number; again: number } {
  if (game.info.type.information === 'perfect') return { matches: 0, views: 0, again: 0 }
  return recurrence({ ...DEFAULTS, ...options, game })
}
