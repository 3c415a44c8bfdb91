/** Positions as learning players see them: territories as the seat ranks them, missions and how near they are, and who leads. */
import type { Seat, State } from '../../contract/index.ts'
import type { Tables } from '../rules/tables.ts'
import { holderIn, totalIn } from '../state/fields.ts'
import { GAUGES, measureGauges } from '../state/gauges.ts'
import {
  ASKED_TYPE,
  BOARD,
  DOSSIER,
  HOLDER,
  INCOMING,
  LEFT,
  PHASE,
  PRESTIGE,
  REMOVED,
  seatAt,
  TERRITORIES,
  TOOK,
  TROOPS,
  TURN,
  territoryAt,
} from '../state/layout.ts'
import { nearness, PER } from '../state/missions.ts'
import { PROSPECTS_GAUGE } from './foresight.ts'

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

/** A number, at most 7. */
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

/** What a token tells of, in its highest bits. */
const PHASE_IS = 1 << TAG
const HOLDER_IS = 2 << TAG
const TROOPS_ARE = 3 << TAG
const MISSION = 4 << TAG
const LACKS = 5 << TAG
const ASKED = 6 << TAG
const LEADS = 7 << TAG

const OF_POSITION = 2
const OF_TERRITORY = 2
const OF_SEAT = 2
/** Missing prestige is capped at this. */
const LACK_MOST = 15

export const tokensOf = (t: Tables): number =>
  OF_POSITION + OF_TERRITORY * t.territories + (OF_SEAT + t.dossier) * t.seats

export class Tokens {
  readonly #tables: Tables
  readonly #gauges: Int32Array
  readonly #seen: Int32Array

  /** `seen`: what `seenCards` returns. */
  constructor(tables: Tables, seen: Int32Array) {
    this.#tables = tables
    this.#gauges = new Int32Array(GAUGES.length * tables.seats)
    this.#seen = seen
  }

  write(s: State, seat: Seat, out: Int32Array): number {
    const t = this.#tables
    const n = t.territories
    let at = 0
    out[at++] = PHASE_IS | (s[PHASE]! << SEAT_BITS) | seenSeat(t, s[TURN]!, seat)
    const done = (capped(s[TOOK]!) << MANY_BITS) | capped(s[REMOVED]!)
    out[at++] = ASKED | (((capped(s[LEFT]!) << MANY_BITS) | s[ASKED_TYPE]!) << (2 * MANY_BITS)) | done
    for (let r = 0; r < n; r++) {
      const territory = territoryAt(t.order[seat * n + r]!)
      const place = (r << SEAT_BITS) | seenHolder(t, holderIn(s[territory + HOLDER]!), seat)
      out[at++] = HOLDER_IS | place
      out[at++] = TROOPS_ARE | (place << MANY_BITS) | capped(totalIn(s[territory + TROOPS]!))
    }
    measureGauges(t, s, this.#gauges, 0)
    for (let other = 0; other < t.seats; other++) at = this.#tellOf(s, seat, other, out, at)
    return at
  }

  /** A seat's missions, what it lacks for a win, and how far it is ahead of the one that looks. */
  #tellOf(s: State, seat: Seat, other: Seat, out: Int32Array, from: number): number {
    const t = this.#tables
    const [theirs, ours] = [seatAt(other), seatAt(seat)]
    const who = seenSeat(t, other, seat)
    let at = from
    for (let p = 0; p < t.dossier; p++)
      if (s[theirs + DOSSIER + p] !== 0)
        out[at++] = MISSION | (this.#mission(s, seat, other, p) << SEAT_BITS) | who
    out[at++] = LACKS | (Math.min(LACK_MOST, t.win - s[theirs + PRESTIGE]!) << SEAT_BITS) | who
    const lands = stepOf(s[theirs + TERRITORIES]! - s[ours + TERRITORIES]!)
    const troops = stepOf(
      totalIn(s[theirs + BOARD]! + s[theirs + INCOMING]!) - totalIn(s[ours + BOARD]! + s[ours + INCOMING]!),
    )
    out[at++] = LEADS | (((lands << STEP_BITS) | troops) << SEAT_BITS) | who
    return at
  }

  /** The mission in a place of a holder's dossier, as the seat sees it, and how near its holder is; `#gauges` are the position's. */
  #mission(s: State, seat: Seat, holder: Seat, place: number): number {
    const t = this.#tables
    const card = s[seatAt(holder) + DOSSIER + place]! - 1
    const near = nearness(t, s, holder, card, this.#gauges[PROSPECTS_GAUGE * t.seats + holder]!)
    return (this.#seen[seat * t.cards + card]! << STEP_BITS) | tenths(near)
  }

  /** The same of the seat's own dossier, for aspects. */
  ownMission(s: State, seat: Seat, place: number): number {
    measureGauges(this.#tables, s, this.#gauges, 0)
    return this.#mission(s, seat, seat, place)
  }
}
