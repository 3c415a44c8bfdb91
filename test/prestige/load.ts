/** Games of Prestige from their rule sets, with overrides. */
import { literal } from '../../documents/index.ts'
import type { CompiledGame } from '../../engine/contract/index.ts'
import type { Rules } from '../../engine/prestige/index.ts'
import { findGame, readRuleset, resolveRules } from '../../engine/registry/index.ts'

/** Every rule set that ships. */
export const RULE_SETS = ['two', 'three', 'four'] as const
export type RuleSet = (typeof RULE_SETS)[number]

/** Overrides, with dotted or nested keys. */
export type Patch = Readonly<Record<string, unknown>>

export function rulesOf(set: RuleSet, patch: Patch = {}): Rules {
  const module = findGame('prestige')
  return resolveRules(module, readRuleset(module, set, '.'), [literal(patch, 'test')]) as Rules
}

export function gameOf(set: RuleSet, patch: Patch = {}): CompiledGame {
  return findGame('prestige').compile(rulesOf(set, patch))
}
