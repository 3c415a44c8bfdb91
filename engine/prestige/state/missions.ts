/** Missions: what each asks for, and whether a player meets it. */
import { bitCount, type State } from '../../contract/index.ts'
import { TYPE_COUNT } from '../rules/parts.ts'
import type { Tables } from '../rules/tables.ts'
import { countIn, kindsIn, totalIn } from './fields.ts'
import {
  BOARD,
  HOLDER,
  INCOMING,
  REMOVED,
  seatAt,
  TERRITORIES,
  TOOK,
  TROOPS,
  TURN,
  territoryAt,
} from './layout.ts'
import { countNamed, hasHostile, isBeside, lowestIn, setAt } from './sets.ts'

// The kinds, by their place in MISSIONS.
export const HOLD = 0
export const REGION = 1
export const BOTH = 2
const SAFE = 3
export const ALIKE = 4
export const COMBINED = 5
export const TAKE = 6
export const REMOVE = 7

/** The most troops of one type in a word of them. */
export const alike = (troops: number): number => {
  let most = 0
  for (let type = 0; type < TYPE_COUNT; type++) {
    const count = countIn(troops, type)
    if (count > most) most = count
  }
  return most
}

/**
 * Whether the seat meets the mission. Without territories it meets none: it then has nothing that missions ask for, and
 * they ask for at least one.
 */
export const meets = (t: Tables, s: State, seat: number, card: number): boolean => {
  return reached(t, s, seat, card) >= needed(t, s, seat, card)
}

/** What the mission asks for, at least 1. */
export const needed = (t: Tables, s: State, seat: number, card: number): number => {
  const kind = t.cardKind[card]!
  if (kind === REGION || kind === BOTH) return t.cardFrom[card + 1]! - t.cardFrom[card]!
  if (kind <= REMOVE) return t.cardCount[card]!
  // To border every enemy who holds a territory: at least one does.
  let enemies = 0
  for (let other = 0; other < t.seats; other++)
    if (other !== seat && s[seatAt(other) + TERRITORIES]! > 0) enemies++
  return enemies === 0 ? 1 : enemies
}

/** How much of it the seat has. */
export const reached = (t: Tables, s: State, seat: number, card: number): number => {
  switch (t.cardKind[card]) {
    case HOLD:
      return s[seatAt(seat) + TERRITORIES]!
    case REGION:
    case BOTH:
      return countNamed(t, s, seat, card)
    case SAFE:
      return safe(t, s, seat)
    case ALIKE:
      return alike(s[seatAt(seat) + BOARD]!)
    case COMBINED:
      return combined(t, s, seat)
    case TAKE:
      return s[TURN] === seat ? s[TOOK]! : 0
    case REMOVE:
      return s[TURN] === seat ? s[REMOVED]! : 0
    default:
      return bordered(t, s, seat)
  }
}

/** Territories of the seat of which none is adjacent to an enemy's. */
const safe = (t: Tables, s: State, seat: number): number => {
  const own = setAt(t, 1 + seat)
  let count = 0
  for (let w = 0; w < t.setWords; w++)
    for (let rest = s[own + w]!; rest !== 0; rest &= rest - 1)
      if (!hasHostile(t, s, seat, lowestIn(w, rest))) count++
  return count
}

/** Territories with every type of the seat's faction. */
const combined = (t: Tables, s: State, seat: number): number => {
  const types = t.factionTypes[seat]!
  const own = setAt(t, 1 + seat)
  let count = 0
  for (let w = 0; w < t.setWords; w++)
    for (let rest = s[own + w]!; rest !== 0; rest &= rest - 1) {
      const troops = s[territoryAt(lowestIn(w, rest)) + TROOPS]!
      let type = 0
      while (type < TYPE_COUNT && (((types >> type) & 1) === 0 || countIn(troops, type) > 0)) type++
      if (type === TYPE_COUNT) count++
    }
  return count
}

/** Enemies with a territory beside one of the seat's. */
const bordered = (t: Tables, s: State, seat: number): number => {
  let enemies = 0
  for (let other = 0; other < t.seats; other++)
    if (other !== seat && s[seatAt(other) + TERRITORIES]! > 0 && borders(t, s, seat, other)) enemies++
  return enemies
}

const borders = (t: Tables, s: State, seat: number, other: number): boolean => {
  const own = setAt(t, 1 + seat)
  for (let w = 0; w < t.setWords; w++)
    for (let rest = s[own + w]!; rest !== 0; rest &= rest - 1)
      if (isBeside(t, s, 1 + other, lowestIn(w, rest))) return true
  return false
}

/** Nearness is in 60ths: PER is met. */
export const PER = 60

/** What is in reach is counted in hundredths of one thing that a mission asks for. */
const ONE = 100
const HALF = 50

/**
 * How nearly the seat meets the mission: 0 to PER, and PER only when it is met. It counts the share that the seat has of
 * what the mission asks for, and something for what it might have soon. `prospects` is the seat's gauge of that name.
 */
export const nearness = (t: Tables, s: State, seat: number, card: number, prospects: number): number => {
  const wanted = needed(t, s, seat, card)
  const got = reached(t, s, seat, card)
  if (got >= wanted) return PER
  const near = ((PER * (got * ONE + inReach(t, s, seat, card, prospects))) / (ONE * wanted)) | 0
  return near < PER ? near : PER - 1
}

/** What the mission asks for and the seat might soon have, in hundredths. */
const inReach = (t: Tables, s: State, seat: number, card: number, prospects: number): number => {
  const mine = seatAt(seat)
  const board = s[mine + BOARD]!
  const incoming = s[mine + INCOMING]!
  switch (t.cardKind[card]) {
    case HOLD:
      // Every troop beyond the one that each territory needs could go and hold another territory.
      return HALF * (totalIn(board + incoming) - s[mine + TERRITORIES]!)
    case ALIKE:
      return ONE * (alike(board + incoming) - alike(board))
    case COMBINED:
      return mixed(t, s, seat, t.cardCount[card]!)
    case TAKE:
    case REMOVE:
      return prospects >> 1
    case REGION:
    case BOTH:
      return HALF * openTo(t, s, seat, card)
    default:
      return 0
  }
}

/** Territories that the card names, nobody holds, and one of the seat's is beside. */
const openTo = (t: Tables, s: State, seat: number, card: number): number => {
  const { cardFrom, cardPlaces } = t
  let count = 0
  for (let i = cardFrom[card]!; i < cardFrom[card + 1]!; i++) {
    const at = cardPlaces[i]!
    if (s[territoryAt(at) + HOLDER] === 0 && isBeside(t, s, 1 + seat, at)) count++
  }
  return count
}

/** The share of the faction's types on the seat's best incomplete territories, as many as it still needs, in hundredths. */
const mixed = (t: Tables, s: State, seat: number, wanted: number): number => {
  const all = bitCount(t.factionTypes[seat]!)
  let whole = 0
  let twos = 0
  let ones = 0
  const own = setAt(t, 1 + seat)
  for (let w = 0; w < t.setWords; w++)
    for (let rest = s[own + w]!; rest !== 0; rest &= rest - 1) {
      const there = kindsIn(s[territoryAt(lowestIn(w, rest)) + TROOPS]!)
      if (there === all) whole++
      else if (there === 2) twos++
      else ones++
    }
  const left = wanted - whole
  if (twos > left) twos = left
  if (ones > left - twos) ones = left - twos
  return ((ONE * (2 * twos + ones)) / all) | 0
}
