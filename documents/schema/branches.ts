/** Navigates JSON schemas: the branches of a union, the schema of a part, what a schema allows. */
import { type core, z } from 'zod'
import { child, isRecord, type PathStep } from '../document.ts'

/** What `z.toJSONSchema` returns. */
export type JsonSchema = core.JSONSchema.JSONSchema

/** A report of many variants asks for the same schema again and again. */
const converted = new WeakMap<z.ZodType, JsonSchema>()

/** The JSON schema of a zod schema. Callers must not change it. */
export function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  const known = converted.get(schema)
  if (known) return known
  const json: JsonSchema = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  converted.set(schema, json)
  return json
}

/**
 * The schemas that a value may follow: references resolved, unions taken apart. Given a value, leaves out
 * branches whose constants (`kind: 'inn'`) differ from its own, unless all do.
 */
export function branches(root: JsonSchema, schema: unknown, value?: unknown, depth = 0): JsonSchema[] {
  // A reference to itself would resolve forever.
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

function fits(schema: JsonSchema, value: unknown): boolean {
  if (!isRecord(value)) return true
  if (schema.type !== undefined && schema.type !== 'object') return false
  return Object.entries(schema.properties ?? {}).every(([key, property]) => {
    const wanted = child(property, 'const')
    return wanted === undefined || child(value, key) === undefined || wanted === child(value, key)
  })
}

export function schemasAt(root: JsonSchema, path: readonly PathStep[], value: unknown): unknown[] {
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

function partSchema(schema: JsonSchema, step: PathStep): unknown {
  if (typeof step === 'number') return schema.prefixItems?.[step] ?? schema.items
  return (
    child(schema.properties, step) ??
    (isRecord(schema.additionalProperties) ? schema.additionalProperties : undefined)
  )
}

export function allowedKeys(root: JsonSchema, schemas: readonly unknown[], value: unknown): string[] {
  const open = schemas.flatMap(schema => branches(root, schema, value))
  const names = open.flatMap(schema => [
    ...Object.keys(schema.properties ?? {}),
    ...(isRecord(schema.propertyNames) ? (schema.propertyNames.enum ?? []).map(String) : []),
  ])
  return [...new Set(names)]
}

/** The keys of a tree of objects, dotted; of a map, those below the names that it has by default. Lists are left out. */
export function dottedKeys(root: JsonSchema, schema: unknown = root, above = '', preset?: unknown): string[] {
  if (above.split('.').length > DEPTH_MAX) return []
  return branches(root, schema).flatMap(one => {
    const values = preset ?? one.default
    const names = isRecord(one.additionalProperties) && isRecord(values) ? Object.keys(values) : []
    const parts = [
      ...Object.entries(one.properties ?? {}),
      ...names.map(name => [name, one.additionalProperties] as const),
    ]
    return parts.flatMap(([name, part]) => {
      const key = above + name
      return [key, ...dottedKeys(root, part, `${key}.`, child(values, name))]
    })
  })
}

/** Trees may contain themselves. */
const DEPTH_MAX = 6

export function constants(schema: JsonSchema): readonly unknown[] {
  return schema.const === undefined ? (schema.enum ?? []) : [schema.const]
}

/** The bounds that the author set; zod's own bounds of exact integers are left out. */
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
