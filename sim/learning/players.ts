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
import type { CompiledGame } from '../../engine/contract/index.ts'
import type { Decisions } from './decisions.ts'
import { Practitioner } from './practitioner.ts'
import { Pupil } from './pupil.ts'

/** A player of a match, in words that threads understand. */
export interface Player {
  /** A registered agent; `learned` and `planner` play by `weights`. */
  readonly agent: string
  /** All of them, where it plays by weights. */
  readonly options: object
  readonly weights?: Float32Array
  /** The percentage of its decisions that are made at random; without it, its decisions are not kept. */
  readonly noise?: number
  /** Whether it practises: it draws from its weights, and all of its decisions are kept. */
  readonly practises?: boolean
  /** Whose decisions are kept in place of its own: it is asked wherever the player decides, and follows nobody's match. */
  readonly adviser?: Frozen
  /** Whom a planner looks ahead with in all other seats; else its own policy. */
  readonly others?: Frozen
}

/** An agent that stays as it is while others learn against it, in words that threads understand. */
export interface Frozen {
  readonly agent: string
  readonly options: object
}

/** The agent that a player is; its decisions go into `decisions` if they are to be kept. Rejects with an Error if it cannot be made. */
export async function agentOf(game: CompiledGame, player: Player, decisions: Decisions): Promise<Agent> {
  if (player.practises) return new Practitioner(new Policy(game, player.weights!), decisions)
  const agent = await soberAgentOf(game, player)
  if (player.noise === undefined) return agent
  const adviser = player.adviser && (await soberAgentOf(game, player.adviser))
  return new Pupil(agent, decisions, player.noise, adviser)
}

async function soberAgentOf(game: CompiledGame, { agent, options, weights, others }: Player): Promise<Agent> {
  if (!weights) return makeAgent(await findAgent(agent), game, options)
  const policy = new Policy(game, weights)
  if (agent === 'learned') return new Learned(policy, (options as { temperature: number }).temperature)
  const known = others && (await soberAgentOf(game, others))
  return new Planner(game, policy, options as PlannerOptions, null, known)
}
