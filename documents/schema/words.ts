/** JSON schemas in plain words. */
import type { core } from 'zod'
import { child, isRecord, type Step, show } from '../document.ts'

/** What `z.toJSONSchema` makes of a zod schema. */
export type JsonSchema = core.JSONSchema.JSONSchema

/** Keys an error names before it trails off. */
const NAMED = 24

/** The schemas a value may follow, with references and unions opened; a value given rules branches out by their constants. */
export function branches(root: JsonSchema, schema: unknown, value?: unknown, depth = 0): JsonSchema[] {
  // A reference that leads to itself would be opened for ever.
  if (!isRecord(schema) || depth > 32) return []
  if (typeof schema.$ref === 'string') {
    const { $ref, ...rest } = schema
    const steps = $ref.split('/').slice(1)
    const target = steps.reduce<unknown>(child, root)
    return branches(root, { ...(isRecord(target) ? target : {}), ...rest }, value, depth + 1)
  }
  const several = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (!Array.isArray(several)) return [schema]
  const open = several.flatMap(one => branches(root, one, value, depth + 1))
  const fitting = open.filter(one => fits(one, value))
  return fitting.length > 0 ? fitting : open
}

/** Whether the constants a schema asks for (`kind: 'inn'`) are the value's. */
function fits(schema: JsonSchema, value: unknown): boolean {
  if (!isRecord(value)) return true
  if (schema.type !== undefined && schema.type !== 'object') return false
  return Object.entries(schema.properties ?? {}).every(([key, property]) => {
    const wanted = child(property, 'const')
    return wanted === undefined || child(value, key) === undefined || wanted === child(value, key)
  })
}

/** The schemas for the part of a value at a path. */
export function schemasAt(root: JsonSchema, path: readonly Step[], value: unknown): unknown[] {
  let here: unknown[] = [root]
  let there = value
  for (const step of path) {
    here = here
      .flatMap(schema => branches(root, schema, there))
      .map(schema => partSchema(schema, step))
      .filter(schema => schema !== undefined)
    there = child(there, step)
  }
  return here
}

function partSchema(schema: JsonSchema, step: Step): unknown {
  if (typeof step === 'number') return schema.prefixItems?.[step] ?? schema.items
  return (
    child(schema.properties, step) ??
    (isRecord(schema.additionalProperties) ? schema.additionalProperties : undefined)
  )
}

/** The keys that an object may have, by the schemas for it. */
export function allowedKeys(root: JsonSchema, schemas: readonly unknown[], value: unknown): string[] {
  const open = schemas.flatMap(schema => branches(root, schema, value))
  const names = open.flatMap(schema => [
    ...Object.keys(schema.properties ?? {}),
    ...(isRecord(schema.propertyNames) ? (schema.propertyNames.enum ?? []).map(String) : []),
  ])
  return [...new Set(names)]
}

/** What one of the schemas expects, in words: `an integer from 1 to 9`; empty when they expect nothing in particular. */
export function expectation(root: JsonSchema, schemas: readonly unknown[]): string {
  const open = schemas.flatMap(schema => branches(root, schema))
  const choices = open.flatMap(constants)
  const words = open.filter(schema => constants(schema).length === 0).map(inWords)
  if (words.includes('')) return ''
  if (choices.length > 0) words.unshift(oneOf(choices))
  return [...new Set(words)].join(' or ')
}

/** A choice among names, in words. */
export function oneOf(names: readonly unknown[]): string {
  const unique = [
    ...new Set(names.map(name => (typeof name === 'string' && name !== '' ? name : show(name)))),
  ]
  if (unique.length <= 1) return unique.join()
  return `one of ${unique.slice(0, NAMED).join(', ')}${unique.length > NAMED ? ', ...' : ''}`
}

/** The values a schema lists one by one. */
export function constants(schema: JsonSchema): readonly unknown[] {
  return schema.const === undefined ? (schema.enum ?? []) : [schema.const]
}

function inWords(schema: JsonSchema): string {
  switch (schema.type) {
    case 'integer':
      return `an integer${numberRange(schema)}`
    case 'number':
      return `a number${numberRange(schema)}`
    case 'string':
      return `text${sized(schema.minLength, schema.maxLength, 'character')}${schema.pattern ? ` matching /${schema.pattern}/` : ''}`
    case 'boolean':
      return 'true or false'
    case 'null':
      return 'null'
    case 'array':
      return `a list${sized(schema.minItems, schema.maxItems, 'item')}`
    case 'object':
      return 'keys and values'
    default:
      return ''
  }
}

/** The bounds of a number that its author set; zod adds those of exact integers. */
export function bounds(schema: JsonSchema): {
  min: number | undefined
  max: number | undefined
  open: [boolean, boolean]
} {
  const { exclusiveMinimum: above, exclusiveMaximum: below } = schema
  const low = typeof above === 'number' ? above : schema.minimum
  const high = typeof below === 'number' ? below : schema.maximum
  return {
    min: low === Number.MIN_SAFE_INTEGER ? undefined : low,
    max: high === Number.MAX_SAFE_INTEGER ? undefined : high,
    open: [typeof above === 'number', typeof below === 'number'],
  }
}

function numberRange(schema: JsonSchema): string {
  const { min, max, open } = bounds(schema)
  const steps = schema.multipleOf === undefined ? '' : ` in steps of ${schema.multipleOf}`
  if (min !== undefined && max !== undefined && !open[0] && !open[1]) {
    return min === max ? ` equal to ${min}${steps}` : ` from ${min} to ${max}${steps}`
  }
  const low = min === undefined ? [] : [open[0] ? `above ${min}` : `of ${min} or more`]
  const high = max === undefined ? [] : [open[1] ? `below ${max}` : `of ${max} or less`]
  const both = [...low, ...high].join(' and ')
  return `${both === '' ? '' : ` ${both}`}${steps}`
}

function sized(min: number | undefined, max: number | undefined, unit: string): string {
  const many = (count: number) => `${count} ${unit}${count === 1 ? '' : 's'}`
  if (max === undefined) return min === undefined || min === 0 ? '' : ` of ${many(min)} or more`
  if (min === undefined) return ` of at most ${many(max)}`
  return min === max ? ` of ${many(min)}` : ` of ${min} to ${many(max)}`
}

/** `; did you mean favour?` when one of the names, but not the very same, is a slip away from what was written, else nothing. */
export function didYouMean(written: string, names: readonly unknown[]): string {
  if (written.length > 40) return ''
  const slips = Math.min(3, Math.max(1, Math.floor(written.length / 3)))
  const near = names
    .filter(name => typeof name === 'string' && name.length <= 40 && name !== written)
    .map(name => ({ name, distance: editDistance(written.toLowerCase(), String(name).toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)[0]
  return near && near.distance <= slips && near.distance < written.length
    ? `; did you mean ${near.name}?`
    : ''
}

/** Letters to insert, drop, change or swap with their neighbour to make one word of the other. */
function editDistance(a: string, b: string): number {
  const width = b.length + 1
  const table = new Int32Array((a.length + 1) * width)
  for (let i = 0; i <= a.length; i++) {
    for (let j = 0; j < width; j++) {
      const at = i * width + j
      if (i === 0 || j === 0) {
        table[at] = i + j
        continue
      }
      const changed = table[at - width - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      table[at] = Math.min(changed, table[at - width]! + 1, table[at - 1]! + 1)
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (swapped) table[at] = Math.min(table[at]!, table[at - 2 * width - 2]! + 1)
    }
  }
  return table[table.length - 1]!
}
