/** The orders of the phase being resolved, and the squares that it has marked as targeted. */
import { FIELDED, LOST, USED } from '../../contract/index.ts'
import { ACTIONS } from '../rules/actions.ts'
import * as codes from '../state/codes.ts'
import * as orders from '../state/orders.ts'

// Constants of this module, for speed: see state/layout.ts.
const { STEP, actionEvents, kindEvents, wordOf } = codes
const { withStatus } = orders
const [TRIED, SUCCEEDED, FAILED] = [FIELDED, USED, LOST]

/** From the shift of a step's field to its part of the list, which holds as many orders as the field can count. */
const ROOM_SHIFT = STEP.bits - (31 - Math.clz32(STEP.bits))

/** Where the orders of a step begin in `ActiveOrders.list`; the step is given as the shift of its field. */
export const listOf = (stepShift: number): number => stepShift << ROOM_SHIFT

/** One for a resolver. Nothing here matters between two phases. */
export class ActiveOrders {
  /** [listOf(step) + n] -> active orders of a step. */
  readonly list = new Int32Array(ACTIONS.length << STEP.bits)
  /** A bit per square. */
  readonly #marks: Int32Array

  constructor(squares: number) {
    this.#marks = new Int32Array((squares + 31) >> 5)
  }

  clearMarks(): void {
    const marks = this.#marks
    for (let i = 0; i < marks.length; i++) marks[i] = 0
  }

  mark(square: number): void {
    this.#marks[square >> 5]! |= 1 << square
  }

  isMarked(square: number): boolean {
    return ((this.#marks[square >> 5]! >>> square) & 1) !== 0
  }
}

/** An order was carried out. */
export const succeed = (s: Int32Array, events: Int32Array, active: number, status: number): void => {
  const at = wordOf(active)
  const action = actionEvents(active)
  s[at] = withStatus(s[at]!, status)
  events[kindEvents(active) + SUCCEEDED]!++
  events[action + TRIED]!++
  events[action + SUCCEEDED]!++
}

/** An order came to nothing. */
export const fail = (s: Int32Array, events: Int32Array, active: number, status: number): void => {
  const at = wordOf(active)
  const action = actionEvents(active)
  s[at] = withStatus(s[at]!, status)
  events[action + TRIED]!++
  events[action + FAILED]!++
}
