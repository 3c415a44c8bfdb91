/** A document: a value from a file or the command line, with the place of each of its parts. */

/** One step of a path into a value: a key of an object or an index of an array. */
export type PathStep = string | number

/** A place in a text, both 1-based; columns count UTF-16 units, as editors do. */
export interface SourceLocation {
  readonly line: number
  readonly column: number
  /** The file, if it differs from the document's: that of a part that the document names by its path. */
  readonly file?: string
}

/** Input from outside, with the place of everything in it. */
export interface Document {
  /** Its name in errors: a path as the user gave it, or an option such as `--rules favour.win`. */
  readonly file: string
  /**
   * Plain data: objects, arrays, strings, finite numbers, booleans, null. Undefined only for a `section` that is
   * absent; `validate` ignores such a layer.
   */
  readonly value: unknown
  /**
   * The place of the value at the path or, for `'key'`, of its key; if there is no such path, the place of its nearest
   * ancestor. Null for a document without places (`literal`).
   */
  at(path: readonly PathStep[], part?: 'value' | 'key'): SourceLocation | null
  /** By key: values that stand elsewhere, with what errors call them in place of `file`. */
  readonly labels?: Labels
}

export type Labels = Readonly<Record<string, string>>

/** How deep objects and arrays may nest: far more than any rule set needs, far less than the stack allows. */
export const DEPTH_MAX = 64

/** Keys that reach prototypes if code copies objects carelessly; no input needs them. */
const DANGEROUS = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Control characters, as a class for regular expressions with the flag u: those that garble terminals, split lines of a
 * report, disguise text (marks of direction) or are not text at all (half a surrogate pair).
 */
export const CONTROL_CLASS = String.raw`[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]`

const CONTROLS = new RegExp(CONTROL_CLASS, 'gu')
/** Control characters except those of values with several lines. */
const CONTROL = new RegExp(`(?![\\t\\n])${CONTROL_CLASS}`, 'u')

/** A mistake in the input, in one line: `file:line:column: what was found, what was expected`. */
export class InputError extends Error {
  readonly file: string
  /** 1-based; undefined, as the column, when the input has no places. */
  readonly line: number | undefined
  readonly column: number | undefined
  /** What was found and what was expected, without the place. */
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

/** The part of a document at a path, with its places: an experiment's `rules:` block. */
export function section(document: Document, path: readonly PathStep[]): Document {
  return {
    file: document.file,
    value: valueAtPath(document.value, path),
    at: (below, part) => document.at([...path, ...below], part),
  }
}

/**
 * A value from the command line. Errors have its label in place of file, line and column, or that of one of its keys. Throws an InputError unless
 * it is plain data.
 */
export function literal(value: unknown, label: string, labels: Labels = {}): Document {
  refuseUnlessPlain(value, label, 0)
  return { file: label, value, at: () => null, labels }
}

/** The same document without one key of its value. */
export function withoutKey(document: Document, key: string): Document {
  if (!isRecord(document.value)) return document
  const { [key]: _, ...value } = document.value
  return { ...document, value }
}

/** Whether the value is an object with keys, and not an array. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value's own part at one step, or undefined; never one inherited from a prototype. */
export function child(value: unknown, step: PathStep): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  return Object.getOwnPropertyDescriptor(value, String(step))?.value
}

/** The value's own part at a path, or undefined. */
export function valueAtPath(value: unknown, path: readonly PathStep[]): unknown {
  return path.reduce(child, value)
}

/** What is wrong with a key, or undefined. */
export function keyProblem(key: string): string | undefined {
  if (DANGEROUS.has(key)) return `key "${key}" is not allowed, expected another name`
  if (CONTROL.test(key)) return `key ${show(key)} holds a control character, expected plain text`
  return undefined
}

/** What is wrong with a text, or undefined. */
export function textProblem(text: string): string | undefined {
  return CONTROL.test(text) ? `${show(text)} holds a control character, expected plain text` : undefined
}

/** What is wrong with a text that must be one line, or undefined. */
export function lineProblem(text: string): string | undefined {
  return /[\t\n]/.test(text)
    ? `${show(text)} holds a tab or a line end, expected one line`
    : textProblem(text)
}

/** The value as JSON, shortened to fit an error message. */
export function show(value: unknown): string {
  // A huge value is shortened before it is written out.
  const json = JSON.stringify(value, shortened) ?? 'nothing'
  return json.length > SHOWN ? `${json.slice(0, SHOWN - 3)}...` : json
}

const SHOWN = 60

function shortened(_key: string, value: unknown): unknown {
  if (typeof value === 'string') return value.slice(0, SHOWN)
  if (Array.isArray(value)) return value.slice(0, SHOWN)
  return isRecord(value) ? Object.fromEntries(Object.entries(value).slice(0, SHOWN)) : value
}

/** A path as people write it: `sides[0].units[2]`. */
export function pathText(path: readonly PathStep[]): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`
    const name = step.length > SHOWN ? `${step.slice(0, SHOWN - 3)}...` : step
    return text === '' ? name : `${text}.${name}`
  }, '')
}

/** Where a part of a list or an object lies that lies at `path` itself, in the same manner; empty is the outermost one. */
export function pathOfPart(whole: object, path: string, key: string): string {
  if (Array.isArray(whole)) return `${path}[${key}]`
  return path === '' ? key : `${path}.${key}`
}

/** Most characters of a file's name and of a message in an error. The end says what was expected, so the middle is cut. */
const FILE_SHOWN = 300
const TEXT_SHOWN = 600

/** Text from outside as one short line: the middle of a long text is cut, control characters become escapes. */
export function oneLine(text: string, most = TEXT_SHOWN): string {
  const half = Math.floor((most - 3) / 2)
  const short = text.length > most ? `${text.slice(0, half)}...${text.slice(-half)}` : text
  return short.replace(CONTROLS, c => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

function refuseUnlessPlain(value: unknown, label: string, depth: number): void {
  const refuse = (text: string): never => {
    throw new InputError(label, text)
  }
  if (depth > DEPTH_MAX) refuse(`nested too deeply, expected at most ${DEPTH_MAX} levels`)
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
