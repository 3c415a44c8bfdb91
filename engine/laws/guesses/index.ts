/** Laws of guesses: what `determinize` makes of a view is possible, can be played on, and is as likely as it is in play. */
import {
  CHANCE,
  type CompiledGame,
  newState,
  OVER,
  type State,
  settle,
  WIN_UNITS,
} from '../../contract/index.ts'
import { buffersOf, plain } from '../buffers.ts'
import { broken, type Law, law, lawOfPositions, nameOf, requireSame, type Subject, show } from '../law.ts'
import { draw, generator, type Position, seatsIn } from '../walk.ts'
import { keyOf, reachable } from './reach.ts'
import { checkViews } from './views.ts'
import { checkWords } from './words.ts'

/** Guesses are played on from every position of a short match, and from about that many of a long one. */
const PLAYED_ON = 8
/** And at least from one in that many positions that costly laws check, since decisionMax may be far off. */
const SKIPPED = 8

export function guessLaws(subject: Subject): Law[] {
  const { game, stride } = subject
  const apart = Math.min(Math.ceil(game.info.decisionMax / PLAYED_ON), SKIPPED * stride)
  if (game.info.type.information === 'perfect')
    return [
      lawOfPositions(subject, 'with perfect information, a guess is the view itself', checkNothingHidden),
    ]
  return [
    law('play from the start can reach every guess, with the same view', () => checkPossible(subject)),
    law('guesses are as likely as random play makes them, view by view', () => checkViews(subject)),
    law('guesses are as likely as random play makes them, word by word', () => checkWords(subject)),
    lawOfPositions(subject, 'play reaches an end from every guess', checkPlayable, apart),
  ]
}

function checkNothingHidden({ game, state, rng, view, guess }: Position): void {
  for (let seat = 0; seat < game.info.seats.length; seat++) {
    game.observe(state, seat, view)
    game.determinize(view, seat, rng, guess)
    requireSame(guess, view, `${nameOf(game, seat)}'s guess`)
  }
}

/** Guesses drawn for each view of an enumerated state. */
const DRAWS = 4

/** Games of more than `statesMax` states are left to the law of fair guesses, which samples them. */
function checkPossible({ game, seed, statesMax }: Subject): void {
  const states = reachable(game, statesMax)
  if (states === null) return
  const rng = generator(seed, 0, 5)
  const view = newState(game.info)
  const guess = newState(game.info)
  for (const state of states.values())
    for (const seat of seatsIn(game, game.toMove(state))) {
      if (seat === CHANCE) continue
      game.observe(state, seat, view)
      for (let i = 0; i < DRAWS; i++) {
        game.determinize(view, seat, rng, guess)
        if (!states.has(keyOf(guess)))
          broken(
            `${nameOf(game, seat)}'s guess ${show(game, guess)} is out of reach of play, for the position ${show(game, state)}`,
            `one of the ${states.size} states that play from the start can reach`,
          )
      }
    }
}

function checkPlayable(at: Position): void {
  const { game, mask, state, rng, view } = at
  for (const seat of seatsIn(game, mask)) {
    if (seat === CHANCE) continue
    game.observe(state, seat, view)
    const guess = newState(game.info)
    game.determinize(view, seat, rng, guess)
    const text = show(game, guess)
    try {
      playOn(game, guess, rng)
    } catch (error) {
      broken(
        `${nameOf(game, seat)}'s guess ${text} ends in: ${String(error)}`,
        'a match that can be played to its end',
      )
    }
  }
}

/** Plays a state to its end at random, and holds the match to its bounds. */
function playOn(game: CompiledGame, start: State, rng: Int32Array): void {
  const at = buffersOf(game, plain)
  at.state.set(start)
  let decisions = 0
  for (
    let seat = settle(game, at.state, at.events);
    seat !== OVER;
    seat = settle(game, at.state, at.events)
  ) {
    const count = game.legal(at.state, seat, at.legal)
    if (!(count >= 1 && count <= game.info.legalMax))
      throw new Error(`${nameOf(game, seat)} has ${count} legal actions`)
    game.apply(at.state, seat, draw(game, at.state, seat, rng, at), at.events)
    if (++decisions > game.info.decisionMax) throw new Error(`more than decisionMax, ${decisions}, decisions`)
  }
  game.result(at.state, at.returns)
  const sum = at.returns.reduce((total, share) => total + share, 0)
  if (sum !== WIN_UNITS) throw new Error(`returns that add up to ${sum}`)
}
