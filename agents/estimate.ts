/** How good a position looks to a seat, by the game's gauges: the evaluation of greedy agents and cut-off playouts. */
import { type Game, PARTS, type Seat, type State } from '../engine/contract/game.ts'

export class Estimator {
  readonly #game: Game
  readonly #gauges: Int32Array
  readonly #worth: Float64Array
  readonly #seats: number
  readonly #parts: Int32Array

  constructor(game: Game) {
    this.#game = game
    this.#seats = game.seats.length
    this.#gauges = new Int32Array(game.gauges.length * this.#seats)
    this.#worth = Float64Array.from(game.gauges, g => g.worth)
    this.#parts = new Int32Array(this.#seats)
  }

  /**
   * Expected parts of a win for a seat, 0 to PARTS. Over: the result itself. Otherwise a fair share plus, for every
   * gauge, its worth times the seat's lead over the mean of the others, kept strictly inside so that a real win is better.
   */
  parts(state: State, seat: Seat): number {
    const seats = this.#seats
    if (this.#game.actors(state) === 0) {
      this.#game.result(state, this.#parts)
      return this.#parts[seat]!
    }
    this.#game.gauge(state, this.#gauges)
    let value = PARTS / seats
    for (let g = 0; g < this.#worth.length; g++) {
      let sum = 0
      for (let i = 0; i < seats; i++) sum += this.#gauges[g * seats + i]!
      const own = this.#gauges[g * seats + seat]!
      value += this.#worth[g]! * (own - (sum - own) / (seats - 1))
    }
    return Math.min(PARTS - 1, Math.max(1, value))
  }
}
