/**
 * Learners: players of agents that play by a policy and name no file. They play by the shipped policy that is nearest to a variant's rules, or by
 * what the experiment teaches them before it is played. Then a variant has a population of them; each block is played by one member, wherever its
 * line-up names a learner, and the members take turns block by block.
 */
import { learnSettingsIn, nearestShipped, parseSpec, shippedFile } from '../../agents/index.ts'
import type { GameModule } from '../../engine/registry/index.ts'
import { EXPLOITER } from './exploits.ts'
import type { Experiment, Lineup, Participant, PolicyReference, Variant } from './types.ts'

/** Agents that play by a policy. */
const LEARNERS: readonly string[] = ['learned', 'planner']
/** The agent that asks a policy if it is given a prior. */
const SEARCH = 'mcts'

/** Whether an agent with these options plays by a policy, from whatever file. */
const needsPolicy = (agent: string, { prior = 0 }: { readonly prior?: unknown }): boolean =>
  LEARNERS.includes(agent) || (agent === SEARCH && prior !== 0)

/** Whether it plays by what the experiment learns, or by a shipped policy; or is an exploiter who knows one that does. */
export function isLearner({ agent, options }: Pick<Participant, 'agent' | 'options'>): boolean {
  const { file, against } = options as { readonly file?: unknown; readonly against?: unknown }
  if (agent === EXPLOITER && typeof against === 'string') {
    const known = parseSpec(against, ' ')
    return (
      !isLearningExploiter({ agent, options }) &&
      file === undefined &&
      needsPolicy(known.agent, known.options) &&
      known.options.file === undefined
    )
  }
  return file === '' && needsPolicy(agent, options as object)
}

/** Whether it is an exploiter that learns before it plays: one for each variant, who meets all members of a population. */
export function isLearningExploiter({ agent, options }: Pick<Participant, 'agent' | 'options'>): boolean {
  const { by, file } = options as { readonly by?: unknown; readonly file?: unknown }
  return agent === EXPLOITER && typeof by === 'string' && file === undefined && learnSettingsIn(by) !== null
}

/** Whether the first agent of an exploiter's line-up is one that learned, instead of one that searches. */
export const hasLearningExploiter = ({ participants }: Lineup): boolean =>
  isLearningExploiter(participants[0]!)

/** Whether somebody learns before the experiment is played. */
export const learns = ({ learn, lineups }: Experiment): boolean =>
  learn !== undefined || lineups.some(({ participants }) => participants.some(isLearningExploiter))

/** Whether all who learn before the experiment is played have learned, and it is known where their policies lie. */
export function hasLearned({ learn, lineups }: Experiment): boolean {
  const pupils = lineups.flatMap(({ participants }) => participants.filter(isLearningExploiter))
  const all = [...(learn ? [learn.policies?.flat()] : []), ...pupils.map(({ policies }) => policies)]
  return all.every(haveFiles)
}

/** Whether policies are learned, and it is known where they lie. */
export const haveFiles = (policies: readonly PolicyReference[] | undefined): boolean =>
  policies?.every(({ file }) => file !== undefined) ?? false

/** How many players take turns in a line-up; 1 where nobody learns. */
export function membersOf({ learn }: Pick<Experiment, 'learn'>, { participants }: Lineup): number {
  return participants.some(isLearner) ? (learn?.seeds ?? 1) : 1
}

/** Which of so many members plays a block, from 0: they take turns. */
export const memberOf = (members: number, block: number): number => block % members

/** The variants with the shipped policies that learners of these line-ups play by. Throws an Error if a file cannot be read. */
export function withShipped(
  variants: readonly Variant[],
  lineups: readonly Lineup[],
  game: GameModule,
): readonly Variant[] {
  if (!lineups.some(({ participants }) => participants.some(isLearner))) return variants
  return variants.map(variant => {
    const policy = nearestShipped(game, variant.rules)
    return policy ? { ...variant, policy } : variant
  })
}

/** The options of a participant as a member of a variant's population has them. */
export function optionsOf(
  experiment: Pick<Experiment, 'learn' | 'variants'>,
  variant: number,
  participant: Participant,
  member: number,
): unknown {
  const { policies } = participant
  if (policies) return { ...(participant.options as object), ...policies[variant] }
  if (!isLearner(participant)) return participant.options
  return { ...(participant.options as object), ...policyOf(experiment, variant, member) }
}

function policyOf(
  { learn, variants }: Pick<Experiment, 'learn' | 'variants'>,
  variant: number,
  member: number,
): PolicyReference | undefined {
  if (learn) {
    const learned = learn.policies?.[variant]?.[member]
    // How strong it is says nothing to the agent.
    return (
      learned && { sha256: learned.sha256, ...(learned.file === undefined ? {} : { file: learned.file }) }
    )
  }
  const shipped = variants[variant]?.policy
  return shipped && { file: shippedFile(shipped.file), sha256: shipped.sha256 }
}
