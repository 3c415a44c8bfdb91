/** What a move's own code tells of its arguments: how many there are, how they are built, and what they are used for. */
import { originalOf } from '../modules/index.ts'

/** An argument: the number of a slot, or an object or a list of further ones. */
export type Shape = number | { readonly [field: string]: Shape } | readonly Shape[]

/** A value to be found: an argument, or a part of one. */
export interface Slot {
  readonly name: string
  /** Names of lists and objects of which it is a key; with `[]` for the second key, as in board[row][column]. */
  readonly indexed: ReadonlySet<string>
  /** Fields that it is compared with, as in card.id === id. */
  readonly compared: ReadonlySet<string>
  /** Lists that are searched for it. */
  readonly sought: ReadonlySet<string>
  /** Texts that it is compared with. */
  readonly texts: readonly string[]
  /** Whether it is added, subtracted, or compared as a number. */
  readonly isAmount: boolean
  readonly isFlag: boolean
  readonly isPlayer: boolean
  /** Whether the code takes players for numbers. */
  readonly isNumbered: boolean
  readonly mayBeNull: boolean
}

/** One way to call a move. */
export interface Form {
  readonly slots: readonly Slot[]
  readonly args: readonly Shape[]
}

/** More slots than these would need too many trials. */
const SLOTS_MAX = 4

type Pattern =
  | { readonly name: string; readonly isOptional: boolean }
  | { readonly fields: readonly (readonly [string, Pattern])[]; readonly isOptional: boolean }
  | { readonly items: readonly Pattern[]; readonly isOptional: boolean }

/** The ways to call a move, the fullest first; none if it takes more than can be tried. */
export function formsOf(move: (...all: never[]) => unknown): Form[] {
  const text = Function.prototype.toString.call(originalOf(move))
  const patterns = patternsOf(text, move.length)
  const full = formOf(patterns, text, false)
  const forms = [full, formOf(patterns, text, true)]
  const required = patterns.findLastIndex(({ isOptional }) => !isOptional) + 1
  if (required < patterns.length) forms.push(formOf(patterns.slice(0, required), text, false))
  const all = new Map(forms.map(form => [JSON.stringify(form.args), form]))
  return [...all.values()].filter(({ slots }) => slots.length <= SLOTS_MAX)
}

/** All texts in a move's code, those that look like words. */
export function textsIn(move: (...all: never[]) => unknown): string[] {
  const text = Function.prototype.toString.call(originalOf(move))
  const found = [...text.matchAll(/(['"`])([\w-]{1,30})\1/g)].map(([, , word]) => word!)
  return [...new Set(found)].filter(word => word !== 'INVALID_MOVE')
}

/** `withFields`: arguments that the code takes apart are lists or objects of their parts. */
function formOf(patterns: readonly Pattern[], text: string, withFields: boolean): Form {
  const slots: Slot[] = []
  const slot = (name: string, expression: string): number => slots.push(slotOf(name, expression, text)) - 1
  const shape = (pattern: Pattern): Shape => {
    if ('items' in pattern) return pattern.items.map(shape)
    if ('fields' in pattern)
      return Object.fromEntries(pattern.fields.map(([key, part]) => [key, shape(part)] as const))
    const { name } = pattern
    return withFields ? (partsOf(name) ?? slot(name, quoted(name))) : slot(name, quoted(name))
  }
  /** The parts of an argument that the code takes apart: pos.x and pos.y, pos[0] and pos[1], or const [x, y] = pos. */
  const partsOf = (name: string): Shape | null => {
    const [, list, fields] =
      new RegExp(`(?:\\[([^[\\]{}=]*)\\]|\\{([^[\\]{}=]*)\\})\\s*=\\s*${quoted(name)}(?![\\w$.[(])`).exec(
        text,
      ) ?? []
    if (list !== undefined) return splitList(list).map(part => slot(part, quoted(part)))
    if (fields !== undefined)
      return Object.fromEntries(
        splitList(fields).map(part => {
          const [key, own = key] = part.split(/\s*:\s*/) as [string, string?]
          return [key, slot(own, quoted(own))] as const
        }),
      )
    const places = found(text, `(?<![\\w$.])${quoted(name)}\\[(\\d)\\]`).map(Number)
    if (places.includes(0) || places.includes(1))
      return Array.from({ length: Math.max(1, ...places) + 1 }, (_, at) =>
        slot(`${name}${at}`, `${quoted(name)}\\[${at}\\]`),
      )
    const read = fieldsRead(name, text)
    if (read.length === 0) return null
    return Object.fromEntries(
      read.map(field => [field, slot(field, `${quoted(name)}\\s*\\??\\.\\s*${quoted(field)}`)] as const),
    )
  }
  const args = patterns.map(shape)
  return { slots, args }
}

/** Members of texts and lists, which are no fields of an object argument. */
const BUILT_IN = new Set([...Object.getOwnPropertyNames(Array.prototype), 'match', 'split', 'trim'])

function fieldsRead(name: string, text: string): string[] {
  const read = text.matchAll(
    new RegExp(`(?<![\\w$.])${quoted(name)}\\s*\\??\\.\\s*([\\w$]+)(?![\\w$]|\\s*\\()`, 'g'),
  )
  return [...new Set([...read].map(([, field]) => field!))].filter(field => !BUILT_IN.has(field))
}

/** A key in brackets, which may hold others. */
const KEY = '\\[(?:[^[\\]]|\\[[^[\\]]*\\])*\\]'

/** The player who moves. */
const SELF = '(?:playerID|ctx\\.currentPlayer)'

function slotOf(name: string, expression: string, text: string): Slot {
  const it = `(?<![\\w$.'"])${expression}(?![\\w$'"])`
  const number = `(?:\\+|Number\\(|parseInt\\()?\\s*${it}(?:\\s*,\\s*10)?\\)?`
  const indexed = [
    ...found(text, `([\\w$]+)\\s*(?:\\?\\.)?\\[\\s*${number}\\s*\\]`),
    ...found(text, `([\\w$]+)\\s*\\.\\s*(?:splice|at)\\(\\s*${it}`),
    ...found(text, `${it}\\s+in\\s+(?:[\\w$]+\\.)*([\\w$]+)`),
    ...found(text, `([\\w$]+)\\s*${KEY}\\s*(?:\\?\\.)?\\[\\s*${number}\\s*\\]`).map(list => `${list}[]`),
    ...found(text, `([\\w$]+)\\s*${KEY}\\s*\\.\\s*(?:splice|at)\\(\\s*${it}`).map(list => `${list}[]`),
  ]
  const words = [
    ...found(text, `${it}\\s*[!=]==?\\s*['"\`]([^'"\`]*)['"\`]`),
    ...found(text, `['"\`]([^'"\`]*)['"\`]\\s*[!=]==?\\s*${it}`),
    ...(new RegExp(`switch\\s*\\(\\s*${it}`).test(text) ? found(text, `case\\s*['"\`]([^'"\`]*)['"\`]`) : []),
  ]
  return {
    name,
    indexed: new Set(indexed),
    compared: new Set([
      ...found(text, `\\.\\s*([\\w$]+)\\s*[!=]==?\\s*${it}`),
      ...found(text, `${it}\\s*[!=]==?\\s*[\\w$.]+\\.([\\w$]+)`),
    ]),
    sought: new Set(found(text, `([\\w$]+)\\s*\\??\\.\\s*(?:includes|indexOf|has)\\(\\s*${it}`)),
    texts: [...new Set(words)],
    isAmount:
      indexed.length === 0 &&
      new RegExp(`(?:[-+*<>]=?)\\s*${it}|${it}\\s*(?:[-+*/%]|[<>]=?)(?!>)`).test(text.replaceAll('=>', '')),
    isFlag: /^(is|has|should|do|does|accept|confirm|yes|use)([A-Z_]|$)/.test(name),
    isPlayer:
      /player|target|opponent|seat|victim/i.test(name) ||
      new RegExp(`${it}\\s*[!=]==?\\s*${SELF}|${SELF}\\s*[!=]==?\\s*${it}`).test(text),
    isNumbered: new RegExp(`(?:Number\\(|parseInt\\(|\\+)\\s*${SELF}`).test(text),
    mayBeNull: new RegExp(`${it}\\s*[!=]==?\\s*(?:null|undefined)`).test(text),
  }
}

function found(text: string, pattern: string): string[] {
  return [...text.matchAll(new RegExp(pattern, 'g'))].map(([, name]) => name!)
}

function quoted(name: string): string {
  return name.replaceAll('$', '\\$')
}

/** The arguments of a move, without the context, or G and ctx, that come first. */
function patternsOf(text: string, length: number): Pattern[] {
  const single = /^(?:async\s+)?([\w$]+)\s*=>/.exec(text)
  const list = single ? [single[1]!] : splitList(text.slice(text.indexOf('(') + 1))
  if (/\{\s*\[native code\]/.test(text))
    return Array.from({ length: Math.max(0, length - 1) }, (_, at) => ({
      name: `arg${at}`,
      isOptional: false,
    }))
  const isOld = /^_*G$/.test(list[0] ?? '') || /^_*ctx$/.test(list[1] ?? '')
  return list.slice(isOld ? 2 : 1).map(patternOf)
}

function patternOf(written: string): Pattern {
  const [target, fallback] = splitDefault(written.replace(/^\.\.\./, ''))
  const isOptional = fallback || written.startsWith('...')
  if (target.startsWith('[')) return { items: splitList(target.slice(1)).map(patternOf), isOptional }
  if (!target.startsWith('{')) return { name: target, isOptional }
  const fields = splitList(target.slice(1))
    .filter(field => !field.startsWith('...'))
    .map(field => {
      const [, key, rest] = /^([\w$]+)\s*:\s*([\s\S]*)$/.exec(field) ?? [null, splitDefault(field)[0], field]
      return [key, patternOf(rest)] as const
    })
  return { fields, isOptional }
}

export function splitDefault(written: string): [target: string, hasDefault: boolean] {
  const at = topLevel(written, (text, i) => text[i] === '=' && text[i + 1] !== '>' && text[i + 1] !== '=')
  return at < 0 ? [written.trim(), false] : [written.slice(0, at).trim(), true]
}

/** The parts of a list up to its closing bracket. */
export function splitList(text: string): string[] {
  const parts: string[] = []
  let rest = text
  for (;;) {
    const at = topLevel(rest, (all, i) => all[i] === ',' || ')]}'.includes(all[i]!))
    const part = rest.slice(0, at < 0 ? undefined : at).trim()
    if (part !== '') parts.push(part)
    if (at < 0 || rest[at] !== ',') return parts
    rest = rest.slice(at + 1)
  }
}

/** The first place outside brackets, texts and comments at which `test` holds, or -1. */
function topLevel(text: string, test: (text: string, at: number) => boolean): number {
  let depth = 0
  for (let i = 0; i < text.length; i++) {
    if (depth === 0 && test(text, i)) return i
    const skipped =
      /^(?:\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`(?:\\.|[^`\\])*`)/.exec(
        text.slice(i),
      )
    if (skipped) i += skipped[0].length - 1
    else if ('([{'.includes(text[i]!)) depth++
    else if (')]}'.includes(text[i]!)) depth--
  }
  return -1
}
