/** A copy of a position on which moves are tried out: what one has done to it is found out and undone in place, so that not every move takes a copy. */
import { copyOf } from './config.ts'
import type { Position } from './flow.ts'
import { isSame } from './same.ts'

type Table = Record<string | number, unknown>

/** A list or an object of the copy, and what it holds as long as nobody changes it: plain values, and other parts. */
interface Part {
  readonly own: Table
  /** The keys of an object, in their order; null for a list. */
  readonly keys: readonly string[] | null
  readonly values: readonly unknown[]
}

export class Scratch {
  #source: Position | null = null
  #copy: Position | null = null
  /** The parts of the copy; those of its G come first. */
  #parts: Part[] = []
  #ofG = 0
  /** What was found of the parts: those that are not as they were, whether a plain value of G is another, and whether a part has another place. */
  readonly #touched: Part[] = []
  #isChanged = false
  #isMoved = false
  /** Whether an object lacks keys that it had, or has them in another order: then the copy cannot be mended. */
  #isSpoilt = false

  /** The copy of a position, which must stay as it is until `forget`. */
  of(source: Position): Position {
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

  /** The position is about to change. */
  forget(): void {
    this.#source = null
    this.#copy = null
  }

  /** Undoes what has been done to the copy since `of`. Returns whether its G was another than that of the position. */
  revert(): boolean {
    this.#touched.length = 0
    this.#isMoved = false
    this.#isSpoilt = false
    this.#isChanged = false
    for (let at = 0; at < this.#ofG; at++) this.#look(this.#parts[at]!)
    if (this.#isMoved || this.#isSpoilt) this.#isChanged = !isSame(this.#source!.G, this.#copy!.G)
    const isChanged = this.#isChanged
    for (let at = this.#ofG; at < this.#parts.length; at++) this.#look(this.#parts[at]!)
    if (this.#isSpoilt) this.#copy = null
    else for (const part of this.#touched) restore(part)
    return isChanged
  }

  #collect(value: unknown): void {
    if (!isPart(value)) return
    const own = value as Table
    const keys = Array.isArray(value) ? null : Object.keys(value)
    const values = Array.isArray(value) ? [...value] : Object.values(value)
    this.#parts.push({ own, keys, values })
    for (const part of values) this.#collect(part)
  }

  /** Finds out whether a part is as it was. */
  #look(part: Part): void {
    const isAsBefore = part.keys === null ? this.#isList(part) : this.#isObject(part, part.keys)
    if (!isAsBefore) this.#touched.push(part)
  }

  #isList({ own, values }: Part): boolean {
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

  #isObject({ own, values }: Part, keys: readonly string[]): boolean {
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

/** Makes a part what it was. */
function restore({ own, keys, values }: Part): void {
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
