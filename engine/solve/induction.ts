/**
 * Exact values by backward induction, for small two-seat games that hide only sealed decisions: a matrix game
 * where both are to move, an average at chance, the better action otherwise.
 */
import {
  CHANCE,
  type CompiledGame,
  newEvents,
  newState,
  OVER,
  type Seat,
  type State,
  settle,
} from '../contract/index.ts'
import { solveMatrix } from '../matrix.ts'
import { payoffsOf, successors, TooLarge, Unsolvable } from './tree.ts'

const BOTH = 0b11
const WANTED =
  'a game of two seats without hidden information, except for simultaneous decisions, one per seat at a time'

export class Induction {
  readonly #game: CompiledGame
  readonly #most: number
  readonly #events: Int32Array
  readonly #known = new Map<string, number>()

  /** `most` bounds the positions kept. Throws Unsolvable for other kinds of games. */
  constructor(game: CompiledGame, most: number) {
    if (game.info.seats.length !== 2)
      throw new Unsolvable(game, `it has ${game.info.seats.length} seats`, WANTED)
    if (game.info.type.information !== 'perfect')
      throw new Unsolvable(game, 'it has hidden information', WANTED)
    this.#game = game
    this.#most = most
    this.#events = newEvents(game.info)
  }

  /** The first seat's payoff by best play from the start. Throws TooLarge and Unsolvable. */
  get start(): number {
    const state = newState(this.#game.info)
    this.#game.start(state, this.#events)
    return this.value(state)
  }

  /** The same from a position without sealed decisions. */
  value(position: State): number {
    const state = position.slice()
    const seat = settle(this.#game, state, this.#events)
    const key = state.join()
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const value = this.#valueOf(state, seat)
    if (this.#known.size === this.#most) throw new TooLarge(this.#game, this.#most, 'positions')
    this.#known.set(key, value)
    return value
  }

  #valueOf(state: State, seat: Seat): number {
    const game = this.#game
    if (seat === OVER) return payoffsOf(game, state)[0]!
    if (game.toMove(state) === BOTH)
      return solveMatrix(
        successors(this.#game, this.#events, state, 0).map(sealed =>
          successors(this.#game, this.#events, sealed, 1).map(next => this.#both(next)),
        ),
      ).value
    const values = successors(this.#game, this.#events, state, seat).map(next => this.value(next))
    if (seat !== CHANCE) return seat === 0 ? Math.max(...values) : Math.min(...values)
    const weights = new Int32Array(game.info.legalMax)
    const sum = game.chanceWeights!(state, weights)
    return values.reduce((mean, value, i) => mean + (value * weights[i]!) / sum, 0)
  }

  /** Throws Unsolvable if one of them has more to seal. */
  #both(state: State): number {
    if ((this.#game.toMove(state) & BOTH) !== 0)
      throw new Unsolvable(this.#game, 'its seats make several simultaneous decisions at a time', WANTED)
    return this.value(state)
  }
}
