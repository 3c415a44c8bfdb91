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
import { nearness } from '../state/nearness.ts'
import { PROSPECTS_GAUGE } from './foresight.ts'
import {
  capped,
  MANY_BITS,
  SEAT_BITS,
  STEP_BITS,
  seenHolder,
  seenSeat,
  stepOf,
  TAG,
  tenths,
} from './scale.ts'

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
/** Prestige that is lacking beyond this is told alike. */
const LACK_MOST = 15

/** Most tokens under some rules. */
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
