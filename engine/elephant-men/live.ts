/**
 * The phase in hand: its live orders, listed by step, and the squares that it marked as targeted. Shared by all games of
 * a thread, for between two calls of `resolve` nothing here counts; V8 knows the addresses of a module's own arrays.
 */
import { FIELDED, LOST, USED } from '../game.ts'
import * as layout from './layout.ts'
import * as tables from './tables.ts'

// Constants of this module, for speed: see layout.ts.
const { withFate } = layout
const { actionEvents, kindEvents, liveOrder } = tables
const TRIED = FIELDED
const DID = USED
const FAILED = LOST

/** Room for the orders of one step. */
const LIST_BITS = 4
/** [listOf(step) + n] -> live orders of a step. More steps than there are: arrays up to 64 bytes have no fixed address. */
export const LIVE = new Int32Array(8 << LIST_BITS)

/** `step4` is four times the step: what it takes to find a step's nibble in a word. */
export const listOf = (step4: number): number => step4 << (LIST_BITS - 2)

/** A bit per square. */
export const MARKS = new Int32Array(32)

export const mark = (square: number): void => {
  MARKS[square >> 5]! |= 1 << square
}

export const isMarked = (square: number): boolean => ((MARKS[square >> 5]! >>> square) & 1) !== 0

/** An order was carried out. */
export const did = (s: Int32Array, events: Int32Array, live: number, fate: number): void => {
  const at = liveOrder(live)
  const action = actionEvents(live)
  s[at] = withFate(s[at]!, fate)
  events[kindEvents(live) + DID]!++
  events[action + TRIED]!++
  events[action + DID]!++
}

/** An order came to nothing. */
export const fail = (s: Int32Array, events: Int32Array, live: number, fate: number): void => {
  const at = liveOrder(live)
  const action = actionEvents(live)
  s[at] = withFate(s[at]!, fate)
  events[action + TRIED]!++
  events[action + FAILED]!++
}
