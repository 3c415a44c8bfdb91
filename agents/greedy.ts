/**
 * Looks one turn ahead. It applies every legal action to a determinization of its view, plays on until it is to move again
 * in a later turn, and takes the action that leads to the best evaluation.
 *
 * With `opponent: passive`, the other seats take their passive action (done, none, stay); with `sampled`, they choose
 * uniformly. After the action, its own seat is passive. Chance is sampled. All actions are tried with the same
 * determinizations and the same random numbers, several times if chance or secrets are involved. Ties are broken uniformly.
 */
import { z } from 'zod'
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
import { below, COUNTER, next, RNG_WORDS } from '../engine/rng.ts'
import type { Agent, AgentKind } from './agent.ts'
import { Evaluator } from './evaluation.ts'

const options = z.strictObject({
  opponent: z
    .enum(['passive', 'sampled'])
    .describe('what the other seats are assumed to do')
    .default('passive'),
  samples: z
    .int()
    .min(0)
    .max(1000)
    .describe('tries of every action, with chance and secrets drawn anew; 0: one, or 8 if any were involved')
    .default(0),
})
type Options = z.output<typeof options>

/** No evaluation is negative. */
const UNKNOWN_VALUE = -1

/** Samples if chance or secrets are involved and no number is set: with a single one, the luckiest action would be taken. */
const CHANCE_SAMPLES = 8

class Greedy implements Agent {
  readonly #game: Game
  readonly #sampled: boolean
  readonly #samples: number
  readonly #evaluator: Evaluator
  readonly #guess: Int32Array
  readonly #state: Int32Array
  readonly #events: Int32Array
  readonly #value: Float64Array
  readonly #seed = new Int32Array(RNG_WORDS)
  readonly #rng = new Int32Array(RNG_WORDS)
  readonly #before = new Int32Array(RNG_WORDS)
  /** Whether chance or secrets are involved in the current decision. */
  #sawChance = false

  constructor(game: Game, { opponent, samples }: Options) {
    this.#game = game
    this.#sampled = opponent === 'sampled'
    this.#samples = samples
    this.#evaluator = new Evaluator(game)
    this.#guess = newState(game.info)
    this.#state = newState(game.info)
    this.#events = newEvents(game.info)
    this.#value = new Float64Array(game.info.legalMax)
  }

  choose(view: State, seat: Seat, legal: Int32Array, count: number, rng: Int32Array): Action {
    this.#evaluate(view, seat, legal, count, rng)
    let best = 0
    let ties = 1
    for (let i = 1; i < count; i++) {
      if (this.#value[i]! < this.#value[best]!) continue
      if (this.#value[i]! > this.#value[best]!) {
        best = i
        ties = 1
      } else if (below(rng, ++ties) === 0) best = i
    }
    return legal[best]!
  }

  policy(
    view: State,
    seat: Seat,
    legal: Int32Array,
    count: number,
    rng: Int32Array,
    out: Float64Array,
  ): void {
    this.#before.set(rng)
    this.#evaluate(view, seat, legal, count, rng)
    // What was drawn made no difference.
    if (!this.#sampled && !this.#sawChance) rng.set(this.#before)
    let most = this.#value[0]!
    for (let i = 1; i < count; i++) most = Math.max(most, this.#value[i]!)
    let ties = 0
    for (let i = 0; i < count; i++) if (this.#value[i] === most) ties++
    for (let i = 0; i < count; i++) out[i] = this.#value[i] === most ? 1 / ties : 0
  }

  /** Fills `#value` with the sums of the evaluations after each action. */
  #evaluate(view: State, seat: Seat, legal: Int32Array, count: number, rng: Int32Array): void {
    this.#value.fill(0, 0, count)
    this.#sawChance = false
    for (let k = 0; k < (this.#samples || (this.#sawChance ? CHANCE_SAMPLES : 1)); k++) {
      const drawn = rng[COUNTER]
      this.#game.determinize(view, seat, rng, this.#guess)
      if (rng[COUNTER] !== drawn) this.#sawChance = true
      for (let w = 0; w < RNG_WORDS; w++) this.#seed[w] = next(rng)
      this.#addValues(seat, legal, count)
    }
  }

  /** Adds the evaluation after each action. Those that are idle lead where the passive one does, which is followed once for all of them. */
  #addValues(seat: Seat, legal: Int32Array, count: number): void {
    const game = this.#game
    let idle = UNKNOWN_VALUE
    for (let i = 0; i < count; i++) {
      if (this.#sampled || !game.isIdle?.(this.#guess, seat, legal[i]!)) {
        this.#value[i]! += this.#valueAfter(seat, legal[i]!)
        continue
      }
      if (idle === UNKNOWN_VALUE) idle = this.#valueAfter(seat, game.passive(this.#guess, seat))
      this.#value[i]! += idle
    }
  }

  /** The evaluation after an action, with the current determinization and random numbers. */
  #valueAfter(seat: Seat, action: Action): number {
    const game = this.#game
    const state = this.#state
    state.set(this.#guess)
    this.#rng.set(this.#seed)
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
      if (next === CHANCE) this.#sawChance = true
      const sampled = next === CHANCE || (this.#sampled && next !== seat)
      const chosen = sampled ? game.sample(state, next, this.#rng) : game.passive(state, next)
      game.apply(state, next, chosen, this.#events)
    }
    return this.#evaluator.evaluate(state, seat)
  }
}

export const greedy: AgentKind<Options> = {
  id: 'greedy',
  summary: 'looks one turn ahead and evaluates by the gauges, against passive or sampled opponents',
  options,
  make: (game, chosen) => new Greedy(game, chosen),
}
