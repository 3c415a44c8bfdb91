/** Territories and who stands on them. */
import type { State } from '../../contract/index.ts'
import type { Tables } from '../rules/tables.ts'
import { countIn, holderIn, totalIn } from './fields.ts'
import {
  FIRST_TERRITORY,
  HOLDER,
  MOVED,
  seatAt,
  TERRITORIES,
  TERRITORY_WORDS,
  TROOPS,
  TURN,
  territoryAt,
} from './layout.ts'
import { addTo, hasHostile, hasOpen, lowestIn, removeFrom, setAt } from './sets.ts'

/** The first type of which a word has troops; there must be one. */
export const firstType = (troops: number): number => {
  let type = 0
  while (countIn(troops, type) === 0) type++
  return type
}

/** Forgets which troops have moved. */
export const forgetMoves = (t: Tables, s: State): void => {
  const end = FIRST_TERRITORY + t.territories * TERRITORY_WORDS
  for (let at = FIRST_TERRITORY + MOVED; at < end; at += TERRITORY_WORDS) s[at] = 0
}

/** The troops that may leave a territory now: those that have not moved, if one stays behind. */
export const movable = (s: State, territory: number): number => {
  const at = territoryAt(territory)
  const troops = s[at + TROOPS]!
  return totalIn(troops) > 1 ? troops - s[at + MOVED]! : 0
}

/** In a state of zeros: nobody holds any territory. */
export const clearBoard = (t: Tables, s: State): void => {
  for (let territory = 0; territory < t.territories; territory++) addTo(t, s, 0, territory)
}

/** A territory changes hands: `before` and `after` are 1 + seat, or 0 for nobody. */
const changeHands = (t: Tables, s: State, territory: number, before: number, after: number): void => {
  s[territoryAt(territory) + HOLDER] = after
  removeFrom(t, s, before, territory)
  addTo(t, s, after, territory)
  if (before > 0) s[seatAt(before - 1) + TERRITORIES]!--
  if (after > 0) s[seatAt(after - 1) + TERRITORIES]!++
}

/** A seat leaves a territory, or loses it. */
export const abandon = (t: Tables, s: State, seat: number, territory: number): void =>
  changeHands(t, s, territory, 1 + seat, 0)

/** Puts troops of the seat on a territory that is its own or empty. */
export const putTroops = (t: Tables, s: State, seat: number, territory: number, troops: number): void => {
  const at = territoryAt(territory)
  if (s[at + HOLDER] === 0) changeHands(t, s, territory, 0, 1 + seat)
  s[at + TROOPS]! += troops
}

/** The first territory of that holder, 1 + seat, or 0 for nobody; there must be one. */
export const firstOf = (s: State, holder: number): number => {
  let territory = 0
  while (holderIn(s[territoryAt(territory) + HOLDER]!) !== holder) territory++
  return territory
}

/** The number of territories that nobody holds. */
export const countEmpty = (t: Tables, s: State): number => {
  const { seats, territories } = t
  let empty = territories
  for (let seat = 0; seat < seats; seat++) empty -= s[seatAt(seat) + TERRITORIES]!
  return empty
}

/** Whether the seat in turn can move any troop. */
export const canMove = (t: Tables, s: State): boolean => {
  const seat = s[TURN]!
  const own = setAt(t, 1 + seat)
  for (let w = 0; w < t.setWords; w++)
    for (let rest = s[own + w]!; rest !== 0; rest &= rest - 1) {
      const from = lowestIn(w, rest)
      if (movable(s, from) !== 0 && hasOpen(t, s, seat, from)) return true
    }
  return false
}

/** Whether the seat in turn can attack. */
export const canAttack = (t: Tables, s: State): boolean => {
  const seat = s[TURN]!
  const own = setAt(t, 1 + seat)
  for (let w = 0; w < t.setWords; w++)
    for (let rest = s[own + w]!; rest !== 0; rest &= rest - 1) {
      const from = lowestIn(w, rest)
      if (mayAttackFrom(t, s, seat, from) && hasHostile(t, s, seat, from)) return true
    }
  return false
}

/** Whether a territory has troops of the seat that may attack, if an enemy is beside it. */
export const mayAttackFrom = (t: Tables, s: State, seat: number, territory: number): boolean => {
  const at = territoryAt(territory)
  // The whole word: a territory taken this turn has TAKEN on it if it may not attack.
  if (s[at + HOLDER] !== 1 + seat || totalIn(s[at + TROOPS]!) <= t.guard) return false
  return !t.movedRest || s[at + TROOPS] !== s[at + MOVED]
}
