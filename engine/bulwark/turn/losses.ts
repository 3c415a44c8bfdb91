/** Losses in a battle as decisions of chance: which units can fall, and their integer weights. */
import { bitCount, lowest } from '../../contract/index.ts'
import { below } from '../../rng.ts'
import { FALL, WIN } from '../rules/actions.ts'
import { MILLION } from '../rules/battle-models.ts'
import { ATTACKER_EDGE, type BattleOdds, DEFENDER_EDGE } from '../rules/battle-odds.ts'
import type { Tables } from '../rules/tables.ts'
import {
  BATTLE,
  LIVING,
  numbersIn,
  ownerIn,
  seatOf,
  TEAMS,
  TILE,
  TURN,
  teamOf,
  UNIT_BITS,
} from '../state/layout.ts'

export class Losses {
  readonly #tables: Tables
  readonly #odds: BattleOdds

  constructor(tables: Tables) {
    this.#tables = tables
    this.#odds = tables.odds
  }

  hasRecon(s: Int32Array, seat: number): boolean {
    const { recon, reconCounts } = this.#tables
    if (reconCounts[seat] === 0) return false
    for (let i = 0; i < recon.length; i++) if (ownerIn(s[TILE + recon[i]!]!) === 1 + seat) return true
    return false
  }

  /** Strength of a seat's units in a mask of slots, at least one; Reconnaissance does not count. */
  strength(seat: number, slots: number, defends: boolean): number {
    const { classOf, home, strength } = this.#odds
    return strength[seat]![classOf[seat]![numbersIn(slots, seat)]!]! * (defends ? home : 1)
  }

  defender(s: Int32Array): number {
    return seatOf(lowest(s[TILE + s[BATTLE]! - 1]! & UNIT_BITS & ~teamOf(s[TURN]!)))
  }

  /** Parts of a million that the attacker's side suffers the next loss. */
  #attackerParts(s: Int32Array, attacker: number, defender: number): number {
    const { classes, classOf, pairAt, parts } = this.#odds
    const living = s[LIVING]!
    const a = classOf[attacker]![numbersIn(living, attacker)]!
    const d = classOf[defender]![numbersIn(living, defender)]!
    const edges =
      (this.hasRecon(s, attacker) ? ATTACKER_EDGE : 0) | (this.hasRecon(s, defender) ? DEFENDER_EDGE : 0)
    const row = edges * classes[attacker]! + a
    return parts[pairAt[attacker * TEAMS + defender]! + row * classes[defender]! + d]!
  }

  /** Writes the outcomes of chance, ascending: a unit falls, or a side wins. */
  list(s: Int32Array, out: Int32Array): number {
    let n = 0
    if (this.#odds.oneFalls) {
      for (let rest = s[LIVING]!; rest !== 0; rest &= rest - 1) out[n++] = FALL + lowest(rest)
      return n
    }
    const attacker = s[TURN]!
    const defender = this.defender(s)
    out[n++] = WIN + Math.min(attacker, defender)
    out[n++] = WIN + Math.max(attacker, defender)
    return n
  }

  weigh(s: Int32Array, out: Int32Array): number {
    const attacker = s[TURN]!
    const defender = this.defender(s)
    const parts = this.#attackerParts(s, attacker, defender)
    if (!this.#odds.oneFalls) {
      // The attackers win when the defenders fall.
      out[attacker < defender ? 0 : 1] = MILLION - parts
      out[attacker < defender ? 1 : 0] = parts
      return MILLION
    }
    const attackers = bitCount(s[LIVING]! & teamOf(attacker))
    const defenders = bitCount(s[LIVING]! & teamOf(defender))
    let n = 0
    for (let rest = s[LIVING]!; rest !== 0; rest &= rest - 1)
      out[n++] = seatOf(lowest(rest)) === attacker ? parts * defenders : (MILLION - parts) * attackers
    return attackers * defenders * MILLION
  }

  /** One outcome by its weight, with the draw that walking through the list would take. */
  sample(s: Int32Array, rng: Int32Array): number {
    const attacker = s[TURN]!
    const defender = this.defender(s)
    const parts = this.#attackerParts(s, attacker, defender)
    const first = Math.min(attacker, defender)
    const second = Math.max(attacker, defender)
    if (!this.#odds.oneFalls) {
      const firstWins = first === attacker ? MILLION - parts : parts
      return WIN + (below(rng, MILLION) < firstWins ? first : second)
    }
    const living = s[LIVING]!
    const attackers = bitCount(living & teamOf(attacker))
    const defenders = bitCount(living & teamOf(defender))
    let weight = first === attacker ? parts * defenders : (MILLION - parts) * attackers
    const units = first === attacker ? attackers : defenders
    let slots = living & teamOf(first)
    let draw = below(rng, attackers * defenders * MILLION)
    if (draw >= weight * units) {
      draw -= weight * units
      weight = first === attacker ? (MILLION - parts) * attackers : parts * defenders
      slots = living & teamOf(second)
    }
    for (; draw >= weight; draw -= weight) slots &= slots - 1
    return FALL + lowest(slots)
  }
}
