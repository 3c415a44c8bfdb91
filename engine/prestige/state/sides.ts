/** The two sides of an attack: their seats, their troops, and their dice that are not spent. */
import type { State } from '../../contract/index.ts'
import * as fields from './fields.ts'
import * as layout from './layout.ts'

// Constants of this module, for speed: see layout.ts.
const { FIELDS, VALUES_LOG2, VALUES_PER_WORD, holderIn } = fields
const { DICE, DICE_WORDS, FORCE, HOLDER, TO, TROOPS, TURN, territoryAt } = layout
const VALUES_MASK = VALUES_PER_WORD - 1
const { bits: DICE_BITS, mask: DICE_MASK } = FIELDS.dice.dice

/** The sides, as dice and picks are stored. */
export const ATTACKER = 0
export const DEFENDER = 1

/** The seat of a side. */
export const seatOfSide = (s: State, side: number): number =>
  side === ATTACKER ? s[TURN]! : holderIn(s[territoryAt(s[TO]!) + HOLDER]!) - 1

/** The side of a seat that fights in this attack. */
export const sideOf = (s: State, seat: number): number => (seat === s[TURN] ? ATTACKER : DEFENDER)

/** Troops of a side in this attack, in a word. */
export const troopsOfSide = (s: State, side: number): number =>
  side === ATTACKER ? s[FORCE]! : s[territoryAt(s[TO]!) + TROOPS]!

/** Dice of a value that a side has not spent. */
export const diceOf = (s: State, side: number, value: number): number =>
  (s[DICE + side * DICE_WORDS + (value >> VALUES_LOG2)]! >>> ((value & VALUES_MASK) * DICE_BITS)) & DICE_MASK

/** Adds dice of a value to a side; with a count of -1 it removes one. */
export const addDice = (s: State, side: number, value: number, count: number): void => {
  s[DICE + side * DICE_WORDS + (value >> VALUES_LOG2)]! += count * (1 << ((value & VALUES_MASK) * DICE_BITS))
}
