/** An agent whose decisions are kept, and who errs on purpose now and then, so that other positions are met, too. */
import { type Agent, Planner } from '../../agents/index.ts'
import type { Action, Seat, State } from '../../engine/contract/index.ts'
import { below } from '../../engine/rng.ts'
import type { Decisions } from './decisions.ts'

const WHOLE = 100

export class Pupil implements Agent {
  readonly #agent: Agent
  readonly #decisions: Decisions
  readonly #noise: number

  /** `noise` is the percentage of decisions in which it takes any legal action; what is kept is what it meant. */
  constructor(agent: Agent, decisions: Decisions, noise: number) {
    this.#agent = agent
    this.#decisions = decisions
    this.#noise = noise
  }

  begin(): void {
    this.#agent.begin?.()
  }

  choose(view: State, seat: Seat, legal: Int32Array, count: number, rng: Int32Array): Action {
    const action = this.#agent.choose(view, seat, legal, count, rng)
    this.#decisions.add(view, seat, action, this.#agent instanceof Planner)
    return below(rng, WHOLE) < this.#noise ? legal[below(rng, count)]! : action
  }
}
