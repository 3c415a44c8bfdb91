/**
 * Plain JavaScript values as words, and back. The words depend only on the value, never on earlier values, so that they can be copied, compared and
 * hashed on any thread. Every value begins with a word whose lowest bits say what it is:
 *
 * | tag | value | words |
 * | --- | --- | --- |
 * | INTEGER | a whole number of 29 bits | itself |
 * | CONSTANT | null, true, false, undefined; a date | itself; two more |
 * | DOUBLE | any other number | two more |
 * | SHORT | at most three characters of a byte | itself |
 * | TEXT | a text: its length | one more for two characters |
 * | LIST | a list: its length | its elements |
 * | SHAPE | an object with the keys of a known shape, in their order | its values |
 * | OBJECT | any other object: the number of its keys | each key and its value |
 *
 * No word is ever UNKNOWN. Keys keep their order: a value that comes back is the one that went in, to whoever looks at it.
 */

import { pathOfPart } from '../../documents/index.ts'
import type { Field } from '../contract/index.ts'
import { GameError } from '../modules/index.ts'

const TAG_BITS = 3
const TAG_MASK = (1 << TAG_BITS) - 1
const INTEGER = 0
const CONSTANT = 1
const DOUBLE = 2
const SHORT = 3
const TEXT = 4
const LIST = 5
const SHAPE = 6
const OBJECT = 7

const INTEGER_MAX = 2 ** 28 - 1
const CONSTANTS = [null, true, false, undefined] as const
const WORD_OF = CONSTANTS.map((_, place) => (place << TAG_BITS) | CONSTANT) as unknown as readonly [
  number,
  number,
  number,
  number,
]
const [NULL, TRUE, FALSE, UNDEFINED] = WORD_OF
const DATE = (CONSTANTS.length << TAG_BITS) | CONSTANT

const SHORT_MAX = 3
const LENGTH_BITS = 2
const CHARACTERS = TAG_BITS + LENGTH_BITS
const BYTE = 0xff

/** Deepest nesting. */
export const DEPTH_MAX = 32
/** Most numbered shapes: objects used as tables have as many shapes as contents. */
const SHAPES_MAX = 64

interface Shape {
  readonly word: number
  readonly keys: readonly string[]
  /** Makes an object, reading its values in the order of the keys. */
  readonly make: (read: () => unknown) => object
  /** Makes an object of what `part` makes of another's values. */
  readonly copy: (from: object, part: (value: unknown) => unknown) => object
}

/** One-character texts by byte. */
const BYTES = Array.from({ length: BYTE + 1 }, (_, code) => String.fromCharCode(code))

const double = new Float64Array(1)
const halves = new Int32Array(double.buffer)

/** One per game; learns the shapes of objects until `freeze`. */
export class Codec {
  readonly #shapes: Shape[] = []
  #frozen = false
  /** Shapes of the last value's objects: the next value mostly has the same. */
  readonly #guesses: (Shape | undefined)[] = []
  #objects = 0
  #words: Int32Array = new Int32Array(0)
  #at = 0
  #depth = 0
  /** Whether nothing was met that has no words. */
  #isPlain = true
  readonly #read = (): unknown => this.#decode()
  readonly #part = (value: unknown): unknown => this.#copied(value)

  /** Allows NaN, dates, and lists with holes. */
  readonly isLenient: boolean

  constructor(isLenient = false) {
    this.isLenient = isLenient
  }

  /** From now on, the words of a value never change. */
  freeze(): void {
    this.#frozen = true
    this.#guesses.length = 0
  }

  /**
   * Writes a value from `from` on. Returns the index after its last word, which may lie beyond the buffer:
   * nothing is written there. Throws a GameError for what is not plain.
   */
  write(value: unknown, words: Int32Array, from: number): number {
    this.#words = words
    this.#at = from
    this.#depth = 0
    this.#objects = 0
    this.#isPlain = true
    this.#encode(value)
    return this.#at
  }

  /** A fresh value from the words at `from`. */
  read(words: Int32Array, from: number): unknown {
    this.#words = words
    this.#at = from
    return this.#decode()
  }

  /**
   * What reading the words of a value would give, without writing them. Returns undefined for more than `most` words, and for what is not
   * plain.
   */
  copy(value: unknown, most: number): unknown {
    this.#at = 1
    this.#depth = 0
    this.#objects = 0
    this.#isPlain = true
    const copy = this.#copied(value)
    return this.#isPlain && this.#at <= most ? copy : undefined
  }

  /** Counts the words after the first. */
  #copied(value: unknown): unknown {
    if (typeof value === 'object' && value !== null) return this.#copyNested(value)
    if (typeof value === 'string') {
      if (!isShort(value)) this.#at += (value.length + 1) >> 1
    } else if (typeof value === 'number') {
      if (!isWhole(value)) this.#at += 2
    } else if (typeof value !== 'boolean' && value !== null && value !== undefined) this.#isPlain = false
    return value
  }

  #copyNested(value: object): object {
    if (++this.#depth > DEPTH_MAX) this.#isPlain = false
    if (!this.#isPlain) return value
    const copy = Array.isArray(value)
      ? this.#copyList(value)
      : this.isLenient && isDate(value)
        ? this.#copyDate(value)
        : this.#copyObject(value)
    this.#depth--
    return copy
  }

  #copyDate(date: Date): Date {
    this.#at += 2
    return new Date(date.getTime())
  }

  #copyList(list: readonly unknown[]): unknown[] {
    const { length } = list
    this.#at += length
    // An array of a subclass becomes a plain one.
    const copy: unknown[] = Object.getPrototypeOf(list) === Array.prototype ? list.slice() : Array.from(list)
    for (let i = 0; i < length; i++) {
      const part = copy[i]
      // Fills holes, too.
      if (typeof part !== 'number' || !isWhole(part)) copy[i] = this.#copied(part)
    }
    return copy
  }

  #copyObject(value: object): object {
    const shape = this.#shapeAt(value)
    if (shape !== undefined) {
      this.#at += shape.keys.length
      return shape.copy(value, this.#part)
    }
    const keys = Object.keys(value)
    this.#at += 2 * keys.length
    const copy: Record<string, unknown> = {}
    for (const key of keys) {
      this.#copied(key)
      copy[key] = this.#copied((value as Record<string, unknown>)[key])
    }
    return copy
  }

  #encode(value: unknown): void {
    if (typeof value === 'number') this.#number(value)
    else if (typeof value === 'string') this.#text(value)
    else if (value === null) this.#words[this.#at++] = NULL
    else if (value === undefined) this.#words[this.#at++] = UNDEFINED
    else if (typeof value === 'boolean') this.#words[this.#at++] = value ? TRUE : FALSE
    else if (typeof value === 'object') this.#nested(value)
    else throw new GameError(`found a ${typeof value}, expected ${PLAIN}`)
  }

  #number(value: number): void {
    if (isWhole(value)) {
      this.#words[this.#at++] = value << TAG_BITS
      return
    }
    if (Number.isNaN(value) && !this.isLenient) throw new GameError(`found NaN, expected ${PLAIN}`)
    this.#double(DOUBLE, value)
  }

  #double(word: number, value: number): void {
    double[0] = value
    this.#words[this.#at++] = word
    this.#words[this.#at++] = halves[0]!
    this.#words[this.#at++] = halves[1]!
  }

  #text(text: string): void {
    const { length } = text
    if (length <= SHORT_MAX) {
      let word = (length << TAG_BITS) | SHORT
      let high = 0
      for (let i = 0; i < length; i++) {
        const code = text.charCodeAt(i)
        high |= code
        word |= code << (CHARACTERS + 8 * i)
      }
      if (high <= BYTE) {
        this.#words[this.#at++] = word
        return
      }
    }
    this.#words[this.#at++] = (length << TAG_BITS) | TEXT
    for (let i = 0; i < length; i += 2)
      this.#words[this.#at++] = text.charCodeAt(i) | ((i + 1 < length ? text.charCodeAt(i + 1) : 0) << 16)
  }

  #nested(value: object): void {
    if (++this.#depth > DEPTH_MAX)
      throw new GameError(
        `found more than ${DEPTH_MAX} levels of lists and objects, or one that contains itself, expected a flatter value`,
      )
    if (Array.isArray(value)) this.#list(value)
    else if (this.isLenient && isDate(value)) this.#double(DATE, value.getTime())
    else this.#object(value as Record<string, unknown>)
    this.#depth--
  }

  #list(list: readonly unknown[]): void {
    const words = this.#words
    words[this.#at++] = (list.length << TAG_BITS) | LIST
    for (let i = 0; i < list.length; i++) {
      const part = list[i]
      // The common case, small whole numbers, inlined.
      if (
        typeof part === 'number' &&
        (part > 0 || 1 / part > 0) &&
        part <= INTEGER_MAX &&
        (part | 0) === part
      )
        words[this.#at++] = part << TAG_BITS
      else if (part === undefined && !(this.isLenient || i in list))
        throw new GameError(`found a list without its entry ${i}, expected ${PLAIN}`)
      else this.#encode(part)
    }
  }

  #object(value: Record<string, unknown>): void {
    const shape = this.#shapeAt(value)
    if (!this.#isPlain)
      throw new GameError(`found a ${value.constructor?.name ?? 'class'}, expected ${PLAIN}`)
    if (shape === undefined) {
      const keys = Object.keys(value)
      this.#words[this.#at++] = (keys.length << TAG_BITS) | OBJECT
      for (const key of keys) {
        this.#text(key)
        this.#encode(value[key])
      }
      return
    }
    this.#words[this.#at++] = shape.word
    const { keys } = shape
    for (let i = 0; i < keys.length; i++) this.#encode(value[keys[i]!])
  }

  /** The shape of the next object, if it is a known one. Notes an object with a class. */
  #shapeAt(value: object): Shape | undefined {
    const proto: unknown = Object.getPrototypeOf(value)
    if (proto !== Object.prototype && proto !== null) {
      this.#isPlain = false
      return undefined
    }
    const index = this.#objects++
    const guess = this.#guesses[index]
    if (guess !== undefined && hasKeys(value, guess.keys)) return guess
    const shape = this.#shapeOf(value)
    this.#guesses[index] = shape
    return shape
  }

  #shapeOf(value: object): Shape | undefined {
    const known = this.#shapes.find(({ keys }) => hasKeys(value, keys))
    if (known || this.#frozen || this.#shapes.length === SHAPES_MAX) return known
    const keys = Object.keys(value)
    if (keys.includes('__proto__')) throw new GameError('found a key __proto__, expected another name')
    const shape = {
      word: (this.#shapes.length << TAG_BITS) | SHAPE,
      keys,
      make: makerOf(keys),
      copy: copierOf(keys),
    }
    this.#shapes.push(shape)
    return shape
  }

  #decode(): unknown {
    const word = this.#words[this.#at++]!
    const rest = word >> TAG_BITS
    switch (word & TAG_MASK) {
      case INTEGER:
        return rest
      case CONSTANT:
        return word === DATE ? new Date(this.#readDouble()) : CONSTANTS[rest]
      case DOUBLE:
        return this.#readDouble()
      case SHORT:
        return shortText(word)
      case TEXT:
        return this.#readText(rest)
      case LIST: {
        const list: unknown[] = []
        const words = this.#words
        for (let i = 0; i < rest; i++) {
          const part = words[this.#at]!
          if ((part & TAG_MASK) === INTEGER) {
            list.push(part >> TAG_BITS)
            this.#at++
          } else list.push(this.#decode())
        }
        return list
      }
      case SHAPE:
        return this.#shapes[rest]!.make(this.#read)
      default: {
        const object: Record<string, unknown> = {}
        for (let i = 0; i < rest; i++) {
          const key = this.#decode() as string
          object[key] = this.#decode()
        }
        return object
      }
    }
  }

  #readDouble(): number {
    halves[0] = this.#words[this.#at++]!
    halves[1] = this.#words[this.#at++]!
    return double[0]!
  }

  #readText(length: number): string {
    let text = ''
    for (let i = 0; i < length; i += 2) {
      const pair = this.#words[this.#at++]!
      text += String.fromCharCode(pair & 0xffff)
      if (i + 1 < length) text += String.fromCharCode(pair >>> 16)
    }
    return text
  }
}

const PLAIN = 'only plain values: numbers, strings, true, false, null, lists, and objects without a class'

function shortText(word: number): string {
  const length = (word >> TAG_BITS) & ((1 << LENGTH_BITS) - 1)
  let text = ''
  for (let i = 0; i < length; i++) text += BYTES[(word >> (CHARACTERS + 8 * i)) & BYTE]!
  return text
}

/** Whether a value is a date. Most are plain, and `instanceof` takes long: Date is a proxy where games play. */
export function isDate(value: unknown): value is Date {
  if (typeof value !== 'object' || value === null) return false
  const proto: unknown = Object.getPrototypeOf(value)
  return proto !== Object.prototype && proto !== Array.prototype && value instanceof Date
}

/** Whether a number fits into a word: a whole one of 29 bits, but not -0, which has another reciprocal. */
function isWhole(value: number): boolean {
  const whole = value | 0
  return whole === value && whole <= INTEGER_MAX && whole >= -INTEGER_MAX && (whole !== 0 || 1 / value > 0)
}

/** Whether a text fits into a word. */
function isShort(text: string): boolean {
  if (text.length > SHORT_MAX) return false
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > BYTE) return false
  return true
}

function hasKeys(value: object, keys: readonly string[]): boolean {
  let place = 0
  for (const key in value) if (keys[place++] !== key) return false
  return place === keys.length
}

/** Engines make objects of a literal many times faster than key by key. */
function makerOf(keys: readonly string[]): Shape['make'] {
  const body = keys.map(key => `${JSON.stringify(key)}: read()`).join(', ')
  return new Function('read', `return { ${body} }`) as Shape['make']
}

/** Values of one word are copied in place. */
function copierOf(keys: readonly string[]): Shape['copy'] {
  const body = keys.map(key => {
    const name = JSON.stringify(key)
    return `${name}: typeof (v = from[${name}]) === 'boolean' || v === null || (typeof v === 'number' && isWhole(v)) ? v : part(v)`
  })
  const code = `return (from, part) => { let v; return { ${body.join(', ')} } }`
  return (new Function('isWhole', code) as (whole: typeof isWhole) => Shape['copy'])(isWhole)
}

/** For measuring values: nothing is written. */
const NOWHERE = new Int32Array(0)

/**
 * The smallest part of a value that the word `index` belongs to. Measures all parts on the way: not for play.
 */
export function fieldAt(codec: Codec, value: unknown, index: number, path = ''): Field {
  const here: Field = { path, value }
  if (typeof value !== 'object' || value === null || index === 0) return here
  const sizeOf = (part: unknown): number => codec.write(part, NOWHERE, 0)
  const entries = Object.entries(value)
  const parts = entries.reduce((sum, [, part]) => sum + sizeOf(part), 0)
  // Objects without a known shape have each key before its value.
  const hasKeys = !Array.isArray(value) && sizeOf(value) !== 1 + parts
  let at = 1
  for (const [key, part] of entries) {
    if (hasKeys) at += sizeOf(key)
    const size = sizeOf(part)
    if (index < at + size) {
      const inner = pathOfPart(value, path, key)
      return index < at ? { path: inner, value: part } : fieldAt(codec, part, index - at, inner)
    }
    at += size
  }
  return here
}
