/** Plays by a learned policy, without looking ahead. */
import type { Action, Seat, State } from '../../engine/contract/index.ts'
import type { Agent } from '../agent.ts'
import type { Policy } from './policy.ts'

export class Learned implements Agent {
  readonly #policy: Policy
  readonly #temperature: number

  /** At temperature 0 it takes the likeliest action. */
  constructor(policy: Policy, temperature: number) {
    this.#policy = policy
    this.#temperature = temperature
  }

  choose(view: State, seat: Seat, legal: Int32Array, count: number, rng: Int32Array): Action {
    if (this.#temperature === 0) return this.#policy.best(view, seat, legal, count)
    return this.#policy.draw(view, seat, legal, count, this.#temperature, rng)
  }

  policy(
    view: State,
    seat: Seat,
    legal: Int32Array,
    count: number,
    _rng: Int32Array,
    out: Float64Array,
  ): void {
    if (this.#temperature === 0) {
      const best = this.#policy.best(view, seat, legal, count)
      for (let i = 0; i < count; i++) out[i] = legal[i] === best ? 1 : 0
      return
    }
    const chances = this.#policy.probabilities(view, seat, legal, count, this.#temperature)
    for (let i = 0; i < count; i++) out[i] = chances[i]!
  }
}
