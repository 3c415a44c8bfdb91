/** The orders of the phase being resolved, and the squares that it has marked as targeted. */
import { FIELDED, LOST, USED, wordOffsets } from '../../contract/index.ts'
import { ACTIONS } from '../rules/actions.ts'
import * as codes from '../state/codes.ts'
import { LANE } from '../state/lanes.ts'
import * as orders from '../state/orders.ts'

// Constants of this module, for speed: see state/layout.ts.
const { STEP, actionEvents, kindEvents, wordOf } = codes
const { withStatus } = orders
const [TRIED, SUCCEEDED, FAILED] = [FIELDED, USED, LOST]

const SQUARE_BITS = LANE.bits
/** A mark is a bit of a word; shifts use five bits only. */
const WORD_BITS = 5

const { at, size } = wordOffsets({
  /** [listOf(step) + n]: the active orders of a step. */
  LISTS: ACTIONS.length << STEP.bits,
  /** A bit per square: set once the square was marked as targeted. */
  MARKS: 1 << (SQUARE_BITS - WORD_BITS),
})
const { LISTS, MARKS } = at
const END = size

/** The words that resolving a phase works with, one set for a game. They matter to nobody between two phases. */
export const newPhaseWords = (): Int32Array => new Int32Array(size)

/** From the shift of a step's field to its list, which has room for as many orders as the field can count. */
const ROOM_SHIFT = STEP.bits - (31 - Math.clz32(STEP.bits))

/** Where the orders of a step are listed; the step is given as the shift of its field. */
export const listOf = (stepShift: number): number => LISTS + (stepShift << ROOM_SHIFT)

export const clearMarks = (words: Int32Array): void => {
  for (let at = MARKS; at < END; at++) words[at] = 0
}

export const mark = (words: Int32Array, square: number): void => {
  words[MARKS + (square >> WORD_BITS)]! |= 1 << square
}

export const isMarked = (words: Int32Array, square: number): boolean =>
  ((words[MARKS + (square >> WORD_BITS)]! >>> square) & 1) !== 0

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
