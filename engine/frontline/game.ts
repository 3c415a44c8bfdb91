/** The game of Frontline: its rules as searches and matches play them. */
import {
  type Action,
  type CompiledGame,
  type GameInfo,
  type GameText,
  RESOLVE_BIT,
  type Seat,
  type State,
  writeReturns,
} from '../contract/index.ts'
import { infoOf, writeGauges } from './info.ts'
import { FeatureExtractor } from './learning.ts'
import { Recruiting } from './recruiting.ts'
import { Rounds } from './rounds.ts'
import { type Rules, SIDES } from './rules.ts'
import { BASE, CLOSING, GOLD, OUTCOME, requireRoom, TO_MOVE } from './state.ts'
import { textOf } from './text/index.ts'
import { Turns } from './turn.ts'

const SEATS = SIDES.length
const BOTH = (1 << SEATS) - 1

class Frontline implements CompiledGame {
  readonly info: GameInfo
  readonly text: GameText
  readonly #rules: Rules
  readonly #rounds: Rounds
  readonly #recruiting: Recruiting
  readonly #features: FeatureExtractor

  constructor(id: string, rules: Rules) {
    requireRoom(rules)
    this.#rules = rules
    this.#rounds = new Rounds(rules, new Turns(rules))
    this.#recruiting = new Recruiting(rules)
    this.#features = new FeatureExtractor(rules)
    this.info = infoOf(id, rules)
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
    return this.#recruiting.list(s, seat, out)
  }

  /** Recruits nothing. */
  passive(): Action {
    return 0
  }

  sample(s: State, seat: Seat, rng: Int32Array): Action {
    return this.#recruiting.sample(s, seat, rng)
  }

  apply(s: State, seat: Seat, action: Action, events: Int32Array): void {
    this.#recruiting.recruit(s, seat, action, events)
    s[CLOSING] = 1
    s[TO_MOVE] = RESOLVE_BIT
  }

  /** Plays the next turn up to a decision, or closes it if nothing is left to decide. */
  resolve(s: State, events: Int32Array): boolean {
    if (s[CLOSING] !== 0) return this.#close(s)
    const seat = this.#rounds.begin(s, events)
    if (s[TO_MOVE] === 0) return true
    if (!this.#recruiting.decides(s, seat)) return this.#close(s)
    s[TO_MOVE] = 1 << seat
    return false
  }

  #close(s: State): boolean {
    s[CLOSING] = 0
    this.#rounds.close(s)
    return true
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
    return this.#features.tokens(view, seat, out)
  }

  aspects(view: State, seat: Seat, action: Action, out: Int32Array): number {
    return this.#features.aspects(view, seat, action, out)
  }

  gauge(s: State, out: Int32Array, at: number): void {
    writeGauges(s, this.#rules.cells, out, at)
  }
}

/** Compiles a validated rules object. Throws a RangeError if the rules do not fit into the words of a state. */
export function compile(id: string, rules: Rules): CompiledGame {
  return new Frontline(id, rules)
}
