/**
 * Numbers of troops by type, asked for one type after another: for the start, for an attack, as incoming. A number that is
 * settled by the others is not asked for. What was chosen so far is in FORCE.
 */
import * as actions from './actions.ts'
import * as layout from './layout.ts'
import type { Tables } from './tables.ts'

// Constants of this module, for speed: see layout.ts.
const { TYPE_COUNT } = actions
const { COUNTED, FORCE, FROM, LEFT, PHASE, SENDING, TROOPS, countIn, landAt, totalIn, troopsOf } = layout

const TYPES_BITS = 0xffffff

/** The fewest troops of a type that the seat may choose. */
export const fewest = (t: Tables, s: Int32Array, seat: number, type: number): number => {
  if (s[PHASE] !== SENDING) return type === t.lastType[seat] ? s[LEFT]! : 0
  // An attack takes at least one: the last type that stands there can not be left out if all others were.
  const later = (s[landAt(s[FROM]!) + TROOPS]! & TYPES_BITS) >>> ((type + 1) << 3)
  return totalIn(s[FORCE]!) > 0 || later > 0 ? 0 : 1
}

/** The most. */
export const most = (t: Tables, s: Int32Array, seat: number, type: number): number => {
  if (s[PHASE] !== SENDING) return (t.factionTypes[seat]! >> type) & 1 ? s[LEFT]! : 0
  const troops = s[landAt(s[FROM]!) + TROOPS]!
  // At least one stays behind.
  const free = totalIn(troops) - 1 - totalIn(s[FORCE]!)
  const there = countIn(troops, type)
  return there < free ? there : free
}

/** Takes so many of the type that is asked for. True if another type's number has to be asked for. */
export const choose = (t: Tables, s: Int32Array, seat: number, count: number): boolean => {
  take(s, s[COUNTED]!, count)
  return ask(t, s, seat, s[COUNTED]! + 1)
}

/** Looks for a number to ask for, from a type on, and settles those that leave no choice. */
export const ask = (t: Tables, s: Int32Array, seat: number, from: number): boolean => {
  for (let type = from; type < TYPE_COUNT; type++) {
    const least = fewest(t, s, seat, type)
    if (least < most(t, s, seat, type)) {
      s[COUNTED] = type
      return true
    }
    take(s, type, least)
  }
  s[COUNTED] = 0
  return false
}

const take = (s: Int32Array, type: number, count: number): void => {
  s[FORCE]! += troopsOf(type, count)
  if (s[PHASE] !== SENDING) s[LEFT]! -= count
}
