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
import { below } from '../rng.ts'
import { infoOf } from './info.ts'
import { FeatureExtractor } from './learning/aspects.ts'
import type { Rules } from './rules/shape.ts'
import { compileTables, type Tables } from './rules/tables.ts'
import { facesToRoll } from './state/dice.ts'
import { measureGauges } from './state/gauges.ts'
import { OUTCOME, PHASE, ROLLING, requireRoom, STILL_IN, TO_MOVE } from './state/layout.ts'
import { determinize, observe } from './state/views.ts'
import { textOf } from './text/index.ts'
import { decide, happen } from './turn/decisions.ts'
import { cardWeights, sampleCard } from './turn/deck.ts'
import { resolveTurn } from './turn/end.ts'
import { listLegal } from './turn/legal.ts'
import { passiveAction } from './turn/passive.ts'
import { playStep } from './turn/play.ts'
import { sampleAction, scratchSize } from './turn/sample.ts'
import { beginMatch } from './turn/setup.ts'
import { usesAsset } from './turn/uses.ts'

class Prestige implements CompiledGame {
  readonly info: GameInfo
  readonly text: GameText
  readonly #tables: Tables
  readonly #scratch: Int32Array
  readonly #features: FeatureExtractor

  constructor(id: string, rules: Rules) {
    const tables = compileTables(rules)
    requireRoom(tables)
    this.#tables = tables
    this.#scratch = new Int32Array(scratchSize(tables))
    this.info = infoOf(id, tables)
    this.text = textOf(tables)
    this.#features = new FeatureExtractor(tables, this.info.stateSize)
  }

  start(state: State, events: Int32Array): void {
    beginMatch(this.#tables, state, events)
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
    observe(this.#tables, state, seat, view)
  }

  determinize(view: State, _seat: Seat, rng: Int32Array, out: State): void {
    determinize(this.#tables, view, rng, out)
  }

  sampleStep(state: State, rngs: readonly Int32Array[], events: Int32Array): number {
    return playStep(this.#tables, state, rngs, events, this.#scratch)
  }

  uses(state: State, seat: Seat, action: Action, asset: number): boolean {
    return usesAsset(this.#tables, state, seat, action, asset)
  }

  tokens(view: State, seat: Seat, out: Int32Array): number {
    return this.#features.tokens(view, seat, out)
  }

  aspects(view: State, seat: Seat, action: Action, out: Int32Array): number {
    return this.#features.aspects(view, seat, action, out)
  }

  gauge(state: State, out: Int32Array, at: number): void {
    measureGauges(this.#tables, state, out, at)
  }
}

/** Compiles a validated rules object. Throws a RangeError if a state has no room for what the rules allow. */
export function compile(id: string, rules: Rules): CompiledGame {
  return new Prestige(id, rules)
}
