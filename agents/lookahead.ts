/** Looks one turn ahead: the evaluation after every legal action, for `greedy` and the bias of searches. */
import {
  type Action,
  advance,
  CHANCE,
  type Game,
  newEvents,
  newState,
  OVER,
  type Seat,
  type State,
} from '../engine/contract/index.ts'
import { RNG_WORDS } from '../engine/rng.ts'
import { Evaluator } from './evaluation.ts'

/**
 * Applies an action and plays on until the seat is to move again in a later turn. After the action, its own seat is passive; so are
 * the others, or they choose uniformly. Chance is sampled.
 */
export class LookAhead {
  /** Whether chance has been met; for its owner to reset. */
  sawChance = false
  readonly #game: Game
  readonly #sampled: boolean
  readonly #evaluator: Evaluator
  readonly #state: Int32Array
  readonly #events: Int32Array
  readonly #rng = new Int32Array(RNG_WORDS)
  /** The evaluation after the passive action. */
  readonly #idle = new Float64Array(1)

  /** With `sampled`, the other seats choose uniformly. */
  constructor(game: Game, sampled: boolean) {
    this.#game = game
    this.#sampled = sampled
    this.#evaluator = new Evaluator(game)
    this.#state = newState(game.info)
    this.#events = newEvents(game.info)
  }

  /**
   * Adds to `values[i]` the evaluation after action `legal[i]`, in win units, for the first `count` of them. Each is tried from `state`, which is left
   * unchanged, with the random numbers of `seed` (RNG_WORDS words). Idle actions share the evaluation of the passive one.
   */
  addValues(
    state: State,
    seat: Seat,
    legal: Int32Array,
    count: number,
    seed: Int32Array,
    values: Float64Array,
  ): void {
    const game = this.#game
    const idle = this.#idle
    let idleIsKnown = false
    for (let i = 0; i < count; i++) {
      if (this.#sampled || !game.isIdle?.(state, seat, legal[i]!)) {
        this.addValue(state, seat, legal[i]!, seed, values, i)
        continue
      }
      if (!idleIsKnown) {
        idle[0] = 0
        this.addValue(state, seat, game.passive(state, seat), seed, idle, 0)
        idleIsKnown = true
      }
      values[i]! += idle[0]!
    }
  }

  /** Adds to `values[at]` the evaluation for a seat after its action, in win units; `from` stays unchanged. */
  addValue(
    from: State,
    seat: Seat,
    action: Action,
    seed: Int32Array,
    values: Float64Array,
    at: number,
  ): void {
    const game = this.#game
    const state = this.#state
    state.set(from)
    this.#rng.set(seed)
    game.apply(state, seat, action, this.#events)
    let resolved = false
    for (
      let next = advance(game, state, this.#events);
      next !== OVER;
      next = advance(game, state, this.#events)
    ) {
      if (next < 0) {
        resolved = true
        continue
      }
      // The turn goes past chance and the others' sealed decisions until something is resolved. When the seat is to move
      // again, the position is evaluated.
      if (resolved && (game.toMove(state) >> seat) & 1) break
      if (next === CHANCE) this.sawChance = true
      const sampled = next === CHANCE || (this.#sampled && next !== seat)
      const chosen = sampled ? game.sample(state, next, this.#rng) : game.passive(state, next)
      game.apply(state, next, chosen, this.#events)
    }
    this.#evaluator.addTo(state, seat, values, at)
  }
}
