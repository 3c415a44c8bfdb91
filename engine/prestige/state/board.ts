/** Territories and who stands on them. */
import type { State } from '../../contract/index.ts'
import type { Tables } from '../rules/tables.ts'
import * as fields from './fields.ts'
import * as layout from './layout.ts'

// Constants of this module, for speed: see layout.ts.
const { countIn, holderIn, totalIn } = fields
const { FIRST_TERRITORY, HOLDER, MOVED, TERRITORIES, TERRITORY_WORDS } = layout
const { TROOPS, TURN, seatAt, territoryAt } = layout

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

/** Puts troops of the seat on a territory that is its own or empty. */
export const putTroops = (s: State, seat: number, territory: number, troops: number): void => {
  const at = territoryAt(territory)
  if (s[at + HOLDER] === 0) {
    s[at + HOLDER] = 1 + seat
    s[seatAt(seat) + TERRITORIES]!++
  }
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
  const { neighbours, neighbourFrom, territories } = t
  const own = 1 + s[TURN]!
  for (let from = 0; from < territories; from++) {
    if (holderIn(s[territoryAt(from) + HOLDER]!) !== own || movable(s, from) === 0) continue
    for (let i = neighbourFrom[from]!; i < neighbourFrom[from + 1]!; i++) {
      const holder = holderIn(s[territoryAt(neighbours[i]!) + HOLDER]!)
      if (holder === 0 || holder === own) return true
    }
  }
  return false
}

/** Whether the seat in turn can attack. */
export const canAttack = (t: Tables, s: State): boolean => {
  const { guard, movedRest, neighbours, neighbourFrom, territories } = t
  const own = 1 + s[TURN]!
  for (let from = 0; from < territories; from++) {
    // The whole word: a territory taken this turn has TAKEN on it if it may not attack.
    const at = territoryAt(from)
    if (s[at + HOLDER] !== own || totalIn(s[at + TROOPS]!) <= guard) continue
    if (movedRest && s[at + TROOPS] === s[at + MOVED]) continue
    for (let i = neighbourFrom[from]!; i < neighbourFrom[from + 1]!; i++) {
      const holder = holderIn(s[territoryAt(neighbours[i]!) + HOLDER]!)
      if (holder !== 0 && holder !== own) return true
    }
  }
  return false
}
