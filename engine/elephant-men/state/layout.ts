/**
 * The words of a state.
 *
 * Units live in slots, numbered alternately (a unit of the first side, its counterpart of the second, ...). A slot keeps
 * its kind for the whole match; ownership, resting and blocking are masks with a bit per slot. What every slot has a byte
 * of ("lanes", see lanes.ts) takes a word for four slots, slot 0 in the lowest byte.
 *
 * Every offset is a constant, with room for the largest rules that the schema accepts; only the board, which comes last,
 * is as long as it needs to be.
 */
import { repeatedField, type WordRange, wordOffsets } from '../../contract/index.ts'
import { MAX_ORDERS, MAX_PHASES } from '../rules/schema.ts'
import { LANE, TO_COUNTS } from './lanes.ts'

const plan = wordOffsets({
  /** Orders given so far in this turn. */
  PLAN_COUNT: 1,
  /** Where the state holds the first order that is not resolved yet. */
  PLAN_NEXT: 1,
  /** From here to the orders, all words are 0 but while a seat has given some of its orders and may give more. */
  PLAN_PHASE: 1,
  /** 1 once moves and shoves of the plan's phase get in each other's way. */
  PLAN_CONFLICT: 1,
  /** Slots certain to rest in the phase after the plan's. */
  PLAN_RESTING: 1,
  /** Slots that may still be given orders in the plan's phase. */
  PLAN_FREE: 1,
  /** Number of plannable orders in the plan's phase, in the next one, and in each after that. */
  PLAN_NOW: 1,
  PLAN_SOON: 1,
  PLAN_LATER: 1,
  /**
   * How far behind SQUARES the state holds the lanes of squares and counts at the start of the plan's phase, and after it: 0, as
   * long as nobody is planned to move, or the distance of one of the plan's own two copies.
   */
  PLAN_FROM: 1,
  PLAN_THEN: 1,
  /** The two copies: squares, then counts. */
  PLAN_LANES: 2 * TO_COUNTS,
  PLAN_SPARE: 2 * TO_COUNTS,
  /** The orders as given but ascending by phase, each with its status once resolved; 0 where none was given, and behind them. */
  PLAN_ORDERS: MAX_ORDERS + 1,
})

/** The number of a seat's orders in a phase, a field of a word for each phase of a turn. */
export const PHASE_COUNT = repeatedField('orders of a phase', 4, MAX_PHASES)

/** Words of the pending blows and prayers: those that land in a phase, and those that it starts. */
const PENDING_MOST = 2 * 2 * MAX_ORDERS

const state = wordOffsets({
  /** Phases resolved so far, over all turns. */
  DONE: 1,
  /** The coming phase's place in its turn. */
  PHASE: 1,
  /** What `toMove` returns. */
  TO_MOVE: 1,
  /** Signed favour, positive for the first side. */
  FAVOUR: 1,
  /** As `packOutcome` has it; 0 until the match ends. */
  OUTCOME: 1,
  /** By side: mask of the slots that it owns. */
  OWN: 2,
  /** By side: hit points of its living units. */
  TOTAL_HP: 2,
  /** Mask of the slots that rest in the coming phase. */
  RESTING: 1,
  /** Mask of the slots that block into the coming phase. */
  BLOCKING: 1,
  /** Number of delayed blows and prayers that land in the coming phase. */
  PENDING_COUNT: 1,
  /** These blows and prayers, see cells.ts; during a phase, those that it starts are listed behind them. */
  PENDING: PENDING_MOST,
  /** Lanes: the square of each slot, or GONE, and the number of orders that it may be given there. */
  SQUARES: 2 * TO_COUNTS,
  /** Lanes: the hit points of each slot. */
  HP: TO_COUNTS,
  /** The two seats' plans; `planOf` says where each begins. */
  PLANS: 2 * plan.size,
})

export const { DONE, PHASE, TO_MOVE, FAVOUR, OUTCOME, OWN, TOTAL_HP, RESTING, BLOCKING } = state.at
export const { PENDING_COUNT, PENDING, SQUARES, HP } = state.at
/**
 * From here on, one word per square: the unit there as a cell, or EMPTY (see cells.ts). One more, always EMPTY, stands for any square
 * off the board.
 */
export const BOARD = state.size

// Offsets within a seat's plan.
export const { PLAN_COUNT, PLAN_NEXT, PLAN_PHASE, PLAN_CONFLICT, PLAN_RESTING, PLAN_FREE } = plan.at
export const { PLAN_NOW, PLAN_SOON, PLAN_LATER, PLAN_FROM, PLAN_THEN } = plan.at
export const { PLAN_LANES, PLAN_SPARE, PLAN_ORDERS } = plan.at
export const PLAN_SIZE = plan.size

const { PLANS } = state.at

/** Where a seat's plan begins. */
export const planOf = (seat: number): number => PLANS + (seat & 1) * PLAN_SIZE

/**
 * Behind the board, where the rules ask what became of the unit that started something delayed: the slot of that unit, a
 * word for each word of PENDING.
 */
export const startersOf = (squares: number): number => state.size + squares + 1

/** Words of a state on a board with a number of squares, with or without the slots of starters. */
export const sizeOf = (squares: number, starters: boolean): number =>
  startersOf(squares) + (starters ? PENDING_MOST : 0)

/**
 * The state of a match that is played at random in one call, with room for any rules. V8 builds the address of a module's own array into its machine
 * code; of one that is lent, it loads address and length at every access.
 */
export const scratch = new Int32Array(sizeOf(LANE.mask, true))

/**
 * The words that tell views apart. The board and the counts of plannable orders follow from the squares of slots, and a plan's copies of these lanes from
 * its orders.
 */
export function identifyingIn(squares: number, starters: boolean): WordRange[] {
  const [first, second] = [planOf(0), planOf(1)]
  return [
    { from: 0, to: SQUARES + TO_COUNTS },
    { from: HP, to: first + PLAN_LANES },
    { from: first + PLAN_ORDERS, to: second + PLAN_LANES },
    { from: second + PLAN_ORDERS, to: second + PLAN_SIZE },
    ...(starters ? [{ from: startersOf(squares), to: sizeOf(squares, starters) }] : []),
  ]
}
