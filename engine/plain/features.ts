/**
 * What players that learn see of a game of plain values. Tokens of a position: each value with its path, seen from
 * the seat's own side, and members of lists by how often they are there. Aspects of a move: its words and fields, and
 * what it changes. Everything is hashed to 32 bits.
 */
import type { GameInfo, Seat } from '../contract/index.ts'
import type { Author } from './author.ts'

/** Most tokens of a position, and parts of aspects. */
const TOKENS_MAX = 400
const NUMBERS_MAX = 3
const GAUGES_MAX = 3
const CHANGES_MAX = 8
/** The words of a move, all of it, and for each number itself and the seat it may stand for. */
const MOVE_ASPECTS = 2 + 2 * NUMBERS_MAX
/** Besides gauges and changes: how the match ends, and whether its seat moves again. */
const AFTER_ASPECTS = 2
/** Elements of a list that are counted, and characters of a move's text that are read. */
const COUNTED_MAX = 64
/** Moves whose words are remembered. */
const MOVES_MAX = 4096
/** Whole numbers from here on are also seen roughly, by half octaves. */
const ROUGH_MIN = 8

const INDEX = 0x2545f491
const MEMBER = 0x1b873593
const LENGTH = 0x3c6ef372
const OWN = 0x5bd1e995
const ROUGH = 0x27d4eb2f
const SEAT = 0x165667b1
const WORDS = 0x7feb352d
const WHOLE = 0x846ca68b
const FIELD = 0x68e31da4
const GAUGE = 0x297a2d39
const END = 0x1c69b3f7
const AGAIN = 0x58f38ded
const CHANGE = 0x3a5b1c6d

const mix = (a: number, b: number): number => {
  const h = Math.imul(a ^ Math.imul(b, 0x9e3779b1), 0x85ebca6b)
  return h ^ (h >>> 15)
}

/** A move's aspects that are the same for all seats, and the seats that its numbers may stand for. */
interface Words {
  readonly aspects: readonly number[]
  readonly seats: readonly { readonly field: number; readonly seat: Seat }[]
}

export class StructuralFeatures {
  readonly #author: Author
  readonly #seats: number
  readonly #hashes = new Map<string, number>()
  readonly #words = new Map<string, Words>()
  /** By seat: tokens of the opening position, which are left out later. */
  readonly #opening: Set<number>[] = []
  /** Paths of lists with an element for each seat, and the same while they are being found. */
  #bySeat: Set<number> | null = null
  #found: Set<number> | null = null
  readonly #gauges: number
  readonly #before: Int32Array
  readonly #after: Int32Array
  readonly #levels: Int32Array
  readonly #levelsAfter: Int32Array
  readonly #known = new Set<number>()
  #out: Int32Array = new Int32Array(0)
  #count = 0
  #seat: Seat = 0
  #skips: ReadonlySet<number> | null = null

  constructor(author: Author, seats: number, gauges: number) {
    this.#author = author
    this.#seats = seats
    this.#gauges = Math.min(gauges, GAUGES_MAX)
    this.#before = new Int32Array(TOKENS_MAX)
    this.#after = new Int32Array(TOKENS_MAX)
    this.#levels = new Int32Array(gauges * seats)
    this.#levelsAfter = new Int32Array(gauges * seats)
  }

  static hints(gauges: number): NonNullable<GameInfo['learning']> {
    return {
      isStructural: true,
      tokens: TOKENS_MAX,
      aspects: MOVE_ASPECTS + AFTER_ASPECTS + 2 * Math.min(gauges, GAUGES_MAX) + CHANGES_MAX,
    }
  }

  /** Writes the tokens of a view in which a match differs from its opening position, and one for the seat. */
  tokens(view: unknown, seat: Seat, out: Int32Array): number {
    const count = this.#list(view, seat, out, this.#openingOf(seat), 1)
    out[count] = mix(SEAT, seat)
    return count + 1
  }

  #openingOf(seat: Seat): Set<number> {
    const known = this.#opening[seat]
    if (known) return known
    const opening = this.#author.setup()
    this.#bySeat ??= this.#seatLists(opening)
    const tokens = new Int32Array(TOKENS_MAX)
    this.#opening[seat] = new Set(tokens.subarray(0, this.#list(opening, seat, tokens, null)))
    return this.#opening[seat]
  }

  /** A list as long as there are seats is taken to be by seat if it is so at the start: hands may come to it. */
  #seatLists(opening: unknown): Set<number> {
    const paths = new Set<number>()
    this.#found = paths
    this.#list(opening, 0, this.#before, null)
    this.#found = null
    return paths
  }

  /** Leaves room for `spare` more. */
  #list(value: unknown, seat: Seat, out: Int32Array, skips: ReadonlySet<number> | null, spare = 0): number {
    this.#out = spare === 0 ? out : out.subarray(0, out.length - spare)
    this.#count = 0
    this.#seat = seat
    this.#skips = skips
    this.#walk(value, 0)
    return this.#count
  }

  #push(token: number): void {
    if (this.#count < this.#out.length && !this.#skips?.has(token)) this.#out[this.#count++] = token
  }

  /** Returns a hash of the value. */
  #walk(value: unknown, path: number): number {
    if (typeof value !== 'object' || value === null) return this.#scalar(value, path)
    return Array.isArray(value) ? this.#listed(value, path) : this.#keyed(value, path)
  }

  #keyed(value: object, path: number): number {
    let hash = 1
    for (const key in value) {
      const own = this.#hashOf(key)
      hash = mix(hash, mix(own, this.#walk((value as Record<string, unknown>)[key], mix(path, own))))
    }
    return hash
  }

  #listed(list: readonly unknown[], path: number): number {
    const { length } = list
    const isBySeat = length === this.#seats && (this.#bySeat?.has(path) ?? true)
    if (isBySeat) this.#found?.add(path)
    // A list with an element for each seat begins with the seat's own.
    const first = isBySeat ? this.#seat : 0
    let hash = 2
    const members: number[] = []
    for (let i = 0; i < length; i++) {
      const place = i < first ? i - first + length : i - first
      const member = this.#walk(list[i], mix(mix(path, INDEX), place))
      hash = mix(hash, member)
      if (isBySeat || i >= COUNTED_MAX) continue
      let before = 0
      for (const other of members) if (other === member) before++
      members.push(member)
      this.#push(mix(mix(mix(path, MEMBER), member), before))
    }
    this.#push(mix(mix(path, LENGTH), length))
    return hash
  }

  #scalar(value: unknown, path: number): number {
    if (typeof value === 'number') return this.#number(value, path)
    const hash = this.#hashOf(typeof value === 'string' ? value : String(value))
    const token = mix(path, hash)
    this.#push(token)
    if (typeof value !== 'string') return hash
    // Players' ids are mostly texts: '0', 'X', 'white'.
    const seat = value.length === 1 ? value.charCodeAt(0) - 48 : -1
    if (seat >= 0 && seat < this.#seats) this.#push(mix(mix(path, OWN), this.#relative(seat)))
    else this.#push(mix(token, this.#seat + 1))
    return hash
  }

  #number(value: number, path: number): number {
    if (!Number.isInteger(value)) {
      const rough = roughly(value * ROUGH_MIN)
      this.#push(mix(mix(path, ROUGH), rough))
      return rough
    }
    const hash = mix(value | 0, 3)
    this.#push(mix(path, hash))
    if (value >= 0 && value < this.#seats) this.#push(mix(mix(path, OWN), this.#relative(value)))
    else if (value >= ROUGH_MIN || value <= -ROUGH_MIN) this.#push(mix(mix(path, ROUGH), roughly(value)))
    return hash
  }

  /** How many seats after its own one comes. */
  #relative(seat: Seat): number {
    return seat < this.#seat ? seat - this.#seat + this.#seats : seat - this.#seat
  }

  #hashOf(text: string): number {
    const known = this.#hashes.get(text)
    if (known !== undefined) return known
    let hash = 5
    for (let i = 0; i < text.length; i++) hash = mix(hash, text.charCodeAt(i))
    if (this.#hashes.size < MOVES_MAX) this.#hashes.set(text, hash)
    return hash
  }

  /** Reads the position whose moves `after` tries, or a fair guess at it. */
  readBefore(value: unknown, seat: Seat): void {
    this.#openingOf(seat)
    this.#known.clear()
    const count = this.#list(value, seat, this.#before, null)
    for (let i = 0; i < count; i++) this.#known.add(this.#before[i]!)
    if (this.#gauges > 0) this.#author.writeGauges(value, this.#levels, 0)
  }

  /** Writes the aspects of a move by what it says; returns their number. */
  move(move: unknown, seat: Seat, out: Int32Array): number {
    const { aspects, seats } = this.#wordsOf(typeof move === 'string' ? move : JSON.stringify(move))
    this.#seat = seat
    let count = 0
    for (const aspect of aspects) out[count++] = aspect
    for (const one of seats) out[count++] = mix(mix(one.field, OWN), this.#relative(one.seat))
    return count
  }

  #wordsOf(text: string): Words {
    const known = this.#words.get(text)
    if (known) return known
    let [pattern, whole] = [WORDS, WHOLE]
    const numbers: number[] = []
    for (const [word] of text.matchAll(/-?\d+|[^\s\d"{}[\],:]+/g)) {
      const hash = this.#hashOf(word)
      whole = mix(whole, hash)
      if (!/\d/.test(word)) pattern = mix(pattern, hash)
      else {
        pattern = mix(pattern, FIELD)
        numbers.push(Number(word))
      }
    }
    const fields = numbers
      .slice(0, NUMBERS_MAX)
      .map((number, at) => ({ seat: number, field: mix(mix(pattern, FIELD), at) }))
    const words = {
      aspects: [pattern, whole, ...fields.map(({ seat, field }) => mix(field, mix(seat, 3)))],
      seats: fields.filter(({ seat }) => seat >= 0 && seat < this.#seats),
    }
    if (this.#words.size >= MOVES_MAX) this.#words.clear()
    this.#words.set(text, words)
    return words
  }

  /** Adds the aspects of what a move leads to, from `out[from]` on; returns the index after the last. */
  after(value: unknown, seat: Seat, out: Int32Array, from: number): number {
    let count = from
    const { ending, winners } = this.#author.outcome(value)
    if (ending !== 0) out[count++] = mix(END, (winners >> seat) & 1 ? (winners === 1 << seat ? 1 : 2) : 3)
    else if (this.#moves(value, seat)) out[count++] = AGAIN
    count = this.#leads(value, seat, out, count)
    const tokens = this.#list(value, seat, this.#after, null)
    for (let i = 0, changes = 0; i < tokens && changes < CHANGES_MAX; i++) {
      const token = this.#after[i]!
      if (this.#known.has(token)) continue
      out[count++] = mix(CHANGE, token)
      changes++
    }
    return count
  }

  #moves(value: unknown, seat: Seat): boolean {
    return ((this.#author.next(value).mask >> seat) & 1) === 1
  }

  /** By gauge: what the seat and the others together have won. */
  #leads(value: unknown, seat: Seat, out: Int32Array, from: number): number {
    if (this.#gauges === 0) return from
    let count = from
    this.#author.writeGauges(value, this.#levelsAfter, 0)
    for (let gauge = 0; gauge < this.#gauges; gauge++) {
      let all = 0
      for (let i = gauge * this.#seats; i < (gauge + 1) * this.#seats; i++)
        all += this.#levelsAfter[i]! - this.#levels[i]!
      const at = gauge * this.#seats + seat
      const own = this.#levelsAfter[at]! - this.#levels[at]!
      if (own !== 0) out[count++] = mix(mix(GAUGE, 2 * gauge), roughly(own))
      if (all !== own) out[count++] = mix(mix(GAUGE, 2 * gauge + 1), roughly(all - own))
    }
    return count
  }
}

/** A number by its sign and half octave; small whole numbers themselves. */
function roughly(value: number): number {
  const size = Math.abs(value)
  if (!(size >= ROUGH_MIN)) return Math.trunc(value)
  let step = ROUGH_MIN
  let bound = ROUGH_MIN
  while (bound < size && step < 256) {
    bound += Math.max(1, bound >> 1)
    step++
  }
  return value < 0 ? -step : step
}
