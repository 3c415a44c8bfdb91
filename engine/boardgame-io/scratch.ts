/** A copy of a state on which moves are tried out. Their changes are undone in place, so that not every move takes a copy. */
import { isDate, isPlainThroughout } from '../plain/index.ts'
import { copyOf } from './config.ts'
import type { GameState } from './flow.ts'

type Container = Record<string | number, unknown>

/** A list or an object of the copy, and its unchanged contents. */
interface Snapshot {
  readonly own: Container
  /** The keys of an object, in their order; null for a list. */
  readonly keys: readonly string[] | null
  readonly values: readonly unknown[]
}

export class Scratch {
  #source: GameState | null = null
  #copy: GameState | null = null
  /** Lists and objects of the copy; those of G come first. */
  #parts: Snapshot[] = []
  #ofG = 0
  /** Changed parts; whether a plain value of G changed; whether a list or object moved. */
  readonly #touched: Snapshot[] = []
  #isChanged = false
  #isMoved = false
  /** Whether an object lost keys or has them in another order: the copy cannot be restored then. */
  #isSpoilt = false
  /** Whether `isChangedBy` found that something in G was assigned in place, to the same value perhaps. */
  isTouched = false

  /** The copy of a state that must stay unchanged until `forget`. */
  of(source: GameState): GameState {
    if (this.#source !== source || this.#copy === null) {
      this.#source = source
      this.#copy = { G: copyOf(source.G), ctx: copyOf(source.ctx) }
      this.#parts = []
      this.#collect(this.#copy.G)
      this.#ofG = this.#parts.length
      this.#collect(this.#copy.ctx)
    }
    return this.#copy
  }

  forget(): void {
    this.#source = null
    this.#copy = null
  }

  /** Whether G has changed since `of`, or the G that a move returned differs from it. To be asked before `revert`. */
  isChangedBy(returned: GameState | null): boolean {
    this.#touched.length = 0
    this.#isMoved = false
    this.#isSpoilt = false
    this.#isChanged = false
    if (this.#copy === null) return false
    for (let at = 0; at < this.#ofG; at++) this.#look(this.#parts[at]!)
    this.isTouched = this.#isSpoilt || this.#touched.length > 0
    if (this.#isMoved || this.#isSpoilt) this.#isChanged = !isSame(this.#source!.G, this.#copy.G)
    const isChanged = this.#isChanged
    for (let at = this.#ofG; at < this.#parts.length; at++) this.#look(this.#parts[at]!)
    if (isChanged || returned === null || returned.G === this.#copy.G) return isChanged
    return !isSame(returned.G, this.#copy.G)
  }

  /** Undoes all changes that `isChangedBy` found. */
  revert(): void {
    if (this.#isSpoilt) this.#copy = null
    else for (const part of this.#touched) restore(part)
  }

  #collect(value: unknown): void {
    if (!isPart(value)) return
    const own = value as Container
    const keys = Array.isArray(value) ? null : Object.keys(value)
    const values = Array.isArray(value) ? [...value] : Object.values(value)
    this.#parts.push({ own, keys, values })
    for (const part of values) this.#collect(part)
  }

  #look(part: Snapshot): void {
    const isAsBefore = part.keys === null ? this.#isList(part) : this.#isObject(part, part.keys)
    if (!isAsBefore) this.#touched.push(part)
  }

  #isList({ own, values }: Snapshot): boolean {
    const list = own as unknown as readonly unknown[]
    let isAsBefore = list.length === values.length
    if (!isAsBefore) this.#isChanged = true
    for (let i = 0; i < values.length; i++) {
      if (Object.is(list[i], values[i])) continue
      isAsBefore = false
      this.#differ(list[i], values[i])
    }
    return isAsBefore
  }

  #isObject({ own, values }: Snapshot, keys: readonly string[]): boolean {
    let isAsBefore = true
    let place = 0
    for (const key in own) {
      const found = own[key]
      if (place >= keys.length) {
        isAsBefore = false
        if (found !== undefined) this.#isChanged = true
      } else if (keys[place] !== key) this.#isSpoilt = true
      else if (!Object.is(found, values[place])) {
        isAsBefore = false
        this.#differ(found, values[place])
      }
      place++
    }
    if (place < keys.length) this.#isSpoilt = true
    return isAsBefore
  }

  #differ(found: unknown, value: unknown): void {
    if (isPart(found) || isPart(value)) this.#isMoved = true
    else this.#isChanged = true
  }
}

function restore({ own, keys, values }: Snapshot): void {
  if (keys === null) {
    const list = own as unknown as unknown[]
    if (list.length !== values.length) list.length = values.length
    for (let i = 0; i < values.length; i++) list[i] = values[i]
    return
  }
  // The last key first: engines keep objects fast that way.
  for (const key of Object.keys(own).slice(keys.length).reverse()) delete own[key]
  for (let i = 0; i < keys.length; i++) own[keys[i]!] = values[i]
}

/** Whether a value is one that `copyOf` copies. */
function isPart(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return true
  const proto: unknown = Object.getPrototypeOf(value)
  return proto === Object.prototype || proto === null
}

/** Whether two plain values are the same; undefined and absent are. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  if (isDate(a) || isDate(b)) return Number(a) === Number(b)
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>]
  for (const key in left) if (!isSame(left[key], right[key])) return false
  for (const key in right) if (right[key] !== undefined && !(key in left)) return false
  return true
}

/** Where two plain values differ, as a path and what is there; null if nowhere. */
export function findDifference(a: unknown, b: unknown, path: string): string | null {
  if (Object.is(a, b)) return null
  const isTable = typeof a === 'object' && typeof b === 'object' && a !== null && b !== null
  if (isDate(a) && isDate(b) && Number(a) === Number(b)) return null
  if (!isTable || Array.isArray(a) !== Array.isArray(b))
    return `${path} is ${JSON.stringify(a)} and ${JSON.stringify(b)}`
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>]
  for (const key in left) {
    const found = findDifference(left[key], right[key], `${path}.${key}`)
    if (found !== null) return found
  }
  for (const key in right)
    if (right[key] !== undefined && !(key in left))
      return `${path}.${key} is undefined and ${JSON.stringify(right[key])}`
  return null
}

/** The first value that is not plain, and where: "G.seen is a Set"; null if there is none. */
export function findNonPlain(value: unknown, path: string): string | null {
  return isPlainThroughout(value) ? null : nonPlainIn(value, path)
}

function nonPlainIn(value: unknown, path: string): string | null {
  if (typeof value === 'function' || typeof value === 'symbol' || typeof value === 'bigint')
    return `${path} is a ${typeof value}`
  if (typeof value !== 'object' || value === null) return null
  const proto: unknown = Object.getPrototypeOf(value)
  if (!Array.isArray(value) && proto !== Object.prototype && proto !== null)
    return `${path} is a ${value.constructor?.name || 'class'}`
  for (const [key, part] of Object.entries(value)) {
    const found = nonPlainIn(part, Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`)
    if (found !== null) return found
  }
  return null
}

/** A number of 32 bits that is the same for plain values that are the same, whatever the order of their keys. */
export function hashOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return textHash(`${typeof value} ${String(value)}`)
  let sum = Array.isArray(value) ? 1 : 2
  for (const key of Object.keys(value)) {
    const part = (value as Container)[key]
    if (part !== undefined) sum += mixed(keyHash(key) ^ Math.imul(hashOf(part), 0x9e3779b1))
  }
  return mixed(sum)
}

/** Hashes of keys, which turn up in every state. */
const keyHashes = new Map<string, number>()
const KEYS_KEPT = 4096

function keyHash(key: string): number {
  const known = keyHashes.get(key)
  if (known !== undefined) return known
  const hash = textHash(key)
  if (keyHashes.size < KEYS_KEPT) keyHashes.set(key, hash)
  return hash
}

/** FNV-1a over the code units of a text. */
function textHash(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return mixed(hash)
}

/** Every bit of a number spread over all others, as MurmurHash3 ends. */
function mixed(hash: number): number {
  let bits = hash | 0
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}
