/** Agents in one line of text, "mcts:iterations=500", and inside the options of other agents, "mcts iterations=500". */
import type { z } from 'zod'
import { didYouMean, literal, show, validate } from '../documents/index.ts'
import type { CompiledGame } from '../engine/contract/index.ts'
import type { Agent, AgentKind } from './agent.ts'

/** An agent and its options, as yet unchecked. */
export interface AgentSpec {
  readonly agent: string
  readonly options: Readonly<Record<string, unknown>>
}

/** Options follow colons, or another separator. Throws an Error that says what was found and expected. */
export function parseSpec(spec: string, separator = ':'): AgentSpec {
  const [agent, ...pairs] = spec.split(separator)
  const options = pairs.map(pair => {
    const [key, ...value] = pair.split('=')
    if (!key || value.length === 0)
      throw new Error(`option ${show(pair)} of ${show(spec)}, expected key=value`)
    return [key, scalarOf(value.join('='))] as const
  })
  const named = new Map(options)
  if (named.size < options.length) throw new Error(`an option is given twice in ${show(spec)}, expected once`)
  return { agent: agent!, options: Object.fromEntries(named) }
}

/** A number, true or false if the text looks like one, otherwise the text. */
function scalarOf(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true'
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
}

/** An inner agent, with its options checked. Throws an Error that says what was found and expected. */
export function innerOf(kinds: readonly AgentKind[], text: string): { kind: AgentKind; options: unknown } {
  const { agent, options } = parseSpec(text, ' ')
  const kind = kinds.find(one => one.id === agent)
  const ids = kinds.map(k => k.id)
  if (!kind)
    throw new Error(
      `agent ${show(agent)} cannot be used here, expected one of ${ids.join(', ')}${didYouMean(agent, ids)}`,
    )
  return { kind, options: validate(kind.options, [literal(options, agent)]) }
}

/** Adds the errors of an inner agent's text to a schema's, in its `superRefine`. */
export function checkInner(
  kinds: readonly AgentKind[],
  text: string,
  key: string,
  context: z.RefinementCtx,
): void {
  try {
    innerOf(kinds, text)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    context.addIssue({ code: 'custom', path: [key], message: error.message })
  }
}

/** Makes an inner agent for a game, or for one that wraps it. Throws an Error if it does not play the game. */
export function makerOf(
  kinds: readonly AgentKind[],
  text: string,
  { info }: CompiledGame,
): (game: CompiledGame) => Agent {
  const { kind, options } = innerOf(kinds, text)
  if (kind.games && !kind.games.includes(info.id))
    throw new Error(`${kind.id} plays only ${kind.games.join(', ')}`)
  return game => kind.make(game, options)
}
