/** The games of variants: one for each, shared by all that is trusted, and separate ones for foreign agents. */

import { freezeClassOf, freezeData } from '../../agents/index.ts'
import type { CompiledGame } from '../../engine/contract/index.ts'
import { findGame } from '../../engine/registry/index.ts'
import type { Experiment, Variant } from './types.ts'

/** Games by their rules objects, which stay as they are: a game lives as long as the rules that it was compiled from. */
const games = new WeakMap<object, CompiledGame>()

/** A variant's game, compiled once on each thread. Whoever gets it leaves it as it is. */
export function gameOf({ game }: Pick<Experiment, 'game'>, { rules }: Pick<Variant, 'rules'>): CompiledGame {
  const known = games.get(rules)
  if (known) return known
  const compiled = findGame(game).compile(rules)
  games.set(rules, compiled)
  return compiled
}

/**
 * A variant's game, compiled anew for a foreign agent: whatever the agent does to it, no match is affected. What it shares with other games
 * is frozen: its class, and constants in its description. Its `gauge` may be called without the offset, as agents written for version 0.2.0
 * do: nothing would be written then, and nobody would notice.
 */
export function separateGameOf(
  { game }: Pick<Experiment, 'game'>,
  { rules }: Pick<Variant, 'rules'>,
): CompiledGame {
  const compiled = findGame(game).compile(rules)
  for (const part of [compiled, compiled.text]) freezeClassOf(part)
  freezeData(compiled.info)
  const gauge = compiled.gauge.bind(compiled)
  const value: CompiledGame['gauge'] = (state, out, at = 0) => gauge(state, out, at)
  // The class is frozen, so that a plain assignment fails.
  Object.defineProperty(compiled, 'gauge', { value })
  return compiled
}
