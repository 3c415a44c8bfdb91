/** Orders without effect if nobody else gives any. */
import type { Action, Seat } from '../../contract/index.ts'
import { SIGNS, signOf } from '../rules/actions.ts'
import type { Tables } from '../rules/tables.ts'
import { EMPTY } from '../state/cells.ts'
import { DONE_ORDERING, slotIn } from '../state/codes.ts'
import { BOARD, PENDING_COUNT, PLAN_COUNT, PLAN_ORDERS, planOf } from '../state/layout.ts'
import { originOf, phaseOf, signIn, targetOf } from '../state/orders.ts'
import type { Planner } from './plan.ts'

/** What moves and shoves are written with. They hurt nobody, unless shoves push units off the board. */
const DISPLACING = SIGNS.indexOf('>')

export class IdleOrders {
  readonly #planner: Planner
  readonly #actionCount: number
  /** Slots that pray, a mask, and the sign of it. */
  readonly #praying: number
  readonly #prayerSign: number
  /** By sign, a bit each: whether an order so written may start something that lands a phase later. */
  readonly #delayed: number
  readonly #lastPhase: number
  readonly #falls: boolean

  constructor(t: Tables, planner: Planner) {
    const { cleave, pray } = t.rules
    const bitOf = (action: 'cleave' | 'pray'): number => 1 << SIGNS.indexOf(signOf(t.rules, action))
    this.#planner = planner
    this.#actionCount = t.actionCount
    this.#praying = t.slotKind.reduce(
      (mask, kind, slot) => mask | (t.rules.units[t.kinds[kind]!]!.actions.includes('pray') ? 1 << slot : 0),
      0,
    )
    this.#prayerSign = SIGNS.indexOf(t.rules.pray.sign)
    this.#delayed = (cleave.delay > 0 ? bitOf('cleave') : 0) | (pray.delay > 0 ? bitOf('pray') : 0)
    this.#lastPhase = t.phases - 1
    this.#falls = t.used.includes('shove') && t.rules.shove.edge === 'falls'
  }

  /**
   * `isIdle` of the contract. An order that aims at a square where nobody can stand does nothing to anybody, unless something
   * else happens in its phase. Units stand where they stand now or on the target of an order that the seat has given; as long as all of
   * these targets differ and are free, nobody is pushed.
   */
  isIdle(s: Int32Array, seat: Seat, action: Action): boolean {
    if (action === DONE_ORDERING) return true
    if (action >= this.#actionCount || s[planOf(1 - seat) + PLAN_COUNT] !== 0) return false
    const order = this.#planner.orderOf(s, seat, action)
    const target = targetOf(order)
    const phase = phaseOf(order)
    if (phase === 0 && s[PENDING_COUNT] !== 0) return false
    const sign = signIn(order)
    const isHarmless =
      (sign === DISPLACING && !this.#falls) ||
      (phase === this.#lastPhase && ((this.#delayed >>> sign) & 1) !== 0)
    if (!isHarmless) {
      if (s[BOARD + target] !== EMPTY && target !== originOf(order)) return false
      if (sign === this.#prayerSign && ((this.#praying >>> slotIn(action)) & 1) !== 0) return false
    }
    const first = planOf(seat) + PLAN_ORDERS
    const end = first + s[planOf(seat) + PLAN_COUNT]!
    for (let at = first; at < end; at++) {
      const given = s[at]!
      const before = phase - phaseOf(given)
      if (before <= 0 || (before === 1 && ((this.#delayed >>> signIn(given)) & 1) !== 0)) return false
      if (isHarmless || signIn(given) !== DISPLACING) continue
      const square = targetOf(given)
      if (square === target || s[BOARD + square] !== EMPTY) return false
      for (let other = first; other < at; other++)
        if (signIn(s[other]!) === DISPLACING && targetOf(s[other]!) === square) return false
    }
    return true
  }
}
