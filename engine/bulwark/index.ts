/** Bulwark: teams on a map of hexagons take tiles and capitals; battles, fought in another game, are a model here. */
import {
  type Action,
  CHANCE,
  type CompiledGame,
  type Ending,
  type GameInfo,
  type GameText,
  type Seat,
  type State,
  WIN_UNITS,
} from '../contract/index.ts'
import { below } from '../rng.ts'
import { NOBODY } from './board.ts'
import { describe } from './describe.ts'
import { Gauges } from './gauges.ts'
import * as layout from './layout.ts'
import { formatAction, parseAction } from './notation.ts'
import { render } from './render.ts'
import type { Rules } from './rules.ts'
import * as tables from './tables.ts'
import { Course } from './turn.ts'

export { schema } from './rules.ts'

// Constants of this module, for speed: see layout.ts.
const { ACTORS, ASKED, AT, LIVING, OUT, OUTCOME, STAGE, numberOf, teamOf } = layout
const { ANSWERING, ENDING, FLEEING, PICKING, SLOTS } = layout
const { WIN } = tables
const chance = CHANCE

const ENDINGS: readonly Ending[] = [
  { id: 'capital', kind: 'win', label: "the last other team's capital was held for too long" },
  { id: 'losses', kind: 'win', label: 'the last other team has no units left' },
  { id: 'length', kind: 'length', label: 'the turn limit was reached' },
]

class Bulwark implements CompiledGame {
  readonly info: GameInfo
  readonly text: GameText
  readonly #t: tables.Tables
  readonly #course: Course
  readonly #gauges: Gauges
  readonly #tiles: number
  readonly #exitStart: Int32Array
  readonly #ferryStart: Int32Array
  readonly #exits: Int32Array
  readonly #stay: number
  readonly #step: number
  readonly #ferry: number
  readonly #rally: number
  readonly #swarm: number
  readonly #flee: number
  readonly #choose: number
  readonly #pick: number
  readonly #scratch: Int32Array

  constructor(id: string, rules: Rules) {
    const t = tables.compileTables(rules)
    const stepMax = t.seats * rules.limits.turns
    const units = t.sizes.reduce((sum, size) => sum + size, 0)
    // Answers in as many rounds as there are abilities and one more, their uses and one flight each; falls and retreats.
    const passes = t.timed.length + 1
    const answers = passes * Math.max(...t.sizes) + 2 * t.timed.length
    this.#t = t
    this.#course = new Course(t)
    this.#gauges = new Gauges(t)
    this.info = {
      id,
      type: { dynamics: 'sequential', chance: 'explicit', information: 'perfect', utility: 'constant-sum' },
      seats: rules.team.names,
      stateSize: t.stateSize,
      actionCount: t.codes.count,
      legalMax: t.legalMax,
      decisionMax: t.seats + stepMax * (answers + 1 + 2 * units),
      stepMax,
      step: { label: 'turn', perTurn: 1 },
      gauges: this.#gauges.list,
      assets: t.assets.list,
      endings: ENDINGS,
    }
    this.text = {
      replayEach: 'decision',
      fixedFormat: true,
      format: (_state, seat, action) => formatAction(t, seat, action),
      parse: (state, seat, text) => this.#parse(state, seat, text),
      describe: state => describe(t, state),
      render: state => render(t, state, ENDINGS),
    }
    this.#tiles = t.tiles
    this.#exitStart = t.exitStart
    this.#ferryStart = t.ferryStart
    this.#exits = t.exits
    this.#stay = t.codes.stay
    this.#step = t.codes.step
    this.#ferry = t.codes.ferry
    this.#rally = t.codes.rally
    this.#swarm = t.codes.swarm
    this.#flee = t.codes.flee
    this.#choose = t.codes.choose
    this.#pick = t.codes.pick
    this.#scratch = new Int32Array(t.legalMax)
  }

  start(state: State, events: Int32Array): void {
    this.#course.start(state, events)
  }

  toMove(state: State): number {
    return state[ACTORS]!
  }

  legal(state: State, seat: Seat, out: Int32Array): number {
    const course = this.#course
    if (seat === chance) return course.clashes.fights.legal(state, out)
    switch (state[STAGE]) {
      case PICKING:
        return course.sites(state, out)
      case ANSWERING:
        return this.#answers(state, seat, out)
      case ENDING:
        out[0] = 0
        return course.abilities.list(state, seat, out, 1)
      case FLEEING:
        return course.abilities.listRefuges(state, state[ASKED]!, out)
      default:
        return course.clashes.retreats.list(state, state[ASKED]!, out)
    }
  }

  #answers(s: State, seat: Seat, out: Int32Array): number {
    const unit = numberOf(s[ASKED]!)
    const tile = s[AT + s[ASKED]!]!
    let n = 0
    out[n++] = this.#stay + unit
    for (let i = this.#exitStart[tile]!; i < this.#exitStart[tile + 1]!; i++)
      out[n++] = this.#exit(unit, tile, i)
    return this.#course.abilities.list(s, seat, out, n)
  }

  /** The action of a unit on a tile that takes the tile's exit i. */
  #exit(unit: number, tile: number, i: number): Action {
    return (i < this.#ferryStart[tile]! ? this.#step : this.#ferry) + unit * this.#tiles + this.#exits[i]!
  }

  /** A stay, an end of the turn, the first of whatever else is asked: the lowest action. */
  passive(state: State, seat: Seat): Action {
    this.legal(state, seat, this.#scratch)
    return this.#scratch[0]!
  }

  chanceWeights(state: State, out: Int32Array): number {
    return this.#course.clashes.fights.odds(state, out)
  }

  sample(state: State, seat: Seat, rng: Int32Array): Action {
    if (seat === chance) return this.#course.clashes.fights.sample(state, rng)
    if (state[STAGE] !== ANSWERING) return this.#scratch[below(rng, this.legal(state, seat, this.#scratch))]!
    const uses = this.#course.abilities.list(state, seat, this.#scratch, 0)
    const unit = numberOf(state[ASKED]!)
    const tile = state[AT + state[ASKED]!]!
    const first = this.#exitStart[tile]!
    const steps = this.#exitStart[tile + 1]! - first
    const drawn = below(rng, 1 + steps + uses)
    if (drawn === 0) return this.#stay + unit
    if (drawn <= steps) return this.#exit(unit, tile, first + drawn - 1)
    return this.#scratch[drawn - 1 - steps]!
  }

  apply(state: State, seat: Seat, action: Action, events: Int32Array): void {
    if (seat !== chance) this.#decide(state, action, events)
    else if (action < WIN) this.#course.clashes.fall(state, events, 1 << action)
    else this.#course.clashes.fall(state, events, state[LIVING]! & ~teamOf(action - WIN))
  }

  #decide(s: State, action: Action, events: Int32Array): void {
    const course = this.#course
    switch (s[STAGE]) {
      case PICKING:
        course.pick(s, events, action - this.#pick)
        break
      case ANSWERING:
        if (action < this.#step) course.stay(s)
        else if (action < this.#ferry) course.step(s, events, (action - this.#step) % this.#tiles)
        else if (action < this.#rally) course.ferry(s, events, (action - this.#ferry) % this.#tiles)
        else this.#use(s, action, events)
        break
      case ENDING:
        if (action === 0) course.clashes.fight(s)
        else this.#use(s, action, events)
        break
      case FLEEING:
        course.flee(s, events, (action - this.#flee) % this.#tiles)
        break
      default:
        if (action < this.#choose) course.clashes.accept(s, events)
        else course.clashes.choose(s, events, (action - this.#choose) % this.#tiles)
    }
  }

  #use(s: State, action: Action, events: Int32Array): void {
    const target = action - this.#swarm
    const slot = target % SLOTS
    if (target < 0) this.#course.rally(s, events, action - this.#rally)
    else this.#course.swarm(s, events, (target - slot) / SLOTS, slot)
  }

  resolve(state: State, events: Int32Array): boolean {
    this.#course.close(state, events)
    return true
  }

  result(state: State, parts: Int32Array): number {
    const outcome = state[OUTCOME]!
    const winner = (outcome >> 4) - 1
    const seats = this.info.seats.length
    let left = 0
    for (let seat = 0; seat < seats; seat++) left += ((state[OUT]! >> seat) & 1) ^ 1
    for (let seat = 0; seat < seats; seat++) {
      const out = ((state[OUT]! >> seat) & 1) === 1
      parts[seat] = winner === NOBODY ? (out ? 0 : WIN_UNITS / left) : seat === winner ? WIN_UNITS : 0
    }
    return (outcome & 15) - 1
  }

  observe(state: State, _seat: Seat, view: State): void {
    view.set(state)
  }

  determinize(view: State, _seat: Seat, _rng: Int32Array, out: State): void {
    if (out !== view) out.set(view)
  }

  gauge(state: State, out: Int32Array): void {
    this.#gauges.write(state, out)
  }

  #parse(state: State, seat: Seat, text: string): Action {
    const out = new Int32Array(this.info.legalMax)
    const due = ((state[ACTORS]! >> seat) & 1) === 1
    return parseAction(this.#t, seat, text, due ? out.subarray(0, this.legal(state, seat, out)) : null)
  }
}

/** Compiles a validated rules object, its map read into it. */
export function compile(id: string, rules: Rules): CompiledGame {
  return new Bulwark(id, rules)
}
