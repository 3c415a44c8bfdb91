/** Evaluates positions by the game's gauges, for greedy agents and the ends of playouts. */
import { type Game, type Seat, type State, WIN_UNITS } from '../engine/contract/index.ts'

export class Evaluator {
  readonly #game: Game
  readonly #gauges: Int32Array
  readonly #weight: Float64Array
  readonly #seats: number
  readonly #returns: Int32Array

  constructor(game: Game) {
    this.#game = game
    this.#seats = game.info.seats.length
    this.#gauges = new Int32Array(game.info.gauges.length * this.#seats)
    this.#weight = Float64Array.from(game.info.gauges, g => g.weight)
    this.#returns = new Int32Array(this.#seats)
  }

  /**
   * Estimated return of a seat in win units, 0 to WIN_UNITS. At the end of a match it is the return itself. Otherwise it is the
   * fair share plus, for every gauge, the weight times the seat's lead over the mean of the others, clamped so that a win is better.
   */
  evaluate(state: State, seat: Seat): number {
    const seats = this.#seats
    if (this.#game.toMove(state) === 0) {
      this.#game.result(state, this.#returns)
      return this.#returns[seat]!
    }
    this.#game.gauge(state, this.#gauges, 0)
    let value = WIN_UNITS / seats
    for (let g = 0; g < this.#weight.length; g++) {
      let sum = 0
      for (let i = 0; i < seats; i++) sum += this.#gauges[g * seats + i]!
      const own = this.#gauges[g * seats + seat]!
      value += this.#weight[g]! * (own - (sum - own) / (seats - 1))
    }
    return Math.min(WIN_UNITS - 1, Math.max(1, value))
  }
}
