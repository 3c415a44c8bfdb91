/** The value function of a policy: what a seat may expect from a position on, learned from the outcomes of such positions. */
import { type Game, newState, type Seat, type State, WIN_UNITS } from '../../engine/contract/index.ts'
import { Evaluator } from '../evaluation.ts'
import { FeatureCrosses } from './crosses.ts'
import type { Features } from './features.ts'
import { expOf } from './policy.ts'

/** AdaGrad's rate for the weights of tokens, and the plain rate of the weight of the lead. */
const RATE = 0.02
const LEAD_RATE = 5e-4
/** The weight of the lead before anything is learned. */
export const LEAD_WEIGHT = 2

export interface ValueWeights {
  /** As many as a power of two. Threads may share them. */
  readonly weights: Float32Array
  /** At 0: the weight of the lead. */
  readonly lead: Float64Array
}

/** A logistic function of the tokens of a position and of the lead that `Evaluator` sees there. */
export class Critic {
  readonly #game: Game
  readonly #crosses: FeatureCrosses
  readonly #evaluator: Evaluator
  readonly #values: ValueWeights
  readonly #guess: State
  readonly #fair: number
  readonly #others: number

  /** `learn` changes `values`. */
  constructor(game: Game, values: ValueWeights) {
    this.#game = game
    this.#crosses = new FeatureCrosses(game)
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

  /** The expected share of the win, from 0 to 1, at a position where the seat's lead is known. */
  valueOf(view: State, seat: Seat, lead: number): number {
    this.#crosses.read(view, seat)
    return this.#value(lead)
  }

  /** The same at the position of a kept decision. */
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

  /** Moves the value of a position towards its outcome. `squares`: AdaGrad's sums of squared gradients, one a weight. */
  learn(view: State, seat: Seat, lead: number, share: number, squares: Float32Array): void {
    this.#move(this.valueOf(view, seat, lead) - share, lead, squares)
  }

  /** The same at the position of a kept decision. */
  learnAt(features: Features, decision: number, lead: number, share: number, squares: Float32Array): void {
    this.#move(this.valueAt(features, decision, lead) - share, lead, squares)
  }

  #move(gradient: number, lead: number, squares: Float32Array): void {
    const { weights, lead: weight } = this.#values
    this.#crosses.addToPosition(weights, squares, gradient, RATE)
    weight[0]! -= LEAD_RATE * gradient * lead
  }
}
