/** A copy of a position on which moves are tried out: what one has done to it is found out and undone in place, so that not every move takes a copy. */
import { copyOf } from './config.ts'
import type { Position } from './flow.ts'
import { isSame } from './same.ts'

/** A list or an object of the copy; the keys of an object, in their order. */
interface Part {
  readonly own: object
  readonly keys: readonly string[] | null
}

type Table = Record<string | number, unknown>

export class Scratch {
  #source: Position | null = null
  #copy: Position | null = null
  /** The parts of the copy, in the order of a walk through it. */
  #parts: Part[] = []
  #at = 0
  #isSpoilt = false

  /** The copy of a position, which must stay as it is until `forget`. */
  of(source: Position): Position {
    if (this.#source !== source || this.#copy === null) {
      this.#source = source
      this.#copy = { G: copyOf(source.G), ctx: copyOf(source.ctx) }
      this.#parts = []
      this.#collect(this.#copy)
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
    const { G, ctx } = this.#source!
    this.#at = 0
    this.#isSpoilt = false
    // The copy is a part as well.
    this.#at++
    let isChanged = this.#put({ G }, this.#copy as unknown as Table, 'G')
    if (this.#isSpoilt) isChanged ||= !isSame(G, this.#copy!.G)
    else this.#put({ ctx }, this.#copy as unknown as Table, 'ctx')
    if (this.#isSpoilt) this.#copy = null
    return isChanged
  }

  #collect(value: unknown): void {
    if (!isPart(value)) return
    const table = value as Table
    const keys = Array.isArray(value) ? null : Object.keys(value)
    this.#parts.push({ own: value, keys })
    if (keys === null) for (const part of value as unknown[]) this.#collect(part)
    else for (const key of keys) this.#collect(table[key])
  }

  /** Undoes what was done to a value of a list or an object. Returns whether it was another. */
  #put(from: Table, to: Table, key: string | number): boolean {
    const value = from[key]
    const found = to[key]
    if (!isPart(value)) {
      if (Object.is(value, found)) return false
      to[key] = value
      return true
    }
    const { own, keys } = this.#parts[this.#at++]!
    const isOther = found !== own && !isSame(value, found)
    to[key] = own
    const isChanged = this.#restore(value as Table, own as Table, keys)
    return found === own ? isChanged : isOther
  }

  #restore(from: Table, own: Table, keys: readonly string[] | null): boolean {
    let isChanged = false
    if (keys === null) {
      const [list, ours] = [from, own] as unknown as [unknown[], unknown[]]
      if (ours.length !== list.length) {
        ours.length = list.length
        isChanged = true
      }
      for (let i = 0; i < list.length && !this.#isSpoilt; i++)
        isChanged = this.#put(from, own, i) || isChanged
      return isChanged
    }
    isChanged = this.#dropKeys(own, keys)
    for (let i = 0; i < keys.length && !this.#isSpoilt; i++)
      isChanged = this.#put(from, own, keys[i]!) || isChanged
    return isChanged
  }

  /** Takes away keys that an object has got after its own ones. One that lacks some, or has them in another order, spoils the copy. */
  #dropKeys(own: Table, keys: readonly string[]): boolean {
    let count = 0
    for (const key in own) {
      if (count < keys.length && keys[count] !== key) this.#isSpoilt = true
      count++
    }
    if (count < keys.length) this.#isSpoilt = true
    if (this.#isSpoilt || count === keys.length) return false
    let isChanged = false
    // The last first: engines keep objects fast that way.
    for (const key of Object.keys(own).slice(keys.length).reverse()) {
      if (own[key] !== undefined) isChanged = true
      delete own[key]
    }
    return isChanged
  }
}

/** Whether a value is one that `copyOf` copies. */
function isPart(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return true
  const proto: unknown = Object.getPrototypeOf(value)
  return proto === Object.prototype || proto === null
}
