/**
 * The words of a state, and the bits of an order.
 *
 * Units live in slots, numbered as the layout lists them (first side's units, then the second's). A slot keeps its
 * kind for the whole match; which side owns it, who rests and who blocks are masks with a bit per slot. Words that say
 * something of every slot in a byte each ("lanes") hold four slots a word, slot 0 in the lowest byte.
 */

/** Phases resolved so far, over all turns. */
export const DONE = 0
/** The mask that `actors` returns. */
export const ACTORS = 1
/** Signed favour, positive for the first side. */
export const FAVOUR = 2
/** 0 while it goes on, else 1 + ending + 16 * (winner + 1), winner -1 for none. */
export const OUTCOME = 3
/** Masks of the slots that each side owns (two words). */
export const OWN = 4
/** Hit points of each side's living units (two words). */
export const TOTAL_HP = 6
/** Masks of slots that rest in, or block into, the coming phase. */
export const RESTING = 8
export const BLOCKING = 9
/** Number of delayed blows and prayers that land in the coming phase. */
export const PENDING_COUNT = 10
const HEADER = 11

/** A slot's lane in `squares` when its unit is gone. No board is that large. */
export const GONE = 255

/** Offsets within a seat's plan. */
export const PLAN_PHASE = 0
/** Orders given so far, of this turn. */
export const PLAN_COUNT = 1
/** Orders of the plan's phase that displace somebody. */
export const PLAN_DISPLACING = 2
/** Slots certain to rest in the phase after the plan's. */
export const PLAN_RESTING = 3
const PLAN_HEADER = 4

/** Where everything lies, for a number of units, squares and orders. */
export interface Layout {
  /** Words of lanes: units / 4, rounded up. */
  readonly lanes: number
  /** Per square: 1 + slot, or 0. */
  readonly board: number
  /** Lanes: the square of each slot, or GONE. */
  readonly squares: number
  /** Per slot: hit points left. */
  readonly hp: number
  /** Pending blows and prayers. */
  readonly pending: number
  /** Per seat, `planSize` words: header, then lanes of `now`, `soon`, `later`, `from`, `then`, then the orders. */
  readonly plan: number
  readonly planSize: number
  /** Within a plan. Lanes: plannable orders of each slot in the plan's phase, the next one, and each after that. */
  readonly now: number
  readonly soon: number
  readonly later: number
  /** Within a plan. Lanes: every slot's square at the start of the plan's phase, and after it. */
  readonly from: number
  readonly then: number
  /** Within a plan: the orders as given, each with its fate once its phase is over; 0 where none was given. */
  readonly orders: number
  readonly size: number
}

export function layoutOf(units: number, squares: number, orders: number): Layout {
  const lanes = (units + 3) >> 2
  const board = HEADER
  const squareLanes = board + squares
  const hp = squareLanes + lanes
  const pending = hp + units
  const plan = pending + units
  const planSize = PLAN_HEADER + 5 * lanes + orders
  return {
    lanes,
    board,
    squares: squareLanes,
    hp,
    pending,
    plan,
    planSize,
    now: PLAN_HEADER,
    soon: PLAN_HEADER + lanes,
    later: PLAN_HEADER + 2 * lanes,
    from: PLAN_HEADER + 3 * lanes,
    then: PLAN_HEADER + 4 * lanes,
    orders: PLAN_HEADER + 5 * lanes,
    size: plan + 2 * planSize,
  }
}

/** The byte of a slot in lanes that start at `base`. */
export function lane(words: Int32Array, base: number, slot: number): number {
  return (words[base + (slot >> 2)]! >>> ((slot & 3) << 3)) & 255
}

export function setLane(words: Int32Array, base: number, slot: number, value: number): void {
  const at = base + (slot >> 2)
  const shift = (slot & 3) << 3
  words[at] = (words[at]! & ~(255 << shift)) | (value << shift)
}

// An order in a word: phase 3 bits, sign 3, distance 4, origin 8, target 8, fate 4; bit 30 tells it from an empty word.
const SIGN_SHIFT = 3
const DISTANCE_SHIFT = 6
const ORIGIN_SHIFT = 10
const TARGET_SHIFT = 18
const FATE_SHIFT = 26
const GIVEN = 1 << 30

/** A square that is not on the board, in an order. */
export const NOWHERE = 255
/** A distance that no action has. */
export const FAR = 15

/** Bits of sign and distance, which depend on neither phase nor square. */
export function aim(sign: number, distance: number): number {
  return (sign << SIGN_SHIFT) | (distance << DISTANCE_SHIFT) | GIVEN
}

/** The same with the step from origin to target, which may be negative, to be completed by `orderFrom`. */
export function aimed(word: number, delta: number): number {
  return word + (delta << TARGET_SHIFT)
}

/** An order that aims from a square: origin and target are both the square, and the aim has the rest. */
export function orderFrom(phase: number, aimedWord: number, square: number): number {
  return aimedWord + phase + (square << ORIGIN_SHIFT) + (square << TARGET_SHIFT)
}

export function packOrder(phase: number, aimed: number, origin: number, target: number): number {
  return phase | aimed | (origin << ORIGIN_SHIFT) | (target << TARGET_SHIFT)
}

export const phaseOf = (order: number): number => order & 7
export const signIn = (order: number): number => (order >> SIGN_SHIFT) & 7
export const distanceOf = (order: number): number => (order >> DISTANCE_SHIFT) & 15
export const originOf = (order: number): number => (order >> ORIGIN_SHIFT) & 255
export const targetOf = (order: number): number => (order >> TARGET_SHIFT) & 255
export const fateOf = (order: number): number => (order >> FATE_SHIFT) & 15
export const withFate = (order: number, fate: number): number => order | (fate << FATE_SHIFT)

/** What became of an order. `waiting` until its phase is over. */
export const FATES = [
  'waiting',
  'done',
  'missed',
  'void: no own unit there',
  'void: the unit is resting',
  'void: the unit has no such action',
  'void: out of range',
  'void: the unit has an order already',
  'interrupted',
  'the unit was removed',
  'the unit was converted',
  'blocked',
  'cancelled by another convert',
  'only ended the block',
  'started',
  'nothing to convert',
] as const
export const WAITING = 0
export const CARRIED = 1
export const MISSED = 2
export const VOID_NOBODY = 3
export const VOID_RESTING = 4
export const VOID_ACTION = 5
export const VOID_RANGE = 6
export const VOID_TWICE = 7
export const INTERRUPTED = 8
export const REMOVED = 9
export const TURNED = 10
export const OBSTRUCTED = 11
export const CANCELLED = 12
export const UNBLOCKED = 13
export const STARTED = 14
export const IDLE = 15

// A delayed blow or prayer in a word: square 8 bits, damage 8, favour 8, kind 3, seat 1.
export function packPending(square: number, damage: number, favour: number, kind: number, seat: number): number {
  return square | (damage << 8) | (favour << 16) | (kind << 24) | (seat << 27)
}
export const pendingSquare = (word: number): number => word & 255
export const pendingDamage = (word: number): number => (word >> 8) & 255
export const pendingFavour = (word: number): number => (word >> 16) & 255
export const pendingKind = (word: number): number => (word >> 24) & 7
export const pendingSeat = (word: number): number => (word >> 27) & 1
