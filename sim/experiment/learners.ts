/**
 * Learners: players of agents that follow a policy and name no file. They are the shipped players for the
 * rules nearest to a variant's, or those that the experiment trains on it before it is played. Wherever a
 * line-up names a learner, each block draws a member of this population, and all pairings come equally often.
 */
import {
  learnSettingsIn,
  nearestShipped,
  parseSpec,
  policyRefusal,
  type ShippedFile,
  shippedFile,
} from '../../agents/index.ts'
import type { CompiledGame } from '../../engine/contract/index.ts'
import type { GameModule } from '../../engine/registry/index.ts'
import { EXPLOITER } from './exploits.ts'
import type { Experiment, Lineup, Participant, PolicyReference, Variant } from './types.ts'

/** Agents that play by a policy. */
const LEARNERS: readonly string[] = ['learned', 'planner']
/** Asks a policy if it has a prior. */
const SEARCH = 'mcts'

/** Whether an agent with these options plays by a policy, whatever the file. */
const needsPolicy = (agent: string, { prior = 0 }: { readonly prior?: unknown }): boolean =>
  LEARNERS.includes(agent) || (agent === SEARCH && prior !== 0)

/** Whether it plays by a learned or shipped policy, or is an exploiter that knows a player who does. */
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

/** An exploiter that learns before it plays: one for each variant, against a whole population. */
export function isLearningExploiter({ agent, options }: Pick<Participant, 'agent' | 'options'>): boolean {
  const { by, file } = options as { readonly by?: unknown; readonly file?: unknown }
  return agent === EXPLOITER && typeof by === 'string' && file === undefined && learnSettingsIn(by) !== null
}

/** Whether an exploiter's line-up has one that learned rather than one that searches. */
export const hasLearningExploiter = ({ participants }: Lineup): boolean =>
  isLearningExploiter(participants[0]!)

/** Whether anybody learns before the experiment is played. */
export const learns = ({ learn, lineups }: Experiment): boolean =>
  learn !== undefined || lineups.some(({ participants }) => participants.some(isLearningExploiter))

/** Whether everybody who learns has learned, and it is known where the policies lie. */
export function hasLearned({ learn, lineups }: Experiment): boolean {
  const exploiters = lineups.flatMap(({ participants }) => participants.filter(isLearningExploiter))
  const all = [...(learn ? [learn.policies?.flat()] : []), ...exploiters.map(({ policies }) => policies)]
  return all.every(haveFiles)
}

export const haveFiles = (policies: readonly PolicyReference[] | undefined): boolean =>
  policies?.every(({ file }) => file !== undefined) ?? false

/** Players of an experiment: those that it trains, or shipped ones. */
export type Players = Pick<Experiment, 'learn' | 'variants'>

/** Members of every variant's population: of shipped ones, as many as the smallest has. */
export function populationSize({ learn, variants }: Players): number {
  if (learn) return learn.seeds * (1 + (learn.generations ?? 0))
  return Math.min(...variants.map(({ policy }) => 1 + (policy?.others?.length ?? 0)))
}

/** How many members a line-up's learners have; 1 if there are none. */
export function membersOf(players: Players, { participants }: Lineup): number {
  return participants.some(isLearner) ? populationSize(players) : 1
}

/** Who of a population plays which block of a line-up. */
export interface Pairings {
  readonly members: number
  /** How many members a block draws: one for each learner; a single one if an exploiter has to know it. */
  readonly draws: number
  /** By participant: which of them it is; -1 for participants who don't learn. */
  readonly drawOf: readonly number[]
}

export function pairingsOf(players: Players, lineup: Lineup): Pairings {
  const { participants } = lineup
  const members = membersOf(players, lineup)
  const isKnown = participants.some(({ agent }) => agent === EXPLOITER)
  let draws = 0
  const drawOf = participants.map(one => {
    if (members === 1 || !isLearner(one)) return -1
    return isKnown ? 0 : draws++
  })
  return { members, draws: Math.max(1, draws), drawOf }
}

/**
 * The member, from 0, that a block draws: a cyclic design. Over members^draws blocks, all pairings come
 * equally often; over each round of `members` blocks, every member plays once in every place. Each cycle
 * begins with another round and member, so that no sample of blocks always finds the same pairing. The
 * block's number alone decides.
 */
export function memberAt({ members, draws }: Pairings, block: number, draw: number): number {
  if (draws === 1) return block % members
  const rounds = members ** (draws - 1)
  const cycle = Math.floor(block / (members * rounds))
  const first = block + cycle + Math.floor(cycle / rounds)
  if (draw === 0) return first % members
  const round = (Math.floor(block / members) + cycle) % rounds
  // Shifts against the first place begin at 1: matches of a member with itself come last in the first cycle.
  const shift = draw * (1 + (round % members)) + (draw === 1 ? 0 : Math.floor(round / members ** (draw - 1)))
  return (first + shift) % members
}

/** The member in each seat of a match, from 0; -1 for other agents, and everywhere in a population of one. */
export function seatedMembers(pairings: Pairings, block: number, rotation: number): number[] {
  const { drawOf } = pairings
  return drawOf.map((_, seat) => {
    const draw = drawOf[(seat + rotation) % drawOf.length]!
    return draw < 0 ? -1 : memberAt(pairings, block, draw)
  })
}

/** The member that meets only itself in a block; -1 if members meet others, or only one is drawn. */
export function lonerIn(pairings: Pairings, block: number): number {
  const { draws, members } = pairings
  if (draws === 1 || members === 1) return -1
  const first = memberAt(pairings, block, 0)
  for (let draw = 1; draw < draws; draw++) if (memberAt(pairings, block, draw) !== first) return -1
  return first
}

/** The variants with their shipped policies, if learners play. Throws an Error for an unreadable file. */
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

/** By variant, the shipped players that fit its rules; null unless all variants have some. */
export function shippedFor(
  game: GameModule,
  variants: readonly Pick<Variant, 'rules'>[],
  games: readonly CompiledGame[],
): ShippedFile[][] | null {
  const found = variants.map(({ rules }, v) => {
    const nearest = nearestShipped(game, rules)
    const members = nearest ? [nearest, ...(nearest.others ?? [])] : []
    return members
      .map(({ file, sha256 }) => ({ file, sha256 }))
      .filter(({ file, sha256 }) => !policyRefusal(games[v]!, { file: shippedFile(file), sha256 }))
  })
  return found.every(({ length }) => length > 0) ? found : null
}

/** The options of a participant as a member of a variant's population. */
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
    // The agent doesn't need to know how strong it is.
    return (
      learned && { sha256: learned.sha256, ...(learned.file === undefined ? {} : { file: learned.file }) }
    )
  }
  const shipped = variants[variant]?.policy
  const its = member === 0 ? shipped : shipped?.others?.[member - 1]
  return its && { file: shippedFile(its.file), sha256: its.sha256 }
}
