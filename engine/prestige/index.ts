/** Prestige: dice behind screens, missions, territories, two to four players. */
import {
  type Action,
  CHANCE,
  type CompiledGame,
  type Ending,
  type GameInfo,
  type GameText,
  type Seat,
  type State,
  UNKNOWN,
  WIN_UNITS,
} from '../contract/index.ts'
import * as random from '../rng.ts'
import * as actions from './actions.ts'
import * as attack from './attack.ts'
import * as close from './close.ts'
import * as counts from './counts.ts'
import * as deck from './deck.ts'
import { describe, render } from './describe.ts'
import { gaugesOf, measure } from './gauges.ts'
import * as layout from './layout.ts'
import * as legal from './legal.ts'
import { formatAction, parseAction } from './notation.ts'
import type { Rules } from './rules.ts'
import * as setup from './setup.ts'
import { compileTables, type Tables } from './tables.ts'
import * as turn from './turn.ts'

export { schema } from './schema.ts'

// Constants of this module, for speed: see layout.ts.
const { below } = random
const { DONE, TYPE_COUNT } = actions
const { addDie, pick, roll, seatOfSide } = attack
const { choose } = counts
const { cardOdds, drawCard } = deck
const { list } = legal
const { ACTORS, ATTACKING, DICE, DICE_WORDS, EXCHANGE, MOVING, MULLIGAN, OUTCOME, PHASE, PICK, PICKING } =
  layout
const { PLACING, POOL, RAISING, REDRAW, RETURN, ROLLING, ROUND, SENDING, SETUP_DRAW, START, START_COUNT } =
  layout
const { STILL_IN, TURN } = layout
const { closeTurn } = close
const { BY_LASTING, BY_LENGTH, beginTurn, endMatch } = turn

const ENDINGS: readonly Ending[] = [
  { id: 'prestige', kind: 'win', label: 'prestige reached the mark' },
  { id: 'last', kind: 'win', label: 'all others are out' },
  { id: 'length', kind: 'length', label: 'the round limit was reached' },
]
const NOBODY = -1

class Prestige implements CompiledGame {
  readonly info: GameInfo
  readonly text: GameText
  readonly #t: Tables
  readonly #scratch: Int32Array

  constructor(id: string, rules: Rules) {
    const t = compileTables(rules)
    this.#t = t
    const scratch = new Int32Array(t.legalMax)
    this.info = {
      id,
      type: {
        dynamics: 'simultaneous',
        chance: 'explicit',
        information: 'imperfect',
        utility: 'constant-sum',
      },
      seats: rules.seats.map(({ name }) => name),
      stateSize: t.stateSize,
      actionCount: t.actionCount,
      legalMax: t.legalMax,
      decisionMax: decisionMax(t),
      stepMax: t.rounds,
      step: { label: 'round', perTurn: 1 },
      // A round is dozens of decisions, dice and draws.
      horizon: 1,
      gauges: gaugesOf(t),
      assets: t.assets,
      endings: ENDINGS,
    }
    this.text = {
      replayEach: 'decision',
      fixedFormat: false,
      format: (state, seat, action) => formatAction(t, state, seat, action),
      parse: (state, seat, text) => parseAction(t, state, seat, text, scratch),
      describe: state => describe(t, state, ENDINGS),
      render: state => render(t, state, ENDINGS),
    }
    this.#scratch = scratch
  }

  start(state: State, events: Int32Array): void {
    setup.begin(this.#t, state, events)
  }

  toMove(state: State): number {
    return state[ACTORS]!
  }

  legal(state: State, seat: Seat, out: Int32Array): number {
    return list(this.#t, state, seat, out)
  }

  /** The lowest action: no further move or attack, and where something must be given, the most troops and the highest die. */
  passive(state: State, seat: Seat): Action {
    list(this.#t, state, seat, this.#scratch)
    return this.#scratch[0]!
  }

  chanceWeights(state: State, out: Int32Array): number {
    const t = this.#t
    if (state[PHASE] !== ROLLING) return cardOdds(t, state, out)
    out.fill(1, 0, t.sides)
    return t.sides
  }

  sample(state: State, seat: Seat, rng: Int32Array): Action {
    const t = this.#t
    if (state[PHASE] === ROLLING) return below(rng, t.sides)
    const scratch = this.#scratch
    if (seat !== CHANCE) return scratch[below(rng, list(t, state, seat, scratch))]!
    let left = below(rng, cardOdds(t, state, scratch))
    let place = 0
    for (; left >= scratch[place]!; place++) left -= scratch[place]!
    list(t, state, CHANCE, scratch)
    return scratch[place]!
  }

  apply(state: State, seat: Seat, action: Action, events: Int32Array): void {
    if (seat === CHANCE) this.#happen(state, action, events)
    else this.#decide(state, seat, action, events)
  }

  #happen(s: State, outcome: number, events: Int32Array): void {
    const t = this.#t
    const phase = s[PHASE]!
    if (phase === ROLLING) roll(s, outcome)
    else if (drawCard(t, s, s[TURN]!, outcome, events)) {
      if (phase === SETUP_DRAW || phase === REDRAW) setup.drawn(t, s, events)
      else turn.drawn(t, s, events)
    }
  }

  #decide(s: State, seat: Seat, action: Action, events: Int32Array): void {
    const t = this.#t
    switch (s[PHASE]) {
      case PLACING: {
        const at = action - t.placeAction
        const type = (at / t.territories) | 0
        turn.placeOne(t, s, this.#ranked(seat, at % t.territories), type, action, events)
        break
      }
      case MOVING: {
        const at = action - t.moveAction
        if (action === DONE) turn.endMoving(t, s, events)
        else turn.move(t, s, (at / TYPE_COUNT) | 0, at % TYPE_COUNT, action, events)
        break
      }
      case ATTACKING:
        if (action === DONE) turn.beginMissions(t, s, events)
        else turn.declare(t, s, action - t.attackAction, events)
        break
      case PICKING:
        if (pick(t, s, seat, action, events)) turn.beginAttacks(t, s, events)
        break
      case EXCHANGE:
        if (action === DONE) turn.endTurn(s)
        else turn.exchange(t, s, action - t.exchangeAction, events)
        break
      case MULLIGAN:
        setup.mulligan(t, s, action - t.mulliganAction, events)
        break
      case START:
        setup.start(t, s, this.#ranked(seat, action - t.landAction), events)
        break
      case RETURN:
        turn.comeBack(t, s, this.#ranked(seat, action - t.landAction), events)
        break
      default:
        this.#count(s, seat, t.noneAction - action, events)
    }
  }

  /** The territory of a seat's rank. */
  #ranked(seat: Seat, rank: number): number {
    return this.#t.order[seat * this.#t.territories + rank]!
  }

  #count(s: State, seat: Seat, count: number, events: Int32Array): void {
    const t = this.#t
    if (choose(t, s, seat, count)) return
    if (s[PHASE] === START_COUNT) setup.muster(t, s, events)
    else if (s[PHASE] === SENDING) attack.open(t, s, events)
    else if (s[PHASE] === RAISING) turn.raise(t, s, events)
  }

  resolve(state: State, events: Int32Array): boolean {
    const t = this.#t
    if (state[OUTCOME] === 0) {
      closeTurn(t, state, events)
      const left = state[STILL_IN]!
      if ((left & (left - 1)) === 0) endMatch(state, BY_LASTING, 31 - Math.clz32(left))
    }
    if (state[OUTCOME] !== 0) {
      state[ACTORS] = 0
      return true
    }
    let next = state[TURN]! + 1
    while (next < t.seats && ((state[STILL_IN]! >> next) & 1) === 0) next++
    const over = next === t.seats
    if (over) {
      for (next = 0; ((state[STILL_IN]! >> next) & 1) === 0; ) next++
      if (++state[ROUND]! === t.rounds) {
        endMatch(state, BY_LENGTH, NOBODY)
        state[ACTORS] = 0
        return true
      }
    }
    state[TURN] = next
    beginTurn(t, state, events)
    return over
  }

  result(state: State, parts: Int32Array): number {
    const t = this.#t
    const winner = (state[OUTCOME]! >> 4) - 1
    const left = state[STILL_IN]!
    let sharing = 0
    for (let seat = 0; seat < t.seats; seat++) sharing += (left >> seat) & 1
    for (let seat = 0; seat < t.seats; seat++) {
      if (winner === NOBODY) parts[seat] = (left >> seat) & 1 ? WIN_UNITS / sharing : 0
      else parts[seat] = seat === winner ? WIN_UNITS : 0
    }
    return (state[OUTCOME]! & 15) - 1
  }

  observe(state: State, seat: Seat, view: State): void {
    view.set(state)
    const phase = state[PHASE]!
    if (phase !== ROLLING && phase !== PICKING) return
    for (let side = 0; side < 2; side++) {
      const other = seatOfSide(state, side)
      if (other === seat) continue
      view.fill(UNKNOWN, DICE + side * DICE_WORDS, DICE + (side + 1) * DICE_WORDS)
      view[PICK + side] = 0
      if (phase === PICKING) view[ACTORS]! |= 1 << other
    }
  }

  determinize(view: State, _seat: Seat, rng: Int32Array, out: State): void {
    if (out !== view) out.set(view)
    for (let side = 0; side < 2; side++) {
      if (out[DICE + side * DICE_WORDS] !== UNKNOWN) continue
      out.fill(0, DICE + side * DICE_WORDS, DICE + (side + 1) * DICE_WORDS)
      for (let die = 0; die < out[POOL + side]!; die++) addDie(out, side, below(rng, this.#t.sides), 1)
    }
  }

  gauge(state: State, out: Int32Array): void {
    measure(this.#t, state, out)
  }
}

/**
 * A bound on decisions: every troop that ever is can be placed once and be the one that a comparison removes, with all
 * dice rolled for it anew; a turn has its moves, its ends of moves and attacks, its counts, and draws of whole decks.
 */
function decisionMax(t: Tables): number {
  const raised = Math.max(t.incomingMin, Math.floor(t.territories / t.incomingPer))
  const troops = t.seats * (t.setupTroops + t.rounds * raised)
  const deckSize = t.cardCopies.reduce((sum, copies) => sum + copies, 0)
  const comparison = 1 + TYPE_COUNT + 2 * t.cap + 2
  const turnOf = t.cap + 2 + TYPE_COUNT + 1 + (2 * t.dossier + 1) * deckSize
  const setupOf = 2 * t.dossier + 2 + TYPE_COUNT
  return troops * (1 + comparison) + t.seats * (setupOf + t.rounds * turnOf)
}

/** Compiles a validated rules object. */
export function compile(id: string, rules: Rules): CompiledGame {
  return new Prestige(id, rules)
}
