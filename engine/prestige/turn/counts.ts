/**
 * Numbers of troops by type, asked for one type after another: for the start, for an attack, as incoming. A number that
 * the others settle is not asked for. FORCE holds what was chosen so far.
 */
import type { State } from '../../contract/index.ts'
import { below } from '../../rng.ts'
import { TYPE_COUNT } from '../rules/parts.ts'
import type { Tables } from '../rules/tables.ts'
import { countIn, fromType, totalIn, troopsOf } from '../state/fields.ts'
import {
  ASKED_TYPE,
  BOARD,
  FORCE,
  FROM,
  INCOMING,
  LEFT,
  MOVED,
  PHASE,
  SENDING,
  seatAt,
  TROOPS,
  territoryAt,
} from '../state/layout.ts'

export const fewest = (t: Tables, s: State, seat: number, type: number): number => {
  if (s[PHASE] !== SENDING) {
    if (t.fewPieces) return fewestRaised(t, s, seat, type)
    return type === t.lastType[seat] ? s[LEFT]! : 0
  }
  return fewestSent(s[FORCE]!, sendable(t, s, s[FROM]!), type)
}

/** An attack takes at least one: the last type that stands there, in a word of troops, cannot be left out if all others were. */
const fewestSent = (force: number, troops: number, type: number): number =>
  force !== 0 || fromType(troops, type + 1) !== 0 ? 0 : 1

/** What the pieces of later types leave to be raised of this one. */
const fewestRaised = (t: Tables, s: State, seat: number, type: number): number => {
  let later = 0
  for (let other = type + 1; other < TYPE_COUNT; other++) later += unused(t, s, seat, other)
  return s[LEFT]! > later ? s[LEFT]! - later : 0
}

/** Pieces of a type that a seat has neither on the board nor incoming; none of types that its faction lacks. */
const unused = (t: Tables, s: State, seat: number, type: number): number => {
  if (((t.factionTypes[seat]! >> type) & 1) === 0) return 0
  return t.pieces[type]! - countIn(s[seatAt(seat) + BOARD]! + s[seatAt(seat) + INCOMING]!, type)
}

/** The most troops for which a seat has pieces of its types. */
export const unusedPieces = (t: Tables, s: State, seat: number): number => {
  let sum = 0
  for (let type = 0; type < TYPE_COUNT; type++) sum += unused(t, s, seat, type)
  return sum
}

/** The troops of a territory that may be sent, those that stay behind included. */
const sendable = (t: Tables, s: State, from: number): number => {
  const at = territoryAt(from)
  return t.movedRest ? s[at + TROOPS]! - s[at + MOVED]! : s[at + TROOPS]!
}

export const most = (t: Tables, s: State, seat: number, type: number): number => {
  if (s[PHASE] !== SENDING) {
    if (t.fewPieces) return Math.min(s[LEFT]!, unused(t, s, seat, type))
    return (t.factionTypes[seat]! >> type) & 1 ? s[LEFT]! : 0
  }
  return mostSent(countIn(sendable(t, s, s[FROM]!), type), spare(t, s))
}

/** Troops that may still be sent. Somebody stays behind, unless the rules leave territories without a guard. */
const spare = (t: Tables, s: State): number =>
  totalIn(s[territoryAt(s[FROM]!) + TROOPS]!) - t.guard - totalIn(s[FORCE]!)

/** Of a type with this many troops there, of which this many of any type may still be sent. */
const mostSent = (there: number, left: number): number => (there < left ? there : left)

export const draw = (rng: Int32Array, least: number, top: number): number => top - below(rng, 1 + top - least)

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

/**
 * Draws all numbers of an attack that are still asked for, one after another, and leaves none to ask. Returns how many it drew. It does what a
 * draw and `chooseCount` do in turns, without repeating what they have in common; the law of `sampleStep` compares the two.
 */
export const drawForce = (t: Tables, s: State, rng: Int32Array): number => {
  const troops = sendable(t, s, s[FROM]!)
  let force = s[FORCE]!
  let left = spare(t, s)
  let drawn = 0
  for (let type = s[ASKED_TYPE]!; type < TYPE_COUNT; type++) {
    let count = fewestSent(force, troops, type)
    const top = mostSent(countIn(troops, type), left)
    if (count < top) {
      count = draw(rng, count, top)
      drawn++
    }
    force += troopsOf(type, count)
    left -= count
  }
  s[FORCE] = force
  s[ASKED_TYPE] = 0
  return drawn
}

const take = (s: State, type: number, count: number): void => {
  s[FORCE]! += troopsOf(type, count)
  if (s[PHASE] !== SENDING) s[LEFT]! -= count
}

/** Whether raising `count` of the type that was asked for raises some of a type: of that one, or of a later one that has to fill what is left. */
export const raises = (t: Tables, s: State, seat: number, count: number, type: number): boolean => {
  const asked = s[ASKED_TYPE]!
  if (type <= asked) return type === asked && count > 0
  let left = s[LEFT]! - count
  for (let other = asked + 1; other < TYPE_COUNT; other++)
    if (other !== type && (t.factionTypes[seat]! >> other) & 1)
      left -= t.fewPieces ? unused(t, s, seat, other) : left
  return left > 0 && ((t.factionTypes[seat]! >> type) & 1) !== 0
}

/** Whether sending `count` of the type that was asked for sends some of a type: of that one, or of the only one left if none was sent. */
export const sends = (t: Tables, s: State, count: number, type: number): boolean => {
  const asked = s[ASKED_TYPE]!
  if (type <= asked) return type === asked && count > 0
  if (count > 0 || totalIn(s[FORCE]!) > 0) return false
  const troops = sendable(t, s, s[FROM]!)
  return fromType(troops, asked + 1) !== 0 && countAfter(troops, asked + 1) === countIn(troops, type)
}

/** The fewest and the most troops of an attack from a territory to which `count` more are sent, of the types before `from`. */
export const forces = (
  t: Tables,
  s: State,
  territory: number,
  from: number,
  count: number,
): { least: number; most: number } => {
  const sent = count + (s[PHASE] === SENDING ? totalIn(s[FORCE]!) : 0)
  const free = totalIn(s[territoryAt(territory) + TROOPS]!) - t.guard - sent
  const later = countAfter(sendable(t, s, territory), from)
  return { least: Math.max(1, sent), most: sent + Math.min(free, later) }
}

const countAfter = (troops: number, type: number): number => {
  let sum = 0
  for (let other = type; other < TYPE_COUNT; other++) sum += countIn(troops, other)
  return sum
}
