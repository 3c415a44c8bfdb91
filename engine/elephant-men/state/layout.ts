/**
 * The words of a state, and the bits of an order.
 *
 * Units live in slots, numbered by turns (a unit of the first side, its counterpart of the second, ...). A slot
 * keeps its kind for the whole match; which side owns it, who rests and who blocks are masks with a bit per
 * slot. Words that say something of every slot in a byte each ("lanes") hold four slots a word, slot 0 in the
 * lowest byte.
 *
 * Every offset is a constant, with room for the largest rules that the schema lets through; only the board,
 * which comes last, is as long as it needs to be. The modules that play matches take over what they use as
 * constants of their own, `const { OWN } = layout`: V8 builds a module's own constants into its machine code,
 * but at every use of an imported name, and of an exported one of the module itself, it loads and checks a
 * variable. It is a fifth of the engine's speed.
 */

/** Ends ordering early. */
export const DONE_ORDERING = 0

/** Room: 31 slots in lanes, and six orders a side with an empty word behind them. */
const LANES = 8
const ORDERS = 6

/** Phases resolved so far, over all turns, and the coming phase's place in its turn. */
export const DONE = 0
export const PHASE = 1
/** The mask that `actors` returns. */
export const ACTORS = 2
/** Signed favour, positive for the first side. */
export const FAVOUR = 3
/** 0 while it goes on, else 1 + ending + 16 * (winner + 1), winner -1 for none. */
export const OUTCOME = 4
/** Masks of the slots that each side owns (two words). */
export const OWN = 5
/** Hit points of each side's living units (two words). */
export const TOTAL_HP = 7
/** Masks of slots that rest in, or block into, the coming phase. */
export const RESTING = 9
export const BLOCKING = 10
/**
 * Delayed blows and prayers that land in the coming phase. During a phase, what it starts is listed behind
 * them.
 */
export const PENDING_COUNT = 11
export const PENDING = 12
/** Lanes: the square of each slot, or GONE; its plannable orders from there; its hit points. */
export const SQUARES = PENDING + 4 * ORDERS
const COUNTS = SQUARES + LANES
export const HP = COUNTS + LANES
/** From squares to counts, here and in plans. */
export const TO_COUNTS = COUNTS - SQUARES
/** The two seats' plans; `planOf` says where each begins. */
const PLANS = HP + LANES

// Offsets within a seat's plan.
export const PLAN_PHASE = 0
/** Orders given so far, of this turn. */
export const PLAN_COUNT = 1
/** Where the state holds the first order that is not resolved yet. */
export const PLAN_NEXT = 2
/** 1 once moves and shoves of the plan's phase get in each other's way. */
export const PLAN_TANGLED = 3
/** Slots certain to rest in the phase after the plan's. */
export const PLAN_RESTING = 4
/** Slots that may still be given orders in the plan's phase. */
export const PLAN_FREE = 5
/** Plannable orders in the plan's phase, the next one, and each after that. */
export const PLAN_NOW = 6
export const PLAN_SOON = 7
export const PLAN_LATER = 8
/**
 * Where the state holds the lanes of squares and counts at the start of the plan's phase, and after it:
 * `SQUARES`, as long as nobody is planned to move, or one of the plan's own two copies.
 */
export const PLAN_FROM = 9
export const PLAN_THEN = 10
export const PLAN_LANES = 11
export const PLAN_SPARE = PLAN_LANES + 2 * LANES
/**
 * The orders as given but ascending by phase, each with its fate once that is over; 0 where none was given.
 */
export const PLAN_ORDERS = PLAN_SPARE + 2 * LANES
/** Twice, for `planOf` to use its own: see above. */
const PLAN_WORDS = PLAN_ORDERS + ORDERS + 1
export const PLAN_SIZE = PLAN_WORDS

/**
 * Per square: the unit there as a cell, or EMPTY. One more, always EMPTY, stands for any square off the
 * board.
 */
export const BOARD = PLANS + 2 * PLAN_SIZE

/** Where a seat's plan begins. */
export const planOf = (seat: number): number => PLANS + (seat & 1) * PLAN_WORDS

/** Words of a state. */
export const sizeOf = (squares: number): number => BOARD + squares + 1

/** A slot's lane in `SQUARES` when its unit is gone. No board is that large. */
export const GONE = 255

// A unit on the board in a word: slot 5 bits, kind 3. `1 << cell` is the slot's bit, for shifts take five
// bits only.
export const packCell = (slot: number, kind: number): number => slot | (kind << 5)
export const slotIn = (cell: number): number => cell & 31
export const kindIn = (cell: number): number => cell >> 5
/** Nobody: slot 31, which no unit has, so that its bit is in no mask. */
export const EMPTY = 31

const ONES = 0x01010101
const HIGHS = 0x80808080

/** The byte of a slot in lanes that start at `base`. */
export const lane = (words: Int32Array, base: number, slot: number): number =>
  (words[base + (slot >> 2)]! >>> ((slot & 3) << 3)) & 255

export const setLane = (words: Int32Array, base: number, slot: number, value: number): void => {
  const at = base + (slot >> 2)
  const shift = (slot & 3) << 3
  words[at] = (words[at]! & ~(255 << shift)) | (value << shift)
}

/** A slot's square, and its count with it. */
export const setStand = (
  words: Int32Array,
  base: number,
  slot: number,
  square: number,
  count: number,
): void => {
  const at = base + (slot >> 2)
  const shift = (slot & 3) << 3
  const others = ~(255 << shift)
  words[at] = (words[at]! & others) | (square << shift)
  words[at + LANES] = (words[at + LANES]! & others) | (count << shift)
}

/** Sum of the four bytes of a word, where that is less than 256. */
export const byteSum = (word: number): number => Math.imul(word, ONES) >>> 24

/** Byte k: the sum of bytes 0 to k. */
export const prefixSums = (word: number): number => Math.imul(word, ONES)

/** How many of four ascending bytes are at most `value`; all of them below 128. */
export const bytesUpTo = (bytes: number, value: number): number =>
  Math.imul((((Math.imul(value, ONES) | HIGHS) - bytes) & HIGHS) >>> 7, ONES) >>> 24

/** 255 in the bytes of the slots of lane word `word` that are in the mask. */
export const bytesOf = (mask: number, word: number): number =>
  // The product puts bit k of the four at bit 8 * k.
  Math.imul(Math.imul((mask >>> (word << 2)) & 15, 0x00204081) & ONES, 255)

/** Whether some lane holds the value: the classic test for a zero byte. */
export const someLane = (words: Int32Array, base: number, lanes: number, value: number): boolean => {
  const sought = Math.imul(value, ONES)
  for (let at = base; at < base + lanes; at++) {
    const word = words[at]! ^ sought
    if (((word - ONES) & ~word & HIGHS) !== 0) return true
  }
  return false
}

// An order in a word: phase 3 bits, sign 3, distance 4, origin 8, target 8, fate 4; bit 30 tells it from an
// empty word.
const SIGN_SHIFT = 3
const DISTANCE_SHIFT = 6
const ORIGIN_SHIFT = 10
const TARGET_SHIFT = 18
const FATE_SHIFT = 26
const GIVEN = 1 << 30
const BOTH_SQUARES = (1 << ORIGIN_SHIFT) | (1 << TARGET_SHIFT)

/** A distance that no action has. */
export const FAR = 15

/** Bits of sign and distance, which depend on neither phase nor square. */
export const aim = (sign: number, distance: number): number =>
  (sign << SIGN_SHIFT) | (distance << DISTANCE_SHIFT) | GIVEN

export const packOrder = (phase: number, aimed: number, origin: number, target: number): number =>
  phase | aimed | (origin << ORIGIN_SHIFT) | (target << TARGET_SHIFT)

// What a slot's aim adds to an order, to be completed by phase and square: sign, distance and the step to the
// target. Planning's flags ride where the fate will be.
export const packLead = (aimed: number, delta: number, flags: number): number =>
  (aimed + (delta << TARGET_SHIFT) + flags) | 0
export const flaggedOrder = (lead: number, phase: number, square: number): number =>
  (lead + phase + Math.imul(square, BOTH_SQUARES)) | 0
export const withoutFlags = (order: number): number => order & ~(15 << FATE_SHIFT)
export const DISPLACES = 1 << FATE_SHIFT
export const SHOVES = 2 << FATE_SHIFT
export const RESTS = 4 << FATE_SHIFT

/** Whether a word holds an order, and one of this phase. */
export const isFor = (order: number, phase: number): boolean => (order & (GIVEN | 7)) === (GIVEN | phase)

export const phaseOf = (order: number): number => order & 7
export const signIn = (order: number): number => (order >> SIGN_SHIFT) & 7
/** Sign and distance together, sign in the low bits. */
export const shapeOf = (order: number): number => (order >> SIGN_SHIFT) & 127
export const SHAPE_BITS = 7
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
export function packPending(
  square: number,
  damage: number,
  favour: number,
  kind: number,
  seat: number,
): number {
  return square | (damage << 8) | (favour << 16) | (kind << 24) | (seat << 27)
}
export const pendingSquare = (word: number): number => word & 255
export const pendingDamage = (word: number): number => (word >> 8) & 255
export const pendingFavour = (word: number): number => (word >> 16) & 255
export const pendingKind = (word: number): number => (word >> 24) & 7
export const pendingSeat = (word: number): number => (word >> 27) & 1
