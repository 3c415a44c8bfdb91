/**
 * Looks one turn ahead. It applies every legal action to a determinization of its view, plays on until it is to move again
 * in a later turn, and takes the action that leads to the best evaluation.
 *
 * With `opponent: passive`, the other seats take their passive action (done, none, stay); with `sampled`, they choose
 * uniformly. After the action, its own seat is passive. Chance is sampled. All actions are tried with the same
 * determinizations and the same random numbers, several times if chance or secrets are involved. Ties are broken uniformly.
 */
import { z } from 'zod'
import { type Action, type Game, newState, type Seat, type State } from '../engine/contract/index.ts'
import { below, COUNTER, next, RNG_WORDS } from '../engine/rng.ts'
import type { Agent, AgentKind } from './agent.ts'
import { LookAhead } from './lookahead.ts'

const options = z.strictObject({
  opponent: z
    .enum(['passive', 'sampled'])
    .describe('what it assumes of the other seats: passive actions, or sampled (random) ones')
    .default('passive'),
  samples: z
    .int()
    .min(0)
    .max(1000)
    .describe(
      'tries of every action, each with different luck and guesses; 0 means 8 if chance or secrets are involved, otherwise 1',
    )
    .default(0),
})
type Options = z.output<typeof options>

/** Samples if chance or secrets are involved and no number is set: with a single one, the luckiest action would be taken. */
const CHANCE_SAMPLES = 8

class Greedy implements Agent {
  readonly #game: Game
  readonly #sampled: boolean
  readonly #samples: number
  readonly #lookAhead: LookAhead
  readonly #guess: Int32Array
  readonly #value: Float64Array
  readonly #seed = new Int32Array(RNG_WORDS)
  readonly #before = new Int32Array(RNG_WORDS)

  constructor(game: Game, { opponent, samples }: Options) {
    this.#game = game
    this.#sampled = opponent === 'sampled'
    this.#samples = samples
    this.#lookAhead = new LookAhead(game, this.#sampled)
    this.#guess = newState(game.info)
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
    if (!this.#sampled && !this.#lookAhead.sawChance) rng.set(this.#before)
    let most = this.#value[0]!
    for (let i = 1; i < count; i++) most = Math.max(most, this.#value[i]!)
    let ties = 0
    for (let i = 0; i < count; i++) if (this.#value[i] === most) ties++
    for (let i = 0; i < count; i++) out[i] = this.#value[i] === most ? 1 / ties : 0
  }

  /** Fills `#value` with the sums of the evaluations after each action. */
  #evaluate(view: State, seat: Seat, legal: Int32Array, count: number, rng: Int32Array): void {
    this.#value.fill(0, 0, count)
    const ahead = this.#lookAhead
    ahead.sawChance = false
    for (let k = 0; k < (this.#samples || (ahead.sawChance ? CHANCE_SAMPLES : 1)); k++) {
      const drawn = rng[COUNTER]
      this.#game.determinize(view, seat, rng, this.#guess)
      if (rng[COUNTER] !== drawn) ahead.sawChance = true
      for (let w = 0; w < RNG_WORDS; w++) this.#seed[w] = next(rng)
      ahead.addValues(this.#guess, seat, legal, count, this.#seed, this.#value)
    }
  }
}

export const greedy: AgentKind<Options> = {
  id: 'greedy',
  summary: 'looks one turn ahead and judges positions by the gauges; assumes passive or random opponents',
  options,
  refusal: game => game.unsearchable ?? null,
  make: (game, chosen) => new Greedy(game, chosen),
}
