/**
 * Ordering: what a seat may still plan in a turn, and sealing what it chose.
 *
 * A plan is chosen in ascending (phase, slot), which makes every distinct set of orders reachable by one sequence of
 * decisions. A slot's plannable orders depend on nothing but where it is planned to stand, so the plan keeps their
 * number in a byte per slot: a uniform draw is a few additions of packed bytes, and no list is written.
 */
import { type Action, RESOLVE_BIT, type Seat } from '../game.ts'
import * as random from '../rng.ts'
import { Displacement } from './displace.ts'
import * as layout from './layout.ts'
import { MOVE, SHOVE } from './rules.ts'
import * as tables from './tables.ts'

// Constants of this module, for speed: see layout.ts.
const { below } = random
const { ACTORS, COUNTS, EMPTY, FROM, GONE, LATER, NOW, OWN, PLAN_COUNT, PLAN_NEXT, PLAN_ORDERS } = layout
const { PLAN_PHASE, PLAN_RESTING, PLAN_TANGLED, RESTING, SOON, SQUARES, THEN } = layout
const { DISPLACES, RESTS, SHOVES, bytesOf, bytesUpTo, byteSum, flaggedOrder, isFor, lane, originOf } = layout
const { packCell, phaseOf, planOf, prefixSums, setLane, shapeOf, slotIn, someLane, targetOf, withoutFlags } =
  layout
const { AIM_BITS, LEADS, SLOT_BITS, actionIn, aimsIn, listIn, meaningAt, spotAt } = tables
const SEALED = RESOLVE_BIT

/** Ends ordering early. */
export const DONE_ORDERING: Action = 0

const SLOT_MASK = (1 << SLOT_BITS) - 1
const PHASE_SHIFT = AIM_BITS + SLOT_BITS
const LEAD_MASK = (1 << PHASE_SHIFT) - 1

export class Planner {
  readonly #words: Int32Array
  readonly #slotKind: Int32Array
  readonly #units: number
  readonly #lanes: number
  readonly #phases: number
  readonly #orders: number
  readonly #onePerPhase: boolean
  readonly #actionCount: number
  readonly #board: Int32Array
  readonly #displacement: Displacement

  constructor(t: tables.Tables) {
    this.#words = t.words
    this.#slotKind = t.slotKind
    this.#units = t.units
    this.#lanes = t.lanes
    this.#phases = t.phases
    this.#orders = t.orders
    this.#onePerPhase = t.onePerPhase
    this.#actionCount = t.actionCount
    this.#board = new Int32Array(t.squares)
    this.#displacement = new Displacement(t)
  }

  /** Opens a new turn: nothing is planned, everybody stands where they stand. Orders of the last turn stay to be read. */
  open(s: Int32Array, seat: Seat): void {
    const base = planOf(seat)
    s[base + PLAN_PHASE] = 0
    s[base + PLAN_COUNT] = 0
    s[base + PLAN_NEXT] = base + PLAN_ORDERS
    s[base + PLAN_TANGLED] = 0
    s[base + PLAN_RESTING] = 0
    const own = s[OWN + seat]!
    const resting = s[RESTING]!
    for (let i = 0; i < this.#lanes; i++) {
      const counts = s[COUNTS + i]! & bytesOf(own, i)
      const squares = s[SQUARES + i]!
      const at = base + i
      s[at + NOW] = counts & ~bytesOf(resting, i)
      s[at + SOON] = counts
      s[at + LATER] = counts
      s[at + FROM] = squares
      s[at + THEN] = squares
    }
  }

  legal(s: Int32Array, seat: Seat, out: Int32Array): number {
    const base = planOf(seat)
    const phase = s[base + PLAN_PHASE]!
    out[0] = DONE_ORDERING
    let n = this.#list(s, phase, base + NOW, base + FROM, out, 1)
    for (let p = phase + 1; p < this.#phases; p++)
      n = this.#list(s, p, base + (p === phase + 1 ? SOON : LATER), base + THEN, out, n)
    return n
  }

  #list(s: Int32Array, phase: number, counts: number, places: number, out: Int32Array, at: number): number {
    const words = this.#words
    const units = this.#units
    let n = at
    for (let slot = 0; slot < units; slot++) {
      const count = lane(s, counts, slot)
      if (count === 0) continue
      const first = listIn(words[spotAt(slot, lane(s, places, slot))]!)
      const head = 1 + (((phase << SLOT_BITS) | slot) << AIM_BITS)
      for (let k = 0; k < count; k++) out[n++] = head + words[first + k]!
    }
    return n
  }

  /** Uniform over `legal`: one draw below its length, then the place of that number among the packed counts. */
  sample(s: Int32Array, seat: Seat, rng: Int32Array): Action {
    const base = planOf(seat)
    const end = base + this.#lanes
    let now = 0
    let soon = 0
    let later = 0
    for (let at = base; at < end; at++) {
      now += byteSum(s[at + NOW]!)
      soon += byteSum(s[at + SOON]!)
      later += byteSum(s[at + LATER]!)
    }
    let phase = s[base + PLAN_PHASE]!
    const after = this.#phases - 1 - phase
    if (after === 0) soon = 0
    let r = below(rng, 1 + now + soon + (after > 1 ? Math.imul(after - 1, later) : 0)) - 1
    if (r < 0) return DONE_ORDERING
    let at = base + NOW
    let toPlaces = FROM - NOW
    if (r >= now) {
      r -= now
      phase++
      at = base + SOON
      toPlaces = THEN - SOON
      if (r >= soon) {
        r -= soon
        phase++
        at = base + LATER
        toPlaces = THEN - LATER
        for (; r >= later; r -= later) phase++
      }
    }
    let slot = 0
    let sums = prefixSums(s[at]!)
    for (let sum = sums >>> 24; r >= sum; sum = sums >>> 24) {
      r -= sum
      slot += 4
      sums = prefixSums(s[++at]!)
    }
    const passed = bytesUpTo(sums, r)
    const square = (s[at + toPlaces]! >>> (passed << 3)) & 255
    slot += passed
    r -= ((sums << 8) >>> (passed << 3)) & 255
    const words = this.#words
    return (
      1 + ((phase << PHASE_SHIFT) | (slot << AIM_BITS) | words[listIn(words[spotAt(slot, square)]!) + r]!)
    )
  }

  /** The order that a plannable action stands for. */
  orderOf(s: Int32Array, seat: Seat, action: Action): number {
    const base = planOf(seat)
    const code = action - 1
    const phase = code >> PHASE_SHIFT
    const places = base + (phase === s[base + PLAN_PHASE] ? FROM : THEN)
    const square = lane(s, places, (code >> AIM_BITS) & SLOT_MASK)
    return withoutFlags(flaggedOrder(this.#words[LEADS + (code & LEAD_MASK)]!, phase, square))
  }

  /** Seals a plannable order, a doomed one (from actionCount up) or done; the seat's bit falls when it has no more. */
  seal(s: Int32Array, seat: Seat, action: Action): void {
    const base = planOf(seat)
    if (action === DONE_ORDERING) {
      for (let i = s[base + PLAN_COUNT]!; i < this.#orders; i++) s[base + PLAN_ORDERS + i] = 0
      this.#close(s, seat)
      return
    }
    if (action < this.#actionCount) this.#advance(s, seat, base, action - 1)
    else this.#insert(s, base, (action - this.#actionCount) | layout.aim(0, 0))
    if (++s[base + PLAN_COUNT]! === this.#orders) this.#close(s, seat)
  }

  /** A seat has given its orders; after the last one nobody owes a decision. */
  #close(s: Int32Array, seat: Seat): void {
    const due = s[ACTORS]! & ~(1 << seat)
    s[ACTORS] = due === 0 ? SEALED : due
  }

  /** Puts an order that is no part of a canonical plan (a record's) among its phase's; no more can be planned then. */
  #insert(s: Int32Array, base: number, order: number): void {
    const first = base + PLAN_ORDERS
    let at = first + s[base + PLAN_COUNT]!
    for (; at > first && phaseOf(s[at - 1]!) > phaseOf(order); at--) s[at] = s[at - 1]!
    s[at] = order
    for (let i = base; i < base + this.#lanes; i++) {
      s[i + NOW] = 0
      s[i + SOON] = 0
      s[i + LATER] = 0
    }
  }

  /** Seals a plannable order and brings what may still be planned up to date with it. */
  #advance(s: Int32Array, seat: Seat, base: number, code: number): void {
    const lanes = this.#lanes
    const phase = code >> PHASE_SHIFT
    const slot = (code >> AIM_BITS) & SLOT_MASK
    const ahead = phase - s[base + PLAN_PHASE]!
    if (ahead > 0) {
      const next = ahead === 1 ? SOON : LATER
      for (let at = base; at < base + lanes; at++) {
        s[at + NOW] = s[at + next]!
        s[at + SOON] = s[at + LATER]!
        s[at + FROM] = s[at + THEN]!
      }
      s[base + PLAN_PHASE] = phase
      s[base + PLAN_TANGLED] = 0
      s[base + PLAN_RESTING] = 0
    }
    const word = base + NOW + (slot >> 2)
    for (let at = base + NOW; at < word; at++) s[at] = 0
    // Shifting by 32 is shifting by 0, hence in two steps.
    s[word]! &= (-1 << ((slot & 3) << 3)) << 8
    if (this.#onePerPhase) for (let at = word; at < base + NOW + lanes; at++) s[at] = 0

    const order = flaggedOrder(this.#words[LEADS + (code & LEAD_MASK)]!, phase, lane(s, base + FROM, slot))
    s[base + PLAN_ORDERS + s[base + PLAN_COUNT]!] = withoutFlags(order)
    if ((order & DISPLACES) !== 0) this.#step(s, seat, base, slot, order)
    else if ((order & RESTS) !== 0) {
      s[base + PLAN_RESTING]! |= 1 << slot
      setLane(s, base + SOON, slot, 0)
    }
  }

  /** A move or shove. Onto a square that is and stays empty, its unit's lanes are all that changes. */
  #step(s: Int32Array, seat: Seat, base: number, slot: number, order: number): void {
    const square = targetOf(order)
    const lanes = this.#lanes
    if (s[base + PLAN_TANGLED] === 0) {
      const taken = someLane(s, base + THEN, lanes, square)
      if (!someLane(s, base + FROM, lanes, square)) {
        if (!taken) {
          const count = aimsIn(this.#words[spotAt(slot, square)]!)
          setLane(s, base + THEN, slot, square)
          setLane(s, base + SOON, slot, count)
          setLane(s, base + LATER, slot, count)
          return
        }
      } else if (taken && (order & SHOVES) === 0) {
        // Whoever stands there stays so far: the move fails, unless a later order makes way.
        s[base + PLAN_TANGLED] = 1
        return
      }
      s[base + PLAN_TANGLED] = 1
    }
    this.#displace(s, seat, base)
  }

  /** Carries out all moves and shoves of the plan's phase again, alone; the latest is sealed but not yet counted. */
  #displace(s: Int32Array, seat: Seat, base: number): void {
    const lanes = this.#lanes
    const board = this.#board
    board.fill(EMPTY)
    for (let slot = 0; slot < this.#units; slot++) {
      const square = lane(s, base + FROM, slot)
      if (square !== GONE) board[square] = packCell(slot, this.#slotKind[slot]!)
    }
    for (let i = 0; i < lanes; i++) s[base + THEN + i] = s[base + FROM + i]!
    this.#carryOut(s, base, MOVE)
    this.#carryOut(s, base, SHOVE)
    const own = s[OWN + seat]!
    const resting = s[base + PLAN_RESTING]!
    for (let slot = 0; slot < this.#units; slot++) {
      const mine = (own >>> slot) & 1
      const count = mine === 0 ? 0 : aimsIn(this.#words[spotAt(slot, lane(s, base + THEN, slot))]!)
      setLane(s, base + LATER, slot, count)
      setLane(s, base + SOON, slot, (resting >>> slot) & 1 ? 0 : count)
    }
  }

  /** All moves, or all shoves, of the plan's phase. */
  #carryOut(s: Int32Array, base: number, action: number): void {
    const d = this.#displacement
    const board = this.#board
    const first = base + PLAN_ORDERS
    const phase = s[base + PLAN_PHASE]!
    let n = 0
    for (let at = first; at <= first + s[base + PLAN_COUNT]!; at++) {
      const order = s[at]!
      if (!isFor(order, phase)) continue
      const cell = board[originOf(order)]!
      if (cell === EMPTY || actionIn(this.#words[meaningAt(cell, shapeOf(order))]!) !== action) continue
      d.from[n] = originOf(order)
      d.to[n++] = targetOf(order)
    }
    if (n === 0) return
    if (action === MOVE) d.moves(board, 0, n)
    else d.shoves(board, 0, n)
    for (let i = 0; i < d.movedCount; i++) setLane(s, base + THEN, slotIn(d.movedCell[i]!), d.movedTo[i]!)
  }
}
