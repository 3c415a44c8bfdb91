/** How near a seat is to meeting a mission, for gauges; no rule depends on it. */
import { bitCount, type State } from '../../contract/index.ts'
import type { Tables } from '../rules/tables.ts'
import { kindsIn, totalIn } from './fields.ts'
import { BOARD, HOLDER, INCOMING, seatAt, TERRITORIES, TROOPS, territoryAt } from './layout.ts'
import { ALIKE, alike, BOTH, COMBINED, HOLD, needed, REGION, REMOVE, reached, TAKE } from './missions.ts'
import { isBeside, lowestIn, setAt } from './sets.ts'

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
