/** An agent that practises: it draws from its policy, and its decisions are kept with the probabilities that they had and the features that it saw. */
import type { Agent, Policy } from '../../agents/index.ts'
import type { Action, Seat, State } from '../../engine/contract/index.ts'
import type { Decisions } from './decisions.ts'

export class Practitioner implements Agent {
  readonly #policy: Policy
  readonly #decisions: Decisions

  constructor(policy: Policy, decisions: Decisions) {
    this.#policy = policy
    this.#decisions = decisions
  }

  choose(view: State, seat: Seat, legal: Int32Array, count: number, rng: Int32Array): Action {
    const chances = this.#policy.probabilities(view, seat, legal, count, 1)
    const at = this.#policy.place(count, rng)
    this.#decisions.add(view, seat, legal[at]!, false, chances[at]!)
    this.#policy.keep(this.#decisions.features, count, at)
    return legal[at]!
  }
}
