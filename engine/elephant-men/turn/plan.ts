/**
 * Ordering: what a seat may still plan in a turn, and sealing what it chose.
 *
 * A plan is chosen in ascending (phase, slot), so that exactly one sequence of decisions leads to every distinct set of
 * orders. A slot's plannable orders depend only on where it is planned to stand, so the plan keeps their number in a byte
 * per slot: a uniform draw is a few additions of packed bytes, and no list is written.
 */
import { type Action, RESOLVE_BIT, type Seat, type State } from '../../contract/index.ts'
import { below } from '../../rng.ts'
import type { Tables } from '../rules/tables.ts'
import { packCell } from '../state/cells.ts'
import {
  actionIn,
  aimsIn,
  CODE,
  DONE_ORDERING,
  firstAction,
  listIn,
  meaningAt,
  SECTIONS,
  slotIn,
  spotAt,
} from '../state/codes.ts'
import {
  byteAt,
  byteSum,
  bytesOf,
  bytesUpTo,
  lane,
  prefixSums,
  setStand,
  slotAt,
  someLane,
  sumBefore,
  TO_COUNTS,
  TO_WORD,
} from '../state/lanes.ts'
import {
  OWN,
  PLAN_CONFLICT,
  PLAN_COUNT,
  PLAN_FREE,
  PLAN_FROM,
  PLAN_LANES,
  PLAN_LATER,
  PLAN_NEXT,
  PLAN_NOW,
  PLAN_ORDERS,
  PLAN_PHASE,
  PLAN_RESTING,
  PLAN_SOON,
  PLAN_SPARE,
  PLAN_THEN,
  planOf,
  RESTING,
  SQUARES,
  TO_MOVE,
} from '../state/layout.ts'
import {
  DISPLACES,
  flaggedOrder,
  givenOrder,
  phaseOf,
  RESTS,
  SHOVES,
  shapeOf,
  targetOf,
  withoutFlags,
} from '../state/orders.ts'
import { Preview } from './preview.ts'

const { leads: LEADS } = SECTIONS.at
const PHASE_SHIFT = CODE.phase.shift
const LEAD_MASK = (1 << CODE.phase.shift) - 1
const SLOT_SHIFT = CODE.slot.shift
const SLOT_MASK = CODE.slot.mask

export class Planner {
  readonly #words: Int32Array
  readonly #units: number
  readonly #lanes: number
  readonly #phases: number
  readonly #orders: number
  readonly #onePerPhase: boolean
  readonly #actionCount: number
  readonly #preview: Preview

  constructor(t: Tables) {
    this.#words = t.words
    this.#units = t.units
    this.#lanes = t.lanes
    this.#phases = t.phases
    this.#orders = t.orders
    this.#onePerPhase = t.onePerPhase
    this.#actionCount = t.actionCount
    this.#preview = new Preview(t)
  }

  /** A new turn: nothing is ordered yet. Orders of the last turn stay readable. */
  open(s: Int32Array, seat: Seat): void {
    const base = planOf(seat)
    s[base + PLAN_COUNT] = 0
    s[base + PLAN_NEXT] = base + PLAN_ORDERS
  }

  /** Before a plan's first order: every unit stands where it stands. */
  #begin(s: Int32Array, seat: Seat, base: number): void {
    const own = s[OWN + seat]!
    const free = own & ~s[RESTING]!
    const later = this.#plannable(s, SQUARES, own)
    s[base + PLAN_FREE] = free
    s[base + PLAN_NOW] = this.#plannable(s, SQUARES, free)
    s[base + PLAN_SOON] = later
    s[base + PLAN_LATER] = later
  }

  /** The number of orders that some slots may be given where the lanes at `squares` have them. */
  #plannable(s: Int32Array, squares: number, slots: number): number {
    let sum = 0
    for (let i = 0; i < this.#lanes; i++) sum += byteSum(s[squares + TO_COUNTS + i]! & bytesOf(slots, i))
    return sum
  }

  /** Clears what a seat's plan holds but does not use: orders of the last turn, and old copies of lanes. */
  tidy(s: Int32Array, seat: Seat): void {
    const base = planOf(seat)
    const orders = base + PLAN_ORDERS
    for (let copy = base + PLAN_LANES; copy < orders; copy += PLAN_SPARE - PLAN_LANES)
      if (SQUARES + s[base + PLAN_FROM]! !== copy && SQUARES + s[base + PLAN_THEN]! !== copy)
        s.fill(0, copy, copy + 2 * TO_COUNTS)
    s.fill(0, orders + s[base + PLAN_COUNT]!, orders + this.#orders)
  }

  legal(s: Int32Array, seat: Seat, out: Int32Array): number {
    const base = planOf(seat)
    const own = s[OWN + seat]!
    const isFirst = s[base + PLAN_COUNT] === 0
    const then = SQUARES + s[base + PLAN_THEN]!
    let phase = s[base + PLAN_PHASE]!
    out[0] = DONE_ORDERING
    let n = 1
    if (isFirst) n = this.#list(s, phase, own & ~s[RESTING]!, then, out, n)
    else if (s[base + PLAN_NOW]! !== 0)
      n = this.#list(s, phase, s[base + PLAN_FREE]!, SQUARES + s[base + PLAN_FROM]!, out, n)
    if (!isFirst && s[base + PLAN_LATER]! === 0) return n
    if (++phase < this.#phases) n = this.#list(s, phase, own & ~s[base + PLAN_RESTING]!, then, out, n)
    while (++phase < this.#phases) n = this.#list(s, phase, own, then, out, n)
    return n
  }

  #list(s: Int32Array, phase: number, slots: number, squares: number, out: Int32Array, at: number): number {
    const words = this.#words
    let n = at
    for (let left = slots; left !== 0; left &= left - 1) {
      const slot = 31 - Math.clz32(left & -left)
      const spot = words[spotAt(slot, lane(s, squares, slot))]!
      const first = listIn(spot)
      const head = firstAction(phase, slot)
      for (let k = 0; k < aimsIn(spot); k++) out[n++] = head + words[first + k]!
    }
    return n
  }

  /** Uniform over `legal`: draws below its length, then finds the place of that number among the packed counts. */
  sample(s: Int32Array, seat: Seat, rng: Int32Array): Action {
    const base = planOf(seat)
    const own = s[OWN + seat]!
    const isFirst = s[base + PLAN_COUNT] === 0
    let slots = isFirst ? own & ~s[RESTING]! : s[base + PLAN_FREE]!
    const now = isFirst ? this.#plannable(s, SQUARES, slots) : s[base + PLAN_NOW]!
    const later = isFirst ? this.#plannable(s, SQUARES, own) : s[base + PLAN_LATER]!
    let phase = s[base + PLAN_PHASE]!
    const after = this.#phases - 1 - phase
    const soon = after === 0 ? 0 : isFirst ? later : s[base + PLAN_SOON]!
    const further = after > 1 ? Math.imul(after - 1, later) : 0
    let r = below(rng, 1 + now + soon + further) - 1
    if (r < 0) return DONE_ORDERING
    let at = SQUARES + s[base + PLAN_FROM]!
    if (r >= now) {
      r -= now
      phase++
      slots = own
      at = SQUARES + s[base + PLAN_THEN]!
      if (r < soon) slots &= ~s[base + PLAN_RESTING]!
      else {
        r -= soon
        phase++
        for (; r >= later; r -= later) phase++
      }
    }
    let word = 0
    let sums = prefixSums(s[at + TO_COUNTS]! & bytesOf(slots, 0))
    for (let sum = sums >>> 24; r >= sum; sum = sums >>> 24) {
      r -= sum
      word++
      sums = prefixSums(s[++at + TO_COUNTS]! & bytesOf(slots, word))
    }
    const passed = bytesUpTo(sums, r)
    const square = byteAt(s[at]!, passed)
    const slot = slotAt(word, passed)
    r -= sumBefore(sums, passed)
    const words = this.#words
    return firstAction(phase, slot) + words[listIn(words[spotAt(slot, square)]!) + r]!
  }

  /** The order of a plannable action. */
  orderOf(s: Int32Array, seat: Seat, action: Action): number {
    const base = planOf(seat)
    const code = action - 1
    const phase = code >> PHASE_SHIFT
    const places = SQUARES + s[base + (phase === s[base + PLAN_PHASE]! ? PLAN_FROM : PLAN_THEN)]!
    const square = lane(s, places, (code >> SLOT_SHIFT) & SLOT_MASK)
    return withoutFlags(flaggedOrder(this.#words[LEADS + (code & LEAD_MASK)]!, phase, square))
  }

  /**
   * Seals a plannable order, a record-only one (from actionCount up) or done; with the last, the seat's bit is cleared.
   */
  seal(s: Int32Array, seat: Seat, action: Action): void {
    const base = planOf(seat)
    if (action === DONE_ORDERING) {
      for (let i = s[base + PLAN_COUNT]!; i < this.#orders; i++) s[base + PLAN_ORDERS + i] = 0
      this.#clear(s, base)
      this.close(s, seat)
      return
    }
    if (action < this.#actionCount) {
      if (s[base + PLAN_COUNT] === 0) this.#begin(s, seat, base)
      this.#advance(s, seat, base, action - 1)
    } else this.#insert(s, base, givenOrder(action - this.#actionCount))
    if (++s[base + PLAN_COUNT]! < this.#orders) return
    this.#clear(s, base)
    this.close(s, seat)
  }

  /** What a plan keeps between its orders goes. */
  #clear(s: Int32Array, base: number): void {
    if (s[base + PLAN_THEN] !== 0) s.fill(0, base + PLAN_LANES, base + PLAN_ORDERS)
    for (let at = base + PLAN_PHASE; at <= base + PLAN_THEN; at++) s[at] = 0
  }

  /** Whether a seat has given its orders. */
  isClosed(s: Int32Array, seat: Seat): boolean {
    return ((s[TO_MOVE]! >> seat) & 1) === 0
  }

  /** A seat has given its orders; after the last seat, nobody owes a decision. */
  close(s: Int32Array, seat: Seat): void {
    const due = s[TO_MOVE]! & ~(1 << seat)
    s[TO_MOVE] = due === 0 ? RESOLVE_BIT : due
  }

  /**
   * Inserts an order outside canonical plans (from a record) behind those of its phase. Nothing more can be planned then.
   */
  #insert(s: Int32Array, base: number, order: number): void {
    const first = base + PLAN_ORDERS
    let at = first + s[base + PLAN_COUNT]!
    for (; at > first && phaseOf(s[at - 1]!) > phaseOf(order); at--) s[at] = s[at - 1]!
    s[at] = order
    s[base + PLAN_NOW] = 0
    s[base + PLAN_SOON] = 0
    s[base + PLAN_LATER] = 0
  }

  /** Seals a plannable order and brings what may still be planned up to date with it. */
  #advance(s: Int32Array, seat: Seat, base: number, code: number): void {
    const phase = code >> PHASE_SHIFT
    const slot = (code >> SLOT_SHIFT) & SLOT_MASK
    const ahead = phase - s[base + PLAN_PHASE]!
    let free = s[base + PLAN_FREE]!
    if (ahead > 0) {
      free = s[OWN + seat]!
      if (ahead === 1) free &= ~s[base + PLAN_RESTING]!
      s[base + PLAN_PHASE] = phase
      s[base + PLAN_CONFLICT] = 0
      s[base + PLAN_RESTING] = 0
      s[base + PLAN_SOON] = s[base + PLAN_LATER]!
      s[base + PLAN_FROM] = s[base + PLAN_THEN]!
    }
    // -2 << slot: all slots above.
    free = this.#onePerPhase ? 0 : free & (-2 << slot)
    const from = SQUARES + s[base + PLAN_FROM]!
    let now = 0
    if (free !== 0)
      for (let i = slot >> TO_WORD; i < this.#lanes; i++)
        now += byteSum(s[from + TO_COUNTS + i]! & bytesOf(free, i))
    s[base + PLAN_FREE] = free
    s[base + PLAN_NOW] = now
    const order = flaggedOrder(this.#words[LEADS + (code & LEAD_MASK)]!, phase, lane(s, from, slot))
    s[base + PLAN_ORDERS + s[base + PLAN_COUNT]!] = withoutFlags(order)
    if ((order & DISPLACES) !== 0) this.#step(s, seat, base, slot, order)
    else if ((order & RESTS) !== 0) {
      s[base + PLAN_RESTING]! |= 1 << slot
      s[base + PLAN_SOON]! -= lane(s, SQUARES + s[base + PLAN_THEN]! + TO_COUNTS, slot)
    }
  }

  /** Plans a move or shove. Onto a square that is empty and stays so, only its unit's lanes change. */
  #step(s: Int32Array, seat: Seat, base: number, slot: number, order: number): void {
    const square = targetOf(order)
    const lanes = this.#lanes
    const from = SQUARES + s[base + PLAN_FROM]!
    if (s[base + PLAN_CONFLICT]! === 0) {
      const taken = someLane(s, SQUARES + s[base + PLAN_THEN]!, lanes, square)
      if (!someLane(s, from, lanes, square)) {
        if (!taken) {
          const then = this.#thenOf(s, base)
          const count = aimsIn(this.#words[spotAt(slot, square)]!)
          const more = count - lane(s, then + TO_COUNTS, slot)
          setStand(s, then, slot, square, count)
          s[base + PLAN_SOON]! += more
          s[base + PLAN_LATER]! += more
          return
        }
      } else if (taken && (order & SHOVES) === 0) {
        // So far the unit there stays, and the move fails; a later order may make way.
        s[base + PLAN_CONFLICT] = 1
        return
      }
      s[base + PLAN_CONFLICT] = 1
    }
    this.#displace(s, seat, base)
  }

  /** The lanes after the plan's phase, for writing: the first call copies those from before it. */
  #thenOf(s: Int32Array, base: number): number {
    const from = SQUARES + s[base + PLAN_FROM]!
    const held = SQUARES + s[base + PLAN_THEN]!
    if (held !== from) return held
    const then = base + (from === base + PLAN_LANES ? PLAN_SPARE : PLAN_LANES)
    s[base + PLAN_THEN] = then - SQUARES
    for (let i = 0; i < this.#lanes; i++) {
      s[then + i] = s[from + i]!
      s[then + TO_COUNTS + i] = s[from + TO_COUNTS + i]!
    }
    return then
  }

  /** Carries out all moves and shoves of the plan's phase again, alone; the latest is sealed but not yet counted. */
  #displace(s: Int32Array, seat: Seat, base: number): void {
    const then = this.#thenOf(s, base)
    this.#preview.write(s, base, then)
    let soon = 0
    let later = 0
    for (let slot = 0; slot < this.#units; slot++) {
      const square = lane(s, then, slot)
      const count = aimsIn(this.#words[spotAt(slot, square)]!)
      const bit = 1 << slot
      setStand(s, then, slot, square, count)
      if ((s[OWN + seat]! & bit) === 0) continue
      later += count
      if ((s[base + PLAN_RESTING]! & bit) === 0) soon += count
    }
    s[base + PLAN_SOON] = soon
    s[base + PLAN_LATER] = later
  }
}

/**
 * Whether a plannable order is to a unit of the kind, or is that action: kinds come first among the assets. By the unit that the plan
 * expects there: if another one stands there in the end, the order is its.
 */
export function usesAsset(
  { kinds, slotKind, words }: Tables,
  planner: Planner,
  s: State,
  seat: Seat,
  action: Action,
  asset: number,
): boolean {
  if (action === DONE_ORDERING) return false
  const kind = slotKind[slotIn(action)]!
  if (asset < kinds.length) return asset === kind
  const shape = shapeOf(planner.orderOf(s, seat, action))
  return asset - kinds.length === actionIn(words[meaningAt(packCell(0, kind), shape)]!)
}
