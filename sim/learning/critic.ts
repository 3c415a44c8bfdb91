/** What a position is worth to a seat: learned beside a policy, so that a decision is judged by what it changed and not by the match alone. */
import { Crosses, Evaluator, expOf } from '../../agents/index.ts'
import { type Game, newState, type Seat, type State, WIN_UNITS } from '../../engine/contract/index.ts'
import { shared } from './shared.ts'

/** AdaGrad's rate for the weights of tokens, and the plain rate of the weight of the lead. */
const RATE = 0.02
const LEAD_RATE = 5e-4
/** The weight of the lead before anything is learned. */
const LEAD_WEIGHT = 2

/** A logistic function of the tokens of a position and of the lead that `Evaluator` sees there. */
export class Critic {
  readonly #game: Game
  readonly #crosses: Crosses
  readonly #evaluator: Evaluator
  readonly #weights: Float32Array
  readonly #squares: Float32Array
  /** At 0: the weight of the lead. */
  readonly #lead: Float64Array
  readonly #guess: State
  readonly #fair: number
  readonly #others: number

  /** Goes on from the values of `nets`, and changes them. */
  constructor(game: Game, { values, valueSquares, lead }: Values) {
    this.#game = game
    this.#crosses = new Crosses(game)
    this.#evaluator = new Evaluator(game, 'smooth')
    this.#weights = values
    this.#squares = valueSquares
    this.#lead = lead
    this.#guess = newState(game.info)
    this.#others = game.info.seats.length - 1
    this.#fair = WIN_UNITS / game.info.seats.length
  }

  /** A seat's lead in a guess at what it does not see: from -1 (all is lost) to 1 (all is won), 0 where it has its fair share. */
  leadOf(view: State, seat: Seat, rng: Int32Array): number {
    this.#game.determinize(view, seat, rng, this.#guess)
    const above = this.#evaluator.evaluate(this.#guess, seat) - this.#fair
    return above / (above > 0 ? WIN_UNITS - this.#fair : this.#fair)
  }

  /** The share of what there is to win that a seat may expect at a position where its lead is known. */
  valueOf(view: State, seat: Seat, lead: number): number {
    this.#crosses.read(view, seat)
    const z = this.#lead[0]! * lead + this.#crosses.sumOfPosition(this.#weights)
    // At z = 0 this is the fair share.
    if (z > 0) return 1 / (1 + this.#others * expOf(-z))
    const e = expOf(z)
    return e / (e + this.#others)
  }

  /** Moves the value of a position towards what came of it. */
  learn(view: State, seat: Seat, lead: number, share: number): void {
    const gradient = this.valueOf(view, seat, lead) - share
    this.#crosses.addToPosition(this.#weights, this.#squares, gradient, RATE)
    this.#lead[0]! -= LEAD_RATE * gradient * lead
  }
}

/** What a critic has learned, in memory that threads share. */
export interface Values {
  readonly values: Float32Array
  readonly valueSquares: Float32Array
  readonly lead: Float64Array
}

/** Those of a critic that has learned nothing, for policies of so many weights. */
export const newValues = (weights: number): Values => ({
  values: shared(new Float32Array(weights)),
  valueSquares: shared(new Float32Array(weights).fill(1)),
  lead: new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT)).fill(LEAD_WEIGHT),
})
