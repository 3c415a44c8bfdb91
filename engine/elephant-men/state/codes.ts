/** The numbers of actions, and the words that the compiled tables hold and that resolution works with. */
import { bitFields, repeatedField, wordOffsets } from '../../contract/index.ts'
import { ACTIONS } from '../rules/actions.ts'
import { CELL, kindIn } from './cells.ts'
import { LANE } from './lanes.ts'
import { SHAPE_BITS } from './orders.ts'

/** An action of a seat is 0 for done, else 1 + its code. An aim is a sign and an offset. */
export const CODE = bitFields({ aim: 6, slot: CELL.slot.bits, phase: 3 })
export const DONE_ORDERING = 0

const SLOT_SHIFT = CODE.slot.shift
const SLOT_MASK = CODE.slot.mask
const PHASE_SHIFT = CODE.phase.shift

/** The action of a slot's first aim in a phase; the number of another aim is added to it. */
export const firstAction = (phase: number, slot: number): number =>
  1 + ((phase << PHASE_SHIFT) | (slot << SLOT_SHIFT))
/** The slot of an action that is not done. */
export const slotIn = (action: number): number => ((action - 1) >> SLOT_SHIFT) & SLOT_MASK

/** The sections of the tables' `words`: one array, for each that a function touches costs it registers and checks. */
export const SECTIONS = wordOffsets({
  /** [spotAt] -> how many aims stay on the board, and where they are listed, ascending. */
  spots: 1 << (CODE.slot.bits + LANE.bits),
  /** [code without its phase] -> what the aim adds to an order's word, with planning's flags. */
  leads: 1 << CODE.phase.shift,
  /** [meaningAt] -> what an order of a shape means to a unit, or minus the status of the void order. */
  meanings: 1 << (CELL.kind.bits + SHAPE_BITS),
  /** The lists of aims, one for each kind and square, as long as they need to be; then, in the same places, their orders. */
  aims: 0,
})
const { spots: SPOTS, meanings: MEANINGS } = SECTIONS.at
const SQUARE_BITS = LANE.bits

export const spotAt = (slot: number, square: number): number => SPOTS + ((slot << SQUARE_BITS) | square)
export const meaningAt = (cell: number, shape: number): number =>
  MEANINGS + ((kindIn(cell) << SHAPE_BITS) | shape)

/** A spot: the number of aims, and where their list begins. */
export const SPOT = bitFields({ aims: 8, list: 23 })
const AIMS_MASK = SPOT.aims.mask
const LIST_SHIFT = SPOT.list.shift
export const packSpot = (count: number, list: number): number => count | (list << LIST_SHIFT)
export const aimsIn = (spot: number): number => spot & AIMS_MASK
export const listIn = (spot: number): number => spot >> LIST_SHIFT

/**
 * An active order: one of the phase being resolved that is not void. Its slot and seat, the index of the state's word
 * that holds it, and where events are counted for its unit's kind and its action.
 */
export const ACTIVE = bitFields({ slot: CELL.slot.bits, seat: 1, word: 8, kindEvents: 8, actionEvents: 8 })

/** The number of a phase's orders in a step, a field of a word for each step. */
export const STEP = repeatedField('orders of a step', 4, ACTIONS.length)

const STEP_SHIFT_BITS = 5
const ACTION_BITS = 3
/**
 * What an order means to a unit: the shift of its step's field, its action, and where the first side's events of the
 * kind and of the action are, at the places that active orders have for them. Where the order is void, the word is
 * minus its status instead, which sets the high bits.
 */
export const MEANING = bitFields({
  stepShift: STEP_SHIFT_BITS,
  action: ACTION_BITS,
  between: ACTIVE.kindEvents.shift - ACTION_BITS - STEP_SHIFT_BITS,
  kindEvents: ACTIVE.kindEvents.bits,
  actionEvents: ACTIVE.actionEvents.bits,
  isVoid: 1,
})
const STEP_BITS = STEP.bits
const STEP_SHIFT_MASK = MEANING.stepShift.mask
const [ACTION_SHIFT, ACTION_MASK] = [MEANING.action.shift, MEANING.action.mask]
const [KIND_SHIFT, KIND_MASK] = [ACTIVE.kindEvents.shift, ACTIVE.kindEvents.mask]
const [CREDIT_SHIFT, CREDIT_MASK] = [ACTIVE.actionEvents.shift, ACTIVE.actionEvents.mask]
export const packMeaning = (step: number, action: number, kindEvents: number, actionEvents: number): number =>
  (step * STEP_BITS) | (action << ACTION_SHIFT) | (kindEvents << KIND_SHIFT) | (actionEvents << CREDIT_SHIFT)
export const stepShiftIn = (meaning: number): number => meaning & STEP_SHIFT_MASK
export const actionIn = (meaning: number): number => (meaning >> ACTION_SHIFT) & ACTION_MASK

const [SEAT_SHIFT, SEAT_MASK] = [ACTIVE.seat.shift, ACTIVE.seat.mask]
const [WORD_SHIFT, WORD_MASK] = [ACTIVE.word.shift, ACTIVE.word.mask]
const UNIT_MASK = ACTIVE.slot.mask
const EVENTS_BITS = -1 << KIND_SHIFT
/** An active order of the first seat; for another, add what `activeSeat` returns for it. */
export const packActive = (meaning: number, cell: number, word: number): number =>
  (meaning & EVENTS_BITS) + ((cell & UNIT_MASK) | (word << WORD_SHIFT))
export const activeSeat = (seat: number, seatEvents: number): number =>
  (seat << SEAT_SHIFT) + Math.imul(seat, seatEvents) * ((1 << KIND_SHIFT) | (1 << CREDIT_SHIFT))
export const slotOf = (active: number): number => active & UNIT_MASK
export const seatOf = (active: number): number => (active >> SEAT_SHIFT) & SEAT_MASK
export const wordOf = (active: number): number => (active >> WORD_SHIFT) & WORD_MASK
export const kindEvents = (active: number): number => (active >> KIND_SHIFT) & KIND_MASK
export const actionEvents = (active: number): number => (active >> CREDIT_SHIFT) & CREDIT_MASK
