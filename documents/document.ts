/** A document: a value from a file or the command line that knows where each of its parts was written. */

/** A step of a path into a value: an object's key or an array's index. */
export type PathStep = string | number

/** A location in a text, 1-based; columns count UTF-16 units, as editors do. */
export interface SourceLocation {
  readonly line: number
  readonly column: number
  /** The file, if not the document's own: that of a part the document names by its path. */
  readonly file?: string
}

export interface Document {
  /** What errors call it: a path as the user gave it, or an option such as `--rules favour.win`. */
  readonly file: string
  /** Plain data, as JSON holds it. Undefined only for an absent `section`; `validate` skips such a layer. */
  readonly value: unknown
  /**
   * Where the value at the path (for `'key'`, its key) was written; for a path that doesn't exist, its
   * nearest ancestor. Null if nothing has a location (`literal`).
   */
  at(path: readonly PathStep[], part?: 'value' | 'key'): SourceLocation | null
  /** By key: what errors say in place of `file` for that key. */
  readonly labels?: Labels
}

export type Labels = Readonly<Record<string, string>>

/** How deep objects and arrays may nest: more than any rule set needs, less than the stack allows. */
export const DEPTH_MAX = 64
export const TOO_DEEP = `too many nested levels, expected at most ${DEPTH_MAX}`

/** Keys that reach prototypes if code copies objects carelessly. */
const DANGEROUS = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Control characters, as a class for regular expressions with the flag u: they garble terminals, split lines,
 * turn the direction of text, or aren't text at all (half a surrogate pair).
 */
export const CONTROL_CLASS = String.raw`[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]`

const CONTROLS = new RegExp(CONTROL_CLASS, 'gu')
/** Without tabs and line ends, which values of several lines have. */
const CONTROL = new RegExp(`(?![\\t\\n])${CONTROL_CLASS}`, 'u')

/** A mistake in the input, in one line: `file:line:column: what was found, what was expected`. */
export class InputError extends Error {
  readonly file: string
  /** 1-based. Undefined, like the column, if the input has no locations. */
  readonly line: number | undefined
  readonly column: number | undefined
  /** The message without its location. */
  readonly text: string

  constructor(document: string, text: string, place: SourceLocation | null = null) {
    const file = place?.file ?? document
    const where = place ? `:${place.line}:${place.column}` : ''
    super(`${oneLine(file, FILE_SHOWN)}${where}: ${oneLine(text)}`)
    this.name = 'InputError'
    this.file = file
    this.text = text
    this.line = place?.line
    this.column = place?.column
  }
}

/** The error about a document's value at a path, or about its key. */
export function errorAt(
  document: Document,
  path: readonly PathStep[],
  text: string,
  part?: 'value' | 'key',
): InputError {
  return new InputError(document.file, text, document.at(path, part))
}

/** The part of a document at a path, such as an experiment's `rules:`. */
export function section(document: Document, path: readonly PathStep[]): Document {
  return {
    file: document.file,
    value: valueAtPath(document.value, path),
    at: (below, part) => document.at([...path, ...below], part),
  }
}

/** A value from the command line; errors begin with its label. Throws an InputError unless plain data. */
export function literal(value: unknown, label: string, labels: Labels = {}): Document {
  refuseUnlessPlain(value, label, 0)
  return { file: label, value, at: () => null, labels }
}

export function withoutKey(document: Document, key: string): Document {
  if (!isRecord(document.value)) return document
  const { [key]: _, ...value } = document.value
  return { ...document, value }
}

/** True for objects with keys, not for arrays. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value's own part, or undefined; never one inherited from a prototype. */
export function child(value: unknown, step: PathStep): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  return Object.getOwnPropertyDescriptor(value, String(step))?.value
}

export function valueAtPath(value: unknown, path: readonly PathStep[]): unknown {
  return path.reduce(child, value)
}

export function keyProblem(key: string): string | undefined {
  if (DANGEROUS.has(key)) return `key "${key}" is not allowed, expected a different name`
  if (CONTROL.test(key)) return `key ${show(key)} contains a control character, expected plain text`
  return undefined
}

export function textProblem(text: string): string | undefined {
  return CONTROL.test(text) ? `${show(text)} contains a control character, expected plain text` : undefined
}

export function lineProblem(text: string): string | undefined {
  return /[\t\n]/.test(text)
    ? `${show(text)} contains a tab or a line break, expected one line`
    : textProblem(text)
}

/** The value as JSON, shortened to fit an error message. */
export function show(value: unknown): string {
  // Shortens a huge value before writing it out.
  const json = JSON.stringify(value, shortened) ?? 'nothing'
  return json.length > SHOWN ? `${json.slice(0, SHOWN - 3)}...` : json
}

const SHOWN = 60

function shortened(_key: string, value: unknown): unknown {
  if (typeof value === 'string') return value.slice(0, SHOWN)
  if (Array.isArray(value)) return value.slice(0, SHOWN)
  return isRecord(value) ? Object.fromEntries(Object.entries(value).slice(0, SHOWN)) : value
}

/** As people write paths: `sides[0].units[2]`. */
export function pathText(path: readonly PathStep[]): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`
    const name = step.length > SHOWN ? `${step.slice(0, SHOWN - 3)}...` : step
    return text === '' ? name : `${text}.${name}`
  }, '')
}

/** The path of a part of the list or object at `path`; empty is the root. */
export function pathOfPart(whole: object, path: string, key: string): string {
  if (Array.isArray(whole)) return `${path}[${key}]`
  return path === '' ? key : `${path}.${key}`
}

/** Longest file name and message in an error. The end says what was expected, so the middle is cut. */
const FILE_SHOWN = 300
const TEXT_SHOWN = 600

/** Text from outside as one short line: cuts the middle of long text, escapes control characters. */
export function oneLine(text: string, most = TEXT_SHOWN): string {
  const half = Math.floor((most - 3) / 2)
  const short = text.length > most ? `${text.slice(0, half)}...${text.slice(-half)}` : text
  return escapeControls(short)
}

/** Text from outside in which control characters are visible, and do nothing: U+202E becomes \u202e. */
export function escapeControls(text: string): string {
  return text.replace(CONTROLS, c => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

function refuseUnlessPlain(value: unknown, label: string, depth: number): void {
  const refuse = (text: string): never => {
    throw new InputError(label, text)
  }
  if (depth > DEPTH_MAX) refuse(TOO_DEEP)
  if (value === null || typeof value === 'boolean') return
  if (typeof value === 'string') {
    const problem = textProblem(value)
    if (problem) refuse(problem)
  } else if (typeof value === 'number') {
    if (!Number.isFinite(value)) refuse(`${value} is not a finite number, expected one`)
  } else if (Array.isArray(value)) {
    for (const item of value) refuseUnlessPlain(item, label, depth + 1)
  } else if (typeof value === 'object') {
    const prototype = Object.getPrototypeOf(value)
    if (prototype !== Object.prototype && prototype !== null)
      refuse('is not plain data, expected keys and values')
    for (const [key, item] of Object.entries(value)) {
      const problem = keyProblem(key)
      if (problem) refuse(problem)
      refuseUnlessPlain(item, label, depth + 1)
    }
  } else {
    refuse(
      `a ${typeof value} is not plain data, expected text, a number, true, false, a list, or keys and values`,
    )
  }
}
