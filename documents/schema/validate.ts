/** Layers of documents merged into one value that follows a schema. */
import { type core, z } from 'zod'
import {
  child,
  type Document,
  dig,
  dotted,
  InputError,
  isRecord,
  type Place,
  type Step,
  show,
} from '../document.ts'
import { allowedKeys, didYouMean, expectation, type JsonSchema, oneOf, schemasAt } from './words.ts'

type Issue = core.$ZodIssue

/**
 * Merges the layers (later ones win: objects key by key, lists and scalars whole) and parses them by the schema.
 * Throws an InputError for the first mistake, placed in the last layer that has a say at its path. No layers, or
 * only layers whose value is undefined, count as an empty object, so that all defaults apply.
 */
export function validate<T>(schema: z.ZodType<T>, layers: readonly Document[]): T {
  const written = layers.filter(layer => layer.value !== undefined)
  const merged = written.length === 0 ? {} : merge(written.map(layer => layer.value))
  const result = schema.safeParse(merged)
  if (result.success) return result.data
  const root: JsonSchema = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  const mistake = tell(root, foremost(result.error.issues, merged), merged)
  const { file, place } = locate(written.length === 0 ? layers : written, mistake)
  throw new InputError(file, mistake.text, place)
}

/** The values that count at one place: the last, and objects directly before it, which it adds to. */
function counting(values: readonly unknown[]): readonly unknown[] {
  const whole = values.findLastIndex(value => !isRecord(value))
  return whole === values.length - 1 ? values.slice(-1) : values.slice(whole + 1)
}

function merge(values: readonly unknown[]): unknown {
  const heard = counting(values)
  const last = heard.at(-1)
  if (Array.isArray(last)) return last.map(item => merge([item]))
  if (!isRecord(last)) return last
  const keys = new Set(heard.flatMap(value => Object.keys(Object(value))))
  // fromEntries defines own properties, whatever they are called.
  return Object.fromEntries([...keys].map(key => [key, merge(parts(heard, key))]))
}

function parts(values: readonly unknown[], step: Step): unknown[] {
  return values.map(value => child(value, step)).filter(part => part !== undefined)
}

interface Mistake {
  readonly path: readonly Step[]
  /** Whether it is the key at the path that is wrong, or the value. */
  readonly part: 'key' | 'value'
  readonly text: string
}

/** The layer and place that a mistake is to be blamed on. */
function locate(layers: readonly Document[], { path, part }: Mistake): { file: string; place: Place | null } {
  let live = [...layers]
  let depth = 0
  for (; depth <= path.length; depth++) {
    const values = live.map(layer => dig(layer.value, path.slice(0, depth)))
    live = live.slice(live.length - counting(values).length)
    if (depth === path.length) break
    const having = live.filter(layer => dig(layer.value, path.slice(0, depth + 1)) !== undefined)
    if (having.length === 0) break
    live = having
  }
  const there = path.slice(0, depth)
  // What is missing is missing from the file, not from an option that happens to touch the same object.
  const missing = depth < path.length
  const placed = missing ? live.findLast(layer => layer.at(there)) : undefined
  const layer = placed ?? live.at(-1)
  return { file: layer?.file ?? 'input', place: layer?.at(there, missing ? 'key' : part) ?? null }
}

/** The first issue, unless it is a missing key beside an unknown one: then the unknown one is its misspelling. */
function foremost(issues: readonly Issue[], merged: unknown): Issue {
  const first = issues[0]!
  if (first.path.length === 0 || dig(merged, steps(first)) !== undefined) return first
  const parent = dotted(steps(first).slice(0, -1))
  return issues.find(issue => issue.code === 'unrecognized_keys' && dotted(steps(issue)) === parent) ?? first
}

function steps(issue: Issue): Step[] {
  return issue.path.map(step => (typeof step === 'number' ? step : String(step)))
}

function tell(root: JsonSchema, issue: Issue, merged: unknown): Mistake {
  const path = steps(issue)
  const schemas = schemasAt(root, path, merged)
  const found = dig(merged, path)
  if (issue.code === 'unrecognized_keys') {
    return unknownKey(path, issue.keys[0]!, allowedKeys(root, schemas, found))
  }
  if (issue.code === 'invalid_key') {
    const own = issue.issues.map(inner => inner.message).find(isOwn)
    const names = schemasAt(root, path.slice(0, -1), merged).map(schema => child(schema, 'propertyNames'))
    const wanted = expectation(root, names)
    const text = own ?? `unknown key ${quote(path.at(-1))}${inside(path.slice(0, -1))}${tail(wanted)}`
    return { path, part: 'key', text }
  }
  if (issue.code === 'invalid_union') {
    const branch = likeliest(issue.errors)
    if (branch) return tell(root, { ...branch, path: [...issue.path, ...branch.path] }, merged)
  }
  if (issue.code === 'custom' ? issue.message !== 'Invalid input' : isOwn(issue.message)) {
    return { path, part: 'value', text: issue.message }
  }
  const wanted = wantedIn(root, issue, schemas)
  return { path, part: 'value', text: `${subject(path, found)}${wanted}${guess(issue, found)}` }
}

/** zod's own messages begin so; any other was written by the schema's author and is shown as it is. */
function isOwn(message: string): boolean {
  return !/^(Invalid|Too small|Too big|Unrecognized)\b/.test(message)
}

function unknownKey(path: readonly Step[], key: string, allowed: readonly string[]): Mistake {
  // Another branch of a union may allow the key.
  const others = allowed.filter(name => name !== key)
  const wanted = others.length === 0 ? ', expected no keys' : `, expected ${oneOf(others)}`
  const text = `unknown key ${quote(key)}${inside(path)}${wanted}${didYouMean(key, others)}`
  return { path: [...path, key], part: 'key', text }
}

function inside(path: readonly Step[]): string {
  return path.length === 0 ? '' : ` in ${dotted(path)}`
}

function quote(key: Step | undefined): string {
  return show(String(key))
}

function tail(wanted: string): string {
  return wanted === '' ? '' : `, expected ${wanted}`
}

function subject(path: readonly Step[], found: unknown): string {
  const name = dotted(path)
  if (name === '') return found === null ? 'is empty' : `found ${show(found)}`
  return found === undefined ? `${name} is missing` : `${name} is ${show(found)}`
}

function wantedIn(root: JsonSchema, issue: Issue, schemas: readonly unknown[]): string {
  if (issue.code === 'invalid_value') return tail(oneOf(issue.values))
  if (issue.code === 'invalid_union' && 'options' in issue && issue.options) return tail(oneOf(issue.options))
  const wanted = expectation(root, schemas)
  // A schema that JSON can't express: zod's words, without its "Invalid input:".
  if (wanted === '') return `: ${issue.message.replace(/^Invalid input: /, '')}`
  return tail(wanted)
}

function guess(issue: Issue, found: unknown): string {
  return issue.code === 'invalid_value' && typeof found === 'string' ? didYouMean(found, issue.values) : ''
}

/** The first issue of the branch of a union that the value comes nearest to; none when it has the wrong type for all. */
function likeliest(errors: readonly (readonly Issue[])[]): Issue | undefined {
  const near = errors.filter(issues => issues.every(issue => issue.path.length > 0 || !isTypeIssue(issue)))
  return near.toSorted((a, b) => a.length - b.length)[0]?.[0]
}

function isTypeIssue(issue: Issue): boolean {
  return issue.code === 'invalid_type' || issue.code === 'invalid_value' || issue.code === 'invalid_union'
}
