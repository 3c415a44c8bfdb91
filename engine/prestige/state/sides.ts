/** The two sides of an attack: their seats and their troops. */
import type { State } from '../../contract/index.ts'
import { holderIn } from './fields.ts'
import { FORCE, HOLDER, TO, TROOPS, TURN, territoryAt } from './layout.ts'

/** The sides, as dice and picks are stored. */
export const ATTACKER = 0
export const DEFENDER = 1
export const SIDES = 2

/** The seat of a side. */
export const seatOfSide = (s: State, side: number): number =>
  side === ATTACKER ? s[TURN]! : holderIn(s[territoryAt(s[TO]!) + HOLDER]!) - 1

/** The side of a seat that fights in this attack. */
export const sideOf = (s: State, seat: number): number => (seat === s[TURN] ? ATTACKER : DEFENDER)

/** Troops of a side in this attack, in a word. */
export const troopsOfSide = (s: State, side: number): number =>
  side === ATTACKER ? s[FORCE]! : s[territoryAt(s[TO]!) + TROOPS]!
