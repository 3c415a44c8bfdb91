/** Rule sets of Frontline from their files, with overrides. */
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import type { CompiledGame } from '../../engine/contract/index.ts'
import { compile, schema } from '../../engine/frontline/index.ts'
import { overlay, type Patch } from '../elephant-men/load.ts'

export const RULE_SETS = ['default', 'lean'] as const
export type RuleSet = (typeof RULE_SETS)[number]

/** Compiles a rule set under a patch, with dotted or nested keys. */
export function gameOf(set: RuleSet, patch: Patch = {}): CompiledGame {
  const file = new URL(`../../configs/rules/frontline/${set}.yaml`, import.meta.url)
  const written: Patch = parse(readFileSync(file, 'utf8'))
  return compile('frontline', schema.parse(overlay(overlay({}, written), patch)))
}
