/** The game as searches and matches play it. */
import {
  type Action,
  type CompiledGame,
  FIELDED,
  type GameInfo,
  type GameText,
  type RandomMatch,
  RESOLVE_BIT,
  type Seat,
  type State,
  sampleStep,
  takeSample,
  writeReturns,
} from '../contract/index.ts'
import { infoOf, mostFavour, readGauges } from './info.ts'
import { FeatureExtractor } from './learning.ts'
import type { Rules } from './rules/schema.ts'
import { compileTables, type Tables } from './rules/tables.ts'
import { EMPTY, packCell } from './state/cells.ts'
import { aimsIn, DONE_ORDERING, spotAt } from './state/codes.ts'
import { setLane, setStand } from './state/lanes.ts'
import {
  BOARD,
  HP,
  OUTCOME,
  OWN,
  PENDING,
  PENDING_COUNT,
  PHASE,
  PLAN_COUNT,
  PLAN_SIZE,
  planOf,
  SQUARES,
  TO_MOVE,
  TOTAL_HP,
} from './state/layout.ts'
import { textOf } from './text/index.ts'
import { Drawer } from './turn/draw.ts'
import { IdleOrders } from './turn/idle.ts'
import { Playout } from './turn/match.ts'
import { Planner, usesAsset } from './turn/plan.ts'
import { Judge, Resolver } from './turn/resolve.ts'

const SEATS = 2
const BOTH = (1 << SEATS) - 1

class ElephantMen implements CompiledGame {
  readonly info: GameInfo
  readonly text: GameText
  readonly #tables: Tables
  readonly #planner: Planner
  readonly #idleOrders: IdleOrders
  readonly #features: FeatureExtractor
  readonly #judge: Judge
  readonly #resolver: Resolver
  readonly #playout: Playout
  /** The position before the first decision, copied by `start`. */
  readonly #first: Int32Array
  /** All bits if the match is judged only at the end of a turn. */
  readonly #eachTurn: number
  /** Most favour that gauges show. */
  readonly #favourMax: number

  constructor(id: string, rules: Rules) {
    this.#tables = compileTables(rules)
    this.#planner = new Planner(this.#tables)
    this.#idleOrders = new IdleOrders(this.#tables, this.#planner)
    this.#features = new FeatureExtractor(this.#tables, this.#planner)
    this.#judge = new Judge(this.#tables)
    this.#resolver = new Resolver(this.#tables)
    const drawer = new Drawer(this.#tables, this.#planner)
    this.#playout = new Playout(this.#tables, drawer, this.#resolver, this.#judge)
    this.info = infoOf(id, this.#tables)
    this.text = textOf(this.#tables, this.info.endings, this.#planner)
    this.#eachTurn = rules.judged === 'turn' ? -1 : 0
    this.#favourMax = mostFavour(rules)
    this.#first = new Int32Array(this.info.stateSize)
    this.#setUp(this.#first)
  }

  #setUp(s: State): void {
    const { lanes, slotKind, squares, startHp, startSide, startSquare, units, words } = this.#tables
    s.fill(-1, SQUARES, SQUARES + lanes)
    s.fill(EMPTY, BOARD, BOARD + squares + 1)
    for (let slot = 0; slot < units; slot++) {
      const side = startSide[slot]!
      const square = startSquare[slot]!
      const hp = startHp[slot]!
      s[BOARD + square] = packCell(slot, slotKind[slot]!)
      setStand(s, SQUARES, slot, square, aimsIn(words[spotAt(slot, square)]!))
      setLane(s, HP, slot, hp)
      s[OWN + side]! |= 1 << slot
      s[TOTAL_HP + side]! += hp
    }
    this.#openTurn(s)
  }

  #openTurn(s: State): void {
    s[TO_MOVE] = BOTH
    this.#planner.open(s, 0)
    this.#planner.open(s, 1)
  }

  start(state: State, events: Int32Array): void {
    state.set(this.#first)
    const { seatEvents, slotEvents, startSide, units } = this.#tables
    for (let slot = 0; slot < units; slot++)
      events[startSide[slot]! * seatEvents + slotEvents[slot]! + FIELDED]!++
  }

  toMove(state: State): number {
    return state[TO_MOVE]!
  }

  legal(state: State, seat: Seat, out: Int32Array): number {
    return this.#planner.legal(state, seat, out)
  }

  /** Orders nothing more. */
  passive(): Action {
    return DONE_ORDERING
  }

  isIdle(state: State, seat: Seat, action: Action): boolean {
    return this.#idleOrders.isIdle(state, seat, action)
  }

  sample(state: State, seat: Seat, rng: Int32Array): Action {
    return this.#planner.sample(state, seat, rng)
  }

  apply(state: State, seat: Seat, action: Action): void {
    this.#planner.seal(state, seat, action)
  }

  resolve(state: State, events: Int32Array): boolean {
    this.#resolver.phase(state, events)
    if ((state[PHASE]! & this.#eachTurn) === 0) this.#judge.judge(state)
    if (state[OUTCOME] !== 0) state[TO_MOVE] = 0
    else if (state[PHASE] === 0) this.#openTurn(state)
    return true
  }

  /** Plays step by step until a turn begins in which nothing is planned, then turn by turn. */
  sampleMatch(state: State, rngs: readonly Int32Array[], match: RandomMatch): void {
    while (
      state[TO_MOVE] !== BOTH ||
      (state[planOf(0) + PLAN_COUNT]! | state[planOf(1) + PLAN_COUNT]!) !== 0
    ) {
      const decisions = sampleStep(this, state, rngs, match.events)
      match.decisions += decisions < 0 ? ~decisions : decisions
      if (decisions < 0) return
      takeSample(this, state, match)
    }
    this.#playout.play(state, rngs, match)
  }

  result(state: State, returns: Int32Array): number {
    return writeReturns(state[OUTCOME]!, SEATS, BOTH, returns)
  }

  observe(state: State, seat: Seat, view: State): void {
    view.set(state)
    if (state[TO_MOVE]! & RESOLVE_BIT || state[TO_MOVE] === 0) return
    const other = 1 - seat
    // Remains of earlier phases carry no information, but would make equal positions look different to a search.
    view.fill(0, PENDING + state[PENDING_COUNT]!, SQUARES)
    if (this.#tables.starters > 0)
      view.fill(0, this.#tables.starters + state[PENDING_COUNT]!, this.#tables.stateSize)
    this.#planner.tidy(view, seat)
    view.fill(0, planOf(other), planOf(other) + PLAN_SIZE)
    this.#planner.open(view, other)
    view[TO_MOVE] = state[TO_MOVE]! | (1 << other)
  }

  /** Nothing is hidden but sealed orders, and a view shows those as unmade. */
  determinize(view: State, _seat: Seat, _rng: Int32Array, out: State): void {
    if (out !== view) out.set(view)
  }

  uses(state: State, seat: Seat, action: Action, asset: number): boolean {
    return usesAsset(this.#tables, this.#planner, state, seat, action, asset)
  }

  tokens(view: State, seat: Seat, out: Int32Array): number {
    return this.#features.tokens(view, seat, out)
  }

  aspects(view: State, seat: Seat, action: Action, out: Int32Array): number {
    return this.#features.aspects(view, seat, action, out)
  }

  gauge(state: State, out: Int32Array, at: number): void {
    readGauges(state, this.#favourMax, out, at)
  }
}

/** Compiles a validated rules object. */
export function compile(id: string, rules: Rules): CompiledGame {
  return new ElephantMen(id, rules)
}
