/** Bulwark as the contract has it: the decision of each stage, and the part of a turn that carries it out. */
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
import { FeatureExtractor } from './learning.ts'
import { FALL, WIN } from './rules/actions.ts'
import type { Rules } from './rules/keys.ts'
import { compileTables, type Tables } from './rules/tables.ts'
import { Board } from './state/board.ts'
import { Gauges } from './state/gauges.ts'
import {
  ANSWERING,
  ASKED,
  AT,
  ENDING,
  FLEEING,
  LIVING,
  numberOf,
  OUT,
  OUTCOME,
  PICKING,
  SLOTS,
  STAGE,
  TO_MOVE,
  teamOf,
} from './state/layout.ts'
import { textOf } from './text/index.ts'
import { Abilities } from './turn/abilities.ts'
import { Battles } from './turn/battles.ts'
import { Capitals } from './turn/capitals.ts'
import { Losses } from './turn/losses.ts'
import { Retreats } from './turn/retreats.ts'
import { Turns } from './turn/turns.ts'
import { Uses } from './turn/uses.ts'

class Bulwark implements CompiledGame {
  readonly info: GameInfo
  readonly text: GameText
  readonly #tables: Tables
  readonly #capitals: Capitals
  readonly #abilities: Abilities
  readonly #losses: Losses
  readonly #retreats: Retreats
  readonly #battles: Battles
  readonly #turns: Turns
  readonly #gauges: Gauges
  readonly #features: FeatureExtractor
  readonly #uses: Uses
  readonly #scratch: Int32Array

  constructor(id: string, rules: Rules) {
    const tables = compileTables(rules)
    const board = new Board(tables)
    this.#tables = tables
    this.#capitals = new Capitals(tables, board)
    this.#retreats = new Retreats(tables, board)
    this.#abilities = new Abilities(tables, board, this.#retreats)
    this.#losses = new Losses(tables)
    // A battle that began with a step continues with the turn's questions.
    const askFrom = (s: State, slot: number): void => this.#turns.askFrom(s, slot)
    this.#battles = new Battles(tables, board, this.#losses, this.#retreats, askFrom)
    this.#turns = new Turns(tables, board, this.#capitals, this.#abilities, this.#battles)
    this.#gauges = new Gauges(tables)
    this.#features = new FeatureExtractor(tables)
    this.#uses = new Uses(tables, board, this.#retreats)
    this.#scratch = new Int32Array(tables.legalMax)
    this.info = infoOf(id, tables)
    this.text = textOf(tables, this)
  }

  start(state: State, events: Int32Array): void {
    this.#turns.start(state, events)
  }

  toMove(state: State): number {
    return state[TO_MOVE]!
  }

  legal(state: State, seat: Seat, out: Int32Array): number {
    if (seat === CHANCE) return this.#losses.list(state, out)
    switch (state[STAGE]) {
      case PICKING:
        return this.#capitals.list(state, out)
      case ANSWERING:
        return this.#listAnswers(state, seat, out)
      case ENDING:
        out[0] = this.#tables.codes.end
        return this.#abilities.list(state, seat, out, 1)
      case FLEEING:
        return this.#abilities.listFlights(state, state[ASKED]!, out)
      default:
        return this.#retreats.list(state, state[ASKED]!, out)
    }
  }

  /** A stay, steps, ferries, then uses of abilities. */
  #listAnswers(s: State, seat: Seat, out: Int32Array): number {
    const { codes, exitStart } = this.#tables
    const unit = numberOf(s[ASKED]!)
    const tile = s[AT + s[ASKED]!]!
    let n = 0
    out[n++] = codes.stay + unit
    for (let i = exitStart[tile]!; i < exitStart[tile + 1]!; i++) out[n++] = this.#exit(unit, tile, i)
    return this.#abilities.list(s, seat, out, n)
  }

  /** The action of a unit on a tile that takes exit i. */
  #exit(unit: number, tile: number, i: number): Action {
    const { codes, exits, ferryStart, tiles } = this.#tables
    return (i < ferryStart[tile]! ? codes.step : codes.ferry) + unit * tiles + exits[i]!
  }

  /** To stay, to end the turn, to go where the rules say; of capitals and of flights the first in map order. */
  passive(state: State, _seat: Seat): Action {
    const { codes } = this.#tables
    switch (state[STAGE]) {
      case PICKING:
        return this.#capitals.lowest(state)
      case ANSWERING:
        return codes.stay + numberOf(state[ASKED]!)
      case ENDING:
        return codes.end
      case FLEEING:
        return this.#abilities.lowestFlight(state, state[ASKED]!)
      default:
        return this.#retreats.lowest(state[ASKED]!)
    }
  }

  chanceWeights(state: State, out: Int32Array): number {
    return this.#losses.weigh(state, out)
  }

  sample(state: State, seat: Seat, rng: Int32Array): Action {
    if (seat === CHANCE) return this.#losses.sample(state, rng)
    if (state[STAGE] !== ANSWERING) return this.#scratch[below(rng, this.legal(state, seat, this.#scratch))]!
    const { codes, exitStart } = this.#tables
    const uses = this.#abilities.list(state, seat, this.#scratch, 0)
    const unit = numberOf(state[ASKED]!)
    const tile = state[AT + state[ASKED]!]!
    const first = exitStart[tile]!
    const exits = exitStart[tile + 1]! - first
    const drawn = below(rng, 1 + exits + uses)
    if (drawn === 0) return codes.stay + unit
    if (drawn <= exits) return this.#exit(unit, tile, first + drawn - 1)
    return this.#scratch[drawn - 1 - exits]!
  }

  apply(state: State, seat: Seat, action: Action, events: Int32Array): void {
    if (seat === CHANCE) this.#fall(state, action, events)
    else this.#decide(state, action, events)
  }

  #fall(s: State, outcome: Action, events: Int32Array): void {
    if (outcome < WIN) this.#battles.fall(s, events, 1 << (outcome - FALL))
    else this.#battles.fall(s, events, s[LIVING]! & ~teamOf(outcome - WIN))
  }

  #decide(s: State, action: Action, events: Int32Array): void {
    const { codes, tiles } = this.#tables
    // Actions that name a unit name the one whose turn it is.
    const unit = numberOf(s[ASKED]!) * tiles
    switch (s[STAGE]) {
      case PICKING:
        this.#turns.pick(s, events, action - codes.pick)
        break
      case ANSWERING:
        if (action < codes.step) this.#turns.stay(s)
        else if (action < codes.ferry) this.#turns.step(s, events, action - codes.step - unit)
        else if (action < codes.rally) this.#turns.ferry(s, events, action - codes.ferry - unit)
        else this.#use(s, action, events)
        break
      case ENDING:
        if (action === codes.end) this.#turns.end(s)
        else this.#use(s, action, events)
        break
      case FLEEING:
        this.#turns.flee(s, events, action - codes.flee - unit)
        break
      default:
        if (action < codes.choose) this.#battles.accept(s, events)
        else this.#battles.choose(s, events, action - codes.choose - unit)
    }
  }

  #use(s: State, action: Action, events: Int32Array): void {
    const { codes } = this.#tables
    if (action < codes.swarm) {
      this.#turns.rally(s, events, action - codes.rally)
      return
    }
    const target = action - codes.swarm
    const slot = target % SLOTS
    this.#turns.swarm(s, events, (target - slot) / SLOTS, slot)
  }

  resolve(state: State, events: Int32Array): boolean {
    this.#turns.close(state, events)
    return true
  }

  result(state: State, returns: Int32Array): number {
    const { seats } = this.#tables
    return writeReturns(state[OUTCOME]!, seats, ((1 << seats) - 1) & ~state[OUT]!, returns)
  }

  out(state: State): number {
    return state[OUT]!
  }

  observe(state: State, _seat: Seat, view: State): void {
    view.set(state)
  }

  determinize(view: State, _seat: Seat, _rng: Int32Array, out: State): void {
    if (out !== view) out.set(view)
  }

  uses(state: State, seat: Seat, action: Action, asset: number): boolean {
    return this.#uses.uses(state, seat, action, asset)
  }

  tokens(view: State, seat: Seat, out: Int32Array): number {
    return this.#features.tokens(view, seat, out)
  }

  aspects(view: State, seat: Seat, action: Action, out: Int32Array): number {
    return this.#features.aspects(view, seat, action, out)
  }

  gauge(state: State, out: Int32Array, at: number): void {
    this.#gauges.write(state, out, at)
  }
}

/** Compiles a validated rules object, its map read into it. */
export function compile(id: string, rules: Rules): CompiledGame {
  return new Bulwark(id, rules)
}
