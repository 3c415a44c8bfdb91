/** The document: a value read from a file or the command line that knows where its parts were written. */

/** One step of a path: a key of an object or an index of an array. */
export type Step = string | number

/** A place in a text, both 1-based; columns count UTF-16 units, as editors do. */
export interface Place {
  readonly line: number
  readonly column: number
  /** The file, where it is another one than the document's: a part that the document names by its path. */
  readonly file?: string
}

/** Input somebody else wrote, with the place of everything in it. */
export interface Document {
  /** What errors call it: a path as the user gave it, or an option such as `--rules favour.win`. */
  readonly file: string
  /**
   * Plain data: objects, arrays, strings, finite numbers, booleans, null. Undefined only for a `section` that was
   * not written; `validate` passes over such a layer.
   */
  readonly value: unknown
  /**
   * Where the value at the path (or, for `'key'`, the key that names it) stands; when there is no such path, where
   * its nearest ancestor stands. Null for a document without places (`literal`).
   */
  at(path: readonly Step[], part?: 'value' | 'key'): Place | null
}

/** How deep objects and arrays may nest: far past any sane rule set, far short of the stack. */
export const DEPTH_MAX = 64

/** Keys that reach prototypes when careless code copies objects; no input has a use for them. */
const DANGEROUS = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * The control characters, as a class for regular expressions with the flag u: what garbles terminals, splits the lines
 * of a report, makes text look like other text (marks of direction) or is no text at all (half a surrogate pair).
 */
export const CONTROL_CLASS = String.raw`[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]`

const CONTROLS = new RegExp(CONTROL_CLASS, 'gu')
/** Those that no input has a use for: values of several lines are fine. */
const CONTROL = new RegExp(`(?![\\t\\n])${CONTROL_CLASS}`, 'u')

/** A mistake in the input, told in one line: `file:line:column: what is wrong, what was expected`. */
export class InputError extends Error {
  readonly file: string
  /** 1-based; undefined, as the column, when the input has no places. */
  readonly line: number | undefined
  readonly column: number | undefined
  /** What is wrong and what was expected, without the place. */
  readonly text: string

  constructor(document: string, text: string, place: Place | null = null) {
    const file = place?.file ?? document
    const where = place ? `:${place.line}:${place.column}` : ''
    super(`${plain(file, FILE_SHOWN)}${where}: ${plain(text)}`)
    this.name = 'InputError'
    this.file = file
    this.text = text
    this.line = place?.line
    this.column = place?.column
  }
}

/** The part of a document at a path, positions included: an experiment's `rules:` block. */
export function section(document: Document, path: readonly Step[]): Document {
  return {
    file: document.file,
    value: dig(document.value, path),
    at: (below, part) => document.at([...path, ...below], part),
  }
}

/** A value from the command line: its label stands where other errors have file, line and column. */
export function literal(value: unknown, label: string): Document {
  refuseOdd(value, label, 0)
  return { file: label, value, at: () => null }
}

/** Whether the value is an object with keys, and not an array. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value's own part at one step, undefined when there is none; never what a prototype lends. */
export function child(value: unknown, step: Step): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  return Object.getOwnPropertyDescriptor(value, String(step))?.value
}

/** The value's own part at a path, undefined when there is none. */
export function dig(value: unknown, path: readonly Step[]): unknown {
  return path.reduce(child, value)
}

/** What is wrong with a key, undefined when nothing is. */
export function keyFault(key: string): string | undefined {
  if (DANGEROUS.has(key)) return `key "${key}" is not allowed, expected another name`
  if (CONTROL.test(key)) return `key ${show(key)} holds a control character, expected plain text`
  return undefined
}

/** What is wrong with a string, undefined when nothing is. */
export function textFault(text: string): string | undefined {
  return CONTROL.test(text) ? `${show(text)} holds a control character, expected plain text` : undefined
}

/** What is wrong with a string that has to be one line, undefined when nothing is. */
export function lineFault(text: string): string | undefined {
  return /[\t\n]/.test(text) ? `${show(text)} holds a tab or a line end, expected one line` : textFault(text)
}

/** The value as JSON, shortened to fit a line of error. */
export function show(value: unknown): string {
  // A huge value is cut before it is written out: the message shows its beginning only.
  const json = JSON.stringify(value, trim) ?? 'nothing'
  return json.length > SHOWN ? `${json.slice(0, SHOWN - 3)}...` : json
}

const SHOWN = 60

function trim(_key: string, value: unknown): unknown {
  if (typeof value === 'string') return value.slice(0, SHOWN)
  if (Array.isArray(value)) return value.slice(0, SHOWN)
  return isRecord(value) ? Object.fromEntries(Object.entries(value).slice(0, SHOWN)) : value
}

/** The path as people write it: `sides[0].units[2]`. */
export function dotted(path: readonly Step[]): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`
    const name = step.length > SHOWN ? `${step.slice(0, SHOWN - 3)}...` : step
    return text === '' ? name : `${text}.${name}`
  }, '')
}

/** Most characters of a file's name and of a message in an error: the end says what was expected, so the middle goes. */
const FILE_SHOWN = 300
const TEXT_SHOWN = 600

/** Text of others as one short line: its middle is left out if it is long, control characters become escapes. */
export function plain(text: string, most = TEXT_SHOWN): string {
  const half = Math.floor((most - 3) / 2)
  const short = text.length > most ? `${text.slice(0, half)}...${text.slice(-half)}` : text
  return short.replace(CONTROLS, c => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

function refuseOdd(value: unknown, label: string, depth: number): void {
  const refuse = (text: string): never => {
    throw new InputError(label, text)
  }
  if (depth > DEPTH_MAX) refuse(`nested too deeply, expected at most ${DEPTH_MAX} levels`)
  if (value === null || typeof value === 'boolean') return
  if (typeof value === 'string') {
    const fault = textFault(value)
    if (fault) refuse(fault)
  } else if (typeof value === 'number') {
    if (!Number.isFinite(value)) refuse(`${value} is not a finite number, expected one`)
  } else if (Array.isArray(value)) {
    for (const item of value) refuseOdd(item, label, depth + 1)
  } else if (typeof value === 'object') {
    const prototype = Object.getPrototypeOf(value)
    if (prototype !== Object.prototype && prototype !== null)
      refuse('is not plain data, expected keys and values')
    for (const [key, item] of Object.entries(value)) {
      const fault = keyFault(key)
      if (fault) refuse(fault)
      refuseOdd(item, label, depth + 1)
    }
  } else {
    refuse(`a ${typeof value} is not plain data, expected text, a number, true, false, a list or keys`)
  }
}
