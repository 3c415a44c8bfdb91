/**
 * The phase in hand: its live orders, listed by step, and the squares that it marked as targeted. One set for
 * all games of a thread, for between two calls of `resolve` nothing here counts.
 */
import { FIELDED, LOST, USED } from '../../contract/index.ts'
import { ACTIONS } from '../rules/schema.ts'
import * as codes from '../state/codes.ts'
import * as layout from '../state/layout.ts'

// Constants of this module, for speed: see layout.ts.
const { withFate } = layout
const { actionEvents, kindEvents, liveOrder } = codes
const TRIED = FIELDED
const DID = USED
const FAILED = LOST

/** Room for the orders of one step. */
const LIST_BITS = 4
/** [listOf(step) + n] -> live orders of a step. */
export const LIVE = new Int32Array(ACTIONS.length << LIST_BITS)

/** `step4` is four times the step: what it takes to find a step's nibble in a word. */
export const listOf = (step4: number): number => step4 << (LIST_BITS - 2)

/** A bit per square, for 256. Not exported: to V8 an exported name is a variable, even in its own module. */
const MARKS = new Int32Array(8)

export const clearMarks = (words: number): void => {
  for (let i = 0; i < words; i++) MARKS[i] = 0
}

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
