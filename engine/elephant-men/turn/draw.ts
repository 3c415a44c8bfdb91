/**
 * Random planning: all orders of a seat's turn in one call. The draws are those of `Planner.sample`, and the orders those that
 * `Planner.seal` writes, but what a plan keeps between its orders stays in the scratch below. `| 0` keeps numbers in 32 bits, where V8 would
 * test every sum and every field for larger ones.
 */
import type { Seat } from '../../contract/index.ts'
import { COUNTER } from '../../rng.ts'
import { directionOf, type Tables } from '../rules/tables.ts'
import { aimsIn, listIn, spotAt } from '../state/codes.ts'
import {
  byteAt,
  byteSum,
  bytesOf,
  bytesUpTo,
  lane,
  laneWith,
  NO_LANE,
  prefixSums,
  setStand,
  slotAt,
  someLane,
  sumBefore,
  TO_COUNTS,
} from '../state/lanes.ts'
import {
  OWN,
  PHASE_COUNT,
  PLAN_COUNT,
  PLAN_ORDERS,
  planOf,
  RESTING,
  SQUARES,
  scratch,
  TO_MOVE,
} from '../state/layout.ts'
import { DISPLACES, phaseOf, RESTS, SHOVES, targetOf, withoutFlags } from '../state/orders.ts'
import type { Planner } from './plan.ts'

/**
 * Lanes, each for all slots: the squares on which units are planned to stand, and how many orders those of the seat have there. The word too
 * many keeps V8 from moving the array about: only of more than 64 bytes does it know the address.
 */
const STAND = 0
const work = new Int32Array(2 * TO_COUNTS + 1)

/** No square: all bits. */
const NOWHERE = -1

/** Of a shove that `Planner` has to judge. */
const UNKNOWN = -1 >>> 1

/** Displacing orders of a phase that do not get in each other's way as long as no square is in two of them. */
const APART = 2

/** By seat, the number of its drawn orders in each phase, a field for every phase. */
export const ordersByPhase = new Int32Array(2)
const PHASE_BITS = PHASE_COUNT.bits

export class Drawer {
  readonly #words: Int32Array
  readonly #toOrders: number
  readonly #lanes: number
  readonly #lastPhase: number
  readonly #orders: number
  /** All bits, or none where a side gives at most one order a phase. */
  readonly #sharesPhase: number
  readonly #planner: Planner
  readonly #files: number
  readonly #squares: number
  readonly #neighbour: Int32Array
  /** Most units that one shove pushes, and whether they may fall off the board. */
  readonly #most: number
  readonly #falls: boolean

  constructor(t: Tables, planner: Planner) {
    this.#words = t.words
    this.#toOrders = t.toOrders
    this.#lanes = t.lanes
    this.#lastPhase = t.phases - 1
    this.#orders = t.orders
    this.#sharesPhase = t.onePerPhase ? 0 : -1
    this.#planner = planner
    this.#files = t.files
    this.#squares = t.squares
    this.#neighbour = t.neighbour
    this.#most = t.rules.shove.most
    this.#falls = t.rules.shove.edge === 'falls'
  }

  /** Draws a plan of the turn that begins in `scratch`, and `ordersByPhase` with it. Returns the number of decisions. */
  drawTurn(seat: Seat, rng: Int32Array): number {
    const made = this.#drawAll(seat, rng)
    if (made > 0) return made
    let decisions = 0
    scratch[TO_MOVE]! |= 1 << seat
    this.#planner.open(scratch, seat)
    for (; !this.#planner.isClosed(scratch, seat); decisions++)
      this.#planner.seal(scratch, seat, this.#planner.sample(scratch, seat, rng))
    const first = planOf(seat) + PLAN_ORDERS
    const end = first + scratch[planOf(seat) + PLAN_COUNT]!
    ordersByPhase[seat] = 0
    for (let at = first; at < end; at++)
      ordersByPhase[seat]! += 1 << Math.imul(phaseOf(scratch[at]!), PHASE_BITS)
    return decisions
  }

  /**
   * Draws a whole plan and writes its orders and their number. Returns the number of decisions; 0, and nothing is drawn, where planned
   * moves and shoves get in each other's way, which `Planner` knows how to judge.
   */
  #drawAll(seat: Seat, rng: Int32Array): number {
    const words = this.#words
    const lanes = this.#lanes | 0
    const most = this.#orders | 0
    const lastPhase = this.#lastPhase | 0
    const sharesPhase = this.#sharesPhase | 0
    const toOrders = this.#toOrders | 0
    const own = scratch[OWN + seat]! | 0
    let slots = own & ~scratch[RESTING]!
    let now = 0
    let later = 0
    for (let i = 0; i < lanes; i++) {
      const counts = scratch[SQUARES + TO_COUNTS + i]! & bytesOf(own, i)
      work[STAND + i] = scratch[SQUARES + i]!
      work[TO_COUNTS + i] = counts
      now = (now + byteSum(counts & bytesOf(slots, i))) | 0
      later = (later + byteSum(counts)) | 0
    }
    let free = slots
    let byPhase = 0
    // `below` (rng.ts) with the generator's words at hand: there are fewer orders than it calls small.
    let a = rng[0]! | 0
    let b = rng[1]! | 0
    let c = rng[2]! | 0
    let d = rng[COUNTER]! | 0
    let soon = later
    let awake = own
    let phase = 0
    // Of the plan's phase: how many orders displace, the last mover's squares, and the occupied one that a move did not enter.
    let displacing = 0
    let left = NOWHERE
    let entered = NOWHERE
    let awaited = NOWHERE
    let given = 0
    const first = (planOf(seat) + PLAN_ORDERS) | 0
    let at = first
    for (;;) {
      const after = (lastPhase - phase) | 0
      const next = after === 0 ? 0 : soon
      const further = (after - 1) | 0
      const bound = (now + next + 1 + Math.imul(further & ~(further >> 31), later)) | 0
      let product = 0
      do {
        const out = (a + b + d) | 0
        d = (d + 1) | 0
        a = b ^ (b >>> 9)
        b = (c + (c << 3)) | 0
        c = (((c << 21) | (c >>> 11)) + out) | 0
        product = Math.imul(out >>> 16, bound)
      } while ((product & 65535) < bound && (product & 65535) < 65536 % bound)
      let r = ((product >>> 16) - 1) | 0
      if (r < 0) {
        given = (given + 1) | 0
        break
      }
      // From the number of the order to its place in the list of its phase.
      let listed = now
      slots = free
      if (r >= now) {
        r = (r - now) | 0
        listed = soon
        slots = awake
        phase = (phase + 1) | 0
        if (r >= next) {
          r = (r - next) | 0
          listed = later
          slots = own
          phase = (phase + 1) | 0
          for (; r >= later; r = (r - later) | 0) phase = (phase + 1) | 0
        }
        soon = later
        awake = own
        left = NOWHERE
        entered = NOWHERE
        awaited = NOWHERE
        displacing = 0
      }
      now = (listed - r) | 0
      let word = 0
      let sums = prefixSums(work[TO_COUNTS]! & bytesOf(slots, 0))
      for (let sum = sums >>> 24; r >= sum; sum = sums >>> 24) {
        r = (r - sum) | 0
        word = (word + 1) | 0
        sums = prefixSums(work[TO_COUNTS + word]! & bytesOf(slots, word))
      }
      const byte = bytesUpTo(sums, r)
      const slot = slotAt(word, byte)
      const square = byteAt(work[STAND + word]!, byte)
      const spot = words[spotAt(slot, square)]!
      r = (r - sumBefore(sums, byte)) | 0
      const order = (words[(listIn(spot) + r + toOrders) | 0]! + phase) | 0
      scratch[at] = withoutFlags(order)
      at = (at + 1) | 0
      byPhase = (byPhase + (1 << Math.imul(phase, PHASE_BITS))) | 0
      given = (given + 1) | 0
      if (given === most) break
      const count = aimsIn(spot)
      // Of the list, what is left behind this slot. -2 << slot: all slots above.
      now = (now + r - count) & sharesPhase
      free = slots & (-2 << slot)
      if ((order & DISPLACES) !== 0) {
        const target = targetOf(order)
        displacing = (displacing + 1) | 0
        if (displacing > APART || target === left || target === entered || square === awaited) return 0
        if (someLane(work, STAND, lanes, target)) {
          if ((order & SHOVES) !== 0) {
            if (sharesPhase !== 0) return 0
            const more = this.#push(own, slot, square, target)
            if (more === UNKNOWN) return 0
            soon = (soon + more) | 0
            later = (later + more) | 0
          }
          awaited = target
        } else {
          left = square
          entered = target
          const shift = byte << 3
          const more = (aimsIn(words[spotAt(slot, target)]!) - count) | 0
          work[STAND + word]! ^= (square ^ target) << shift
          work[TO_COUNTS + word]! += more << shift
          soon = (soon + more) | 0
          later = (later + more) | 0
        }
      } else if ((order & RESTS) !== 0) {
        awake &= ~(1 << slot)
        soon = (soon - count) | 0
      }
    }
    rng[0] = a
    rng[1] = b
    rng[2] = c
    rng[COUNTER] = d
    ordersByPhase[seat] = byPhase
    scratch[planOf(seat) + PLAN_COUNT] = at - first
    return given
  }

  /** A shove that pushes somebody, planned: all units of the line move on by one. Returns how many more orders the side may give. */
  #push(own: number, slot: number, square: number, target: number): number {
    const ahead = directionOf(square, target, this.#files) * this.#squares
    const neighbour = this.#neighbour
    let pushed = 0
    let end = target
    for (; end >= 0 && someLane(work, STAND, this.#lanes, end); end = neighbour[ahead + end]!) pushed++
    if (pushed > this.#most) return 0
    if (end < 0) return this.#falls ? UNKNOWN : 0
    let more = 0
    let moving = slot
    for (let to = target; moving !== NO_LANE; to = neighbour[ahead + to]!) {
      const next = laneWith(work, STAND, this.#lanes, to)
      const count = ((own >>> moving) & 1) === 0 ? 0 : aimsIn(this.#words[spotAt(moving, to)]!)
      more += count - lane(work, TO_COUNTS, moving)
      setStand(work, STAND, moving, to, count)
      moving = next
    }
    return more
  }
}
