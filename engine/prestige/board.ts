/** Territories and who stands on them. */
import * as layout from './layout.ts'
import type { Tables } from './tables.ts'

// Constants of this module, for speed: see layout.ts.
const { HOLDER, MOVED, TERRITORIES, TROOPS, TURN, holderIn, landAt, seatAt, totalIn } = layout

/** Territories that nobody holds. */
export const emptyLands = (t: Tables, s: Int32Array): number => {
  let empty = t.territories
  for (let seat = 0; seat < t.seats; seat++) empty -= s[seatAt(seat) + TERRITORIES]!
  return empty
}

/** The troops that may leave a territory now: those that have not moved, if one stays behind. */
export const free = (s: Int32Array, territory: number): number => {
  const at = landAt(territory)
  const troops = s[at + TROOPS]!
  return totalIn(troops) > 1 ? troops - s[at + MOVED]! : 0
}

/** Puts troops of the seat on a territory that is its own or empty. */
export const settle = (s: Int32Array, seat: number, territory: number, troops: number): void => {
  const at = landAt(territory)
  if (s[at + HOLDER] === 0) {
    s[at + HOLDER] = 1 + seat
    s[seatAt(seat) + TERRITORIES]!++
  }
  s[at + TROOPS]! += troops
}

/** The first territory of that holder, 1 + seat, or 0 for nobody; there must be one. */
export const firstOf = (s: Int32Array, holder: number): number => {
  let territory = 0
  while (holderIn(s[landAt(territory) + HOLDER]!) !== holder) territory++
  return territory
}

/** Whether the seat in turn can move any troop. */
export const canMove = (t: Tables, s: Int32Array): boolean => {
  const { beside, besideFrom } = t
  const own = 1 + s[TURN]!
  for (let from = 0; from < t.territories; from++) {
    if (holderIn(s[landAt(from) + HOLDER]!) !== own || free(s, from) === 0) continue
    for (let i = besideFrom[from]!; i < besideFrom[from + 1]!; i++) {
      const holder = holderIn(s[landAt(beside[i]!) + HOLDER]!)
      if (holder === 0 || holder === own) return true
    }
  }
  return false
}

/** Whether the seat in turn can attack. */
export const canAttack = (t: Tables, s: Int32Array): boolean => {
  const { beside, besideFrom } = t
  const own = 1 + s[TURN]!
  for (let from = 0; from < t.territories; from++) {
    // The whole word: a territory taken this turn has TAKEN on it if it may not attack.
    if (s[landAt(from) + HOLDER] !== own || totalIn(s[landAt(from) + TROOPS]!) < 2) continue
    for (let i = besideFrom[from]!; i < besideFrom[from + 1]!; i++) {
      const holder = holderIn(s[landAt(beside[i]!) + HOLDER]!)
      if (holder !== 0 && holder !== own) return true
    }
  }
  return false
}
