/** What learning players see: tokens of a position and aspects of an order, from the seat's own side of the board. */
import { type Action, bitFields, type Seat, type State } from '../contract/index.ts'
import type { Tables } from './rules/tables.ts'
import {
  EMPTY,
  kindIn,
  PENDING_WORD,
  pendingDamage,
  pendingSeat,
  pendingSquare,
  slotIn,
} from './state/cells.ts'
import { DONE_ORDERING, slotIn as slotOfAction } from './state/codes.ts'
import { lane } from './state/lanes.ts'
import {
  BOARD,
  FAVOUR,
  HP,
  OWN,
  PENDING,
  PENDING_COUNT,
  PHASE,
  PLAN_COUNT,
  PLAN_FROM,
  PLAN_ORDERS,
  PLAN_PHASE,
  planOf,
  RESTING,
  SQUARES,
} from './state/layout.ts'
import { originOf, phaseOf, SHAPE_BITS, shapeOf, targetOf } from './state/orders.ts'
import type { Planner } from './turn/plan.ts'

/** What a token tells of, in its highest bits. */
const TAG = 28
const FAVOUR_LEAD = 1 << TAG
const ARMIES = 2 << TAG
const PLANNED = 3 << TAG
const ENEMY = 4 << TAG
const ENEMY_STANDS = 5 << TAG
const OWN_UNIT = 6 << TAG
const ORDER_GIVEN = 7 << TAG
const UNDER_WAY = 8 << TAG

/** What an aspect tells of. */
const STOPS = 0
const ORDERS_PLACE = 1 << TAG
const ORDERS_TARGET = 2 << TAG

/** Tokens of a position as a whole, of each unit, order and pending blow at most. */
const OF_POSITION = 3
const OF_UNIT = 2

export const ASPECTS = 2

/** Leads and hit points are capped at these. */
const LEAD_MOST = 7
const HP_MOST = 7

const UNIT = bitFields({ square: 8, kind: 3, hp: 3, rests: 1 })
const GIVEN = bitFields({ target: 8, shape: SHAPE_BITS, phase: 3 })
const WHO = bitFields({ kind: 3, shape: SHAPE_BITS, phase: 3 })
const WHO_BITS = 3 + SHAPE_BITS + 3
/** Bits of what stands on the target: nothing, an own unit, or an enemy with its hit points. */
const FOUND = bitFields({ enemy: 1, taken: 1, kind: 3, hp: 3 })

/** Most tokens under some rules. */
export const tokensOf = ({ orders, units }: Tables): number =>
  OF_POSITION + OF_UNIT * units + orders + (SQUARES - PENDING) / 2

const within = (value: number, most: number): number => Math.max(-most, Math.min(most, value))

export class FeatureExtractor {
  readonly #planner: Planner
  readonly #units: number
  readonly #slotKind: Int32Array
  /** The square opposite to square q is `#last - q`: the second seat sees the board turned around. */
  readonly #last: number

  constructor(t: Tables, planner: Planner) {
    this.#planner = planner
    this.#units = t.units
    this.#slotKind = t.slotKind
    this.#last = t.squares - 1
  }

  tokens(s: State, seat: Seat, out: Int32Array): number {
    const plan = planOf(seat)
    const favour = seat === 0 ? s[FAVOUR]! : -s[FAVOUR]!
    let n = 0
    out[n++] = FAVOUR_LEAD | (within(favour, LEAD_MOST) + LEAD_MOST)
    out[n++] = PLANNED | (s[plan + PLAN_COUNT]! << 6) | (s[plan + PLAN_PHASE]! << 3) | s[PHASE]!
    n = this.#listUnits(s, seat, out, n)
    for (let i = 0; i < s[plan + PLAN_COUNT]!; i++) {
      const order = s[plan + PLAN_ORDERS + i]!
      out[n++] =
        ORDER_GIVEN |
        this.#turned(targetOf(order), seat) |
        (shapeOf(order) << GIVEN.shape.shift) |
        (phaseOf(order) << GIVEN.phase.shift)
    }
    for (let i = 0; i < s[PENDING_COUNT]!; i++) {
      const pending = s[PENDING + i]!
      const mine = pendingSeat(pending) === seat ? 1 : 0
      const prays = pendingDamage(pending) === 0 ? 1 : 0
      out[n++] =
        UNDER_WAY |
        this.#turned(pendingSquare(pending), seat) |
        (((mine << 1) | prays) << PENDING_WORD.square.bits)
    }
    return n
  }

  #listUnits(s: State, seat: Seat, out: Int32Array, at: number): number {
    const places = SQUARES + s[planOf(seat) + PLAN_FROM]!
    const own = s[OWN + seat]!
    const enemy = s[OWN + 1 - seat]!
    let [n, ours, theirs] = [at, 0, 0]
    for (let slot = 0; slot < this.#units; slot++) {
      const isEnemy = ((enemy >> slot) & 1) === 1
      if (!isEnemy && ((own >> slot) & 1) === 0) continue
      const square = this.#turned(lane(s, isEnemy ? SQUARES : places, slot), seat)
      const unit =
        square |
        (this.#slotKind[slot]! << UNIT.kind.shift) |
        (Math.min(HP_MOST, lane(s, HP, slot)) << UNIT.hp.shift) |
        (((s[RESTING]! >> slot) & 1) << UNIT.rests.shift)
      if (isEnemy) {
        theirs++
        out[n++] = ENEMY | unit
        out[n++] = ENEMY_STANDS | square
      } else {
        ours++
        out[n++] = OWN_UNIT | unit
      }
    }
    out[n++] = ARMIES | (ours << 8) | theirs
    return n
  }

  aspects(s: State, seat: Seat, action: Action, out: Int32Array): number {
    if (action === DONE_ORDERING) {
      out[0] = STOPS
      return 1
    }
    const order = this.#planner.orderOf(s, seat, action)
    const slot = slotOfAction(action)
    const target = targetOf(order)
    const who =
      this.#slotKind[slot]! | (shapeOf(order) << WHO.shape.shift) | (phaseOf(order) << WHO.phase.shift)
    // The place crossed with the units' places captures any geometry; only 28 bits are left for all of it.
    const squares = this.#turned(originOf(order), seat) * (this.#last + 1) + this.#turned(target, seat)
    out[0] = (ORDERS_PLACE | who) ^ Math.imul(squares + 1, 0x9e3779b1)
    const hp = Math.min(HP_MOST, lane(s, HP, slot))
    const rests = (s[RESTING]! >> slot) & 1
    out[1] = ORDERS_TARGET | who | (((this.#found(s, seat, target) << 4) | (hp << 1) | rests) << WHO_BITS)
    return ASPECTS
  }

  /** What stands on a square. */
  #found(s: State, seat: Seat, square: number): number {
    const cell = s[BOARD + square]!
    if (cell === EMPTY) return 0
    const slot = slotIn(cell)
    const enemy = (s[OWN + 1 - seat]! >> slot) & 1
    return (
      (enemy << FOUND.enemy.shift) |
      (1 << FOUND.taken.shift) |
      (kindIn(cell) << FOUND.kind.shift) |
      ((enemy === 1 ? Math.min(HP_MOST, lane(s, HP, slot)) : 0) << FOUND.hp.shift)
    )
  }

  #turned(square: number, seat: Seat): number {
    return seat === 0 ? square : this.#last - square
  }
}
