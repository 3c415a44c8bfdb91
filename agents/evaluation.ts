/** Evaluates positions by the game's gauges, for `greedy` and truncated playouts. */
import { type Game, payoffGauge, type Seat, type State, WIN_UNITS } from '../engine/contract/index.ts'

/**
 * How leads make a value. `clamped`: by the gauges' weights, cut off just inside loss and win, so that positions beyond are all alike. `smooth`: by the
 * gauges' weights for searches, bent so that a greater lead is always worth more.
 */
export type Valuation = 'clamped' | 'smooth'

export class Evaluator {
  readonly #game: Game
  readonly #smooth: boolean
  readonly #gauges: Int32Array
  readonly #weight: Float64Array
  readonly #seats: number
  readonly #returns: Int32Array
  /** The gauge that is the payoff, or -1, and its bounds. */
  readonly #payoff: number
  readonly #least: number
  readonly #most: number

  constructor(game: Game, valuation: Valuation = 'clamped') {
    this.#game = game
    this.#smooth = valuation === 'smooth'
    this.#seats = game.info.seats.length
    this.#gauges = new Int32Array(game.info.gauges.length * this.#seats)
    this.#weight = Float64Array.from(game.info.gauges, g =>
      this.#smooth ? (g.searchWeight ?? g.weight) : g.weight,
    )
    this.#returns = new Int32Array(this.#seats)
    this.#payoff = payoffGauge(game.info)
    this.#least = game.info.gauges[this.#payoff]?.min ?? 0
    this.#most = game.info.gauges[this.#payoff]?.max ?? 0
  }

  /**
   * The estimated return of a seat in win units, 0 to WIN_UNITS. At the end of a match it is the return itself, or the payoff scaled from its minimum
   * (0) to its maximum (WIN_UNITS). Before, it is the fair share plus, for every gauge, the weight times the seat's lead over the mean of the others,
   * clamped or bent (`Valuation`) so that a win without payoffs is better.
   */
  evaluate(state: State, seat: Seat): number {
    const isOver = this.#read(state)
    return this.#valueOf(seat, isOver)
  }

  /** Adds the same to `out[at]`: a returned double may go to the heap. */
  addTo(state: State, seat: Seat, out: Float64Array, at: number): void {
    const isOver = this.#read(state)
    out[at]! += this.#valueOf(seat, isOver)
  }

  /** The same for all seats, by seat. */
  evaluateAll(state: State, out: Float64Array): void {
    const isOver = this.#read(state)
    for (let seat = 0; seat < this.#seats; seat++) out[seat] = this.#valueOf(seat, isOver)
  }

  /** Reads the returns or the gauges, whichever give the value; returns whether the match is over. */
  #read(state: State): boolean {
    const isOver = this.#game.toMove(state) === 0
    if (isOver && this.#payoff < 0) this.#game.result(state, this.#returns)
    else this.#game.gauge(state, this.#gauges, 0)
    return isOver
  }

  #valueOf(seat: Seat, isOver: boolean): number {
    if (!isOver) return this.#estimate(seat)
    return this.#payoff < 0 ? this.#returns[seat]! : this.#payoffOf(seat)
  }

  #estimate(seat: Seat): number {
    const seats = this.#seats
    const fair = WIN_UNITS / seats
    let value = fair
    for (let g = 0; g < this.#weight.length; g++) {
      let sum = 0
      for (let i = 0; i < seats; i++) sum += this.#gauges[g * seats + i]!
      const own = this.#gauges[g * seats + seat]!
      value += this.#weight[g]! * (own - (sum - own) / (seats - 1))
    }
    if (!this.#smooth) return Math.min(WIN_UNITS - 1, Math.max(1, value))
    // A lead of little counts in full, and none exhausts what there is to win or to lose.
    const lead = value - fair
    const room = lead > 0 ? WIN_UNITS - 1 - fair : fair - 1
    return fair + (room * lead) / Math.sqrt(room * room + lead * lead)
  }

  #payoffOf(seat: Seat): number {
    const payoff = this.#gauges[this.#payoff * this.#seats + seat]!
    return (WIN_UNITS * (payoff - this.#least)) / (this.#most - this.#least)
  }
}
