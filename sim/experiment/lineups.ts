/** Line-ups of an experiment: agents in seats, with their options; stopping rules; ladders. */
import { isAbsolute, resolve } from 'node:path'
import type { z } from 'zod'
import { findAgent, listAgents, parseSpec } from '../../agents/index.ts'
import {
  type Document,
  errorAt,
  InputError,
  literal,
  Mistakes,
  oneLine,
  placedError,
  requireData,
  section,
  withoutKey,
  withPlace,
} from '../../documents/index.ts'
import type { CompiledGame } from '../../engine/contract/index.ts'
import { isModule, moduleHash } from '../../engine/modules/index.ts'
import type { GameModule } from '../../engine/registry/index.ts'
import { HUMAN } from '../playing/protocol.ts'
import { describeAgent, type Inspection } from '../threads/inspection.ts'
import { isLearner, isLearningExploiter } from './learners.ts'
import type { ExperimentFile, participantSchema } from './schema.ts'
import { isMirror, type Lineup, lineupOf, type Participant, playerKey } from './types.ts'

/** What agents are checked for. */
export interface AgentContext {
  /** The folder that paths of modules are relative to. */
  readonly base: string
  readonly game: GameModule
  /** By variant. */
  readonly games: readonly CompiledGame[]
  /** Tries modules. */
  readonly inspection: Inspection
  /** Whether players without a file have policies, shipped or learned by the experiment. */
  readonly taught: boolean
}

type AgentSpec = z.output<typeof participantSchema>

/** Checks a line-up's agents and their options. Throws an InputError. */
export async function resolveLineup(
  document: Document,
  agents: AgentSpec[],
  seats: number,
  matches: number,
  context: AgentContext,
): Promise<Lineup> {
  const all = agents.length === 1 ? new Array<AgentSpec>(seats).fill(agents[0]!) : agents
  if (all.length !== seats)
    throw errorAt(
      document,
      ['agents'],
      `found ${all.length} agents, expected 1, or ${seats} (one for each seat)`,
    )
  const participants: Participant[] = []
  const mistakes = new Mistakes()
  for (const [i, spec] of all.entries()) {
    const place = section(document, ['agents', agents.length === 1 ? 0 : i])
    const participant = await mistakes.tryAsync(() => resolveParticipant(place, spec, context))
    if (participant) participants.push(participant)
  }
  mistakes.throw()
  return lineupOf(participants, matches)
}

/** Most characters of an agent's label, which is in every row of every table. */
const LABEL_MAX = 200

function shownValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Checks an agent and its options. Throws an InputError. */
export async function resolveParticipant(
  document: Document,
  spec: AgentSpec,
  context: AgentContext,
): Promise<Participant> {
  const { base, game, inspection } = context
  const fromText = typeof spec === 'string' ? withPlace(document, [], () => parseSpec(spec)) : null
  const agent = fromText?.agent ?? (spec as { agent: string }).agent
  if (agent === HUMAN)
    throw errorAt(
      document,
      [],
      `${HUMAN} plays only in evenhand play, as in evenhand play ${game.id} --agents human,greedy; expected agents that play by themselves`,
    )
  const file = isModule(agent) ? (isAbsolute(agent) ? agent : resolve(base, agent)) : agent
  try {
    const written = fromText ? literal(fromText.options, agent) : withoutKey(document, 'agent')
    const described = isModule(agent)
      ? await inspection.inspect(file, written.value)
      : await describeAgent(agent, written.value)
    const { id, games } = described
    if (games && !games.includes(game.id))
      throw new Error(`agent ${id} doesn't play ${game.id}, only ${games.join(', ')}`)
    const data = requireData(described.options, written)
    const options = isModule(agent) ? data : await resolveOptions(agent, data, context)
    const given = Object.entries(fromText?.options ?? (written.value as Record<string, unknown>))
    const parts = given.map(([key, value]) => `${key}=${shownValue(value)}`)
    const label = oneLine([id, ...parts].join(':'), LABEL_MAX)
    return isModule(agent)
      ? { label, agent: file, options, module: moduleHash(file) }
      : { label, agent, options }
  } catch (error) {
    // Options inside a text have no locations.
    const shown =
      fromText && error instanceof InputError
        ? new Error(`${agent}: ${error.text}${innerHint(fromText.options, error.text)}`)
        : error
    throw placedError(document, [], shown)
  }
}

/** How to write an unknown key meant for the agent that the option before it names; otherwise nothing. */
function innerHint(options: Readonly<Record<string, unknown>>, mistake: string): string {
  const entries = Object.entries(options)
  const at = entries.findIndex(([key]) => mistake.startsWith(`unknown key "${key}"`))
  const [outer, inner] = entries[at - 1] ?? []
  const [key, value] = entries[at] ?? []
  if (!listAgents().some(({ id }) => id === inner)) return ''
  return `; write options of ${inner} after it, separated by spaces: "${outer}=${inner} ${key}=${value}"`
}

/** The options of a built-in agent. Throws an Error if it doesn't play one of the variants. */
async function resolveOptions(
  agent: string,
  data: unknown,
  { base, games, taught }: AgentContext,
): Promise<unknown> {
  const kind = await findAgent(agent)
  const options = kind.locate?.(data, base) ?? data
  // It has its policies before it plays.
  if ((taught && isLearner({ agent, options })) || isLearningExploiter({ agent, options })) return options
  for (const game of games) {
    const refusal = kind.refusal?.(game, options)
    if (refusal) throw new Error(`agent ${agent} doesn't play this ${game.info.id}: ${refusal}`)
  }
  return options
}

/** Default for the most matches of a line-up with a stopping rule. */
const STOP_MATCHES = 1_000_000

export type StopFile = NonNullable<ExperimentFile['stop']>

/** The margin, in points, that a rule asks about; undefined if it asks about none. */
export function marginAsked(stop: StopFile | undefined): number | undefined {
  return stop?.decide === undefined ? undefined : Number(stop.decide.split(' ').at(-1))
}

/** What a file and the command line say of a line-up's rule and matches. */
export interface StopAsked {
  /** `override` replaces the file's rule. */
  readonly stop: StopFile | undefined
  readonly override: StopFile | undefined
  /** `replaced` replaces the file's matches. */
  readonly matches: number | undefined
  readonly replaced: number | undefined
  /** In points. */
  readonly margin: number
}

/**
 * A line-up with its rule, if any. Only line-ups of one agent ask about seats. A rule of the command line
 * replaces the file's numbers of matches, too. Throws an InputError at `place`, the line-up's, for a rule
 * that can't be followed.
 */
export function withRule(lineup: Lineup, asked: StopAsked, place: Document): Lineup {
  const { override, matches, replaced, margin } = asked
  const rule = override ?? asked.stop
  if (!rule || (rule.decide !== undefined && !isMirror(lineup))) return lineup
  const seats = lineup.participants.length
  const fail = (text: string): never => {
    throw new InputError(place.file, text, override ? null : place.at(['stop']))
  }
  if (rule.sprt && seats !== 2)
    fail(`found sprt in a game of ${seats} seats, expected width or decide, because sprt compares only two`)
  const own = marginAsked(rule)
  if (own !== undefined && own !== margin)
    fail(
      `found "${rule.decide}", expected ${margin} as in the rest of the experiment (the key margin sets it for all line-ups)`,
    )
  const most = replaced ?? (override ? STOP_MATCHES : (matches ?? STOP_MATCHES))
  const { width, sprt } = rule
  const stop = { width, decide: own, sprt, from: Math.ceil((rule.from ?? 0) / seats) }
  return { ...lineup, blocks: Math.ceil(most / seats), stop }
}

/** Default matches of each line-up of a ladder. */
export const LADDER_MATCHES = 200

type Ladder = NonNullable<ExperimentFile['ladder']>

/**
 * A ladder's line-ups: every agent against itself, in the order given, then every pair, the later agent
 * first. With more than two seats, a pair has two line-ups: one later agent among earlier ones, and one
 * earlier among later ones. `document` is the ladder's part. Throws an InputError for all mistakes.
 */
export async function resolveLadder(
  document: Document,
  ladder: Ladder,
  seats: number,
  matches: { readonly override: number | undefined; readonly fallback: number | undefined },
  context: AgentContext,
): Promise<Lineup[]> {
  const mistakes = new Mistakes()
  const agents: Participant[] = []
  for (const [i, agent] of ladder.agents.entries()) {
    const place = section(document, ['agents', i])
    const resolved = await mistakes.tryAsync(() => resolveParticipant(place, agent, context))
    if (!resolved) continue
    if (agents.some(other => playerKey(other) === playerKey(resolved)))
      mistakes.add(errorAt(place, [], `found ${resolved.label} twice, expected every agent once`))
    agents.push(resolved)
  }
  mistakes.throw()
  const paired = matches.override ?? ladder.matches ?? matches.fallback ?? LADDER_MATCHES
  const mirrored = matches.override ?? ladder.mirrors ?? paired
  const alone = (one: Participant, others: Participant, count: number): Lineup =>
    lineupOf([one, ...new Array<Participant>(seats - 1).fill(others)], count)
  const lineups = agents.map(agent => alone(agent, agent, mirrored))
  for (const [i, later] of agents.entries())
    for (const earlier of agents.slice(0, i)) {
      lineups.push(alone(later, earlier, paired))
      if (seats > 2) lineups.push(alone(earlier, later, paired))
    }
  return lineups
}
