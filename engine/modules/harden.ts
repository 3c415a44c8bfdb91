/**
 * Protects built-ins from foreign code: an agent that replaces `Int32Array.prototype.set` or `Math.clz32`
 * would silently change every match on its thread. Now such an attempt throws, so that the agent forfeits, or
 * cannot be loaded. Frozen built-ins work as before, but for ECMAScript's "override mistake": assigning a
 * property whose name a frozen prototype has throws. OVERRIDABLE allows it for names that code does assign,
 * as Secure EcmaScript does (https://github.com/endojs/endo, packages/ses, "enable property overrides").
 */

import { Console } from 'node:console'
import crypto from 'node:crypto'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { Writable } from 'node:stream'
import zlib from 'node:zlib'
import { isRecord } from '../../documents/index.ts'
import { routeAmbient } from './ambient.ts'

/** Globals that are protected with all that they reach. */
const GLOBALS = [
  ...['Object', 'Function', 'Array', 'Boolean', 'Number', 'BigInt', 'String', 'Symbol', 'RegExp', 'Date'],
  ...[
    'Math',
    'JSON',
    'Reflect',
    'Atomics',
    'Promise',
    'Proxy',
    'Map',
    'Set',
    'WeakMap',
    'WeakSet',
    'WeakRef',
  ],
  ...['FinalizationRegistry', 'ArrayBuffer', 'SharedArrayBuffer', 'DataView', 'Int8Array', 'Uint8Array'],
  ...['Uint8ClampedArray', 'Int16Array', 'Uint16Array', 'Int32Array', 'Uint32Array', 'Float32Array'],
  ...[
    'Float64Array',
    'BigInt64Array',
    'BigUint64Array',
    'Error',
    'AggregateError',
    'EvalError',
    'RangeError',
  ],
  ...['ReferenceError', 'SyntaxError', 'TypeError', 'URIError', 'Iterator', 'Buffer', 'crypto', 'parseInt'],
  ...['parseFloat', 'isNaN', 'isFinite'],
]

/** Built-ins without a global name. */
const UNNAMED = (): object[] => [
  Object.getPrototypeOf(function* () {}),
  Object.getPrototypeOf(async () => {}),
  Object.getPrototypeOf(async function* () {}),
  Object.getPrototypeOf([][Symbol.iterator]()),
  Object.getPrototypeOf(new Map()[Symbol.iterator]()),
  Object.getPrototypeOf(new Set()[Symbol.iterator]()),
  Object.getPrototypeOf(''[Symbol.iterator]()),
  Object.getPrototypeOf(''.matchAll(/x/g)),
]

/** Prototype properties that code assigns on its own objects. */
const OVERRIDABLE = (): (readonly [object, readonly string[]])[] => [
  [Object.prototype, Object.getOwnPropertyNames(Object.prototype)],
  [Function.prototype, ['apply', 'bind', 'call', 'constructor', 'toString']],
  ...[Error, AggregateError, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError].map(
    error => [error.prototype, ['constructor', 'message', 'name', 'toString']] as const,
  ),
  [Promise.prototype, ['constructor', 'then']],
]

/** Node and its libraries assign these; they only shape stack texts. */
const STACKS = ['captureStackTrace', 'prepareStackTrace', 'stackTraceLimit']

const MODULES: readonly object[] = [crypto, fs, zlib]

let isDone = false
let isWanted = false

/** Enables `hardenIfWanted`, in evenhand's own processes only, not in programs that use the library. */
export function hardenBeforeModules(): void {
  isWanted = true
}

/** Call it before loading foreign code. */
export function hardenIfWanted(): void {
  if (!isWanted) return
  // Stdout is for our data, not for what modules print.
  divertStdout()
  routeAmbient()
  harden()
}

function harden(): void {
  if (isDone) return
  isDone = true
  const seen = new Set<object>()
  for (const name of GLOBALS) reach((globalThis as Record<string, unknown>)[name], seen)
  for (const object of UNNAMED()) reach(object, seen)
  for (const [object, keys] of OVERRIDABLE()) for (const key of keys) makeOverridable(object, key)
  seen.delete(Error)
  fix(Error, STACKS)
  for (const object of seen) Object.freeze(object)
  for (const name of GLOBALS) fix(globalThis, [], [name])
  for (const module of MODULES) fix(module)
  syncBuiltinESMExports()
}

/** Freezes an object's prototypes and their methods. */
export function freezeClassOf(object: object): void {
  for (let one = Object.getPrototypeOf(object); one !== Object.prototype; one = Object.getPrototypeOf(one)) {
    for (const { value } of Object.values(Object.getOwnPropertyDescriptors(one)))
      if (typeof value === 'function') Object.freeze(value)
    Object.freeze(one)
  }
}

/** Freezes plain data deeply: parts may be shared constants. */
export function freezeData(data: unknown): void {
  const isPlain = Array.isArray(data) || (isRecord(data) && Object.getPrototypeOf(data) === Object.prototype)
  if (!isPlain || Object.isFrozen(data)) return
  Object.freeze(data)
  for (const part of Object.values(data)) freezeData(part)
}

/** Collects a value and everything it reaches by properties and prototypes. */
function reach(value: unknown, seen: Set<object>): void {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return
  if (seen.has(value)) return
  seen.add(value)
  reach(Object.getPrototypeOf(value), seen)
  for (const property of Object.values(Object.getOwnPropertyDescriptors(value))) {
    reach(property.value, seen)
    reach(property.get, seen)
    reach(property.set, seen)
  }
}

/** Makes properties read-only; new ones may still be added. */
function fix(object: object, except: readonly string[] = [], keys = Reflect.ownKeys(object)): void {
  for (const key of keys) {
    const property = Object.getOwnPropertyDescriptor(object, key)
    if (!property?.configurable || except.includes(String(key))) continue
    Object.defineProperty(
      object,
      key,
      'value' in property ? { writable: false, configurable: false } : { configurable: false },
    )
  }
}

/** Lets inheriting objects still assign the property. */
function makeOverridable(object: object, key: string): void {
  const property = Object.getOwnPropertyDescriptor(object, key)
  if (!property?.configurable || !('value' in property)) return
  const { value, enumerable = false } = property
  Object.defineProperty(object, key, {
    get: () => value,
    set(this: object, own: unknown) {
      if (this === object) throw new TypeError(`Cannot assign to read only property '${key}'`)
      Object.defineProperty(this, key, { value: own, writable: true, enumerable: true, configurable: true })
    },
    enumerable,
    configurable: false,
  })
}

/** Lines that user modules may print per thread: one for each move would fill a disk. */
const LINES_MAX = 20

const CUT = `(evenhand leaves out whatever else modules print on this thread, after ${LINES_MAX} lines: they print in every match that is played or tried)\n`

type Write = typeof process.stdout.write

/** Holds the original write. */
const KEPT = Symbol('the write of stdout')

interface Diverted extends Write {
  readonly [KEPT]?: Write
}

/**
 * From now on stdout and the console write their first lines to stderr; only `writeData` writes to stdout.
 */
export function divertStdout(): void {
  const write: Diverted = process.stdout.write
  if (write[KEPT]) return
  const printed = firstLines(process.stderr)
  Object.assign(console, new Console(printed))
  process.stdout.write = Object.assign(printed.write.bind(printed), { [KEPT]: write })
}

function firstLines(stream: Pick<Writable, 'write'>): Writable {
  let lines = 0
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      const text = chunk.toString()
      const before = lines
      lines += text.split('\n').length - 1
      if (before < LINES_MAX)
        stream.write(lines < LINES_MAX ? text : `${headOf(text, LINES_MAX - before)}${CUT}`)
      done()
    },
  })
}

function headOf(text: string, lines: number): string {
  return `${text.split('\n').slice(0, lines).join('\n')}\n`
}

export function writeData(text: string, done?: () => void): void {
  const write: Diverted = process.stdout.write
  Reflect.apply(write[KEPT] ?? write, process.stdout, [text, done])
}

/**
 * Silences node's warning that a package.json does not name the type of its .js files, repeated on each
 * thread. The source of this function also runs in node's own threads, so it uses nothing from outside, and
 * no inner function has a name, for which tsx would call an outside helper.
 */
export function silenceModuleWarning(process: { emitWarning: unknown }): void {
  const mark = Symbol.for('evenhand.hushed')
  const emit = process.emitWarning as (...all: unknown[]) => void
  if (mark in emit) return
  process.emitWarning = Object.assign(
    (...all: unknown[]): void => {
      const [, type, code] = all
      const told = typeof type === 'object' && type !== null && 'code' in type ? type.code : code
      if (told !== 'MODULE_TYPELESS_PACKAGE_JSON') Reflect.apply(emit, process, all)
    },
    { [mark]: true },
  )
}
