/**
 * Numbers of troops by type, asked for one type after another: for the start, for an attack, as incoming. A number that
 * the others settle is not asked for. FORCE holds what was chosen so far.
 */
import type { State } from '../../contract/index.ts'
import * as parts from '../rules/parts.ts'
import type { Tables } from '../rules/tables.ts'
import * as fields from '../state/fields.ts'
import * as layout from '../state/layout.ts'

// Constants of this module, for speed: see layout.ts.
const { TYPE_COUNT } = parts
const { countIn, fromType, totalIn, troopsOf } = fields
const { ASKED_TYPE, FORCE, FROM, LEFT, PHASE, SENDING, TROOPS, territoryAt } = layout

/** The fewest troops of a type that the seat may choose. */
export const fewest = (t: Tables, s: State, seat: number, type: number): number => {
  if (s[PHASE] !== SENDING) return type === t.lastType[seat] ? s[LEFT]! : 0
  // An attack takes at least one: the last type that stands there cannot be left out if all others were.
  const later = fromType(s[territoryAt(s[FROM]!) + TROOPS]!, type + 1)
  return totalIn(s[FORCE]!) > 0 || later > 0 ? 0 : 1
}

/** The most troops of a type that the seat may choose. */
export const most = (t: Tables, s: State, seat: number, type: number): number => {
  if (s[PHASE] !== SENDING) return (t.factionTypes[seat]! >> type) & 1 ? s[LEFT]! : 0
  const troops = s[territoryAt(s[FROM]!) + TROOPS]!
  // At least one stays behind.
  const free = totalIn(troops) - 1 - totalIn(s[FORCE]!)
  const there = countIn(troops, type)
  return there < free ? there : free
}

/** Takes that number of the type that was asked for. True if the number of another type must be asked for. */
export const chooseCount = (t: Tables, s: State, seat: number, count: number): boolean => {
  take(s, s[ASKED_TYPE]!, count)
  return askCount(t, s, seat, s[ASKED_TYPE]! + 1)
}

/** Asks for the next number that leaves a choice, from a type on, and settles those that leave none. True if it asks. */
export const askCount = (t: Tables, s: State, seat: number, from: number): boolean => {
  for (let type = from; type < TYPE_COUNT; type++) {
    const least = fewest(t, s, seat, type)
    if (least < most(t, s, seat, type)) {
      s[ASKED_TYPE] = type
      return true
    }
    take(s, type, least)
  }
  s[ASKED_TYPE] = 0
  return false
}

const take = (s: State, type: number, count: number): void => {
  s[FORCE]! += troopsOf(type, count)
  if (s[PHASE] !== SENDING) s[LEFT]! -= count
}
