/** Merges layers of documents into one value and checks it against a schema. */
import { type core, z } from 'zod'
import {
  child,
  type Document,
  InputError,
  isRecord,
  type PathStep,
  type Place,
  pathText,
  show,
  valueAtPath,
} from '../document.ts'
import { allowedKeys, type JsonSchema, schemasAt } from './branches.ts'
import { didYouMean } from './suggestions.ts'
import { expectation, oneOf } from './wording.ts'

type Issue = core.$ZodIssue

/**
 * Merges the layers (later ones win: objects key by key, lists and scalars whole) and parses the result by the schema.
 * Throws an InputError for the first mistake, with its place in the last layer that sets anything at its path. No layers, or
 * only layers whose value is undefined, count as an empty object, so that all defaults apply.
 */
export function validate<T>(schema: z.ZodType<T>, layers: readonly Document[]): T {
  const written = layers.filter(layer => layer.value !== undefined)
  const merged = written.length === 0 ? {} : mergeLayers(written.map(layer => layer.value))
  const result = schema.safeParse(merged)
  if (result.success) return result.data
  const root: JsonSchema = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  const mistake = mistakeOf(root, foremost(result.error.issues, merged), merged)
  const { file, place } = locate(written.length === 0 ? layers : written, mistake)
  throw new InputError(file, mistake.text, place)
}

/** The values that take effect at one place: the last one, and the objects directly before it, which it adds to. */
function effective(values: readonly unknown[]): readonly unknown[] {
  const whole = values.findLastIndex(value => !isRecord(value))
  return whole === values.length - 1 ? values.slice(-1) : values.slice(whole + 1)
}

function mergeLayers(values: readonly unknown[]): unknown {
  const merged = effective(values)
  const last = merged.at(-1)
  if (Array.isArray(last)) return last.map(item => mergeLayers([item]))
  if (!isRecord(last)) return last
  const keys = new Set(merged.flatMap(value => Object.keys(Object(value))))
  // fromEntries defines own properties, whatever they are called.
  return Object.fromEntries([...keys].map(key => [key, mergeLayers(parts(merged, key))]))
}

function parts(values: readonly unknown[], step: PathStep): unknown[] {
  return values.map(value => child(value, step)).filter(part => part !== undefined)
}

interface Mistake {
  readonly path: readonly PathStep[]
  /** Whether it is the key at the path that is wrong, or the value. */
  readonly part: 'key' | 'value'
  readonly text: string
}

/** The layer and place where a mistake was made. */
function locate(layers: readonly Document[], { path, part }: Mistake): { file: string; place: Place | null } {
  let involved = [...layers]
  let depth = 0
  for (; depth <= path.length; depth++) {
    const values = involved.map(layer => valueAtPath(layer.value, path.slice(0, depth)))
    involved = involved.slice(involved.length - effective(values).length)
    if (depth === path.length) break
    const having = involved.filter(layer => valueAtPath(layer.value, path.slice(0, depth + 1)) !== undefined)
    if (having.length === 0) break
    involved = having
  }
  const there = path.slice(0, depth)
  // A missing key is missing from the file, not from an option that happens to set something in the same object.
  const missing = depth < path.length
  const placed = missing ? involved.findLast(layer => layer.at(there)) : undefined
  const layer = placed ?? involved.at(-1)
  return { file: layer?.file ?? 'input', place: layer?.at(there, missing ? 'key' : part) ?? null }
}

/** The first issue, unless it is a missing key next to an unknown one, which then is its misspelling. */
function foremost(issues: readonly Issue[], merged: unknown): Issue {
  const first = issues[0]!
  if (first.path.length === 0 || valueAtPath(merged, steps(first)) !== undefined) return first
  const parent = pathText(steps(first).slice(0, -1))
  return (
    issues.find(issue => issue.code === 'unrecognized_keys' && pathText(steps(issue)) === parent) ?? first
  )
}

function steps(issue: Issue): PathStep[] {
  return issue.path.map(step => (typeof step === 'number' ? step : String(step)))
}

function mistakeOf(root: JsonSchema, issue: Issue, merged: unknown): Mistake {
  const path = steps(issue)
  const schemas = schemasAt(root, path, merged)
  const found = valueAtPath(merged, path)
  if (issue.code === 'unrecognized_keys') {
    return unknownKey(path, issue.keys[0]!, allowedKeys(root, schemas, found))
  }
  if (issue.code === 'invalid_key') {
    const own = issue.issues.map(inner => inner.message).find(isAuthored)
    const names = schemasAt(root, path.slice(0, -1), merged).map(schema => child(schema, 'propertyNames'))
    const wanted = expectation(root, names)
    const text = own ?? `unknown key ${quote(path.at(-1))}${inside(path.slice(0, -1))}${tail(wanted)}`
    return { path, part: 'key', text }
  }
  if (issue.code === 'invalid_union') {
    const branch = likeliest(issue.errors)
    if (branch) return mistakeOf(root, { ...branch, path: [...issue.path, ...branch.path] }, merged)
  }
  if (issue.code === 'custom' ? issue.message !== 'Invalid input' : isAuthored(issue.message)) {
    return { path, part: 'value', text: issue.message }
  }
  const wanted = wantedIn(root, issue, schemas)
  return { path, part: 'value', text: `${subject(path, found)}${wanted}${guess(issue, found)}` }
}

/** Whether a message was written by the schema's author: those of zod begin with one of these words. */
function isAuthored(message: string): boolean {
  return !/^(Invalid|Too small|Too big|Unrecognized)\b/.test(message)
}

function unknownKey(path: readonly PathStep[], key: string, allowed: readonly string[]): Mistake {
  // Another branch of a union may allow the key.
  const others = allowed.filter(name => name !== key)
  const wanted = others.length === 0 ? ', expected no keys' : `, expected ${oneOf(others)}`
  const text = `unknown key ${quote(key)}${inside(path)}${wanted}${didYouMean(key, others)}`
  return { path: [...path, key], part: 'key', text }
}

function inside(path: readonly PathStep[]): string {
  return path.length === 0 ? '' : ` in ${pathText(path)}`
}

function quote(key: PathStep | undefined): string {
  return show(String(key))
}

function tail(wanted: string): string {
  return wanted === '' ? '' : `, expected ${wanted}`
}

function subject(path: readonly PathStep[], found: unknown): string {
  const name = pathText(path)
  if (name === '') return found === null ? 'is empty' : `found ${show(found)}`
  return found === undefined ? `${name} is missing` : `${name} is ${show(found)}`
}

function wantedIn(root: JsonSchema, issue: Issue, schemas: readonly unknown[]): string {
  if (issue.code === 'invalid_value') return tail(oneOf(issue.values))
  if (issue.code === 'invalid_union' && 'options' in issue && issue.options) return tail(oneOf(issue.options))
  const wanted = expectation(root, schemas)
  // A schema that JSON Schema cannot express: zod's words, without its "Invalid input:".
  if (wanted === '') return `: ${issue.message.replace(/^Invalid input: /, '')}`
  return tail(wanted)
}

function guess(issue: Issue, found: unknown): string {
  return issue.code === 'invalid_value' && typeof found === 'string' ? didYouMean(found, issue.values) : ''
}

/** The first issue of the branch of a union that the value comes closest to; none if its type is wrong for all of them. */
function likeliest(errors: readonly (readonly Issue[])[]): Issue | undefined {
  const near = errors.filter(issues => issues.every(issue => issue.path.length > 0 || !isTypeIssue(issue)))
  return near.toSorted((a, b) => a.length - b.length)[0]?.[0]
}

function isTypeIssue(issue: Issue): boolean {
  return issue.code === 'invalid_type' || issue.code === 'invalid_value' || issue.code === 'invalid_union'
}
