/** How near a seat is to meeting a mission, for gauges; no rule depends on it. */
import * as actions from './actions.ts'
import * as layout from './layout.ts'
import * as missions from './missions.ts'
import type { Tables } from './tables.ts'

// Constants of this module, for speed: see layout.ts.
const { TYPE_COUNT } = actions
const { BOARD, HOLDER, INCOMING, TERRITORIES, TROOPS, countIn, holderIn, landAt, seatAt, totalIn } = layout
const { ALIKE, BOTH, COMBINED, HOLD, REGION, REMOVE, TAKE, alike, needed, reached } = missions

/** How nearly a mission is met, in 60ths: PER is met. */
export const PER = 60

/** What is in reach is counted in hundredths of what a mission asks for. */
const ONE = 100
const HALF = 50

/**
 * How nearly the seat meets the mission, 0 to PER, which it is only when met: the part that the seat has of what is asked
 * for, and something for what it might have soon. `prospects` is the seat's gauge of that name.
 */
export const nearness = (t: Tables, s: Int32Array, seat: number, card: number, prospects: number): number => {
  const wanted = needed(t, s, seat, card)
  const got = reached(t, s, seat, card)
  if (got >= wanted) return PER
  const near = Math.floor((PER * (got * ONE + inReach(t, s, seat, card, prospects))) / (ONE * wanted))
  return near < PER ? near : PER - 1
}

/** Hundredths of what the mission asks for that the seat has not, but might soon have. */
const inReach = (t: Tables, s: Int32Array, seat: number, card: number, prospects: number): number => {
  const mine = seatAt(seat)
  const board = s[mine + BOARD]!
  const incoming = s[mine + INCOMING]!
  switch (t.cardKind[card]) {
    case HOLD:
      // Every troop beyond one a territory could go and hold another.
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
const openTo = (t: Tables, s: Int32Array, seat: number, card: number): number => {
  const { beside, besideFrom, cardFrom, cardPlaces } = t
  let count = 0
  for (let i = cardFrom[card]!; i < cardFrom[card + 1]!; i++) {
    const at = cardPlaces[i]!
    if (s[landAt(at) + HOLDER] !== 0) continue
    const end = besideFrom[at + 1]!
    let j = besideFrom[at]!
    while (j < end && holderIn(s[landAt(beside[j]!) + HOLDER]!) !== seat + 1) j++
    if (j < end) count++
  }
  return count
}

/** Of so many territories, the shares of the faction's types that stand on the seat's best incomplete ones, in hundredths. */
const mixed = (t: Tables, s: Int32Array, seat: number, wanted: number): number => {
  const types = t.factionTypes[seat]!
  let all = 0
  for (let type = 0; type < TYPE_COUNT; type++) all += (types >> type) & 1
  let whole = 0
  let twos = 0
  let ones = 0
  for (let at = 0; at < t.territories; at++) {
    if (holderIn(s[landAt(at) + HOLDER]!) !== seat + 1) continue
    const troops = s[landAt(at) + TROOPS]!
    let there = 0
    for (let type = 0; type < TYPE_COUNT; type++) if (countIn(troops, type) > 0) there++
    if (there === all) whole++
    else if (there === 2) twos++
    else ones++
  }
  const left = wanted - whole
  if (twos > left) twos = left
  if (ones > left - twos) ones = left - twos
  return Math.floor((ONE * (2 * twos + ones)) / all)
}
