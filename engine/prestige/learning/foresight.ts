/** What an action would bring, by the gauges: measured before it, and after it on a copy of the position. */
import type { Seat, State } from '../../contract/index.ts'
import type { Tables } from '../rules/tables.ts'
import { abandon, firstType, putTroops } from '../state/board.ts'
import { countIn, holderIn, totalIn, troop, troopsOf } from '../state/fields.ts'
import { GAUGES, measureGauges } from '../state/gauges.ts'
import {
  BOARD,
  DOSSIER,
  HOLDER,
  INCOMING,
  REMOVED,
  seatAt,
  TOOK,
  TROOPS,
  territoryAt,
} from '../state/layout.ts'
import { meets } from '../state/missions.ts'

export const TERRITORIES_GAUGE = GAUGES.indexOf('territories')
export const MISSIONS_GAUGE = GAUGES.indexOf('missions')
export const PROSPECTS_GAUGE = GAUGES.indexOf('prospects')

/** Filled and read within one call of `Game.aspects`: between calls it only remembers what the gauges showed of the last position. */
export class Foresight {
  readonly #tables: Tables
  readonly #copy: Int32Array
  /** The position that `#before` was measured in. */
  readonly #measured: Int32Array
  readonly #before: Int32Array
  readonly #after: Int32Array
  /** How many more missions the seat would meet: 0 to 2, or 3 if they were fewer. */
  met = 0

  /** `size`: words of a state. */
  constructor(tables: Tables, size: number) {
    this.#tables = tables
    this.#copy = new Int32Array(size)
    // No position.
    this.#measured = new Int32Array(size).fill(-1)
    this.#before = new Int32Array(GAUGES.length * tables.seats)
    this.#after = new Int32Array(GAUGES.length * tables.seats)
  }

  /** All incoming troops of a type are placed on a territory: in the canonical order, what is placed later may go there too. */
  place(s: State, seat: Seat, type: number, to: number): void {
    const copy = this.#begin(s)
    const troops = troopsOf(type, countIn(s[seatAt(seat) + INCOMING]!, type))
    copy[seatAt(seat) + BOARD]! += troops
    copy[seatAt(seat) + INCOMING]! -= troops
    putTroops(this.#tables, copy, seat, to, troops)
    this.#end(s, seat)
  }

  move(s: State, seat: Seat, type: number, from: number, to: number): void {
    const copy = this.#begin(s)
    copy[territoryAt(from) + TROOPS]! -= troop(type)
    putTroops(this.#tables, copy, seat, to, troop(type))
    this.#end(s, seat)
  }

  /** An attack with all but one succeeds without losses. */
  conquer(s: State, seat: Seat, from: number, to: number): void {
    const copy = this.#begin(s)
    const source = territoryAt(from)
    const target = territoryAt(to)
    const defenders = s[target + TROOPS]!
    const defender = holderIn(s[target + HOLDER]!) - 1
    const stays = troop(firstType(s[source + TROOPS]!))
    copy[TOOK]!++
    copy[REMOVED]! += totalIn(defenders)
    copy[seatAt(defender) + BOARD]! -= defenders
    copy[target + TROOPS] = 0
    copy[source + TROOPS] = stays
    abandon(this.#tables, copy, defender, to)
    putTroops(this.#tables, copy, seat, to, s[source + TROOPS]! - stays)
    this.#end(s, seat)
  }

  rise(gauge: number, seat: Seat): number {
    const at = gauge * this.#tables.seats + seat
    return this.#after[at]! - this.#before[at]!
  }

  othersRise(gauge: number, seat: Seat): number {
    let sum = 0
    for (let other = 0; other < this.#tables.seats; other++)
      if (other !== seat) sum += this.rise(gauge, other)
    return sum
  }

  #begin(s: State): Int32Array {
    if (!this.#isMeasured(s)) {
      measureGauges(this.#tables, s, this.#before, 0)
      this.#measured.set(s)
    }
    this.#copy.set(s)
    return this.#copy
  }

  #isMeasured(s: State): boolean {
    const measured = this.#measured
    for (let w = 0; w < measured.length; w++) if (measured[w] !== s[w]) return false
    return true
  }

  #end(s: State, seat: Seat): void {
    const t = this.#tables
    measureGauges(t, this.#copy, this.#after, 0)
    let more = 0
    for (let p = 0; p < t.dossier; p++) {
      const card = s[seatAt(seat) + DOSSIER + p]! - 1
      if (card < 0) continue
      if (meets(t, this.#copy, seat, card)) more++
      if (meets(t, s, seat, card)) more--
    }
    this.met = more < 0 ? 3 : Math.min(2, more)
  }
}
