/** Whether the packed words have room for what some rules put into them. */
import { EVENTS, requireFit, requireWords } from '../../contract/index.ts'
import { ACTIONS, SIGNS } from '../rules/actions.ts'
import { MAX_ORDERS, MAX_UNITS } from '../rules/limits.ts'
import type { Rules } from '../rules/schema.ts'
import { CELL } from './cells.ts'
import { ACTIVE, CODE, MEANING, SECTIONS, SPOT, STEP } from './codes.ts'
import { LANE, SUM, wordsOfLanes } from './lanes.ts'
import { WORDS } from './layout.ts'
import { DISPLACES, ORDER, RESTS, SHOVES, STATUSES } from './orders.ts'
import { PENDING_WORD } from './pending.ts'

/** What rules come to when they are compiled. */
export interface Sizes {
  readonly units: number
  /** Aims of all kinds, the most that one unit has on one square, and those listed for all kinds and squares. */
  readonly aims: number
  readonly mostAims: number
  readonly listed: number
  /** Words of one seat's events. */
  readonly seatEvents: number
}

/** Holds rules to the widths of all packed words. Throws a RangeError that names what is too narrow. */
export function requireRoom(rules: Rules, sizes: Sizes): void {
  requireOrders(rules)
  requireUnits(rules, sizes)
  requireTables(rules, sizes)
}

function requireOrders({ board, cleave, convert, orders, phases, poke, pray }: Rules): void {
  // A square off the board has the index behind the last one.
  const squares = board.files * board.ranks
  requireFit(ORDER.phase, phases - 1)
  requireFit(ORDER.sign, SIGNS.length - 1)
  // The last distance is FAR, which no action has.
  requireFit(ORDER.distance, 1 + Math.max(poke.range, convert.range, cleave.range))
  requireFit(ORDER.origin, squares)
  requireFit(ORDER.target, squares)
  requireFit(ORDER.status, STATUSES.length - 1)
  requireFit(ORDER.status, (DISPLACES | SHOVES | RESTS) >>> ORDER.status.shift)
  requireFit(PENDING_WORD.square, squares - 1)
  requireFit(PENDING_WORD.damage, cleave.damage)
  requireFit(PENDING_WORD.favour, pray.favour)
  requireFit(STEP, 2 * orders)
  requireWords('orders', MAX_ORDERS, orders)
}

function requireUnits({ board, units: kinds }: Rules, { units }: Sizes): void {
  // The last slot is that of EMPTY, the last square GONE.
  requireFit(CELL.slot, units)
  requireWords('lanes', wordsOfLanes(MAX_UNITS), wordsOfLanes(units))
  requireFit(LANE, board.files * board.ranks)
  requireFit(LANE, Math.max(...Object.values(kinds).map(kind => kind.hp)))
  for (const field of [CELL.kind, PENDING_WORD.kind]) requireFit(field, Object.keys(kinds).length - 1)
}

function requireTables({ order, phases }: Rules, { aims, listed, mostAims, seatEvents }: Sizes): void {
  requireFit(CODE.phase, phases - 1)
  requireFit(CODE.aim, aims - 1)
  requireFit(SPOT.aims, mostAims)
  requireFit(SPOT.list, SECTIONS.size + listed)
  requireFit(SUM, 4 * mostAims)
  requireFit(MEANING.stepShift, STEP.bits * (order.length - 1))
  requireFit(MEANING.action, ACTIONS.length - 1)
  // The last word of the second seat's plan; the last asset's events of the second seat.
  requireFit(ACTIVE.word, WORDS.BOARD - 1)
  for (const field of [ACTIVE.kindEvents, ACTIVE.actionEvents])
    requireFit(field, 2 * seatEvents - EVENTS.length)
}
