/**
 * Ordering: what a seat may still plan in a turn, and sealing what it chose.
 *
 * A plan is chosen in ascending (phase, slot), which makes every distinct set of orders reachable by one sequence of
 * decisions. A slot's plannable orders depend on nothing but where it is planned to stand, so the plan keeps their
 * number in a byte per slot: a uniform draw is a few additions of packed bytes, and no list is written.
 */
import type { Action, Seat } from '../game.ts'
import { below } from '../rng.ts'
import { Displacement } from './displace.ts'
import {
  ACTORS,
  GONE,
  type Layout,
  OWN,
  PLAN_COUNT,
  PLAN_DISPLACING,
  PLAN_PHASE,
  PLAN_RESTING,
  RESTING,
  lane,
  orderFrom,
  originOf,
  phaseOf,
  setLane,
  signIn,
  targetOf,
} from './layout.ts'
import { MOVE, SHOVE } from './rules.ts'
import { AIM_DISPLACES, AIM_RESTS, AIM_SHOVES, SIGN_STRIDE, type Tables } from './tables.ts'

/** Ends ordering early. */
export const DONE_ORDERING: Action = 0

const ONES = 0x01010101
const HIGHS = 0x80808080

/** Sum of the four bytes of a word; the engine's bytes add up to less than 256. */
const byteSum = (word: number): number => Math.imul(word, ONES) >>> 24

/** Spreads four mask bits over four bytes: 0xff where the bit is set. */
const BYTES_OF_BITS = Int32Array.from({ length: 16 }, (_, bits) => {
  let word = 0
  for (let i = 0; i < 4; i++) if (bits & (1 << i)) word |= 255 << (8 * i)
  return word
})

export class Planner {
  readonly #t: Tables
  readonly #l: Layout
  readonly #board: Int32Array
  readonly #displacement: Displacement

  constructor(tables: Tables) {
    this.#t = tables
    this.#l = tables.layout
    this.#board = new Int32Array(tables.squares)
    this.#displacement = new Displacement(tables)
  }

  /** Opens a new turn: nothing is planned, everybody stands where they stand. Orders of the last turn stay to be read. */
  open(s: Int32Array, seat: Seat): void {
    const { plan, planSize, lanes, now, soon, later, from, then, squares } = this.#l
    const base = plan + seat * planSize
    s[base + PLAN_PHASE] = 0
    s[base + PLAN_COUNT] = 0
    s[base + PLAN_DISPLACING] = 0
    s[base + PLAN_RESTING] = 0
    for (let i = 0; i < lanes; i++) {
      s[base + from + i] = s[squares + i]!
      s[base + then + i] = s[squares + i]!
    }
    this.#count(s, seat, base)
    const resting = s[RESTING]!
    for (let i = 0; i < lanes; i++) {
      const words = s[base + later + i]!
      s[base + soon + i] = words
      s[base + now + i] = resting === 0 ? words : words & ~BYTES_OF_BITS[(resting >>> (4 * i)) & 15]!
    }
  }

  /** Writes `later`: the plannable orders of each own slot from where it stands after the plan's phase. */
  #count(s: Int32Array, seat: Seat, base: number): void {
    const { later, then, lanes } = this.#l
    const { aimCount, squares, units } = this.#t
    const own = s[OWN + seat]!
    for (let i = 0; i < lanes; i++) {
      let words = 0
      const places = s[base + then + i]!
      for (let k = 0, slot = 4 * i; k < 32 && slot < units; k += 8, slot++)
        if ((own >>> slot) & 1) words |= aimCount[slot * squares + ((places >>> k) & 255)]! << k
      s[base + later + i] = words
    }
  }

  legal(s: Int32Array, seat: Seat, out: Int32Array): number {
    const { plan, planSize, now, soon, later, from, then } = this.#l
    const base = plan + seat * planSize
    const phase = s[base + PLAN_PHASE]!
    out[0] = DONE_ORDERING
    let n = this.#list(s, phase, base + now, base + from, out, 1)
    for (let p = phase + 1; p < this.#t.phases; p++)
      n = this.#list(s, p, base + (p === phase + 1 ? soon : later), base + then, out, n)
    return n
  }

  #list(s: Int32Array, phase: number, counts: number, places: number, out: Int32Array, at: number): number {
    const { units, slotKind, squares, aimBits, aimAt, slotBits } = this.#t
    let n = at
    for (let slot = 0; slot < units; slot++) {
      const count = lane(s, counts, slot)
      if (count === 0) continue
      const first = (slotKind[slot]! * squares + lane(s, places, slot)) << aimBits
      const head = 1 + (((phase << slotBits) | slot) << aimBits)
      for (let k = 0; k < count; k++) out[n++] = head + aimAt[first + k]!
    }
    return n
  }

  /** Uniform over `legal`: one draw below its length, then the place of that number among the packed counts. */
  sample(s: Int32Array, seat: Seat, rng: Int32Array): Action {
    const { plan, planSize, lanes, now, soon, later, from, then } = this.#l
    const base = plan + seat * planSize
    const phase = s[base + PLAN_PHASE]!
    const after = this.#t.phases - 1 - phase
    let first = 0
    let second = 0
    let third = 0
    for (let i = base; i < base + lanes; i++) {
      first += byteSum(s[i + now]!)
      second += byteSum(s[i + soon]!)
      third += byteSum(s[i + later]!)
    }
    if (after < 1) second = 0
    const total = 1 + first + second + (after > 1 ? (after - 1) * third : 0)
    let r = below(rng, total) - 1
    if (r < 0) return DONE_ORDERING
    if (r < first) return this.#pick(s, phase, base + now, base + from, r)
    r -= first
    if (r < second) return this.#pick(s, phase + 1, base + soon, base + then, r)
    r -= second
    const further = after > 2 ? Math.floor(r / third) : 0
    return this.#pick(s, phase + 2 + further, base + later, base + then, r - further * third)
  }

  /** The r-th order of a phase. */
  #pick(s: Int32Array, phase: number, counts: number, places: number, r: number): Action {
    const { slotKind, squares, aimBits, aimAt, slotBits } = this.#t
    let i = 0
    let word = s[counts]!
    for (let sum = byteSum(word); r >= sum; sum = byteSum(word)) {
      r -= sum
      word = s[counts + ++i]!
    }
    let slot = 4 * i
    for (let count = word & 255; r >= count; count = word & 255) {
      r -= count
      word >>>= 8
      slot++
    }
    const first = (slotKind[slot]! * squares + lane(s, places, slot)) << aimBits
    return 1 + (((phase << slotBits) | slot) << aimBits) + aimAt[first + r]!
  }

  /** The order that a plannable action stands for. */
  orderOf(s: Int32Array, seat: Seat, action: Action): number {
    const { plan, planSize, from, then } = this.#l
    const { aimBits, slotBits, aimOrder } = this.#t
    const base = plan + seat * planSize
    const code = action - 1
    const a = code & ((1 << aimBits) - 1)
    const slot = (code >>> aimBits) & ((1 << slotBits) - 1)
    const phase = code >>> (aimBits + slotBits)
    const origin = lane(s, base + (phase === s[base + PLAN_PHASE] ? from : then), slot)
    return orderFrom(phase, aimOrder[a]!, origin)
  }

  /** Seals a plannable order, a doomed one (from actionCount up) or done; the seat's bit falls when it has no more. */
  seal(s: Int32Array, seat: Seat, action: Action): void {
    const { orders, actionCount } = this.#t
    const base = this.#l.plan + seat * this.#l.planSize
    if (action === DONE_ORDERING) {
      this.#close(s, seat, base)
      return
    }
    const at = base + this.#l.orders + s[base + PLAN_COUNT]!
    if (action >= actionCount) {
      s[at] = (action - actionCount) | (1 << 30)
      this.#forbid(s, base)
    } else {
      s[at] = this.orderOf(s, seat, action)
      this.#advance(s, seat, base, action - 1, s[at]!)
    }
    if (++s[base + PLAN_COUNT]! === orders) this.#close(s, seat, base)
  }

  #close(s: Int32Array, seat: Seat, base: number): void {
    for (let i = s[base + PLAN_COUNT]!; i < this.#t.orders; i++) s[base + this.#l.orders + i] = 0
    s[ACTORS]! &= ~(1 << seat)
  }

  /** After an order that is no part of a canonical plan (a record's), nothing more can be planned this turn. */
  #forbid(s: Int32Array, base: number): void {
    const { now, lanes } = this.#l
    for (let i = 0; i < 3 * lanes; i++) s[base + now + i] = 0
  }

  /** Brings what may still be planned up to date with a sealed order. */
  #advance(s: Int32Array, seat: Seat, base: number, code: number, order: number): void {
    const { lanes, now, soon, later, from, then } = this.#l
    const { aimBits, slotBits, slotKind, aimFlags, onePerPhase } = this.#t
    const phase = phaseOf(order)
    const ahead = phase - s[base + PLAN_PHASE]!
    if (ahead > 0) {
      const next = ahead === 1 ? soon : later
      for (let i = base; i < base + lanes; i++) {
        s[i + now] = s[i + next]!
        s[i + soon] = s[i + later]!
        s[i + from] = s[i + then]!
      }
      s[base + PLAN_PHASE] = phase
      s[base + PLAN_DISPLACING] = 0
      s[base + PLAN_RESTING] = 0
    }
    const slot = (code >>> aimBits) & ((1 << slotBits) - 1)
    const flags = aimFlags[(slotKind[slot]! << aimBits) | (code & ((1 << aimBits) - 1))]!
    const word = slot >> 2
    if (onePerPhase) for (let i = 0; i < lanes; i++) s[base + now + i] = 0
    else {
      for (let i = 0; i < word; i++) s[base + now + i] = 0
      // Shifting by 32 is shifting by 0, hence in two steps.
      s[base + now + word]! &= (-1 << (8 * (slot & 3))) << 8
    }
    if (flags & AIM_DISPLACES) {
      if (++s[base + PLAN_DISPLACING]! > 1 || flags & AIM_SHOVES || this.#occupied(s, base + from, targetOf(order)))
        this.#displace(s, seat, base, phase)
      else this.#step(s, base, slot, targetOf(order))
    } else if (flags & AIM_RESTS) {
      s[base + PLAN_RESTING]! |= 1 << slot
      setLane(s, base + soon, slot, 0)
    }
  }

  /** A lone move to an empty square: the slot's own lanes are all that changes. */
  #step(s: Int32Array, base: number, slot: number, square: number): void {
    const count = this.#t.aimCount[slot * this.#t.squares + square]!
    setLane(s, base + this.#l.then, slot, square)
    setLane(s, base + this.#l.soon, slot, count)
    setLane(s, base + this.#l.later, slot, count)
  }

  /** Whether some lane holds the square: the classic test for a zero byte. */
  #occupied(s: Int32Array, places: number, square: number): boolean {
    const sought = Math.imul(square, ONES)
    for (let i = 0; i < this.#l.lanes; i++) {
      const word = s[places + i]! ^ sought
      if (((word - ONES) & ~word & HIGHS) !== 0) return true
    }
    return false
  }

  /** Carries out all moves and shoves of the plan's phase again, alone; the latest is sealed but not yet counted. */
  #displace(s: Int32Array, seat: Seat, base: number, phase: number): void {
    const { lanes, soon, later, from, then, orders } = this.#l
    const board = this.#board
    for (let i = 0; i < lanes; i++) s[base + then + i] = s[base + from + i]!
    board.fill(0)
    for (let slot = 0; slot < this.#t.units; slot++) {
      const square = lane(s, base + from, slot)
      if (square !== GONE) board[square] = slot + 1
    }
    const last = base + orders + s[base + PLAN_COUNT]!
    for (let action = MOVE; action <= SHOVE; action += SHOVE - MOVE) {
      const d = this.#displacement
      d.count = 0
      for (let at = base + orders; at <= last; at++) {
        if (phaseOf(s[at]!) !== phase) continue
        const origin = originOf(s[at]!)
        const kind = this.#t.slotKind[this.#slotAt(s, base + from, origin)]!
        if (this.#t.kindAction[kind * SIGN_STRIDE + signIn(s[at]!)] !== action) continue
        d.from[d.count] = origin
        d.to[d.count++] = targetOf(s[at]!)
      }
      if (action === MOVE) d.moves(board, 0)
      else d.shoves(board, 0)
      for (let i = 0; i < d.movedCount; i++) setLane(s, base + then, d.movedSlot[i]!, d.movedTo[i]!)
    }
    this.#count(s, seat, base)
    const resting = s[base + PLAN_RESTING]!
    for (let i = 0; i < lanes; i++)
      s[base + soon + i] = s[base + later + i]! & ~BYTES_OF_BITS[(resting >>> (4 * i)) & 15]!
  }

  #slotAt(s: Int32Array, places: number, square: number): number {
    let slot = 0
    while (lane(s, places, slot) !== square) slot++
    return slot
  }
}
