/** JSON schemas of input files, for editors that complete and check them. */
import { z } from 'zod'
import { child, isRecord } from '../document.ts'
import type { JsonSchema } from './branches.ts'
import { FROM_FILE } from './parts.ts'

/** The draft that editors understand best. */
const DRAFT = 'http://json-schema.org/draft-07/schema#'

/** The JSON schema of a file that is checked as a whole. */
export function fileSchema(schema: z.ZodType, title: string): JsonSchema {
  const { $schema: _, ...rest } = plainSchema(schema)
  return { $schema: DRAFT, title, ...rest }
}

/** The JSON schema of a layer: keys are optional and may be dotted, `fromFile` keys may be paths. */
export function layerSchema(schema: z.ZodType, title: string): JsonSchema {
  return { $schema: DRAFT, title, ...layer(plainSchema(schema), '#') }
}

export function partSchema(schema: z.ZodType, key: string, title: string): JsonSchema {
  return { $schema: DRAFT, title, ...whole(plainSchema(schema).properties?.[key]) }
}

/** A schema moved to `base` in another document: without its head, references adjusted. */
export function embedded(schema: JsonSchema, base: string): JsonSchema {
  const { $schema: _, title: __, ...rest } = schema
  const lead = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(lead)
    if (!isRecord(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => [
        key,
        key === '$ref' && typeof part === 'string' ? `${base}${part.slice(1)}` : lead(part),
      ]),
    )
  }
  return lead(rest) as JsonSchema
}

/** A reference to a part of a document, step by step from its root. */
export function reference(...steps: readonly string[]): { $ref: string } {
  return { $ref: steps.reduce(below, '#') }
}

function below(pointer: string, step: string): string {
  return `${pointer}/${encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))}`
}

function plainSchema(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', target: 'draft-7' })
}

/** A part as its own file gives it: no path, no mark of ours. */
function whole(part: unknown): JsonSchema {
  const { [FROM_FILE]: _, default: __, ...rest } = isRecord(part) ? part : {}
  return rest
}

interface Key {
  readonly text: string
  /** Whether `text` is a pattern, because users choose some of its names. */
  readonly open: boolean
  readonly schema: JsonSchema
}

/** An object of a layer: nothing is required, and nested keys may be dotted. */
function layer(schema: JsonSchema, pointer: string): JsonSchema {
  const { required: _, propertyNames: __, properties = {}, ...rest } = schema
  const own = Object.entries(properties).map(([name, part]) => [
    name,
    layerPart(part, below(below(pointer, 'properties'), name)),
  ])
  const each = rest.additionalProperties
  const keys = keysOf(schema, pointer)
  const named = keys.filter(({ open }) => !open).map(({ text, schema: part }) => [text, part])
  const open = keys.filter(key => key.open).map(({ text, schema: part }) => [`^${text}$`, part])
  return {
    ...rest,
    ...(isRecord(each)
      ? { additionalProperties: layerPart(each, below(pointer, 'additionalProperties')) }
      : {}),
    properties: Object.fromEntries([...named, ...own]),
    ...(open.length === 0 ? {} : { patternProperties: Object.fromEntries(open) }),
  }
}

function layerPart(part: unknown, pointer: string): JsonSchema {
  if (child(part, FROM_FILE) === true) {
    const { description } = whole(part)
    return {
      ...(description === undefined ? {} : { description }),
      anyOf: [{ type: 'string', description: 'path of a file, relative to this file' }, whole(part)],
    }
  }
  return isNested(part) ? layer(part, pointer) : (part as JsonSchema)
}

/** An object whose keys merge with those of other layers. */
function isNested(part: unknown): part is JsonSchema {
  return (
    isRecord(part) &&
    part.type === 'object' &&
    (isRecord(part.properties) || isRecord(part.additionalProperties))
  )
}

/** All keys of an object except its own plain ones: known names of a record, and what dots reach below. */
function keysOf(schema: JsonSchema, pointer: string): Key[] {
  const keys: Key[] = []
  const dot = (name: string, open: boolean, part: unknown, at: string): void => {
    if (!isNested(part) || child(part, FROM_FILE) === true) return
    const direct = Object.keys(part.properties ?? {}).map(key => ({
      text: key,
      open: false,
      schema: { $ref: below(below(at, 'properties'), key) },
    }))
    for (const key of [...direct, ...keysOf(part, at)]) {
      const either = open || key.open
      const text = either
        ? `${open ? name : escaped(name)}\\.${key.open ? key.text : escaped(key.text)}`
        : `${name}.${key.text}`
      keys.push({ text, open: either, schema: key.schema })
    }
  }
  for (const [name, part] of Object.entries(schema.properties ?? {}))
    dot(name, false, part, below(below(pointer, 'properties'), name))
  const each = schema.additionalProperties
  if (!isRecord(each)) return keys
  const at = below(pointer, 'additionalProperties')
  const names = isRecord(schema.propertyNames) ? schema.propertyNames.enum : undefined
  if (names === undefined) {
    dot('[^.]+', true, each, at)
    return keys
  }
  for (const name of names.map(String)) {
    keys.push({ text: name, open: false, schema: { $ref: at } })
    dot(name, false, each, at)
  }
  return keys
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
