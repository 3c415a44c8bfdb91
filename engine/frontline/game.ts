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
import { Lessons } from './learning.ts'
import { ARCHER, KINDS, RECRUITS, type Rules, SIDES } from './rules.ts'
import { lowest, packUnit, requireRoom, WORDS } from './state.ts'
import { textOf } from './text/index.ts'
import { Turns } from './turn.ts'

// Constants of this module, for speed: see state.ts.
const { TO_MOVE, ARCHERS, ARMY, BASE, CATAPULTS, CELLS, CLOSING, GOLD, OUTCOME, TURNS, UNITS } = WORDS
const { ARMY_GAUGE, BASE_GAUGE, FRONT_GAUGE, GOLD_GAUGE, BY_BASE, BY_BASE_LEAD, BY_BOTH, BY_TURNS } = info
const SEATS = SIDES.length
const BOTH = (1 << SEATS) - 1
const COLUMNS = EVENTS.length
const KINDS_COUNT = KINDS.length
/** Nothing, or a recruit. */
const ACTIONS = 1 + RECRUITS

class Frontline implements CompiledGame {
  readonly info: GameInfo
  readonly text: GameText
  readonly #rules: Rules
  readonly #turns: Turns
  readonly #lessons: Lessons
  readonly #first: Seat
  readonly #perTurn: number
  readonly #baseDecides: boolean
  readonly #fallsLate: boolean
  /** By kind of recruit. */
  readonly #price: Int32Array
  readonly #recruits: Int32Array
  /** The position of a side's own base, and the same as a mask. */
  readonly #last: number
  readonly #home: number
  /** By gold, up to the price of the dearest recruit: how many actions it allows, and which, ACTIONS of them each. */
  readonly #dearest: number
  readonly #choices: Uint8Array
  readonly #choice: Uint8Array

  constructor(id: string, rules: Rules) {
    requireRoom(rules)
    this.#rules = rules
    this.#turns = new Turns(rules)
    this.#lessons = new Lessons(rules)
    this.#first = SIDES.indexOf(rules.first)
    this.#perTurn = rules.gold.perTurn
    this.#baseDecides = rules.tiebreak === 'base'
    this.#fallsLate = rules.base.falls === 'roundEnd'
    const { infantry, archer, catapult } = rules.units
    const recruits = [infantry, archer, catapult]
    this.#price = Int32Array.from(recruits, unit => unit.price)
    this.#recruits = Int32Array.from(recruits, (unit, kind) => packUnit(kind, unit.hp))
    this.#last = rules.cells - 1
    this.#home = 1 << this.#last
    this.#dearest = Math.max(...this.#price)
    this.#choices = new Uint8Array(this.#dearest + 1)
    this.#choice = new Uint8Array((this.#dearest + 1) * ACTIONS)
    for (let gold = 0; gold <= this.#dearest; gold++) {
      const affordable = [...this.#price.keys()].filter(kind => this.#price[kind]! <= gold)
      this.#choices[gold] = 1 + affordable.length
      this.#choice.set([0, ...affordable.map(kind => 1 + kind)], gold * ACTIONS)
    }
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
    const gold = Math.min(s[GOLD + seat]!, this.#dearest)
    const count = this.#choices[gold]!
    for (let i = 0; i < count; i++) out[i] = this.#choice[gold * ACTIONS + i]!
    return count
  }

  /** Recruits nothing. */
  passive(): Action {
    return 0
  }

  sample(s: State, seat: Seat, rng: Int32Array): Action {
    const gold = Math.min(s[GOLD + seat]!, this.#dearest)
    return this.#choice[gold * ACTIONS + below(rng, this.#choices[gold]!)]!
  }

  apply(s: State, seat: Seat, action: Action, events: Int32Array): void {
    if (action !== 0) this.#recruit(s, seat, action - 1, events)
    s[CLOSING] = 1
    s[TO_MOVE] = RESOLVE_BIT
  }

  #recruit(s: State, seat: Seat, kind: number, events: Int32Array): void {
    const price = this.#price[kind]!
    s[GOLD + seat]! -= price
    s[ARMY + seat]! += price
    // Without a branch on the kind, which can't be foretold: of recruits, archers alone are odd, and catapults alone above 1.
    s[UNITS + seat]! |= this.#home
    s[ARCHERS + seat]! |= (kind & ARCHER) << this.#last
    s[CATAPULTS + seat]! |= (kind >> 1) << this.#last
    s[CELLS + (seat === 0 ? 0 : this.#last)] = this.#recruits[kind]!
    events[(seat * KINDS_COUNT + kind) * COLUMNS + FIELDED]!++
  }

  /** Plays the next turn up to a decision, or closes it if nothing is left to decide. */
  resolve(s: State, events: Int32Array): boolean {
    if (s[CLOSING] !== 0) return this.#close(s)
    const seat = this.#begin(s, events)
    if (s[TO_MOVE] === 0) return true
    if (!this.#decides(s, seat)) return this.#close(s)
    s[TO_MOVE] = 1 << seat
    return false
  }

  /** Pays the sides at the start of a round, and plays the turn of the next one up to its recruiting. Returns its seat. */
  #begin(s: State, events: Int32Array): Seat {
    const turns = s[TURNS]!++
    const seat = (turns & 1) ^ this.#first
    if ((turns & 1) === 0) {
      s[GOLD]! += this.#perTurn
      s[GOLD + 1]! += this.#perTurn
    }
    if (this.#turns.play(s, seat, events)) this.#end(s, BY_BASE, seat)
    return seat
  }

  /** Whether the side has something to decide: with one option, it has not. */
  #decides(s: State, seat: Seat): boolean {
    return (
      (s[UNITS + seat]! & this.#home) === 0 && this.#choices[Math.min(s[GOLD + seat]!, this.#dearest)]! > 1
    )
  }

  /** A turn that begins goes through without the words by which decisions are asked for. */
  sampleStep(s: State, rngs: readonly Int32Array[], events: Int32Array): number {
    const mask = s[TO_MOVE]!
    if (mask === 0) return ~0
    let seat = mask - 1
    if (mask === RESOLVE_BIT) {
      if (s[CLOSING] !== 0) return this.#closed(s, 0)
      seat = this.#begin(s, events)
      if (s[TO_MOVE] === 0) return 0
      if (!this.#decides(s, seat)) return this.#closed(s, 0)
    }
    const action = this.sample(s, seat, rngs[seat]!)
    if (action !== 0) this.#recruit(s, seat, action - 1, events)
    s[TO_MOVE] = RESOLVE_BIT
    return this.#closed(s, 1)
  }

  #closed(s: State, decisions: number): number {
    this.#close(s)
    return decisions
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

  /** Recruits it. */
  uses(_s: State, _seat: Seat, action: Action, asset: number): boolean {
    return action === 1 + asset
  }

  tokens(view: State, seat: Seat, out: Int32Array): number {
    return this.#lessons.tokens(view, seat, out)
  }

  aspects(view: State, seat: Seat, action: Action, out: Int32Array): number {
    return this.#lessons.aspects(view, seat, action, out)
  }

  gauge(s: State, out: Int32Array, at: number): void {
    const { cells } = this.#rules
    for (let seat = 0; seat < SEATS; seat++) {
      out[at + BASE_GAUGE * SEATS + seat] = s[BASE + seat]!
      out[at + GOLD_GAUGE * SEATS + seat] = s[GOLD + seat]!
      out[at + FRONT_GAUGE * SEATS + seat] = cells - lowest(s[UNITS + seat]! | (1 << cells))
      out[at + ARMY_GAUGE * SEATS + seat] = s[ARMY + seat]!
    }
  }
}

/** Compiles a validated rules object. Throws a RangeError if the rules do not fit into the words of a state. */
export function compile(id: string, rules: Rules): CompiledGame {
  return new Frontline(id, rules)
}
