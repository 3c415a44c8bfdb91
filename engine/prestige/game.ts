/**
 * The compiled game: the contract's methods, each handed to the module that carries it out. Those of state/ and turn/ are
 * free functions of the tables and the state: as classes that hold the tables, they played 2 to 4 % slower.
 */
import {
  type Action,
  CHANCE,
  type CompiledGame,
  type GameInfo,
  type GameText,
  type Seat,
  type State,
  writeReturns,
} from '../contract/index.ts'
import * as random from '../rng.ts'
import { infoOf } from './info.ts'
import { Lessons } from './learning/lessons.ts'
import type { Rules } from './rules/shape.ts'
import { compileTables, type Tables } from './rules/tables.ts'
import * as dice from './state/dice.ts'
import * as gauges from './state/gauges.ts'
import * as layout from './state/layout.ts'
import { requireRoom } from './state/room.ts'
import * as views from './state/views.ts'
import { textOf } from './text/index.ts'
import * as decisions from './turn/decisions.ts'
import * as deck from './turn/deck.ts'
import * as end from './turn/end.ts'
import * as legal from './turn/legal.ts'
import * as passive from './turn/passive.ts'
import * as play from './turn/play.ts'
import * as sample from './turn/sample.ts'
import * as setup from './turn/setup.ts'
import { usesAsset } from './turn/uses.ts'

// Constants of this module, for speed: see layout.ts.
const { below } = random
const { OUTCOME, PHASE, ROLLING, STILL_IN, TO_MOVE } = layout
const { measureGauges } = gauges
const { cardWeights, sampleCard } = deck
const { decide, happen } = decisions
const { resolveTurn } = end
const { listLegal } = legal
const { playStep } = play
const { sampleAction, scratchSize } = sample
const { facesToRoll } = dice
const { passiveAction } = passive

class Prestige implements CompiledGame {
  readonly info: GameInfo
  readonly text: GameText
  readonly #tables: Tables
  readonly #scratch: Int32Array
  readonly #lessons: Lessons

  constructor(id: string, rules: Rules) {
    const tables = compileTables(rules)
    requireRoom(tables)
    this.#tables = tables
    this.#scratch = new Int32Array(scratchSize(tables))
    this.info = infoOf(id, tables)
    this.text = textOf(tables)
    this.#lessons = new Lessons(tables, this.info.stateSize)
  }

  start(state: State, events: Int32Array): void {
    setup.beginMatch(this.#tables, state, events)
  }

  toMove(state: State): number {
    return state[TO_MOVE]!
  }

  legal(state: State, seat: Seat, out: Int32Array): number {
    return listLegal(this.#tables, state, seat, out)
  }

  passive(state: State, seat: Seat): Action {
    return passiveAction(this.#tables, state, seat)
  }

  chanceWeights(state: State, out: Int32Array): number {
    if (state[PHASE] !== ROLLING) return cardWeights(this.#tables, state, out)
    const faces = facesToRoll(this.#tables, state)
    out.fill(1, 0, faces)
    return faces
  }

  sample(state: State, seat: Seat, rng: Int32Array): Action {
    if (state[PHASE] === ROLLING) return below(rng, facesToRoll(this.#tables, state))
    if (seat === CHANCE) return sampleCard(this.#tables, state, rng)
    return sampleAction(this.#tables, state, seat, rng, this.#scratch)
  }

  apply(state: State, seat: Seat, action: Action, events: Int32Array): void {
    if (seat === CHANCE) happen(this.#tables, state, action, events)
    else decide(this.#tables, state, seat, action, events)
  }

  resolve(state: State, events: Int32Array): boolean {
    return resolveTurn(this.#tables, state, events)
  }

  result(state: State, returns: Int32Array): number {
    return writeReturns(state[OUTCOME]!, this.#tables.seats, state[STILL_IN]!, returns)
  }

  out(state: State): number {
    return ((1 << this.#tables.seats) - 1) & ~state[STILL_IN]!
  }

  observe(state: State, seat: Seat, view: State): void {
    views.observe(this.#tables, state, seat, view)
  }

  determinize(view: State, _seat: Seat, rng: Int32Array, out: State): void {
    views.determinize(this.#tables, view, rng, out)
  }

  isRevealed(state: State, _seat: Seat): boolean {
    return !views.hasSecrets(state)
  }

  sampleStep(state: State, rngs: readonly Int32Array[], events: Int32Array): number {
    return playStep(this.#tables, state, rngs, events, this.#scratch)
  }

  uses(state: State, seat: Seat, action: Action, asset: number): boolean {
    return usesAsset(this.#tables, state, seat, action, asset)
  }

  tokens(view: State, seat: Seat, out: Int32Array): number {
    return this.#lessons.tokens(view, seat, out)
  }

  aspects(view: State, seat: Seat, action: Action, out: Int32Array): number {
    return this.#lessons.aspects(view, seat, action, out)
  }

  gauge(state: State, out: Int32Array, at: number): void {
    measureGauges(this.#tables, state, out, at)
  }
}

/** Compiles a validated rules object. Throws a RangeError if a state has no room for what the rules allow. */
export function compile(id: string, rules: Rules): CompiledGame {
  return new Prestige(id, rules)
}
