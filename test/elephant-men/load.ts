/** Rule sets from their files, with overrides: what a test needs until it cares how documents are read. */
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import type { CompiledGame } from '../../engine/contract/index.ts'
import { compile, schema } from '../../engine/elephant-men/index.ts'
import type { Rules } from '../../engine/elephant-men/rules/schema.ts'

/** Every rule set that ships, oldest first. */
export const RULE_SETS = [
  'v0.0',
  'v0.1',
  'v0.2',
  'golems-2025-12',
  'golems-2026-01',
  'golems-2026-04',
] as const
export type RuleSet = (typeof RULE_SETS)[number]

/** Overrides, with dotted or nested keys. */
export type Patch = Readonly<Record<string, unknown>>

const isMapping = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Lays `patch` over `base`, dotted keys nested, mappings merged and all else replaced. Neither is changed. */
export function overlay(base: Patch, patch: Patch): Record<string, unknown> {
  const merged: Record<string, unknown> = { ...base }
  for (const [key, value] of Object.entries(patch)) {
    const dot = key.indexOf('.')
    const head = dot < 0 ? key : key.slice(0, dot)
    const part = dot < 0 ? value : { [key.slice(dot + 1)]: value }
    if (isMapping(part)) {
      const under = merged[head]
      merged[head] = overlay(isMapping(under) ? under : {}, part)
    } else merged[head] = part
  }
  return merged
}

/** A rule set's file as it is written, dotted keys nested. */
export function fileOf(set: RuleSet): Record<string, unknown> {
  const file = new URL(`../../configs/rules/elephant-men/${set}.yaml`, import.meta.url)
  const document: unknown = parse(readFileSync(file, 'utf8'))
  if (!isMapping(document)) throw new Error(`${set}.yaml is not a mapping`)
  return overlay({}, document)
}

export function rulesOf(set: RuleSet, patch: Patch = {}): Rules {
  return schema.parse(overlay(fileOf(set), patch))
}

export function gameOf(set: RuleSet, patch: Patch = {}): CompiledGame {
  return compile('elephant-men', rulesOf(set, patch))
}
