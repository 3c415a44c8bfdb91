/** Line-ups of an experiment: the agents in the seats, with their options. */
import { isAbsolute, resolve } from 'node:path'
import type { z } from 'zod'
import { findAgent, listAgents, parseSpec } from '../../agents/index.ts'
import {
  type Document,
  dataOf,
  InputError,
  literal,
  Mistakes,
  oneLine,
  placedError,
  section,
  withoutKey,
  withPlace,
} from '../../documents/index.ts'
import type { CompiledGame } from '../../engine/contract/index.ts'
import { isModule, moduleHash } from '../../engine/modules/index.ts'
import type { GameModule } from '../../engine/registry/index.ts'
import { type Inspection, inspectHere } from '../threads/inspection.ts'
import { isLearner, isPupil } from './learners.ts'
import type { participantSchema } from './schema.ts'
import { type Lineup, lineupOf, type Participant } from './types.ts'

/** Checks a line-up's agents and their options for all variants' games; modules are looked at by `inspection`. Throws an InputError. */
export async function resolveLineup(
  document: Document,
  agents: z.output<typeof participantSchema>[],
  seats: number,
  matches: number,
  base: string,
  game: GameModule,
  variants: readonly CompiledGame[],
  inspection: Inspection,
  taught: boolean,
): Promise<Lineup> {
  const all = agents.length === 1 ? new Array<(typeof agents)[0]>(seats).fill(agents[0]!) : agents
  if (all.length !== seats)
    throw new InputError(
      document.file,
      `found ${all.length} agents, expected 1 or ${seats}, one for each seat`,
      document.at(['agents']),
    )
  const participants: Participant[] = []
  const mistakes = new Mistakes()
  for (const [i, spec] of all.entries()) {
    const place = section(document, ['agents', agents.length === 1 ? 0 : i])
    const participant = await mistakes.wait(() =>
      resolveParticipant(place, spec, base, game, variants, inspection, taught),
    )
    if (participant) participants.push(participant)
  }
  mistakes.throw()
  return lineupOf(participants, matches)
}

/** The most characters of an agent's label, which is in every row of every table. */
const LABEL_MAX = 200

/** An option's value as a label shows it. */
function shownValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Checks an agent and its options; `taught` says whether there are policies for players that name no file, shipped ones or those that the experiment teaches. Throws an InputError. */
export async function resolveParticipant(
  document: Document,
  spec: z.output<typeof participantSchema>,
  base: string,
  game: GameModule,
  variants: readonly CompiledGame[],
  inspection: Inspection,
  taught: boolean,
): Promise<Participant> {
  const fromText = typeof spec === 'string' ? withPlace(document, [], () => parseSpec(spec)) : null
  const agent = fromText?.agent ?? (spec as { agent: string }).agent
  const file = isModule(agent) ? (isAbsolute(agent) ? agent : resolve(base, agent)) : agent
  try {
    const written = fromText ? literal(fromText.options, agent) : withoutKey(document, 'agent')
    const {
      id,
      games,
      options: checked,
    } = isModule(agent)
      ? await inspection.inspect(file, written.value)
      : await inspectHere(agent, written.value)
    if (games && !games.includes(game.id))
      throw new Error(`agent ${id} does not play ${game.id}, only ${games.join(', ')}`)
    const data = dataOf(checked, written)
    const options = isModule(agent) ? data : await settleOptions(agent, data, base, variants, taught)
    const given = Object.entries(fromText?.options ?? (written.value as Record<string, unknown>))
    const label = oneLine(
      [id, ...given.map(([key, value]) => `${key}=${shownValue(value)}`)].join(':'),
      LABEL_MAX,
    )
    return isModule(agent)
      ? { label, agent: file, options, module: moduleHash(file) }
      : { label, agent, options }
  } catch (error) {
    // Options within a text have no places of their own.
    const shown =
      fromText && error instanceof InputError
        ? new Error(`${agent}: ${error.text}${innerHint(fromText.options, error.text)}`)
        : error
    throw placedError(document, [], shown)
  }
}

/** How an unknown key is written if it is meant for the agent that the option before it names; otherwise nothing. */
function innerHint(options: Readonly<Record<string, unknown>>, mistake: string): string {
  const entries = Object.entries(options)
  const at = entries.findIndex(([key]) => mistake.startsWith(`unknown key "${key}"`))
  const [outer, inner] = entries[at - 1] ?? []
  const [key, value] = entries[at] ?? []
  if (!listAgents().some(({ id }) => id === inner)) return ''
  return `; options of ${inner} follow it after spaces: "${outer}=${inner} ${key}=${value}"`
}

/** The options of a registered agent, wherever it is made. Throws an Error if it does not play one of the variants. */
async function settleOptions(
  agent: string,
  data: unknown,
  base: string,
  variants: readonly CompiledGame[],
  taught: boolean,
): Promise<unknown> {
  const kind = await findAgent(agent)
  const options = kind.locate?.(data, base) ?? data
  // It has its policies before it plays.
  if ((taught && isLearner({ agent, options })) || isPupil({ agent, options })) return options
  for (const game of variants) {
    const refusal = kind.refusal?.(game, options)
    if (refusal) throw new Error(`agent ${agent} does not play this ${game.info.id}: ${refusal}`)
  }
  return options
}
