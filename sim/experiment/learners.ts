/**
 * Players that an experiment teaches before it is played: those of agents that play by a policy and name no file. A variant has a population of
 * them; each block is played by one member, wherever its line-up names a learner, and the members take turns block by block.
 */
import type { Experiment, Lineup, Participant } from './types.ts'

/** Agents that play by a policy. */
const LEARNERS: readonly string[] = ['learned', 'planner']

/** Whether it plays by what the experiment learns. */
export function isLearner({ agent, options }: Pick<Participant, 'agent' | 'options'>): boolean {
  return LEARNERS.includes(agent) && (options as { readonly file?: unknown }).file === ''
}

/** How many players take turns in a line-up; 1 where nobody learns. */
export function membersOf({ learn }: Pick<Experiment, 'learn'>, { participants }: Lineup): number {
  return participants.some(isLearner) ? (learn?.seeds ?? 1) : 1
}

/** The options of a participant as a member of a variant's population has them. */
export function optionsOf(
  { learn }: Experiment,
  variant: number,
  participant: Participant,
  member: number,
): unknown {
  if (!isLearner(participant)) return participant.options
  return { ...(participant.options as object), ...learn?.policies?.[variant]?.[member] }
}
