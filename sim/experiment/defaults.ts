/** Default amounts of play: about a minute on two cores, in every built-in game. */
import { hasShipped, parseSpec } from '../../agents/index.ts'
import type { GameModule } from '../../engine/registry/index.ts'
import type { Lineup, Participant } from './types.ts'

/** Matches of a line-up in each variant, by its slowest agent. */
const MATCHES: Readonly<Record<string, number>> = {
  random: 10_000,
  learned: 2000,
  greedy: 1000,
  mcts: 100,
  planner: 100,
}
/** For a line-up with none of these agents. */
const OTHERS = MATCHES.greedy!

/** The strengths at which rules are compared, the weakest first: one agent plays all seats. */
export const STRENGTHS: readonly string[] = ['random', 'greedy', 'mcts']

/** The default agents of a game: these, and learned players if a policy ships. */
export function withLearned(agents: readonly string[], game: GameModule): readonly string[] {
  return hasShipped(game) ? [...agents, 'learned'] : agents
}

type Named = string | { readonly agent: string; readonly inner?: unknown }

export function defaultMatches(agents: readonly Named[]): number {
  return Math.min(...agents.flatMap(namesIn).map(name => MATCHES[name] ?? OTHERS))
}

/** Agents that don't search: by default, none of their decisions takes long. */
const BRISK: readonly string[] = ['random', 'greedy', 'learned', 'dearest']

/**
 * Matches of a line-up as a share of its default: equal shares take about as long, whoever plays. Infinite
 * for agents that search, try actions several times, or aren't built in.
 */
export function shareOfDefault({ participants }: Lineup, matches: number): number {
  return participants.every(isBrisk)
    ? matches / defaultMatches(participants.map(({ agent }) => agent))
    : Number.POSITIVE_INFINITY
}

function isBrisk({ agent, options }: Participant): boolean {
  const { samples = 0 } = options as { readonly samples?: number }
  return BRISK.includes(agent) && samples <= 1
}

/** The agent's name, and that of the agent inside it, if any. */
function namesIn(named: Named): string[] {
  const { agent, inner } = typeof named === 'string' ? optionsIn(named) : named
  return [agent, ...(typeof inner === 'string' ? [inner.split(' ')[0]!] : [])]
}

/** What doesn't parse is refused later, where its location is known. */
function optionsIn(text: string): { agent: string; inner?: unknown } {
  try {
    const { agent, options } = parseSpec(text)
    return { agent, inner: options.inner }
  } catch {
    return { agent: text }
  }
}

export const DEFAULT_MATCHES = `${Object.entries(MATCHES)
  .map(([name, count]) => `${count} of ${name}`)
  .join(', ')} and ${OTHERS} of other agents, depending on the slowest agent in the line-up`
