/** Orders as records write them: `1 c3>c4`, `2 c4.d5`, `3 e3 p`, `done`. */
import { show } from '../../../documents/index.ts'
import type { Action, Seat } from '../../contract/index.ts'
import { SIGNS, type Sign, signOf } from '../rules/actions.ts'
import type { Tables } from '../rules/tables.ts'
import { DONE_ORDERING } from '../state/codes.ts'
import { PLAN_COUNT, PLAN_ORDERS, planOf, TO_MOVE } from '../state/layout.ts'
import { aim, bareOrder, FAR, originOf, packOrder, phaseOf, signIn, targetOf } from '../state/orders.ts'
import type { Planner } from '../turn/plan.ts'

const DONE_TEXT = 'done'
const ORDER = /^(0|[1-9]\d*) ([a-z])(\d{1,2})(?: (p)|([>.x;])([a-z])(\d{1,2}))$/

export function squareName(t: Tables, square: number): string {
  return String.fromCharCode(97 + (square % t.files)) + (Math.floor(square / t.files) + 1)
}

/** The text of an order's word, without its phase. */
export function orderText(t: Tables, order: number): string {
  const name = (square: number) => (square === t.squares ? '??' : squareName(t, square))
  const sign = SIGNS[signIn(order)]!
  const origin = name(originOf(order))
  return sign === 'p' ? `${origin} p` : `${origin}${sign}${name(targetOf(order))}`
}

/** The given orders of a seat in this turn, as words. */
function givenOrders(s: Int32Array, seat: Seat): Int32Array {
  const base = planOf(seat)
  const first = base + PLAN_ORDERS
  return s.subarray(first, first + s[base + PLAN_COUNT]!)
}

export function formatAction(t: Tables, planner: Planner, s: Int32Array, seat: Seat, action: Action): string {
  if (action === DONE_ORDERING) return DONE_TEXT
  const order = action < t.actionCount ? planner.orderOf(s, seat, action) : action - t.actionCount
  return `${phaseOf(order) + 1} ${orderText(t, order)}`
}

/** The squares of an order: the unit's, as planned so far, and the one that it is aimed at. */
export function placesOf(
  t: Tables,
  planner: Planner,
  s: Int32Array,
  seat: Seat,
  action: Action,
): readonly string[] {
  if (action === DONE_ORDERING) return []
  const order = action < t.actionCount ? planner.orderOf(s, seat, action) : action - t.actionCount
  return [...new Set([originOf(order), targetOf(order)])]
    .filter(square => square < t.squares)
    .map(square => squareName(t, square))
}

/** A square's index; off the board, that of the word behind the board. */
function squareOf(t: Tables, file: string, rank: string): number {
  const f = file.charCodeAt(0) - 97
  const r = Number(rank) - 1
  return f < t.files && r >= 0 && r < t.ranks ? r * t.files + f : t.squares
}

function distance(t: Tables, from: number, to: number): number {
  if (from === t.squares || to === t.squares) return FAR
  const files = Math.abs((from % t.files) - (to % t.files))
  const ranks = Math.abs(Math.floor(from / t.files) - Math.floor(to / t.files))
  return Math.min(files + ranks, FAR)
}

/** Reads an order into its word, whether or not it can be carried out. Throws if it is malformed. */
function parseOrder(t: Tables, text: string): number {
  const found = ORDER.exec(text)
  if (!found) throw new Error(`found ${show(text)}, expected "PHASE ORDER" such as "1 c3>c4", or "done"`)
  const [, phase, file, rank, prayer, sign, targetFile, targetRank] = found
  if (Number(phase) < 1 || Number(phase) > t.phases)
    throw new Error(`phase ${phase} in ${show(text)}, expected 1 to ${t.phases}`)
  const s = SIGNS.indexOf((prayer ?? sign) as Sign)
  if (!t.used.some(action => signOf(t.rules, action) === SIGNS[s]))
    throw new Error(`no unit of these rules has an action written "${SIGNS[s]}", found ${show(text)}`)
  const origin = squareOf(t, file!, rank!)
  const target = prayer ? origin : squareOf(t, targetFile!, targetRank!)
  return packOrder(Number(phase) - 1, aim(s, distance(t, origin, target)), origin, target)
}

/** The plannable action for just this order, or else the record-only one. `scratch` holds `legalMax` words. */
export function parseAction(
  t: Tables,
  planner: Planner,
  s: Int32Array,
  seat: Seat,
  text: string,
  scratch: Int32Array,
): Action {
  const given = givenOrders(s, seat)
  // A side that has finished may say so again, to no effect.
  if (text === DONE_TEXT) return DONE_ORDERING
  const order = parseOrder(t, text)
  if (((s[TO_MOVE]! >> seat) & 1) === 0)
    throw new Error(
      given.length === t.orders
        ? `an order too many, expected at most ${t.orders} a turn`
        : 'an order after "done"',
    )
  if (t.onePerPhase && given.some(g => phaseOf(g) === phaseOf(order)))
    throw new Error(`a second order for phase ${phaseOf(order) + 1}, expected at most one a phase`)
  const count = planner.legal(s, seat, scratch)
  for (let i = 1; i < count; i++) if (planner.orderOf(s, seat, scratch[i]!) === order) return scratch[i]!
  return t.actionCount + bareOrder(order)
}
