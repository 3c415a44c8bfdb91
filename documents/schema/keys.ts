/** The keys of a schema, for tables of settings. */
import type { z } from 'zod'
import { child, isRecord } from '../document.ts'
import { bounds, branches, constants, type JsonSchema, jsonSchemaOf } from './branches.ts'
import { FROM_FILE } from './parts.ts'

/** One key of a schema: a row of the table of settings. */
export interface SchemaKey {
  /** Dotted; `units.<kind>.hp` below keys that users choose, `sides[].name` in the items of a list. */
  readonly key: string
  /** integer, number, text, boolean, null, list of ..., file, anything; several joined by `or`. */
  readonly type: string
  /** `1..9`, `a|b|c`, for lists `2..6 items, each 1..9`; empty without bounds. */
  readonly range: string
  readonly default: unknown
  /** The text of `.describe()`, or empty. */
  readonly meaning: string
}

/** Every leaf key of an object schema, in order of declaration; defaults come from the schema or `value`. */
export function listKeys(schema: z.ZodType, value?: unknown): SchemaKey[] {
  const collector = new KeyCollector(jsonSchemaOf(schema))
  collector.collect(collector.root, '', value, undefined, [])
  return [...collector.rows.values()]
}

class KeyCollector {
  readonly root: JsonSchema
  readonly rows = new Map<string, SchemaKey>()

  constructor(root: JsonSchema) {
    this.root = root
  }

  /** `value` is this part of the caller's value, `inherited` this part of an enclosing object's default. */
  collect(schema: unknown, key: string, value: unknown, inherited: unknown, above: readonly unknown[]): void {
    const open = branches(this.root, schema)
    const fallback =
      inherited ?? child(schema, 'default') ?? open.map(one => one.default).find(one => one !== undefined)
    const meanings = [child(schema, 'description'), ...open.map(one => one.description)]
    const meaning = String(meanings.find(one => typeof one === 'string') ?? '')
    const add = (words: Pick<SchemaKey, 'type' | 'range'>) =>
      this.#add({ key, ...words, default: value ?? fallback, meaning })
    if (child(schema, FROM_FILE) === true) {
      add({ type: 'file', range: '' })
      return
    }
    const nested = open.filter(one => isNested(this.root, one))
    // Lists a schema inside itself (a tree of conditions) once.
    const inner = nested.map(one => one.properties ?? one.additionalProperties ?? one.items)
    if (nested.length === 0 || inner.some(one => above.includes(one))) {
      add(summary(this.root, open))
      return
    }
    const over = [...above, ...inner]
    for (const one of nested) {
      if (one.type === 'array') this.collect(one.items, `${key}[]`, undefined, undefined, over)
      for (const [name, property] of Object.entries(one.properties ?? {}))
        this.collect(property, join(key, name), child(value, name), child(fallback, name), over)
      if (isRecord(one.additionalProperties)) {
        const name = isRecord(one.propertyNames) ? (one.propertyNames.title ?? 'kind') : 'kind'
        this.collect(one.additionalProperties, join(key, `<${name}>`), undefined, undefined, over)
      }
    }
  }

  /** Branches of a union may share a key: its row then says what any of them allows. */
  #add(row: SchemaKey): void {
    const there = this.rows.get(row.key)
    const both = there && {
      ...there,
      type: distinct([there.type, row.type], ' or '),
      range: distinct([there.range, row.range], '|'),
    }
    this.rows.set(row.key, both ?? row)
  }
}

/** Whether a schema has keys below it, or is a list of such; the depth is limited, as lists may recur. */
function isNested(root: JsonSchema, schema: JsonSchema, depth = 0): boolean {
  if (schema.type === 'array') {
    return depth < 8 && branches(root, schema.items).some(item => isNested(root, item, depth + 1))
  }
  return Object.keys(schema.properties ?? {}).length > 0 || isRecord(schema.additionalProperties)
}

function join(key: string, name: string): string {
  return key === '' ? name : `${key}.${name}`
}

/** `depth` stops at lists that contain themselves. */
function summary(root: JsonSchema, open: readonly JsonSchema[], depth = 0): { type: string; range: string } {
  const summaryOf = (schema: JsonSchema) =>
    schema.type === 'array' ? listSummary(root, schema, depth + 1) : single(schema)
  const all = open.map(summaryOf)
  const [types, ranges] = [all.map(one => one.type), all.map(one => one.range)]
  return { type: distinct(types, ' or '), range: distinct(ranges, '|') }
}

function single(schema: JsonSchema): { type: string; range: string } {
  const choices = constants(schema)
  if (schema.type === 'string') {
    const { minLength: min, maxLength: max, pattern } = schema
    const length = interval(min, max) === '' ? '' : `${interval(min, max)} characters`
    return { type: 'text', range: choices.length > 0 ? choices.join('|') : pattern ? `/${pattern}/` : length }
  }
  const type =
    typeof schema.type === 'string' ? schema.type : choices.length > 0 ? typeof choices[0] : 'anything'
  return { type, range: choices.length > 0 ? choices.join('|') : numbers(schema) }
}

function numbers(schema: JsonSchema): string {
  const { min, max, open } = bounds(schema)
  const range = open[0] || open[1] ? openInterval(min, max, open) : interval(min, max)
  return schema.multipleOf === undefined ? range : `${range}${range && ' '}step ${schema.multipleOf}`
}

function openInterval(
  min: number | undefined,
  max: number | undefined,
  open: readonly [boolean, boolean],
): string {
  const low = min === undefined ? '' : `${open[0] ? '>' : '>='}${min}`
  const high = max === undefined ? '' : `${open[1] ? '<' : '<='}${max}`
  return [low, high].filter(Boolean).join(' ')
}

function interval(min: number | undefined, max: number | undefined): string {
  if (min === undefined && max === undefined) return ''
  return min === max ? `${min}` : `${min ?? ''}..${max ?? ''}`
}

function listSummary(root: JsonSchema, schema: JsonSchema, depth: number): { type: string; range: string } {
  const kinds = depth > 3 ? [] : (schema.prefixItems ?? [schema.items]).flatMap(item => branches(root, item))
  const { type, range } = summary(root, kinds, depth)
  const count = interval(schema.minItems, schema.maxItems)
  const parts = [count && `${count} item${count === '1' ? '' : 's'}`, range && `each ${range}`]
  return { type: type === '' ? 'list' : `list of ${type}`, range: parts.filter(Boolean).join(', ') }
}

function distinct(words: readonly string[], separator: string): string {
  return [...new Set(words.filter(word => word !== ''))].join(separator)
}
