/** The orders of the phase being resolved, and the squares that it has marked as targeted. */
import { FIELDED, LOST, USED } from '../../contract/index.ts'
import { ACTIONS } from '../rules/actions.ts'
import type { Rules } from '../rules/schema.ts'
import * as codes from '../state/codes.ts'
import * as orders from '../state/orders.ts'

// Constants of this module, for speed: see state/layout.ts.
const { STEP, actionEvents, kindEvents, wordOf } = codes
const { withStatus } = orders
const [TRIED, SUCCEEDED, FAILED] = [FIELDED, USED, LOST]

/** Marks are bits of words; shifts use five bits only. */
const MARK_SHIFT = 5
/**
 * [listOf(step) + n]: the active orders of a step. Behind them a bit per square, set once it was marked as targeted: one set
 * for both sides, or one for each.
 */
const MARKS = ACTIONS.length << STEP.bits

/** From the marks of the first side to those of the second, where the rules tell them apart; 0 where they do not. */
export const marksApart = ({ interruptedBy, board }: Rules): number =>
  interruptedBy === 'foe' ? wordsOfMarks(board.files * board.ranks) << MARK_SHIFT : 0

const wordsOfMarks = (squares: number): number => 1 + ((squares - 1) >> MARK_SHIFT)

/** The words that resolving a phase works with, one set for a game. They matter to nobody between two phases. */
export const newPhaseWords = (rules: Rules): Int32Array =>
  new Int32Array(
    MARKS + (rules.interruptedBy === 'foe' ? 2 : 1) * wordsOfMarks(rules.board.files * rules.board.ranks),
  )

/** From the shift of a step's field to its list, which has room for as many orders as the field can count. */
const ROOM_SHIFT = STEP.bits - (31 - Math.clz32(STEP.bits))

/** Where the orders of a step are listed; the step is given as the shift of its field. */
export const listOf = (stepShift: number): number => stepShift << ROOM_SHIFT

export const clearMarks = (words: Int32Array): void => {
  for (let at = MARKS; at < words.length; at++) words[at] = 0
}

export const mark = (words: Int32Array, square: number): void => {
  words[MARKS + (square >> MARK_SHIFT)]! |= 1 << square
}

export const isMarked = (words: Int32Array, square: number): boolean =>
  ((words[MARKS + (square >> MARK_SHIFT)]! >>> square) & 1) !== 0

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
