/**
 * Close checks of an author's functions in the random matches that find a game's sizes. Play has no time for
 * them, and a game that passes seldom errs in another way later.
 */
import { z } from 'zod'
import { didYouMean, pathOfPart, show } from '../../documents/index.ts'
import { type Callable, disguised, GameError, reasonOf } from '../modules/index.ts'
import { DEPTH_MAX, isDate } from './codec.ts'
import { type Context, type Definition, PARTS, seatsBy } from './define.ts'

const OUTCOME_KEYS = ['winner', 'winners', 'scores', 'by', 'role']
/** Characters shown of a path that is too deep. */
const PATH_SHOWN = 40
const STATES = new Set<string>(['setup', 'apply', 'applyAll', 'view', 'determinize'])

type PartName = (typeof PARTS)[number]

/**
 * Wraps the functions: they throw a GameError that names them if an answer makes no sense, or they look up
 * something absent.
 */
export function checkedDefinition(definition: Definition, schema: z.ZodType, isLenient: boolean): Definition {
  const members: Record<string, unknown> = { ...definition }
  const moving = isLenient ? null : new IdleMoveCheck()
  const contexts = new WeakMap<object, object>()
  const shownOf = (context: Context<object>): object => {
    const describeValue = contexts.get(context) ?? strictContext(context, schema)
    contexts.set(context, describeValue)
    return describeValue
  }
  for (const name of PARTS) {
    const call = definition[name] as Callable | undefined
    if (!call) continue
    const check: Callable = (...all: never[]) => {
      // The context comes last, but for `before`.
      const place = all.findLastIndex(one => typeof one !== 'function')
      const context: unknown = all[place]
      // Authors who call a function by `this` may omit it.
      const given = isContext(context) ? all.with(place, shownOf(context) as never) : all
      const isMove = moving !== null && (name === 'apply' || name === 'applyAll')
      if (isMove) moving.before(all[0])
      const answer = answerOf(name, call, members, given)
      requireAnswer(name, call, answer, all[0], definition, isLenient)
      if (isMove) moving.after(name, call, answer ?? all[0])
      return answer
    }
    members[name] = disguised(check, call)
  }
  return members as unknown as Definition
}

/** First moves that may change nothing; after this many, none will. */
const IDLE_MAX = 100

/** Watches moves until one changes the state. */
class IdleMoveCheck {
  #idle = 0
  #state = ''

  before(state: unknown): void {
    if (this.#idle >= 0) this.#state = JSON.stringify(state) ?? ''
  }

  after(name: PartName, part: Callable, state: unknown): void {
    if (this.#idle < 0) return
    if (JSON.stringify(state) !== this.#state) this.#idle = -1
    else if (++this.#idle === IDLE_MAX)
      throw new GameError(
        `${name} left the state unchanged in each of the first ${IDLE_MAX} moves, expected it to change the state or to return a new one`,
        part,
      )
  }
}

/** Gives a thrown value that isn't an Error the place of the function. */
function answerOf(name: PartName, part: Callable, members: object, all: readonly never[]): unknown {
  try {
    return Reflect.apply(part, members, all)
  } catch (error) {
    throw error instanceof Error ? error : new GameError(`${name} threw ${reasonOf(error)}`, part)
  }
}

function requireAnswer(
  name: PartName,
  part: Callable,
  answer: unknown,
  state: unknown,
  of: Definition,
  isLenient: boolean,
): void {
  const refuse = (expected: string): never => {
    throw new GameError(`${name} returned ${shown(answer)}, expected ${expected}`, part)
  }
  if (answer instanceof Promise) refuse('the value itself: remove async')
  if (STATES.has(name)) requireState(name, { part, isLenient }, answer, state)
  else if (name === 'outcome') requireOutcome(answer, refuse)
  else if (name === 'toMove' && answer === 'chance' && !of.chance)
    refuse('a seat, because the game has no function chance')
  else if (name === 'moves') {
    if (!Array.isArray(answer)) refuse('a list of moves')
    else for (const move of answer) requirePlain(move, { part, isLenient, what: 'moves offers' })
  } else if (name === 'chance') {
    if (!Array.isArray(answer) || answer.length === 0) refuse('a list of at least one { move, weight }')
    else if (answer.some(one => typeof one !== 'object' || one === null || !('move' in one)))
      throw new GameError(
        `chance lists ${shown(answer.find(one => !one?.move))}, expected { move, weight }`,
        part,
      )
  }
}

/** Throws a GameError if `setup` returns two different states. `part` is the author's own function. */
export function requireSameSetup({ setup, seats }: Definition, rules: object, part: Callable): void {
  const count = seatsBy({ seats }, rules).length
  const [first, second] = [0, 1].map(() => setup({ rules, seats: count, seat: -1 }) as unknown)
  const difference = differenceIn(first, second)
  if (difference !== null)
    throw new GameError(
      `setup returned a different state the second time: ${difference}; expected the same state for the same rules. Don't use outside variables that change`,
      part,
    )
}

/** The first difference of two plain values; null if there is none. */
export function differenceIn(first: unknown, second: unknown, path = ''): string | null {
  const [one, other] = [first, second].map(partsOf)
  if (!one || !other || kindOf(first) !== kindOf(second))
    return Object.is(first, second)
      ? null
      : `${path === '' ? 'the state' : path} is ${shown(second)}, and was ${shown(first)}`
  for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const inner = pathOfPart(one, path, key)
    const difference = differenceIn(one[key], other[key], inner)
    if (difference !== null) return difference
  }
  return null
}

/** Whether `differenceIn` finds none. */
export function isAlike(first: unknown, second: unknown): boolean {
  if (typeof first !== 'object' || first === null) return Object.is(first, second)
  if (kindOf(first) !== kindOf(second)) return false
  if (Array.isArray(first)) {
    const { length } = first
    if (length !== (second as readonly unknown[]).length) return false
    for (let i = 0; i < length; i++) if (!isAlike(first[i], (second as readonly unknown[])[i])) return false
    return Object.keys(second as object).length <= length
  }
  const [one, other] = [first, second] as [Record<string, unknown>, Record<string, unknown>]
  for (const key in one) if (!isAlike(one[key], other[key])) return false
  for (const key in other) if (other[key] !== undefined && !(key in one)) return false
  return true
}

function partsOf(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
}

function requireOutcome(answer: unknown, refuse: (expected: string) => never): void {
  const expected = 'null until the match is over, then { winner }, { winners }, { scores } or, for a draw, {}'
  if (answer === null || answer === undefined) return
  if (typeof answer !== 'object' || Array.isArray(answer)) refuse(expected)
  // An instance may be an outcome; a Map or a generator would be an unintended draw.
  else if (!isPlain(answer) && !OUTCOME_KEYS.some(key => key in answer)) refuse(expected)
  const unknown = Object.keys(answer).find(key => !OUTCOME_KEYS.includes(key))
  if (unknown !== undefined) refuse(`${expected}${didYouMean(unknown, OUTCOME_KEYS)}`)
  for (const key of ['winners', 'scores'])
    if (key in answer && !Array.isArray((answer as Record<string, unknown>)[key]))
      refuse(`a list for ${key}, or {} for a draw`)
}

/** `before` is the state given to the function, which `apply` and `applyAll` may have changed. */
function requireState(
  name: string,
  given: Omit<ValueSource, 'what'>,
  answer: unknown,
  before: unknown,
): void {
  const { part } = given
  const changes = name === 'apply' || name === 'applyAll'
  if (changes && (answer === undefined || answer === null)) {
    requirePlain(before, { ...given, what: `${name} leaves` })
    return
  }
  const hint = 'after =>, put an object in parentheses: () => ({ ... })'
  if (name === 'setup') {
    if (answer === undefined) throw new GameError(`setup returned nothing, expected a state: ${hint}`, part)
  } else if (kindOf(answer) !== kindOf(before))
    throw new GameError(
      changes
        ? `${name} returned ${shown(answer)}, expected a new state, or nothing if it changed the given one. Without braces, => returns the value after it`
        : `${name} returned ${shown(answer)}, expected a state with its hidden parts replaced: ${hint}`,
      part,
    )
  requirePlain(answer, { ...given, what: `${name} returned` })
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value
}

/** Where a value comes from. */
interface ValueSource {
  readonly part: Callable
  /** Begins the message. */
  readonly what: string
  readonly isLenient: boolean
}

/** Throws a GameError for anything in a value that is not plain. */
export function requirePlain(value: unknown, given: ValueSource, path = '', depth = 0): void {
  const { part, what, isLenient } = given
  if (isLenient && (isDate(value) || (depth === 0 && isPlainThroughout(value)))) return
  if (Number.isNaN(value) && !isLenient)
    throw new GameError(
      `${what} NaN${path === '' ? '' : ` at ${path}`}, expected a number: something undefined, such as a misspelt field, was added or multiplied`,
      part,
    )
  const wrong =
    typeof value === 'function' || typeof value === 'symbol' || typeof value === 'bigint'
      ? `a ${typeof value}`
      : typeof value === 'object' && value !== null && !Array.isArray(value) && !isPlain(value)
        ? shown(value)
        : null
  if (wrong !== null)
    throw new GameError(
      `${what} ${wrong}${path === '' ? '' : ` at ${path}`}, expected only plain values: numbers, strings, true, false, null, lists, and objects without a class`,
      part,
    )
  if (typeof value !== 'object' || value === null) return
  if (!isLenient) {
    const lost = findUnencodable(value)
    if (lost !== null)
      throw new GameError(`${what} ${lost[0]}${path === '' ? '' : ` at ${path}`}, expected ${lost[1]}`, part)
  }
  if (depth === DEPTH_MAX)
    throw new GameError(
      `${what} more than ${DEPTH_MAX} levels of lists and objects, or one that contains itself, at ${path.slice(0, PATH_SHOWN)}..., expected a flatter value`,
      part,
    )
  if (Object.hasOwn(value, '__proto__'))
    throw new GameError(`${what} a key __proto__, expected another name`, part)
  for (const [key, inner] of Object.entries(value)) {
    const below = pathOfPart(value, path, key)
    requirePlain(inner, given, below, depth + 1)
  }
}

/** Whether a value is plain to its last part, a fast look. NaN, and a list's holes and own keys are allowed. */
export function isPlainThroughout(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null)
    return typeof value !== 'function' && typeof value !== 'symbol' && typeof value !== 'bigint'
  if (depth === DEPTH_MAX) return false
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) if (!isPlainThroughout(value[i], depth + 1)) return false
    return true
  }
  if (!isPlain(value)) return false
  for (const key in value)
    if (key === '__proto__' || !isPlainThroughout((value as Record<string, unknown>)[key], depth + 1))
      return false
  return true
}

/** What encoding would lose of a list or an object, and what is expected; null for nothing. Not recursive. */
function findUnencodable(value: object): readonly [found: string, expected: string] | null {
  const [symbol] = Object.getOwnPropertySymbols(value)
  if (symbol !== undefined) return [`the key ${String(symbol)}`, 'strings as keys']
  if (!Array.isArray(value)) return null
  const keys = Object.keys(value)
  const named = keys.find((key, place) => place >= value.length || key !== String(place))
  if (keys.length === value.length && named === undefined) return null
  for (let place = 0; place < value.length; place++)
    if (!(place in value))
      return [`a list with no entry ${place}`, 'null or another value there, as in Array(3).fill(null)']
  return [
    `the key ${show(named)} on a list`,
    `only indices from 0 (a misspelt or negative index creates such a key)`,
  ]
}

/** False if encoding would lose something, such as a list's own keys. */
export function isFullyEncoded(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (Object.getOwnPropertySymbols(value).length > 0) return false
  if (!Array.isArray(value)) {
    for (const key in value) if (!isFullyEncoded((value as Record<string, unknown>)[key])) return false
    return true
  }
  return Object.keys(value).length === value.length && value.every(isFullyEncoded)
}

function isPlain(value: object): boolean {
  const proto: unknown = Object.getPrototypeOf(value)
  return proto === Object.prototype || proto === null
}

/** Names a value of any kind and size in a message. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return show(value)
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value !== 'object' || value === null) return String(value)
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list'
  if (!isPlain(value))
    return `a ${value.constructor?.name || (Symbol.iterator in value ? 'generator' : 'class')}`
  const keys = Object.keys(value)
  return keys.length === 0 ? '{}' : `{ ${keys.slice(0, 4).join(', ')} }`
}

function isContext(value: unknown): value is Context<object> {
  return (
    typeof value === 'object' && value !== null && 'rules' in value && 'seats' in value && 'seat' in value
  )
}

/** Throws for missing keys, such as misspelt rules. */
function strictContext(context: Context<object>, schema: z.ZodType): object {
  const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : null
  const { rules } = context
  const guarded = known
    ? strictAccess(
        rules,
        known,
        (key, guess) => `there is no rule ${key}, expected one of ${known.join(', ') || 'none'}${guess}`,
      )
    : rules
  const keys = Object.keys(context)
  const others = known?.length ? ` (rules are in context.rules)` : ''
  return strictAccess({ ...context, rules: guarded }, keys, (key, guess) =>
    key === 'random'
      ? "context has no random (only determinize gets it), expected toMove to return 'chance', and chance to list the outcomes with their weights"
      : `context has no ${key}, expected one of ${keys.join(', ')}${others}${guess}`,
  )
}

/** Keys that the language and libraries look up in any object. */
const ANYWHERE = new Set<string | symbol>([
  'then',
  'toJSON',
  'constructor',
  ...Object.getOwnPropertyNames(Object.prototype),
])

/** Throws when another key is read, or any is written. */
function strictAccess<T extends object>(
  object: T,
  known: readonly string[],
  words: (key: string, guess: string) => string,
): T {
  return new Proxy(object, {
    get(target, key) {
      if (typeof key === 'string' && !(key in target) && !known.includes(key) && !ANYWHERE.has(key))
        throw new GameError(words(key, didYouMean(key, known)))
      return Reflect.get(target, key) as unknown
    },
    set(_target, key) {
      throw new GameError(
        `the rule ${String(key)} was changed, but rules are read-only; expected anything that changes in the state`,
      )
    },
  })
}
