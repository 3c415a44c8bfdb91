/** The orders of the phase being resolved, and the squares that it has marked as targeted. */
import { FIELDED, LOST, USED } from '../../contract/index.ts'
import { ACTIONS } from '../rules/actions.ts'
import { MAX_ORDERS, type Rules } from '../rules/schema.ts'
import { actionEvents, kindEvents, STEP } from '../state/codes.ts'
import { LANE } from '../state/lanes.ts'
import { withStatus } from '../state/orders.ts'

/** Marks are bits of words; shifts use five bits only. */
const MARK_SHIFT = 5
const wordsOfMarks = (squares: number): number => 1 + ((squares - 1) >> MARK_SHIFT)
/** Words of marks that any board has room in. */
const MARK_WORDS = wordsOfMarks(LANE.mask)

/** Where the marks begin, behind the lists of all steps: a bit per square, for both sides or the first; then those of the second. */
const MARKS = ACTIONS.length << STEP.bits

/** Where the state's words that hold the phase's void orders are listed. */
export const VOIDS = MARKS + 2 * MARK_WORDS

/** [listOf(step) + n]: the active orders of a step, then marks and voids. They don't matter between two phases. */
export const active = new Int32Array(VOIDS + 2 * MAX_ORDERS)

/** From the marks of the first side to those of the second, where the rules tell them apart; 0 where they do not. */
export const marksApart = ({ interruptedBy }: Rules): number =>
  interruptedBy === 'foe' ? MARK_WORDS << MARK_SHIFT : 0

/** How far `clearMarks` has to go. */
export const marksEnd = (rules: Rules): number =>
  marksApart(rules) > 0 ? VOIDS : MARKS + wordsOfMarks(rules.board.files * rules.board.ranks)

/** From the shift of a step's field to its list, which has room for as many orders as the field can count. */
const ROOM_SHIFT = STEP.bits - (31 - Math.clz32(STEP.bits))

/** Where the orders of a step are listed; the step is given as the shift of its field. */
export const listOf = (stepShift: number): number => stepShift << ROOM_SHIFT

export const clearMarks = (end: number): void => {
  for (let at = MARKS; at < end; at++) active[at] = 0
}

/**
 * Marks a square as targeted by a seat; `apart` is what `marksApart` says. Without any step `later` in the phase,
 * nobody asks.
 */
export const markTarget = (square: number, seat: number, apart: number, later: number): void => {
  const at = square + (apart & -seat)
  if (later !== 0) active[MARKS + (at >> MARK_SHIFT)]! |= 1 << at
}

/** Whether a unit of a seat on this square was targeted in the phase: by the other side, or by any. */
export const isInterrupted = (square: number, seat: number, apart: number): boolean => {
  const at = square + (apart & (seat - 1))
  return ((active[MARKS + (at >> MARK_SHIFT)]! >>> at) & 1) !== 0
}

/** An order, the state's word number `at`, was carried out. */
export const succeed = (
  s: Int32Array,
  events: Int32Array,
  entry: number,
  at: number,
  order: number,
  status: number,
): void => {
  const action = actionEvents(entry)
  s[at] = withStatus(order, status)
  events[kindEvents(entry) + USED]!++
  events[action + FIELDED]!++
  events[action + USED]!++
}

/** An order came to nothing. */
export const fail = (
  s: Int32Array,
  events: Int32Array,
  entry: number,
  at: number,
  order: number,
  status: number,
): void => {
  const action = actionEvents(entry)
  s[at] = withStatus(order, status)
  events[action + FIELDED]!++
  events[action + LOST]!++
}
