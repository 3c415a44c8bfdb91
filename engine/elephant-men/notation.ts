/** Orders as records write them: `1 c3>c4`, `2 c4.d5`, `3 e3 p`, `done`. */
import type { Action, Seat } from '../game.ts'
import {
  ACTORS,
  FAR,
  NOWHERE,
  PLAN_COUNT,
  aim,
  originOf,
  packOrder,
  phaseOf,
  signIn,
  targetOf,
} from './layout.ts'
import { DONE_ORDERING, type Planner } from './plan.ts'
import { NO_ACTION, SIGN_STRIDE, type Tables } from './tables.ts'

const DONE_TEXT = 'done'
const ORDER = /^(\d+)\s+([a-z])(\d{1,2})(?:\s+(p)|([>.x;])([a-z])(\d{1,2}))$/

export function squareName(t: Tables, square: number): string {
  return String.fromCharCode(97 + (square % t.files)) + (Math.floor(square / t.files) + 1)
}

/** The text of an order's word, without its phase. */
export function orderText(t: Tables, order: number): string {
  const name = (square: number) => (square === NOWHERE ? '??' : squareName(t, square))
  const sign = t.sign[signIn(order)]!
  const origin = name(originOf(order))
  return sign === 'p' ? `${origin} p` : `${origin}${sign}${name(targetOf(order))}`
}

/** The given orders of a seat in this turn, as words. */
function givenOrders(t: Tables, s: Int32Array, seat: Seat): Int32Array {
  const base = t.layout.plan + seat * t.layout.planSize
  const first = base + t.layout.orders
  return s.subarray(first, first + s[base + PLAN_COUNT]!)
}

export function formatAction(t: Tables, planner: Planner, s: Int32Array, seat: Seat, action: Action): string {
  if (action === DONE_ORDERING) return DONE_TEXT
  const order = action < t.actionCount ? planner.orderOf(s, seat, action) : action - t.actionCount
  return `${phaseOf(order) + 1} ${orderText(t, order)}`
}

/** A square's index, NOWHERE if it is off the board. */
function squareOf(t: Tables, file: string, rank: string): number {
  const f = file.charCodeAt(0) - 97
  const r = Number(rank) - 1
  return f < t.files && r >= 0 && r < t.ranks ? r * t.files + f : NOWHERE
}

function distance(t: Tables, from: number, to: number): number {
  if (from === NOWHERE || to === NOWHERE) return FAR
  const files = Math.abs((from % t.files) - (to % t.files))
  const ranks = Math.abs(Math.floor(from / t.files) - Math.floor(to / t.files))
  return Math.min(files + ranks, FAR)
}

/** Reads an order into its word, whether or not it can be carried out. Throws if it is malformed. */
function parseOrder(t: Tables, text: string): number {
  const found = ORDER.exec(text)
  if (!found)
    throw new Error(`found ${JSON.stringify(text)}, expected "PHASE ORDER" such as "1 c3>c4", or "done"`)
  const [, phase, file, rank, prayer, sign, targetFile, targetRank] = found
  if (Number(phase) < 1 || Number(phase) > t.phases)
    throw new Error(`phase ${phase} in ${JSON.stringify(text)}, expected 1 to ${t.phases}`)
  const s = t.sign.indexOf(prayer ?? sign!)
  let known = false
  for (let kind = 0; kind < t.kinds.length; kind++) known ||= t.kindAction[kind * SIGN_STRIDE + s] !== NO_ACTION
  if (!known) throw new Error(`no unit of these rules has an action written "${t.sign[s]}", found ${JSON.stringify(text)}`)
  const origin = squareOf(t, file!, rank!)
  const target = prayer ? origin : squareOf(t, targetFile!, targetRank!)
  return packOrder(Number(phase) - 1, aim(s, distance(t, origin, target)), origin, target)
}

/** The plannable action that means just this order, or the doomed one. `scratch` holds `legalMax` words. */
export function parseAction(
  t: Tables,
  planner: Planner,
  s: Int32Array,
  seat: Seat,
  text: string,
  scratch: Int32Array,
): Action {
  const given = givenOrders(t, s, seat)
  const trimmed = text.trim()
  const order = trimmed === DONE_TEXT ? 0 : parseOrder(t, trimmed)
  if (((s[ACTORS]! >> seat) & 1) === 0)
    throw new Error(given.length === t.orders ? `an order too many, expected at most ${t.orders} a turn` : 'an order after "done"')
  if (order === 0) return DONE_ORDERING
  if (t.onePerPhase && given.some(g => phaseOf(g) === phaseOf(order)))
    throw new Error(`a second order for phase ${phaseOf(order) + 1}, expected at most one a phase`)
  const count = planner.legal(s, seat, scratch)
  for (let i = 1; i < count; i++) if (planner.orderOf(s, seat, scratch[i]!) === order) return scratch[i]!
  return t.actionCount + (order & ~aim(0, 0))
}

