/** The course of a match: what a turn begins with, and whether the match is over when it ends. */
import { NOBODY, packOutcome, type Seat } from '../contract/index.ts'
import { BY_BASE, BY_BASE_LEAD, BY_BOTH, BY_TURNS } from './info.ts'
import { type Rules, SIDES } from './rules.ts'
import { BASE, GOLD, OUTCOME, TO_MOVE, TURNS } from './state.ts'
import type { Turns } from './turn.ts'

export class Rounds {
  readonly #turns: Turns
  readonly #first: Seat
  readonly #perTurn: number
  /** Turns of both sides until the match is over. */
  readonly #most: number
  readonly #baseDecides: boolean
  readonly #fallsLate: boolean

  constructor({ base, first, gold, tiebreak, turns }: Rules, played: Turns) {
    this.#turns = played
    this.#first = SIDES.indexOf(first)
    this.#perTurn = gold.perTurn
    this.#most = SIDES.length * turns
    this.#baseDecides = tiebreak === 'base'
    this.#fallsLate = base.falls === 'roundEnd'
  }

  /** Pays the sides at the start of a round, and plays the turn of the next one up to its recruiting. Returns its seat. */
  begin(s: Int32Array, events: Int32Array): Seat {
    const turns = s[TURNS]!
    s[TURNS] = turns + 1
    const seat = (turns & 1) ^ this.#first
    if ((turns & 1) === 0) {
      s[GOLD]! += this.#perTurn
      s[GOLD + 1]! += this.#perTurn
    }
    if (this.#turns.play(s, seat, events)) this.#end(s, BY_BASE, seat)
    return seat
  }

  /** The turn is over, recruiting included. */
  close(s: Int32Array): void {
    if (this.#fallsLate && (s[TURNS]! & 1) === 0 && Math.min(s[BASE]!, s[BASE + 1]!) <= 0) this.#fall(s)
    else if (s[TURNS] === this.#most) this.#runOut(s)
  }

  /** The round is over, and a base has fallen in it, or both. */
  #fall(s: Int32Array): void {
    if (s[BASE]! > 0) this.#end(s, BY_BASE, 0)
    else if (s[BASE + 1]! > 0) this.#end(s, BY_BASE, 1)
    else this.#end(s, BY_BOTH, NOBODY)
  }

  #runOut(s: Int32Array): void {
    const lead = s[BASE]! - s[BASE + 1]!
    if (!this.#baseDecides || lead === 0) this.#end(s, BY_TURNS, NOBODY)
    else this.#end(s, BY_BASE_LEAD, lead > 0 ? 0 : 1)
  }

  #end(s: Int32Array, ending: number, winner: Seat): void {
    s[TO_MOVE] = 0
    s[OUTCOME] = packOutcome(ending, winner)
  }
}
