/**
 * Protects the language's built-ins from foreign code: an agent that replaces `Int32Array.prototype.set` or `Math.clz32` would change every match
 * on its thread in silence. From now on such an attempt throws where it is made, so that the agent that makes it forfeits, or its module
 * cannot be loaded.
 *
 * What is frozen stays usable as before with one difference: objects may no longer get a property by assignment whose name a frozen prototype
 * has (ECMAScript's "override mistake"). For the names that code does assign, OVERRIDABLE keeps it possible, as Secure EcmaScript does
 * (https://github.com/endojs/endo, packages/ses, "enable property overrides").
 */

import { Console } from 'node:console'
import crypto from 'node:crypto'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { Writable } from 'node:stream'
import zlib from 'node:zlib'
import { isRecord } from '../../documents/index.ts'

/** Global names whose values are protected with all that can be reached from them. */
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

/** Built-ins without a name of their own. */
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

/** Properties of prototypes that code assigns on objects of its own. */
const OVERRIDABLE = (): (readonly [object, readonly string[]])[] => [
  [Object.prototype, Object.getOwnPropertyNames(Object.prototype)],
  [Function.prototype, ['apply', 'bind', 'call', 'constructor', 'toString']],
  ...[Error, AggregateError, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError].map(
    error => [error.prototype, ['constructor', 'message', 'name', 'toString']] as const,
  ),
  [Promise.prototype, ['constructor', 'then']],
]

/** What node and its libraries assign: it shapes the texts of stacks only. */
const STACKS = ['captureStackTrace', 'prepareStackTrace', 'stackTraceLimit']

/** Modules of node that results pass through. */
const MODULES: readonly object[] = [crypto, fs, zlib]

let isDone = false
let isWanted = false

/** Makes `hardenIfWanted` protect the built-ins, which a process says that is evenhand's own, and not a program that uses the library. */
export function hardenBeforeModules(): void {
  isWanted = true
}

/** To be called before foreign code is loaded. */
export function hardenIfWanted(): void {
  if (!isWanted) return
  // Data of ours goes to stdout, and what a module prints must not be mixed with it.
  divertStdout()
  routeRandom()
  harden()
}

/** Protects the built-ins of this thread for good; calls after the first do nothing. */
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

/** Freezes what an object shares with others of its class: its prototypes, their methods and their constructors. */
export function freezeClassOf(object: object): void {
  for (let one = Object.getPrototypeOf(object); one !== Object.prototype; one = Object.getPrototypeOf(one)) {
    for (const { value } of Object.values(Object.getOwnPropertyDescriptors(one)))
      if (typeof value === 'function') Object.freeze(value)
    Object.freeze(one)
  }
}

/** Freezes plain data with all that is in it: parts of it may be constants that others use as well. */
export function freezeData(data: unknown): void {
  const isPlain = Array.isArray(data) || (isRecord(data) && Object.getPrototypeOf(data) === Object.prototype)
  if (!isPlain || Object.isFrozen(data)) return
  Object.freeze(data)
  for (const part of Object.values(data)) freezeData(part)
}

/** Collects a value and all that it refers to by properties and prototypes. */
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

/** Makes properties read-only for good, leaving the object open to new ones. */
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

/** Turns a property of a prototype into one that an object which inherits it may still get by assignment. */
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

let draw: (() => number) | null = null
let isRouted = false

/** Takes Math.random over, once on a thread. Nothing happens where built-ins are frozen already. */
export function routeRandom(): void {
  if (isRouted || Object.isFrozen(Math)) return
  isRouted = true
  const { random } = Math
  Math.random = () => {
    if (draw === null) return random()
    return draw()
  }
}

/** What `play` returns; meanwhile, Math.random is answered by `numbers`. */
export function withRandom<T>(numbers: () => number, play: () => T): T {
  const before = draw
  draw = numbers
  try {
    return play()
  } finally {
    draw = before
  }
}

/** Lines that the modules of the user may print on a thread: one that tells of each move would fill a terminal, a file and a pipe. */
const LINES_MAX = 20

/** What is said in place of all that follows them. */
const CUT = `(evenhand leaves out whatever else modules print on this thread, after ${LINES_MAX} lines: they print in every match that is played or tried)\n`

type Write = typeof process.stdout.write

/** Under which the function that modules find has the one that it took the place of. */
const KEPT = Symbol('the write of stdout')

interface Diverted extends Write {
  readonly [KEPT]?: Write
}

/** From now on whatever writes to stdout in the usual ways, or to the console, writes its first lines to stderr, but for `writeData`. */
export function divertStdout(): void {
  const write: Diverted = process.stdout.write
  if (write[KEPT]) return
  const printed = firstLines(process.stderr)
  Object.assign(console, new Console(printed))
  process.stdout.write = Object.assign(printed.write.bind(printed), { [KEPT]: write })
}

/** A stream of which another gets the first lines, and a line that says so. */
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

/** Writes text to stdout itself. */
export function writeData(text: string, done?: () => void): void {
  const write: Diverted = process.stdout.write
  Reflect.apply(write[KEPT] ?? write, process.stdout, [text, done])
}

/**
 * Keeps node from warning that a package.json does not say what its .js files are: it loads them all the same, and each thread would tell anew.
 * Its text is run in threads of node's own, too, so it names nothing from outside; and no function within it has a name, for which tsx would add a call
 * of a helper that is outside.
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
