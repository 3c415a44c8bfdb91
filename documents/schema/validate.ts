/** Merges layers of documents into one value and checks it against a schema. */
import type { core, z } from 'zod'
import {
  child,
  type Document,
  errorAt,
  InputError,
  isRecord,
  type PathStep,
  pathText,
  type SourceLocation,
  show,
  valueAtPath,
} from '../document.ts'
import { combineErrors } from '../mistakes.ts'
import { didYouMean, didYouMeanPart } from '../strings.ts'
import { allowedKeys, dottedKeys, type JsonSchema, jsonSchemaOf, schemasAt } from './branches.ts'
import { expectation, oneOf } from './wording.ts'

type Issue = core.$ZodIssue

/**
 * Merges the layers (later ones win: objects key by key, lists and scalars whole) and parses the result.
 * Throws an InputError for all mistakes, each located in the last layer that sets anything at its path.
 * Without layers, or with undefined ones only, all defaults apply.
 *
 * `sound` layers are known to be valid by themselves: if a rule of the schema's author fails at a value of
 * theirs, the mistake is reported of the other layers.
 */
export function validate<T>(
  schema: z.ZodType<T>,
  layers: readonly Document[],
  sound: readonly Document[] = [],
): T {
  const { data, error } = tryValidate(schema, layers, sound)
  if (error) throw error
  return data!
}

export interface Validation<T> {
  /** If something is wrong: the rest, to find further mistakes in; undefined if nothing is left. */
  readonly data: T | undefined
  readonly error: InputError | null
}

/** Most mistakes put into words: a file can hold 200,000, and each takes milliseconds. */
const WORDED_MAX = 20

/** Like `validate`, without throwing. */
export function tryValidate<T>(
  schema: z.ZodType<T>,
  layers: readonly Document[],
  sound: readonly Document[] = [],
): Validation<T> {
  const merged = mergeDocuments(layers)
  const checked = checkValue(schema, merged)
  if ('data' in checked) return { data: checked.data, error: null }
  // Before `withoutMistakes` removes from the value what the words are about.
  const error = refusal(checked, layers, merged, sound)
  return { data: withoutMistakes(schema, oneIssueEach(checked.issues, merged), merged), error }
}

/** What a schema says of a value, as plain data that may come from another thread. */
export type CheckedValue<T> =
  | { readonly data: T }
  | { readonly issues: readonly Issue[]; readonly schema: JsonSchema }

export function checkValue<T>(schema: z.ZodType<T>, value: unknown): CheckedValue<T> {
  const result = schema.safeParse(value)
  if (result.success) return { data: result.data }
  return { issues: result.error.issues, schema: jsonSchemaOf(schema) }
}

/** The data of a document whose value was checked elsewhere. Throws an InputError for all its mistakes. */
export function requireData<T>(checked: CheckedValue<T>, document: Document): T {
  if ('data' in checked) return checked.data
  throw refusal(checked, [document], mergeDocuments([document]))
}

function refusal(
  { issues, schema }: Exclude<CheckedValue<unknown>, { data: unknown }>,
  layers: readonly Document[],
  merged: unknown,
  sound: readonly Document[] = [],
): InputError {
  const written = layers.filter(layer => layer.value !== undefined)
  const single = oneIssueEach(issues, merged)
  const errors = single.slice(0, WORDED_MAX).map(issue => {
    const mistake = mistakeOf(schema, issue, merged)
    const { layer, place } = locate(written.length === 0 ? layers : written, mistake)
    const onTop = written.filter(one => !sound.includes(one))
    if (layer && sound.includes(layer) && isAuthored(issue.message) && onTop.length > 0)
      return sharedMistake(onTop, mistake)
    return new InputError(layer?.file ?? 'input', mistake.text, place)
  })
  return combineErrors(errors, Math.max(0, single.length - WORDED_MAX))
}

/** A mistake of any of the layers: told of the words that their names share, or of the lowest layer. */
function sharedMistake(layers: readonly Document[], { path, text }: Mistake): InputError {
  const [first, ...rest] = layers as [Document, ...Document[]]
  const words = first.file.split(' ')
  const same = words.findIndex((word, i) => rest.some(({ file }) => file.split(' ')[i] !== word))
  if (same > 0) return new InputError(words.slice(0, same).join(' '), text)
  // Parts of one file: the last one counts.
  const told = same < 0 ? layers.at(-1)! : first
  return errorAt(told, path, text)
}

function mergeDocuments(layers: readonly Document[]): unknown {
  const written = layers.filter(layer => layer.value !== undefined)
  return written.length === 0 ? {} : mergeLayers(written.map(layer => layer.value))
}

/** The result without unknown keys and wrong values. */
function withoutMistakes<T>(schema: z.ZodType<T>, issues: readonly Issue[], merged: unknown): T | undefined {
  for (const issue of issues) {
    const path = [...steps(issue), ...(issue.code === 'unrecognized_keys' ? [issue.keys[0]!] : [])]
    const parent = valueAtPath(merged, path.slice(0, -1))
    const last = path.at(-1)
    // Removing an item of a list would shift the locations of those after it.
    if (last === undefined || !isRecord(parent)) return undefined
    Reflect.deleteProperty(parent, String(last))
  }
  return schema.safeParse(merged).data
}

/** The values that take effect at one path: the last one, and the objects right before it that it adds to. */
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
  // fromEntries defines own properties, whatever their names.
  return Object.fromEntries([...keys].map(key => [key, mergeLayers(parts(merged, key))]))
}

function parts(values: readonly unknown[], step: PathStep): unknown[] {
  return values.map(value => child(value, step)).filter(part => part !== undefined)
}

interface Mistake {
  readonly path: readonly PathStep[]
  /** Whether the key at the path is wrong, or its value. */
  readonly part: 'key' | 'value'
  readonly text: string
}

function locate(
  layers: readonly Document[],
  { path, part }: Mistake,
): { layer: Document | undefined; place: SourceLocation | null } {
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
  // A missing key is missing from the file, not from an option that sets something in the same object.
  const missing = depth < path.length
  const placed = missing ? involved.findLast(layer => layer.at(there)) : undefined
  const layer = placed ?? involved.at(-1)
  return { layer, place: layer?.at(there, missing ? 'key' : part) ?? null }
}

/** One issue for each unknown key, without the missing key beside it that it misspells. */
function oneIssueEach(issues: readonly Issue[], merged: unknown): Issue[] {
  const parents = new Set(
    issues.filter(issue => issue.code === 'unrecognized_keys').map(issue => pathText(steps(issue))),
  )
  const isMissing = (issue: Issue): boolean =>
    issue.path.length > 0 && valueAtPath(merged, steps(issue)) === undefined
  const kept = issues.filter(issue => !isMissing(issue) || !parents.has(pathText(steps(issue).slice(0, -1))))
  const single = kept.flatMap((issue): Issue[] =>
    issue.code === 'unrecognized_keys' ? issue.keys.map(key => ({ ...issue, keys: [key] })) : [issue],
  )
  // Reports a value once: a long list may be wrong in thousands of ways.
  const places = new Set<string>()
  return single.filter(issue => {
    const key = issue.code === 'unrecognized_keys' ? issue.keys[0]! : ''
    const place = JSON.stringify([...issue.path, key])
    return !places.has(place) && places.add(place)
  })
}

function steps(issue: Issue): PathStep[] {
  return issue.path.map(step => (typeof step === 'number' ? step : String(step)))
}

function mistakeOf(root: JsonSchema, issue: Issue, merged: unknown): Mistake {
  const path = steps(issue)
  const schemas = schemasAt(root, path, merged)
  const found = valueAtPath(merged, path)
  if (issue.code === 'unrecognized_keys') {
    return unknownKey(root, path, issue.keys[0]!, { allowed: allowedKeys(root, schemas, found), found })
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

/** Whether the schema's author wrote the message: zod's own begin with one of these words. */
function isAuthored(message: string): boolean {
  return !/^(Invalid|Too small|Too big|Unrecognized)\b/.test(message)
}

function unknownKey(
  root: JsonSchema,
  path: readonly PathStep[],
  key: string,
  { allowed, found }: { readonly allowed: readonly string[]; readonly found: unknown },
): Mistake {
  // Another branch of a union may allow the key.
  const others = allowed.filter(name => name !== key)
  const wanted = others.length === 0 ? ', expected no keys' : `, expected ${oneOf(others)}`
  const text = `unknown key ${quote(key)}${inside(path)}${wanted}${didYouMean(key, others) || didYouMeanPart(dotted(key, child(found, key)), dottedKeys(root))}`
  return { path: [...path, key], part: 'key', text }
}

/** A key as people write it, with the keys below it: `monk.hp`. */
function dotted(key: string, value: unknown): string {
  const below = isRecord(value) ? Object.entries(value) : []
  return below.length === 1 ? `${key}.${dotted(...below[0]!)}` : key
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
  // JSON Schema can't express this schema: use zod's words, without its "Invalid input:".
  if (wanted === '') return `: ${issue.message.replace(/^Invalid input: /, '')}`
  return tail(wanted)
}

function guess(issue: Issue, found: unknown): string {
  if (typeof found !== 'string') return ''
  if (issue.code === 'invalid_type' && issue.expected === 'array' && found.includes(',')) {
    return ` in brackets: ${show(`[${found}]`)}`
  }
  return issue.code === 'invalid_value' ? didYouMean(found, issue.values) : ''
}

/** The first issue of the branch closest to the value; none if its type is wrong for all branches. */
function likeliest(errors: readonly (readonly Issue[])[]): Issue | undefined {
  const near = errors.filter(issues => issues.every(issue => issue.path.length > 0 || !isTypeIssue(issue)))
  return near.toSorted((a, b) => a.length - b.length)[0]?.[0]
}

function isTypeIssue(issue: Issue): boolean {
  return issue.code === 'invalid_type' || issue.code === 'invalid_value' || issue.code === 'invalid_union'
}
