/** The numbers of actions, and the words that tables hold and that resolution works with. */
import * as layout from './layout.ts'

// Constants of this module, for speed: see layout.ts.
const { SHAPE_BITS, kindIn } = layout

/**
 * An action of a seat is 0 for done, else 1 + (phase << (slot and aim bits) | slot << AIM_BITS | aim). An aim
 * is a sign and an offset.
 */
export const AIM_BITS = 6
export const SLOT_BITS = 5
const SQUARE_BITS = 8
const KIND_BITS = 3

// Sections of `words`: one array, for each that a function touches costs it registers and checks.
/** [spotAt] -> how many aims stay on the board, and where they are listed, ascending. */
const SPOTS = 0
/** [LEADS + (slot << AIM_BITS | aim)] -> what the aim adds to an order's word, with planning's flags. */
export const LEADS = SPOTS + (1 << (SLOT_BITS + SQUARE_BITS))
/**
 * [meaningAt] -> what an order of a shape means to a unit, or minus the fate that it makes the order void.
 */
const MEANINGS = LEADS + (1 << (SLOT_BITS + AIM_BITS))
/** The lists of aims, one for each kind and square. */
export const AIMS = MEANINGS + (1 << (KIND_BITS + SHAPE_BITS))

// A spot in a word: the number of aims 8 bits, above them where the list begins.
export const packSpot = (count: number, list: number): number => count | (list << 8)
export const spotAt = (slot: number, square: number): number => SPOTS + ((slot << SQUARE_BITS) | square)
export const aimsIn = (spot: number): number => spot & 255
export const listIn = (spot: number): number => spot >> 8

export const meaningAt = (cell: number, shape: number): number =>
  MEANINGS + ((kindIn(cell) << SHAPE_BITS) | shape)

// The meaning of an order for a unit in a word: four times its step 5 bits, action 3; 6 bits that `packLive`
// fills; and where the unit's kind and the action have their events among the first side's, 8 bits each.
const ACTION_SHIFT = 5
const KIND_SHIFT = 14
const DEED_SHIFT = 22
const CREDIT = -1 << KIND_SHIFT
export const packMeaning = (step: number, action: number, kindEvents: number, actionEvents: number): number =>
  (step << 2) | (action << ACTION_SHIFT) | (kindEvents << KIND_SHIFT) | (actionEvents << DEED_SHIFT)
export const stepIn = (meaning: number): number => meaning & 31
export const actionIn = (meaning: number): number => (meaning >> ACTION_SHIFT) & 7

// A live order in a word: slot 5 bits, seat 1, the index of the state's word that holds the order 8, and
// where the kind and the action have their events, 8 bits each. `ofSeat` is what the next function says of
// the order's seat.
export const packLive = (meaning: number, ofSeat: number, slot: number, at: number): number =>
  (meaning & CREDIT) + ofSeat + (slot | (at << 6))
export const seatLive = (seat: number, seatEvents: number): number =>
  (seat << 5) + Math.imul(seat, seatEvents) * ((1 << KIND_SHIFT) | (1 << DEED_SHIFT))
export const liveSlot = (live: number): number => live & 31
export const liveSeat = (live: number): number => (live >> 5) & 1
export const liveOrder = (live: number): number => (live >> 6) & 255
export const kindEvents = (live: number): number => (live >> KIND_SHIFT) & 255
export const actionEvents = (live: number): number => (live >> DEED_SHIFT) & 255
