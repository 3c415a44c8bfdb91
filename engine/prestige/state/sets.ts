/**
 * Sets of territories, a bit each: those that nobody holds, and those of each seat. They say once more what the holders of
 * the territories say, so that what lies beside a territory is counted, not walked along.
 */
import { bitCount, type State } from '../../contract/index.ts'
import { setBitOf, setWordOf, WORD_LOG2 } from '../rules/map.ts'
import type { Tables } from '../rules/tables.ts'
import { setsAt } from './layout.ts'

/** Where the set of a holder begins, 1 + seat, or 0 for nobody. */
export const setAt = (t: Tables, holder: number): number =>
  setsAt(t.territories, t.cards) + holder * t.setWords

/** The first territory of word w of a set, of which `rest` are the bits, not 0. */
export const lowestIn = (w: number, rest: number): number => (w << WORD_LOG2) + 31 - Math.clz32(rest & -rest)

/** Puts a territory into the set of a holder, and takes it out. */
export const addTo = (t: Tables, s: State, holder: number, territory: number): void => {
  s[setAt(t, holder) + setWordOf(territory)]! |= setBitOf(territory)
}
export const removeFrom = (t: Tables, s: State, holder: number, territory: number): void => {
  s[setAt(t, holder) + setWordOf(territory)]! &= ~setBitOf(territory)
}

/** How many territories beside one are empty or the seat's own. */
export const countOpen = (t: Tables, s: State, seat: number, territory: number): number => {
  const { near, setWords } = t
  const empty = setAt(t, 0)
  const own = setAt(t, 1 + seat)
  let count = 0
  for (let w = 0; w < setWords; w++)
    count += bitCount(near[territory * setWords + w]! & (s[empty + w]! | s[own + w]!))
  return count
}

/** How many territories beside one are enemies of the seat. */
export const countHostile = (t: Tables, s: State, seat: number, territory: number): number => {
  const { near, setWords } = t
  const empty = setAt(t, 0)
  const own = setAt(t, 1 + seat)
  let count = 0
  for (let w = 0; w < setWords; w++)
    count += bitCount(near[territory * setWords + w]! & ~(s[empty + w]! | s[own + w]!))
  return count
}

/** Whether a territory beside one is empty or the seat's own. */
export const hasOpen = (t: Tables, s: State, seat: number, territory: number): boolean => {
  const { near, setWords } = t
  const empty = setAt(t, 0)
  const own = setAt(t, 1 + seat)
  for (let w = 0; w < setWords; w++)
    if ((near[territory * setWords + w]! & (s[empty + w]! | s[own + w]!)) !== 0) return true
  return false
}

/** Whether a territory beside one is an enemy's of the seat. */
export const hasHostile = (t: Tables, s: State, seat: number, territory: number): boolean => {
  const { near, setWords } = t
  const empty = setAt(t, 0)
  const own = setAt(t, 1 + seat)
  for (let w = 0; w < setWords; w++)
    if ((near[territory * setWords + w]! & ~(s[empty + w]! | s[own + w]!)) !== 0) return true
  return false
}

/** Whether a territory beside one has that holder. */
export const isBeside = (t: Tables, s: State, holder: number, territory: number): boolean => {
  const { near, setWords } = t
  const set = setAt(t, holder)
  for (let w = 0; w < setWords; w++) if ((near[territory * setWords + w]! & s[set + w]!) !== 0) return true
  return false
}

/** How many of the territories that a card names the seat holds. */
export const countNamed = (t: Tables, s: State, seat: number, card: number): number => {
  const { cardSet, setWords } = t
  const own = setAt(t, 1 + seat)
  let count = 0
  for (let w = 0; w < setWords; w++) count += bitCount(cardSet[card * setWords + w]! & s[own + w]!)
  return count
}
