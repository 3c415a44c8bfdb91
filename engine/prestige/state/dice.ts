/**
 * The dice of an attack that are rolled and not spent, counted by side and value.
 *
 * Where a die belongs to a type of troop (`ownDice`), they are counted by type as well. Where a revealed die may stay in its
 * pool (`shownDice`), those that all have seen are counted apart from those that only their side knows. The counts of such
 * rules stand last, after a word a side with the number of its dice by type. All other rules have `plainDice`, and
 * none of these words; what they do is kept apart from the rest, for speed.
 */
import { type State, UNKNOWN } from '../../contract/index.ts'
import { TYPE_COUNT } from '../rules/parts.ts'
import type { Tables } from '../rules/tables.ts'
import {
  countIn,
  FIELDS,
  holderIn,
  totalIn,
  troop,
  VALUES_LOG2,
  VALUES_PER_WORD,
  valuesIn,
} from './fields.ts'
import { DICE, DICE_WORDS, FORCE, HOLDER, POOL, sizeOf, TO, TROOPS, TURN, territoryAt } from './layout.ts'

const VALUES_MASK = VALUES_PER_WORD - 1
const { bits: DICE_BITS, mask: DICE_MASK } = FIELDS.dice.dice

/** How many kinds of dice of a side are counted apart. */
const kindsOf = (t: Tables): number => (t.ownDice ? TYPE_COUNT : 1)

/** Words of a state that only some rules need, for dice. */
export const extraWords = (t: Tables): number => {
  const counts = SIDES * kindsOf(t) * DICE_WORDS
  return (t.ownDice ? SIDES + counts : 0) + (t.shownDice ? counts : 0)
}

/** The number of a side's dice by type, as a word of troops, where dice belong to types. */
const poolAt = (t: Tables, side: number): number => sizeOf(t.territories, t.cards, t.seats) + side

/** Where the counts of a side's dice of a type begin that only it knows. */
const hiddenAt = (t: Tables, side: number, type: number): number =>
  t.ownDice ? poolAt(t, SIDES) + (side * TYPE_COUNT + type) * DICE_WORDS : DICE + side * DICE_WORDS

/** Where the counts of those begin that all have seen. */
const shownAt = (t: Tables, side: number, type: number): number =>
  t.ownDice ? hiddenAt(t, SIDES + side, type) : poolAt(t, 0) + side * DICE_WORDS

const countAt = (s: State, at: number, value: number): number =>
  (s[at + (value >> VALUES_LOG2)]! >>> ((value & VALUES_MASK) * DICE_BITS)) & DICE_MASK

const addAt = (s: State, at: number, value: number, count: number): void => {
  s[at + (value >> VALUES_LOG2)]! += count * (1 << ((value & VALUES_MASK) * DICE_BITS))
}

/** Dice of a value that a side's troops of the type may fight with. */
export const diceOf = (t: Tables, s: State, side: number, type: number, value: number): number =>
  t.plainDice ? countAt(s, DICE + side * DICE_WORDS, value) : countSpecial(t, s, side, type, value)

const countSpecial = (t: Tables, s: State, side: number, type: number, value: number): number =>
  countAt(s, hiddenAt(t, side, type), value) + (t.shownDice ? countAt(s, shownAt(t, side, type), value) : 0)

/** The values of a side's dice of a type, a bit each. */
export const valuesOf = (t: Tables, s: State, side: number, type: number): number => {
  const hidden = t.plainDice ? DICE + side * DICE_WORDS : hiddenAt(t, side, type)
  const shown = t.shownDice ? shownAt(t, side, type) : hidden
  let values = 0
  for (let w = 0; w << VALUES_LOG2 < t.sides; w++)
    values |= valuesIn(s[hidden + w]! | s[shown + w]!) << (w << VALUES_LOG2)
  return values
}

/** The side that rolls next: the defender once the attacker has all dice. */
export const nextSide = (s: State): number => (s[POOL]! < totalIn(s[FORCE]!) ? ATTACKER : DEFENDER)

/** The type for which a side rolls next: type by type where dice belong to types, else always the first. */
const nextType = (t: Tables, s: State, side: number): number => {
  if (!t.ownDice) return 0
  const troops = troopsOfSide(s, side)
  const dice = s[poolAt(t, side)]!
  let type = 0
  while (countIn(dice, type) === countIn(troops, type)) type++
  return type
}

/** Sides of the die that is rolled next. */
export const facesToRoll = (t: Tables, s: State): number => (t.evenDice ? t.sides : facesOfNext(t, s))

const facesOfNext = (t: Tables, s: State): number => {
  const side = nextSide(s)
  return t.faces[side * TYPE_COUNT + nextType(t, s, side)]!
}

/** A side rolls its next die. */
export const addDie = (t: Tables, s: State, side: number, value: number): void => {
  if (t.plainDice) addAt(s, DICE + side * DICE_WORDS, value, 1)
  else addSpecial(t, s, side, value)
  s[POOL + side]!++
}

const addSpecial = (t: Tables, s: State, side: number, value: number): void => {
  const type = nextType(t, s, side)
  addAt(s, hiddenAt(t, side, type), value, 1)
  if (t.ownDice) s[poolAt(t, side)]! += troop(type)
}

/** A die is shown, to be spent or to stay. Of equal dice the one that was shown before is meant. */
export const showDie = (t: Tables, s: State, side: number, type: number, value: number): void => {
  const shown = shownAt(t, side, type)
  if (countAt(s, shown, value) > 0) return
  addAt(s, hiddenAt(t, side, type), value, -1)
  addAt(s, shown, value, 1)
}

/** A die that was picked is spent. */
export const spendDie = (t: Tables, s: State, side: number, type: number, value: number): void => {
  if (t.plainDice) addAt(s, DICE + side * DICE_WORDS, value, -1)
  else spendSpecial(t, s, side, type, value)
  s[POOL + side]!--
}

const spendSpecial = (t: Tables, s: State, side: number, type: number, value: number): void => {
  if (t.shownDice) showDie(t, s, side, type, value)
  addAt(s, t.shownDice ? shownAt(t, side, type) : hiddenAt(t, side, type), value, -1)
  if (t.ownDice) s[poolAt(t, side)]! -= troop(type)
}

/** All dice that are left are void. */
export const clearDice = (t: Tables, s: State): void => {
  for (let at = DICE; at < DICE + SIDES * DICE_WORDS; at++) s[at] = 0
  s[POOL] = 0
  s[POOL + 1] = 0
  if (!t.plainDice) s.fill(0, poolAt(t, 0))
}

/** Whether a view hides the dice of a side. */
export const isHidden = (t: Tables, view: State, side: number): boolean =>
  view[hiddenAt(t, side, 0)] === UNKNOWN

/** Hides the dice of a side that only it knows. */
export const hideDice = (t: Tables, view: State, side: number): void => {
  const at = hiddenAt(t, side, 0)
  view.fill(UNKNOWN, at, at + kindsOf(t) * DICE_WORDS)
}

/** Clears the hidden dice of a side and type, and returns how many there are. */
export const takeHidden = (t: Tables, view: State, side: number, type: number): number => {
  const at = hiddenAt(t, side, type)
  view.fill(0, at, at + DICE_WORDS)
  let unknown = t.ownDice ? countIn(view[poolAt(t, side)]!, type) : view[POOL + side]!
  if (t.shownDice)
    for (let value = 0; value < t.sides; value++) unknown -= countAt(view, shownAt(t, side, type), value)
  return unknown
}

/** Puts a guessed die among the hidden ones. */
export const putHidden = (t: Tables, view: State, side: number, type: number, value: number): void => {
  addAt(view, hiddenAt(t, side, type), value, 1)
}

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
