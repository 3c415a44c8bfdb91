/** Players of the matches that learning takes, and the agents that they are. */
import {
  type Agent,
  findAgent,
  Learned,
  makeAgent,
  Planner,
  type PlannerOptions,
  Policy,
} from '../../agents/index.ts'
import type { Action, CompiledGame, Seat, State } from '../../engine/contract/index.ts'
import { below } from '../../engine/rng.ts'
import type { ReplayBuffer } from './replay-buffer.ts'

/** A player of a match, as a message between threads. */
export interface Player {
  /** A registered agent; `learned` and `planner` play by `weights`. */
  readonly agent: string
  /** All of them, where it plays by weights. */
  readonly options: object
  readonly weights?: Float32Array
  /** The percentage of its decisions made at random; without it, its decisions are not recorded. */
  readonly noise?: number
  /** Whether it draws from its weights, with all decisions recorded for `practise`. */
  readonly practises?: boolean
  /** Answers each of the player's decisions as well; its answers are recorded instead (DAgger). */
  readonly expert?: FrozenAgent
  /** Whom a planner looks ahead with in the other seats; else its own policy. */
  readonly others?: FrozenAgent
}

/** An agent that doesn't change while others learn against it, as a message between threads. */
export interface FrozenAgent {
  readonly agent: string
  readonly options: object
}

/** Makes the agent of a player, which records into `decisions`. Rejects with an Error if it cannot be made. */
export async function agentOf(game: CompiledGame, player: Player, decisions: ReplayBuffer): Promise<Agent> {
  if (player.practises) return practisingAgent(new Policy(game, player.weights!), decisions)
  const agent = await unrecordedAgentOf(game, player)
  if (player.noise === undefined) return agent
  const expert = player.expert && (await unrecordedAgentOf(game, player.expert))
  return new RecordedAgent(agent, decisions, player.noise, expert)
}

async function unrecordedAgentOf(
  game: CompiledGame,
  { agent, options, weights, others }: Player,
): Promise<Agent> {
  if (!weights) return makeAgent(await findAgent(agent), game, options)
  const policy = new Policy(game, weights)
  if (agent === 'learned') return new Learned(policy, (options as { temperature: number }).temperature)
  const known = others && (await unrecordedAgentOf(game, others))
  return new Planner(game, policy, options as PlannerOptions, null, known)
}

/** Draws from a policy, and records its decisions with their probabilities and features. */
const practisingAgent = (policy: Policy, decisions: ReplayBuffer): Agent => ({
  choose: (view, seat, legal, count, rng) => {
    const probabilities = policy.probabilities(view, seat, legal, count, 1)
    const at = policy.place(count, rng)
    decisions.add(view, seat, legal[at]!, false, probabilities[at]!)
    policy.keep(decisions.features, count, at)
    return legal[at]!
  },
})

const PERCENT = 100

/**
 * Records its decisions, or an expert's, and explores: in `noise` percent it takes any legal action,
 * unrecorded.
 *
 * @internal Exported for tests.
 */
export class RecordedAgent implements Agent {
  readonly #agent: Agent
  readonly #expert: Agent
  readonly #decisions: ReplayBuffer
  readonly #noise: number

  constructor(agent: Agent, decisions: ReplayBuffer, noise: number, expert = agent) {
    this.#agent = agent
    this.#expert = expert
    this.#decisions = decisions
    this.#noise = noise
  }

  begin(): void {
    this.#agent.begin?.()
    if (this.#expert !== this.#agent) this.#expert.begin?.()
  }

  choose(view: State, seat: Seat, legal: Int32Array, count: number, rng: Int32Array): Action {
    const label = this.#expert.choose(view, seat, legal, count, rng)
    const action = this.#expert === this.#agent ? label : this.#agent.choose(view, seat, legal, count, rng)
    this.#decisions.add(view, seat, label, this.#expert instanceof Planner)
    return below(rng, PERCENT) < this.#noise ? legal[below(rng, count)]! : action
  }
}
