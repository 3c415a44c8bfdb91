/** Elephant Men and its family: two sides, secret orders, simultaneous resolution, favour as a tug of war. */
import {
  type Action,
  type Asset,
  type CompiledGame,
  type Ending,
  EVENTS,
  FIELDED,
  type GameInfo,
  type GameText,
  type Gauge,
  RESOLVE_BIT,
  type Seat,
  type State,
  WIN_UNITS,
} from '../contract/index.ts'
import { aimsIn, spotAt } from './codes.ts'
import { describe, render } from './describe.ts'
import * as layout from './layout.ts'
import { formatAction, parseAction } from './notation.ts'
import { Planner } from './plan.ts'
import { Resolver } from './resolve.ts'
import { ACTIONS, type Rules } from './rules.ts'
import { compileTables, type Tables } from './tables.ts'

export { schema } from './rules.ts'

// Constants of this module, for speed: see layout.ts.
const { ACTORS, DONE, DONE_ORDERING, FAVOUR, OUTCOME, OWN, PHASE, TOTAL_HP } = layout
const { BOARD, EMPTY, HP, PENDING, PENDING_COUNT, PLAN_SIZE, SQUARES, packCell, planOf, setLane, setStand } =
  layout

const BOTH = 0b11
const ENDINGS: readonly Ending[] = [
  { id: 'favour', kind: 'win', label: 'favour reached the mark' },
  { id: 'elimination', kind: 'win', label: 'the other side has no units left' },
  { id: 'both-gone', kind: 'draw', label: 'neither side has units left' },
  { id: 'length', kind: 'length', label: 'the turn limit was reached' },
]
const BY_FAVOUR = 0
const BY_ELIMINATION = 1
const BOTH_GONE = 2
const BY_LENGTH = 3
const NOBODY = -1

/** Set bits of a mask of at most 31 slots. */
function population(mask: number): number {
  let v = mask - ((mask >>> 1) & 0x55555555)
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333)
  return Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

class ElephantMen implements CompiledGame {
  readonly info: GameInfo
  readonly text: GameText
  readonly #t: Tables
  readonly #planner: Planner
  readonly #resolver: Resolver
  /** The position before the first decision, copied by `start`. */
  readonly #first: Int32Array
  /** Favour that wins. */
  readonly #mark: number

  constructor(id: string, rules: Rules) {
    const t = compileTables(rules)
    this.#t = t
    this.#planner = new Planner(t)
    this.#resolver = new Resolver(t)
    this.#mark = rules.favour.win
    this.info = {
      id,
      type: {
        dynamics: 'simultaneous',
        chance: 'deterministic',
        information: 'perfect',
        utility: 'constant-sum',
      },
      seats: rules.sides.map(side => side.name),
      stateSize: t.stateSize,
      actionCount: t.actionCount,
      legalMax: t.legalMax,
      // A side that stops early says so, and a full plan ends by itself.
      decisionMax: 2 * t.orders * rules.limits.turns,
      stepMax: t.phases * rules.limits.turns,
      step: { label: 'phase', perTurn: t.phases },
      gauges: gaugesOf(t),
      assets: assetsOf(t),
      endings: ENDINGS,
    }
    const scratch = new Int32Array(t.legalMax)
    this.text = {
      replayEach: 'step',
      fixedFormat: false,
      format: (state, seat, action) => formatAction(t, this.#planner, state, seat, action),
      parse: (state, seat, text) => parseAction(t, this.#planner, state, seat, text, scratch),
      describe: state => describe(t, state, ENDINGS),
      render: state => render(t, state, ENDINGS),
    }
    this.#first = new Int32Array(t.stateSize)
    this.#setUp(this.#first)
  }

  #setUp(s: State): void {
    const t = this.#t
    s.fill(-1, SQUARES, SQUARES + t.lanes)
    s.fill(EMPTY, BOARD, BOARD + t.squares + 1)
    for (let slot = 0; slot < t.units; slot++) {
      const side = t.startSide[slot]!
      const square = t.startSquare[slot]!
      const hp = t.startHp[slot]!
      s[BOARD + square] = packCell(slot, t.slotKind[slot]!)
      setStand(s, SQUARES, slot, square, aimsIn(t.words[spotAt(slot, square)]!))
      setLane(s, HP, slot, hp)
      s[OWN + side]! |= 1 << slot
      s[TOTAL_HP + side]! += hp
    }
    this.#openTurn(s)
  }

  #openTurn(s: State): void {
    s[ACTORS] = BOTH
    this.#planner.open(s, 0)
    this.#planner.open(s, 1)
  }

  start(state: State, events: Int32Array): void {
    state.set(this.#first)
    const t = this.#t
    for (let slot = 0; slot < t.units; slot++)
      events[(t.startSide[slot]! * this.info.assets.length + t.slotKind[slot]!) * EVENTS.length + FIELDED]!++
  }

  toMove(state: State): number {
    return state[ACTORS]!
  }

  legal(state: State, seat: Seat, out: Int32Array): number {
    return this.#planner.legal(state, seat, out)
  }

  /** Orders nothing more. */
  passive(): Action {
    return DONE_ORDERING
  }

  sample(state: State, seat: Seat, rng: Int32Array): Action {
    return this.#planner.sample(state, seat, rng)
  }

  apply(state: State, seat: Seat, action: Action): void {
    this.#planner.seal(state, seat, action)
  }

  resolve(state: State, events: Int32Array): boolean {
    this.#resolver.phase(state, events)
    this.#judge(state)
    if (state[OUTCOME] !== 0) state[ACTORS] = 0
    else if (state[PHASE] === 0) this.#openTurn(state)
    return true
  }

  #judge(s: State): void {
    const favour = s[FAVOUR]!
    if (favour >= this.#mark) this.#end(s, BY_FAVOUR, 0)
    else if (favour <= -this.#mark) this.#end(s, BY_FAVOUR, 1)
    else if (s[OWN] === 0)
      this.#end(s, s[OWN + 1] === 0 ? BOTH_GONE : BY_ELIMINATION, s[OWN + 1] === 0 ? NOBODY : 1)
    else if (s[OWN + 1] === 0) this.#end(s, BY_ELIMINATION, 0)
    else if (s[DONE] === this.info.stepMax) this.#end(s, BY_LENGTH, NOBODY)
  }

  #end(s: State, ending: number, winner: number): void {
    s[OUTCOME] = (1 + ending) | ((winner + 1) << 4)
  }

  result(state: State, parts: Int32Array): number {
    const winner = (state[OUTCOME]! >> 4) - 1
    parts[0] = winner === NOBODY ? WIN_UNITS / 2 : winner === 0 ? WIN_UNITS : 0
    parts[1] = WIN_UNITS - parts[0]!
    return (state[OUTCOME]! & 15) - 1
  }

  observe(state: State, seat: Seat, view: State): void {
    view.set(state)
    if (state[ACTORS]! & RESOLVE_BIT || state[ACTORS] === 0) return
    const other = 1 - seat
    // What is left there of the past tells nothing, but would make equal positions look different to a
    // search.
    view.fill(0, PENDING + state[PENDING_COUNT]!, SQUARES)
    this.#planner.tidy(view, seat)
    view.fill(0, planOf(other), planOf(other) + PLAN_SIZE)
    this.#planner.open(view, other)
    view[ACTORS] = state[ACTORS]! | (1 << other)
  }

  determinize(view: State, _seat: Seat, _rng: Int32Array, out: State): void {
    if (out !== view) out.set(view)
  }

  gauge(state: State, out: Int32Array): void {
    const most = this.info.gauges[0]!.max
    const favour = Math.min(most, Math.max(-most, state[FAVOUR]!))
    out[0] = favour
    out[1] = -favour
    out[2] = state[TOTAL_HP]!
    out[3] = state[TOTAL_HP + 1]!
    out[4] = population(state[OWN]!)
    out[5] = population(state[OWN + 1]!)
  }
}

function gaugesOf(t: Tables): Gauge[] {
  const { favour } = t.rules
  const hp = t.startHp.reduce((sum, h) => sum + h, 0)
  // One phase can carry favour past the mark by what all of its orders earn; further out is one bin.
  const most = favour.win + 4 * Math.max(favour.kill, favour.convert, t.rules.pray.favour)
  return [
    // Half a win for the whole way to the mark, split between both seats' values.
    {
      id: 'favour',
      label: 'favour',
      min: -most,
      max: most,
      zeroSum: true,
      weight: WIN_UNITS / 4 / favour.win,
    },
    {
      id: 'hp',
      label: 'hit points of the living',
      min: 0,
      max: hp,
      zeroSum: false,
      weight: (WIN_UNITS / 2) * (1 / hp),
    },
    { id: 'units', label: 'units', min: 0, max: t.units, zeroSum: false, weight: 0 },
  ]
}

function assetsOf(t: Tables): Asset[] {
  return [
    ...t.kinds.map(kind => ({ id: kind, group: 'unit', label: kind })),
    ...ACTIONS.map(action => ({ id: action, group: 'action', label: action })),
  ]
}

/** Compiles a validated rules object. */
export function compile(id: string, rules: Rules): CompiledGame {
  return new ElephantMen(id, rules)
}
