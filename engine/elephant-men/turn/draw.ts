/**
 * Random planning: all orders of a seat's turn in one call. The draws are those of `Planner.sample`, and the state's words those
 * that `Planner.seal` leaves, but what a plan keeps between its orders stays in the scratch below.
 */
import type { Seat } from '../../contract/index.ts'
import * as random from '../../rng.ts'
import type { Tables } from '../rules/tables.ts'
import * as codes from '../state/codes.ts'
import * as lanes from '../state/lanes.ts'
import * as layout from '../state/layout.ts'
import * as orders from '../state/orders.ts'
import type { Planner } from './plan.ts'

// Constants of this module, for speed: see state/layout.ts.
const { COUNTER, below } = random
const { OWN, RESTING, SQUARES } = layout.WORDS
const { PLAN_COUNT, PLAN_ORDERS } = layout.PLAN
const { planOf } = layout
const { TO_COUNTS, bytesOf, bytesUpTo, byteAt, byteSum, prefixSums, slotAt, sumBefore, someLane } = lanes
const { DISPLACES, RESTS, SHOVES, targetOf, withoutFlags } = orders
const { aimsIn, listIn, spotAt } = codes

/** Lanes, each for all slots: the squares on which units are planned to stand, and how many orders those of the seat have there. */
const STAND = 0
const COUNTS = lanes.TO_COUNTS
const work = new Int32Array(2 * lanes.TO_COUNTS)

/** No square. */
const NOWHERE = -1

export class Drawer {
  readonly #words: Int32Array
  readonly #toOrders: number
  readonly #lanes: number
  readonly #lastPhase: number
  readonly #orders: number
  /** All bits, or none where a side gives at most one order a phase. */
  readonly #sharesPhase: number
  readonly #planner: Planner

  constructor(t: Tables, planner: Planner) {
    this.#words = t.words
    this.#toOrders = t.toOrders
    this.#lanes = t.lanes
    this.#lastPhase = t.phases - 1
    this.#orders = t.orders
    this.#sharesPhase = t.onePerPhase ? 0 : -1
    this.#planner = planner
  }

  /** Draws and seals what a seat to move has left to decide in this turn. Returns the number of its decisions. */
  draw(s: Int32Array, seat: Seat, rng: Int32Array): number {
    if (s[planOf(seat) + PLAN_COUNT] !== 0) return this.#drawOn(s, seat, rng)
    const a = rng[0]!
    const b = rng[1]!
    const c = rng[2]!
    const d = rng[COUNTER]!
    const made = this.#drawAll(s, seat, rng)
    if (made > 0) {
      this.#planner.close(s, seat)
      return made
    }
    rng[0] = a
    rng[1] = b
    rng[2] = c
    rng[COUNTER] = d
    return this.#drawOn(s, seat, rng)
  }

  /** One decision after another. */
  #drawOn(s: Int32Array, seat: Seat, rng: Int32Array): number {
    let made = 0
    while (!this.#planner.isClosed(s, seat)) {
      this.#planner.seal(s, seat, this.#planner.sample(s, seat, rng))
      made++
    }
    return made
  }

  /**
   * Draws a whole plan and writes its orders. Returns the number of decisions; 0, and nothing is decided, where planned moves
   * get in each other's way or a shove pushes somebody, which `Planner` knows how to judge.
   */
  #drawAll(s: Int32Array, seat: Seat, rng: Int32Array): number {
    const words = this.#words
    const lanes = this.#lanes
    const most = this.#orders
    const lastPhase = this.#lastPhase
    const sharesPhase = this.#sharesPhase
    const base = planOf(seat)
    const own = s[OWN + seat]!
    let slots = own & ~s[RESTING]!
    let now = 0
    let later = 0
    for (let i = 0; i < lanes; i++) {
      const counts = s[SQUARES + TO_COUNTS + i]! & bytesOf(own, i)
      work[STAND + i] = s[SQUARES + i]!
      work[COUNTS + i] = counts
      now += byteSum(counts & bytesOf(slots, i))
      later += byteSum(counts)
    }
    let free = slots
    let soon = later
    let awake = own
    let phase = 0
    // Of the plan's phase: the last mover's squares, and whether a move found its target occupied.
    let left = NOWHERE
    let entered = NOWHERE
    let isBlocked = false
    for (let given = 0; ; ) {
      const after = lastPhase - phase
      const next = after === 0 ? 0 : soon
      let r = below(rng, 1 + now + next + (after > 1 ? Math.imul(after - 1, later) : 0)) - 1
      if (r < 0) {
        for (let i = given; i < most; i++) s[base + PLAN_ORDERS + i] = 0
        s[base + PLAN_COUNT] = given
        return given + 1
      }
      // From the number of the order to its place in the list of its phase.
      let listed = now
      slots = free
      if (r >= now) {
        r -= now
        listed = soon
        slots = awake
        phase++
        if (r >= next) {
          r -= next
          listed = later
          slots = own
          phase++
          for (; r >= later; r -= later) phase++
        }
        soon = later
        awake = own
        left = NOWHERE
        entered = NOWHERE
        isBlocked = false
      }
      now = listed - r
      let word = 0
      let sums = prefixSums(work[COUNTS]! & bytesOf(slots, 0))
      for (let sum = sums >>> 24; r >= sum; sum = sums >>> 24) {
        r -= sum
        sums = prefixSums(work[COUNTS + ++word]! & bytesOf(slots, word))
      }
      const byte = bytesUpTo(sums, r)
      const slot = slotAt(word, byte)
      const square = byteAt(work[STAND + word]!, byte)
      const spot = words[spotAt(slot, square)]!
      r -= sumBefore(sums, byte)
      const order = words[listIn(spot) + r + this.#toOrders]! + phase
      s[base + PLAN_ORDERS + given++] = withoutFlags(order)
      if (given === most) {
        s[base + PLAN_COUNT] = given
        return given
      }
      const count = aimsIn(spot)
      // Of the list, what is left behind this slot. -2 << slot: all slots above.
      now = (now + r - count) & sharesPhase
      free = slots & (-2 << slot)
      if ((order & DISPLACES) !== 0) {
        const target = targetOf(order)
        if (isBlocked || target === left || target === entered) return 0
        if (someLane(work, STAND, lanes, target)) {
          if ((order & SHOVES) !== 0) return 0
          isBlocked = true
        } else {
          if (left !== NOWHERE) return 0
          left = square
          entered = target
          const shift = byte << 3
          const more = aimsIn(words[spotAt(slot, target)]!) - count
          work[STAND + word]! ^= (square ^ target) << shift
          work[COUNTS + word]! += more << shift
          soon += more
          later += more
        }
      } else if ((order & RESTS) !== 0) {
        awake &= ~(1 << slot)
        soon -= count
      }
    }
  }
}
