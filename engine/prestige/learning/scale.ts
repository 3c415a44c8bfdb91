/** How numbers are told to learning players: in few steps, so that what was learned of one number holds for those like it. */
import type { Seat } from '../../contract/index.ts'
import type { Tables } from '../rules/tables.ts'
import { PER } from '../state/nearness.ts'

/** Bits of a capped number, of a step, of a holder, of a rank, and of what an action is: its phase and its sort. */
export const MANY_BITS = 3
export const STEP_BITS = 4
export const SEAT_BITS = 3
export const RANK_BITS = 7
export const HEAD_BITS = 7

/** Where what a word tells of begins, above all that it tells. */
export const TAG = 27

const MANY = (1 << MANY_BITS) - 1
const STEPS = 7
/** The step of no difference at all. */
export const NO_STEP = STEPS
const NEAR_STEPS = 10

/** A number; those beyond 7 are told alike. */
export const capped = (value: number): number => (value < MANY ? value : MANY)

/** A difference in steps, to both sides of `NO_STEP`: below 8, and then as often as it doubles. */
export const stepOf = (difference: number): number => {
  const size = Math.abs(difference)
  const steps = size === 0 ? 0 : Math.min(STEPS, Math.max(1, 30 - Math.clz32(size)))
  return difference < 0 ? STEPS - steps : STEPS + steps
}

/** How near a mission is (`nearness`), in tenths. */
export const tenths = (near: number): number => ((near * NEAR_STEPS) / PER) | 0

/** A seat as another one counts them from itself on: 0 is itself. */
export const seenSeat = (t: Tables, other: Seat, seat: Seat): number => (other - seat + t.seats) % t.seats

/** A holder, 1 + seat or 0, as a seat counts them: 0 nobody, 1 itself. */
export const seenHolder = (t: Tables, holder: number, seat: Seat): number =>
  holder === 0 ? 0 : 1 + seenSeat(t, holder - 1, seat)

/** The places that a card names as a seat ranks them, as text; empty for a card that names none. */
function ranksOf(t: Tables, seat: Seat, card: number): string {
  const places = t.cardPlaces.subarray(t.cardFrom[card]!, t.cardFrom[card + 1]!)
  return Array.from(places, place => t.rank[seat * t.territories + place]!)
    .sort((a, b) => a - b)
    .join(' ')
}

/**
 * Cards as each seat sees them, [seat * cards + card]: of cards that name places, the one that names to the first seat what this one names to the
 * seat, if there is one. Allocates.
 */
export function seenCards(t: Tables): Int32Array {
  const seen = new Int32Array(t.seats * t.cards)
  const first = Array.from({ length: t.cards }, (_, card) => `${t.cardKind[card]} ${ranksOf(t, 0, card)}`)
  for (let seat = 0; seat < t.seats; seat++)
    for (let card = 0; card < t.cards; card++) {
      const ranks = ranksOf(t, seat, card)
      const twin = ranks === '' ? card : first.indexOf(`${t.cardKind[card]} ${ranks}`)
      seen[seat * t.cards + card] = twin < 0 ? card : twin
    }
  return seen
}
