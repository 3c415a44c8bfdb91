/** Agents inside of agents, which options name in one line of text: "mcts iterations=500". */
import type { z } from 'zod'
import { didYouMean, literal, show, validate } from '../documents/index.ts'
import type { CompiledGame } from '../engine/contract/index.ts'
import type { Agent, AgentKind } from './agent.ts'
import { parseSpec } from './spec.ts'

/** The agent that a text names, with its options after spaces, and these checked. Throws an Error that says what was found and expected. */
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

/** Adds what is wrong with such a text to what is wrong with options, for a schema's `superRefine`. */
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

/** Makes such an agent for a game, or for another that wraps it. Throws an Error if it does not play the game. */
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
