/** Whether the packed words have room for what some rules put into them. */
import { type BitField, EVENTS, requireFit, requireWords } from '../../contract/index.ts'
import { ACTIONS, SIGNS } from '../rules/actions.ts'
import { MAX_ORDERS, MAX_UNITS, type Rules } from '../rules/schema.ts'
import { CELL, PENDING_WORD } from './cells.ts'
import { ACTIVE, CODE, MEANING, SECTIONS, SPOT, STEP } from './codes.ts'
import { LANE, SUM, wordsOfLanes } from './lanes.ts'
import { BOARD } from './layout.ts'
import { DISPLACES, ORDER, RESTS, SHOVES, STATUSES } from './orders.ts'

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

/** Every field that a value must fit. */
export const FIELDS = {
  phase: ORDER.phase,
  sign: ORDER.sign,
  distance: ORDER.distance,
  origin: ORDER.origin,
  target: ORDER.target,
  status: ORDER.status,
  flags: ORDER.status,
  landsOn: PENDING_WORD.square,
  damage: PENDING_WORD.damage,
  favour: PENDING_WORD.favour,
  startedBy: PENDING_WORD.kind,
  slot: CELL.slot,
  kind: CELL.kind,
  square: LANE,
  hp: LANE,
  count: SUM,
  codePhase: CODE.phase,
  aim: CODE.aim,
  aims: SPOT.aims,
  list: SPOT.list,
  step: STEP,
  stepShift: MEANING.stepShift,
  action: MEANING.action,
  word: ACTIVE.word,
  kindEvents: ACTIVE.kindEvents,
  actionEvents: ACTIVE.actionEvents,
}

/** The largest value of each field. */
function largest(rules: Rules, sizes: Sizes): Record<keyof typeof FIELDS, number> {
  const { board, cleave, convert, order, orders, phases, poke, pray, units } = rules
  const squares = board.files * board.ranks
  const kinds = Object.keys(units).length
  return {
    phase: phases - 1,
    sign: SIGNS.length - 1,
    // The last distance is FAR, which no action has.
    distance: 1 + Math.max(poke.range, convert.range, cleave.range),
    // A square off the board has the index behind the last one.
    origin: squares,
    target: squares,
    status: STATUSES.length - 1,
    flags: (DISPLACES | SHOVES | RESTS) >>> ORDER.status.shift,
    landsOn: squares - 1,
    damage: cleave.damage,
    favour: pray.favour,
    startedBy: kinds - 1,
    // The last slot is that of EMPTY, and the last square GONE.
    slot: sizes.units,
    kind: kinds - 1,
    square: squares,
    hp: Math.max(...Object.values(units).map(kind => kind.hp)),
    count: 4 * sizes.mostAims,
    codePhase: phases - 1,
    aim: sizes.aims - 1,
    aims: sizes.mostAims,
    list: SECTIONS.size + sizes.listed,
    step: 2 * orders,
    stepShift: STEP.bits * (order.length - 1),
    action: ACTIONS.length - 1,
    // The last word of the second seat's plan, and the second seat's last kind and action.
    word: BOARD - 1,
    kindEvents: sizes.seatEvents + (kinds - 1) * EVENTS.length,
    actionEvents: 2 * sizes.seatEvents - EVENTS.length,
  }
}

/** Holds rules to the widths of all packed words. Throws a RangeError that names the word that is too narrow. */
export function requireRoom(
  rules: Rules,
  sizes: Sizes,
  fields: Readonly<Record<keyof typeof FIELDS, BitField>> = FIELDS,
): void {
  for (const [name, most] of Object.entries(largest(rules, sizes)))
    requireFit(fields[name as keyof typeof FIELDS], most)
  requireWords('orders', MAX_ORDERS, rules.orders)
  requireWords('lanes', wordsOfLanes(MAX_UNITS), wordsOfLanes(sizes.units))
}
