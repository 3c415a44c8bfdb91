/**
 * Looks one turn ahead. For every legal action: apply it to a guess at the position, let everybody (itself included)
 * carry on until it is asked again in a later turn, and take the action whose outcome `estimate` likes best.
 *
 * With `opponent: passive` the others do as little as the game allows (their lowest action: done, none, stay); with
 * `sampled` they choose uniformly, the same `samples` guesses for every action. Itself it is passive after the action
 * in hand. Chance is sampled, several times where it has a part. Ties are broken uniformly.
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
import { Estimator } from './estimate.ts'

const options = z.strictObject({
  opponent: z.enum(['passive', 'sampled']).describe('what the others are taken to do').default('passive'),
  samples: z
    .int()
    .min(0)
    .max(1000)
    .describe('guesses at chance and the others, per action; 0: one, or 8 where something was left to luck')
    .default(0),
})
type Options = z.output<typeof options>

/** Samples where luck had a part and no number was asked for: with one, whichever action was luckiest would be taken. */
const LUCKY_SAMPLES = 8

class Greedy implements Agent {
  readonly #game: Game
  readonly #sampled: boolean
  readonly #samples: number
  readonly #estimator: Estimator
  readonly #guess: Int32Array
  readonly #state: Int32Array
  readonly #events: Int32Array
  readonly #value: Float64Array
  readonly #luck = new Int32Array(RNG_WORDS)
  readonly #replay = new Int32Array(RNG_WORDS)
  /** Whether chance or secrets had a part in the decision in hand. */
  #lucky = false

  constructor(game: Game, { opponent, samples }: Options) {
    this.#game = game
    this.#sampled = opponent === 'sampled'
    this.#samples = samples
    this.#estimator = new Estimator(game)
    this.#guess = newState(game.info)
    this.#state = newState(game.info)
    this.#events = newEvents(game.info)
    this.#value = new Float64Array(game.info.legalMax)
  }

  choose(view: State, seat: Seat, legal: Int32Array, count: number, rng: Int32Array): Action {
    this.#value.fill(0, 0, count)
    this.#lucky = false
    for (let k = 0; k < (this.#samples || (this.#lucky ? LUCKY_SAMPLES : 1)); k++) {
      const drawn = rng[COUNTER]
      this.#game.determinize(view, seat, rng, this.#guess)
      if (rng[COUNTER] !== drawn) this.#lucky = true
      for (let w = 0; w < RNG_WORDS; w++) this.#luck[w] = next(rng)
      for (let i = 0; i < count; i++) this.#value[i]! += this.#try(seat, legal[i]!)
    }
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

  /** What the action leads to, with the luck of the guess in hand. */
  #try(seat: Seat, action: Action): number {
    const game = this.#game
    const state = this.#state
    state.set(this.#guess)
    this.#replay.set(this.#luck)
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
      // Its turn lasts past chance and the others' sealed orders until something is resolved; the next time it is to move,
      // the outcome can be judged.
      if (resolved && (game.toMove(state) >> seat) & 1) break
      if (next === CHANCE) this.#lucky = true
      const sampled = next === CHANCE || (this.#sampled && next !== seat)
      const chosen = sampled ? game.sample(state, next, this.#replay) : game.passive(state, next)
      game.apply(state, next, chosen, this.#events)
    }
    return this.#estimator.estimate(state, seat)
  }
}

export const greedy: AgentKind<Options> = {
  id: 'greedy',
  summary: 'best outcome of one turn by the gauges, against passive or sampled opponents',
  options,
  make: (game, chosen) => new Greedy(game, chosen),
}
