/** Games of Bulwark from the standard rule set, with overrides. */

import { literal } from '../../documents/index.ts'
import type { Rules } from '../../engine/bulwark/rules/schema.ts'
import type { CompiledGame } from '../../engine/contract/index.ts'
import { findGame, readRuleset, resolveRules } from '../../engine/registry/index.ts'

/** Overrides, with dotted or nested keys. */
export type Patch = Readonly<Record<string, unknown>>

export function rulesOf(patch: Patch = {}): Rules {
  const module = findGame('bulwark')
  return resolveRules(module, readRuleset(module, module.ruleset, '.'), [literal(patch, 'test')]) as Rules
}

export function gameOf(patch: Patch = {}): CompiledGame {
  return findGame('bulwark').compile(rulesOf(patch))
}
