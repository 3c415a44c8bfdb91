/** The keys of a schema with their values in a resolved object. */
import type { z } from 'zod'
import { isRecord } from '../document.ts'
import { listKeys } from './keys.ts'
import { fileKeys } from './parts.ts'

export interface Setting {
  readonly key: string
  readonly type: string
  readonly range: string
  /** For keys below names or lists that users choose: all their values, by name or in order. */
  readonly value: unknown
  readonly meaning: string
}

/** Every key of the schema with its value in `resolved`; of a part from a file its name, if it has one. */
export function settingsOf(schema: z.ZodType, resolved: unknown): Setting[] {
  const shown = withPartNames(resolved, fileKeys(schema))
  const rows = listKeys(schema, shown).map(({ key, type, range, meaning, default: fallback }) => ({
    key,
    type,
    range,
    value: valueAt(shown, stepsOf(key)) ?? fallback,
    meaning,
  }))
  // A schema without keys gives one row without a key.
  return rows.filter(row => row.key !== '')
}

function withPartNames(resolved: unknown, keys: readonly string[]): unknown {
  if (!isRecord(resolved)) return resolved
  const names = keys.flatMap(key => {
    const part = resolved[key]
    return isRecord(part) && typeof part.name === 'string' ? [[key, part.name] as const] : []
  })
  return { ...resolved, ...Object.fromEntries(names) }
}

/** `units.<kind>.hp` and `sides[].name` as steps: `<kind>` and `[]` match any. */
function stepsOf(key: string): string[] {
  return key.replaceAll('[]', '.[]').split('.')
}

const isAny = (step: string): boolean => step === '[]' || step.startsWith('<')

function valueAt(value: unknown, steps: readonly string[]): unknown {
  const [step, ...rest] = steps
  if (step === undefined) return value
  if (isAny(step) && Array.isArray(value)) return value.map(item => valueAt(item, rest))
  if (!isRecord(value)) return undefined
  if (!isAny(step)) return valueAt(value[step], rest)
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, valueAt(part, rest)]))
}

/** A value as tables show it: lists and names without JSON's quotes and brackets. */
export function settingText(value: unknown, inner = false): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) {
    const text = value.map(item => settingText(item, true)).join(', ')
    return inner || text === '' ? `[${text}]` : text
  }
  if (!isRecord(value)) return JSON.stringify(value) ?? ''
  return Object.entries(value)
    .map(([name, part]) => `${name} ${settingText(part, true)}`)
    .join(', ')
}

/** A key whose values differ; undefined where an object lacks it. */
export interface SettingDifference {
  readonly key: string
  readonly a: unknown
  readonly b: unknown
  readonly meaning: string
}

/** In the order of the schema. */
export function settingDifferences(schema: z.ZodType, a: unknown, b: unknown): SettingDifference[] {
  // Parts with different names differ as a whole, others key by key.
  const parts = fileKeys(schema).filter(key => valueAt(a, [key, 'name']) !== valueAt(b, [key, 'name']))
  const before = leaves(withPartNames(a, parts))
  const after = leaves(withPartNames(b, parts))
  const rows = listKeys(schema, a).map(row => ({ steps: stepsOf(row.key), meaning: row.meaning }))
  const rank = (key: string): number =>
    rows.findIndex(row => fits(stepsOf(key.replace(/\[\d+\]/g, '[]')), row.steps))
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter(key => JSON.stringify(before.get(key)) !== JSON.stringify(after.get(key)))
    .map(key => ({ key, rank: rank(key) }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ key, rank }) => ({
      key,
      a: before.get(key),
      b: after.get(key),
      meaning: rows[rank]?.meaning ?? '',
    }))
}

function fits(steps: readonly string[], pattern: readonly string[]): boolean {
  return (
    steps.length === pattern.length && steps.every((step, i) => step === pattern[i] || isAny(pattern[i]!))
  )
}

/** All values without keys below them, by dotted key; lists of plain values count as one value. */
export function leaves(value: unknown, key = '', found = new Map<string, unknown>()): Map<string, unknown> {
  if (Array.isArray(value) && value.some(isRecord)) {
    for (const [i, item] of value.entries()) leaves(item, `${key}[${i}]`, found)
  } else if (isRecord(value)) {
    for (const [name, part] of Object.entries(value))
      leaves(part, key === '' ? name : `${key}.${name}`, found)
  } else found.set(key, value)
  return found
}
