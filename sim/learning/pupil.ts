/** An agent whose decisions, or those of an adviser, are kept, and who errs on purpose now and then, so that other positions are met, too. */
import { type Agent, Planner } from '../../agents/index.ts'
import type { Action, Seat, State } from '../../engine/contract/index.ts'
import { below } from '../../engine/rng.ts'
import type { Decisions } from './decisions.ts'

const WHOLE = 100

export class Pupil implements Agent {
  readonly #agent: Agent
  readonly #adviser: Agent
  readonly #decisions: Decisions
  readonly #noise: number

  /** The adviser is asked at every decision, and may be the agent itself. `noise` is the percentage of decisions in which it takes any legal action; what is kept is what the adviser meant. */
  constructor(agent: Agent, decisions: Decisions, noise: number, adviser = agent) {
    this.#agent = agent
    this.#adviser = adviser
    this.#decisions = decisions
    this.#noise = noise
  }

  begin(): void {
    this.#agent.begin?.()
    if (this.#adviser !== this.#agent) this.#adviser.begin?.()
  }

  choose(view: State, seat: Seat, legal: Int32Array, count: number, rng: Int32Array): Action {
    const meant = this.#adviser.choose(view, seat, legal, count, rng)
    const action = this.#adviser === this.#agent ? meant : this.#agent.choose(view, seat, legal, count, rng)
    this.#decisions.add(view, seat, meant, this.#adviser instanceof Planner)
    return below(rng, WHOLE) < this.#noise ? legal[below(rng, count)]! : action
  }
}
