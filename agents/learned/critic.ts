/** What a position is worth to a seat whose policy plays on from there: learned from what came of such positions. */
import { type Game, newState, type Seat, type State, WIN_UNITS } from '../../engine/contract/index.ts'
import { Evaluator } from '../evaluation.ts'
import { Crosses } from './crosses.ts'
import { expOf } from './exponential.ts'
import type { Features } from './features.ts'

/** AdaGrad's rate for the weights of tokens, and the plain rate of the weight of the lead. */
const RATE = 0.02
const LEAD_RATE = 5e-4
/** The weight of the lead before anything is learned. */
export const LEAD_WEIGHT = 2

/** What a critic knows. */
export interface Values {
  /** A power of two of weights, which may be shared. */
  readonly weights: Float32Array
  /** At 0: the weight of the lead. */
  readonly lead: Float64Array
}

/** A logistic function of the tokens of a position and of the lead that `Evaluator` sees there. */
export class Critic {
  readonly #game: Game
  readonly #crosses: Crosses
  readonly #evaluator: Evaluator
  readonly #values: Values
  readonly #guess: State
  readonly #fair: number
  readonly #others: number

  /** Reads `values` wherever it is asked, and `learn` changes them. */
  constructor(game: Game, values: Values) {
    this.#game = game
    this.#crosses = new Crosses(game)
    this.#evaluator = new Evaluator(game, 'smooth')
    this.#values = values
    this.#guess = newState(game.info)
    this.#others = game.info.seats.length - 1
    this.#fair = WIN_UNITS / game.info.seats.length
  }

  /** A seat's lead in a guess at what it does not see: from -1 (all is lost) to 1 (all is won), 0 where it has its fair share. */
  leadOf(view: State, seat: Seat, rng: Int32Array): number {
    this.#game.determinize(view, seat, rng, this.#guess)
    return this.leadIn(this.#guess, seat)
  }

  /** The same in a whole state. */
  leadIn(state: State, seat: Seat): number {
    const above = this.#evaluator.evaluate(state, seat) - this.#fair
    return above / (above > 0 ? WIN_UNITS - this.#fair : this.#fair)
  }

  /** The share of what there is to win that a seat may expect at a position where its lead is known. */
  valueOf(view: State, seat: Seat, lead: number): number {
    this.#crosses.read(view, seat)
    return this.#value(lead)
  }

  /** The same of the position of a decision that was kept. */
  valueAt(features: Features, decision: number, lead: number): number {
    this.#crosses.take(features, decision)
    return this.#value(lead)
  }

  #value(lead: number): number {
    const { weights, lead: weight } = this.#values
    const z = weight[0]! * lead + this.#crosses.sumOfPosition(weights)
    // At z = 0 this is the fair share.
    if (z > 0) return 1 / (1 + this.#others * expOf(-z))
    const e = expOf(z)
    return e / (e + this.#others)
  }

  /** Moves the value of a position towards what came of it. `squares`: AdaGrad's sums of squared gradients, one a weight. */
  learn(view: State, seat: Seat, lead: number, share: number, squares: Float32Array): void {
    this.#move(this.valueOf(view, seat, lead) - share, lead, squares)
  }

  /** The same of the position of a decision that was kept. */
  learnAt(features: Features, decision: number, lead: number, share: number, squares: Float32Array): void {
    this.#move(this.valueAt(features, decision, lead) - share, lead, squares)
  }

  #move(gradient: number, lead: number, squares: Float32Array): void {
    const { weights, lead: weight } = this.#values
    this.#crosses.addToPosition(weights, squares, gradient, RATE)
    weight[0]! -= LEAD_RATE * gradient * lead
  }
}
