/** Whether guesses fit the rules that are played: what the laws of views and guesses ask of all, asked of a few. */
import {
  type Action,
  CHANCE,
  type CompiledGame,
  differenceIn,
  newEvents,
  newState,
  OVER,
  type Seat,
  type State,
  settle,
} from '../../engine/contract/index.ts'
import { GameError } from '../../engine/modules/index.ts'
import { derive, RNG_WORDS, rootOf } from '../../engine/rng.ts'

/**
 * Has the seats that are to move in these positions guess at what they do not see: such a guess must show its seat the same view, and offer it the same moves. Throws a
 * GameError about the author's function that guesses.
 */
export function requireFittingGuesses(game: CompiledGame, states: readonly State[]): void {
  const { info } = game
  if (info.type.information === 'perfect' || game.unguessed !== undefined) return
  const [state, view, guess, seen] = [0, 0, 0, 0].map(() => newState(info))
  const events = newEvents(info)
  const rng = new Int32Array(RNG_WORDS)
  for (const [at, one] of states.entries()) {
    state!.set(one)
    const next = settle(game, state!, events)
    if (next === OVER || next === CHANCE) continue
    const mask = game.toMove(state!)
    for (let seat = 0; seat < info.seats.length; seat++) {
      if (((mask >> seat) & 1) === 0) continue
      derive(rng, rootOf('guesses'), at, seat)
      game.observe(state!, seat, view!)
      game.determinize(view!, seat, rng, guess!)
      game.observe(guess!, seat, seen!)
      requireView(game, seat, seen!, view!)
      requireMoves(game, seat, guess!, state!)
    }
  }
}

function requireView(game: CompiledGame, seat: Seat, found: State, expected: State): void {
  const word = found.findIndex((one, i) => one !== expected[i])
  if (word < 0) return
  const what = `what ${game.info.seats[seat]} sees of its guess`
  throw unfit(
    game,
    differenceIn(game, { what, found, expected }) ??
      `word ${word} of ${what} is ${found[word]}; expected ${expected[word]}`,
    'as in the view that it was made from',
  )
}

function requireMoves(game: CompiledGame, seat: Seat, guess: State, state: State): void {
  const name = game.info.seats[seat]
  const isToMove = (game.toMove(guess) >> seat) & 1
  const [found, expected] = [isToMove ? movesOf(game, guess, seat) : [], movesOf(game, state, seat)]
  const place = expected.findIndex((move, i) => move !== found[i])
  if (found.length === expected.length && place < 0) return
  const differs =
    found.length === expected.length
      ? `a guess of ${name}'s offers it ${found[place]}; expected ${expected[place]}`
      : `a guess of ${name}'s offers it ${found.length} moves; expected ${expected.length}`
  throw unfit(game, differs, 'as in the position itself')
}

/** What a seat may do, as records write it. */
function movesOf(game: CompiledGame, state: State, seat: Seat): string[] {
  const legal = new Int32Array(game.info.legalMax)
  const actions: Action[] = [...legal.subarray(0, game.legal(state, seat, legal))]
  return actions.map(action => game.text.format(state, seat, action))
}

function unfit({ text }: CompiledGame, difference: string, why: string): GameError {
  return new GameError(`guesses (determinize) do not fit the rules: ${difference}, ${why}`, text.guess)
}
