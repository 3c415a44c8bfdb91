/** The game of Frontline: its rules as searches and matches play them. */
import {
  type Action,
  type CompiledGame,
  EVENTS,
  FIELDED,
  type GameInfo,
  type GameText,
  NOBODY,
  packOutcome,
  RESOLVE_BIT,
  type Seat,
  type State,
  writeReturns,
} from '../contract/index.ts'
import { below } from '../rng.ts'
import * as info from './info.ts'
import { CATAPULT, KINDS, RECRUITS, type Rules, SIDES } from './rules.ts'
import { packUnit, requireRoom, WORDS } from './state.ts'
import { textOf } from './text/index.ts'
import { Turns } from './turn.ts'

// Constants of this module, for speed: see state.ts.
const { TO_MOVE, ARMY, BASE, CATAPULTS, CELLS, CLOSING, GOLD, OUTCOME, TURNS, UNITS } = WORDS
const { ARMY_GAUGE, BASE_GAUGE, FRONT_GAUGE, GOLD_GAUGE, BY_BASE, BY_BASE_LEAD, BY_BOTH, BY_TURNS } = info
const SEATS = SIDES.length
const BOTH = (1 << SEATS) - 1

class Frontline implements CompiledGame {
  readonly info: GameInfo
  readonly text: GameText
  readonly #rules: Rules
  readonly #turns: Turns
  readonly #first: Seat
  readonly #perTurn: number
  readonly #baseDecides: boolean
  readonly #fallsLate: boolean
  /** By kind of recruit. */
  readonly #price: Int32Array
  readonly #hp: Int32Array
  readonly #cheapest: number

  constructor(id: string, rules: Rules) {
    requireRoom(rules)
    this.#rules = rules
    this.#turns = new Turns(rules)
    this.#first = SIDES.indexOf(rules.first)
    this.#perTurn = rules.gold.perTurn
    this.#baseDecides = rules.tiebreak === 'base'
    this.#fallsLate = rules.base.falls === 'roundEnd'
    const { infantry, archer, catapult } = rules.units
    const recruits = [infantry, archer, catapult]
    this.#price = Int32Array.from(recruits, unit => unit.price)
    this.#hp = Int32Array.from(recruits, unit => unit.hp)
    this.#cheapest = Math.min(...recruits.map(unit => unit.price))
    this.info = info.infoOf(id, rules)
    this.text = textOf(rules, this.info.endings)
  }

  start(s: State, _events: Int32Array): void {
    const { gold, base } = this.#rules
    s.fill(0)
    s[TO_MOVE] = RESOLVE_BIT
    s[GOLD] = s[GOLD + 1] = gold.start
    s[BASE] = s[BASE + 1] = base.hp
  }

  toMove(s: State): number {
    return s[TO_MOVE]!
  }

  legal(s: State, seat: Seat, out: Int32Array): number {
    const gold = s[GOLD + seat]!
    let count = 1
    out[0] = 0
    for (let kind = 0; kind < RECRUITS; kind++) if (this.#price[kind]! <= gold) out[count++] = 1 + kind
    return count
  }

  /** Recruits nothing. */
  passive(): Action {
    return 0
  }

  sample(s: State, seat: Seat, rng: Int32Array): Action {
    const gold = s[GOLD + seat]!
    const price = this.#price
    const infantry = price[0]! <= gold ? 1 : 0
    const archer = price[1]! <= gold ? 1 : 0
    const catapult = price[2]! <= gold ? 1 : 0
    let left = below(rng, 1 + infantry + archer + catapult)
    if (left === 0) return 0
    if (infantry !== 0 && --left === 0) return 1
    if (archer !== 0 && --left === 0) return 2
    return 3
  }

  apply(s: State, seat: Seat, action: Action, events: Int32Array): void {
    if (action !== 0) {
      const kind = action - 1
      s[GOLD + seat]! -= this.#price[kind]!
      s[ARMY + seat]! += this.#price[kind]!
      s[UNITS + seat]! |= 1
      if (kind === CATAPULT) s[CATAPULTS + seat]! |= 1
      s[CELLS + (seat === 0 ? 0 : this.#rules.cells - 1)] = packUnit(kind, this.#hp[kind]!)
      events[(seat * KINDS.length + kind) * EVENTS.length + FIELDED]!++
    }
    s[CLOSING] = 1
    s[TO_MOVE] = RESOLVE_BIT
  }

  /** Plays the next turn up to a decision, or closes it if nothing is left to decide. */
  resolve(s: State, events: Int32Array): boolean {
    if (s[CLOSING] !== 0) return this.#close(s)
    const turns = s[TURNS]!++
    const seat = (turns & 1) ^ this.#first
    if ((turns & 1) === 0) {
      s[GOLD]! += this.#perTurn
      s[GOLD + 1]! += this.#perTurn
    }
    if (this.#turns.play(s, seat, events)) {
      this.#end(s, BY_BASE, seat)
      return true
    }
    // With one option there is nothing to decide.
    if ((s[UNITS + seat]! & 1) !== 0 || s[GOLD + seat]! < this.#cheapest) return this.#close(s)
    s[TO_MOVE] = 1 << seat
    return false
  }

  #close(s: State): boolean {
    s[CLOSING] = 0
    if (this.#fallsLate && (s[TURNS]! & 1) === 0 && Math.min(s[BASE]!, s[BASE + 1]!) <= 0) this.#fall(s)
    else if (s[TURNS] === this.info.stepMax) this.#runOut(s)
    return true
  }

  /** The round is over, and a base has fallen in it, or both. */
  #fall(s: State): void {
    if (s[BASE]! > 0) this.#end(s, BY_BASE, 0)
    else if (s[BASE + 1]! > 0) this.#end(s, BY_BASE, 1)
    else this.#end(s, BY_BOTH, NOBODY)
  }

  #runOut(s: State): void {
    const lead = s[BASE]! - s[BASE + 1]!
    if (!this.#baseDecides || lead === 0) this.#end(s, BY_TURNS, NOBODY)
    else this.#end(s, BY_BASE_LEAD, lead > 0 ? 0 : 1)
  }

  #end(s: State, ending: number, winner: Seat): void {
    s[TO_MOVE] = 0
    s[OUTCOME] = packOutcome(ending, winner)
  }

  result(s: State, returns: Int32Array): number {
    return writeReturns(s[OUTCOME]!, SEATS, BOTH, returns)
  }

  observe(s: State, _seat: Seat, view: State): void {
    view.set(s)
  }

  determinize(view: State, _seat: Seat, _rng: Int32Array, out: State): void {
    if (out !== view) out.set(view)
  }

  gauge(s: State, out: Int32Array, at: number): void {
    for (let seat = 0; seat < SEATS; seat++) {
      out[at + BASE_GAUGE * SEATS + seat] = s[BASE + seat]!
      out[at + GOLD_GAUGE * SEATS + seat] = s[GOLD + seat]!
      out[at + FRONT_GAUGE * SEATS + seat] = 32 - Math.clz32(s[UNITS + seat]!)
      out[at + ARMY_GAUGE * SEATS + seat] = s[ARMY + seat]!
    }
  }
}

/** Compiles a validated rules object. Throws a RangeError if the rules do not fit into the words of a state. */
export function compile(id: string, rules: Rules): CompiledGame {
  return new Frontline(id, rules)
}
