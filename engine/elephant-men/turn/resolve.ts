/** Resolving a phase: the orders of both sides, step by step in the rule set's action order, and whether it has ended the match. */
import { NOBODY, packOutcome } from '../../contract/index.ts'
import { BOTH_GONE, BY_ELIMINATION, BY_FAVOUR, BY_LEAD, BY_LENGTH } from '../info.ts'
import { ACTIONS, type ActionName, BLOCK, CLEAVE, PRAY } from '../rules/actions.ts'
import type { Tables } from '../rules/tables.ts'
import { activeSeat, meaningAt, packActive, STEP, stepShiftIn } from '../state/codes.ts'
import {
  BLOCKING,
  BOARD,
  DONE,
  FAVOUR,
  OUTCOME,
  OWN,
  PENDING_COUNT,
  PHASE,
  PLAN_NEXT,
  planOf,
  RESTING,
  scratch,
} from '../state/layout.ts'
import { isFor, originOf, shapeOf } from '../state/orders.ts'
import { active, clearMarks, listOf, marksEnd, VOIDS } from './active.ts'
import { Delayed } from './delayed.ts'
import { Execution } from './execution.ts'
import { Losses } from './losses.ts'
import { OrderValidity } from './validity.ts'

const STEP_BITS = STEP.bits
const STEP_MASK = STEP.mask
/** From a bit of a step's field to the field's shift; fields are as wide as a power of 2. */
const SHIFTS = ~(STEP.bits - 1)

/** A word with a field for each step of the rules' order, given by its action. */
function perStep(order: readonly ActionName[], value: (action: number) => number): number {
  return order.reduce((word, name, step) => word | (value(ACTIONS.indexOf(name)) << (STEP_BITS * step)), 0)
}

/** What rules ask of a phase, a bit each. V8 compares a field that holds a boolean with all that is false; bits are one test. */
const LANDS_FIRST = 1
const STARTERS = 2
const EACH_STEP = 4
const BLOCKS_LAST = 8
const REST_CARRIES = 16
const DELAY_CARRIES = 32
const SIGHT = 64
const MOVES_MARK = 128
/** What is asked before or after a step. */
const WATCHES = STARTERS | EACH_STEP | SIGHT

function asksOf({ rules, starters }: Tables, sighted: number): number {
  const { block, carries, judged, landing, move } = rules
  return (
    (move.marks === 'blocked' ? MOVES_MARK : 0) |
    (landing === 'first' ? LANDS_FIRST : 0) |
    (starters > 0 ? STARTERS : 0) |
    (judged === 'step' ? EACH_STEP : 0) |
    (block.lasts === 'hit' ? BLOCKS_LAST : 0) |
    (carries.rest ? REST_CARRIES : 0) |
    (carries.delayed ? DELAY_CARRIES : 0) |
    (sighted !== 0 ? SIGHT : 0)
  )
}

export class Resolver {
  readonly #words: Int32Array
  readonly #delayed: Delayed
  readonly #validity: OrderValidity
  readonly #execution: Execution
  /** LANDS_FIRST and so on. */
  readonly #asks: number
  readonly #phases: number
  readonly #secondSeat: number
  /** Per step: its action; whether delayed blows or prayers land in it. */
  readonly #steps: number
  readonly #landings: number
  /** How far marks go, see active.ts. */
  readonly #marksEnd: number
  /** Favour that ends the match after a step, if it is judged then; whether a side without units loses. */
  readonly #winAt: number
  readonly #eliminates: boolean

  constructor(t: Tables) {
    const { cleave, order, pray } = t.rules
    const losses = new Losses(t)
    this.#words = t.words
    this.#delayed = new Delayed(t, losses)
    this.#validity = new OrderValidity(t)
    this.#execution = new Execution(t, losses, this.#delayed, this.#validity)
    this.#asks = asksOf(t, this.#validity.sighted)
    this.#phases = t.phases
    this.#secondSeat = activeSeat(1, t.seatEvents)
    this.#steps = perStep(order, action => action)
    this.#landings = perStep(order, a => (a === CLEAVE ? cleave.delay : a === PRAY ? pray.delay : 0))
    this.#marksEnd = marksEnd(t.rules)
    this.#winAt = t.rules.favour.win
    this.#eliminates = t.rules.elimination === 'loses'
  }

  /** Resolves the coming phase, without judging whether it ends the match. */
  phase(s: Int32Array, events: Int32Array): void {
    this.#carryOut(s, events, this.#gather(s))
    s[DONE]!++
    const next = s[PHASE]! + 1
    if (next < this.#phases) s[PHASE] = next
    else this.endTurn(s)
  }

  /** The same of a plan that was drawn in `scratch`. */
  drawnPhase(events: Int32Array, at0: number, ofFirst: number, at1: number, count: number): void {
    this.#carryOut(scratch, events, this.#gatherDrawn(at0, ofFirst, at1, count))
  }

  /** Carries out the orders listed by step: `counts` has how many, a field per step. */
  #carryOut(s: Int32Array, events: Int32Array, counts: number): void {
    const asks = this.#asks
    const watches = asks & WATCHES
    const landing = s[PENDING_COUNT]!
    let landsLater = landing
    let left = counts
    // Whether anything yet can keep an active order from its step, and whether squares may be marked.
    let touched = (asks & BLOCKS_LAST) === 0 ? 0 : s[BLOCKING]!
    let marked = 0
    s[RESTING] = 0
    if (landing > 0) {
      if ((asks & LANDS_FIRST) === 0) left |= this.#landings
      else {
        left = this.#landFirst(s, events, landing, left)
        landsLater = 0
        touched = 1
        marked = 1
      }
    }
    while (left !== 0) {
      const step = (31 - Math.clz32(left & -left)) & SHIFTS
      const action = (this.#steps >>> step) & STEP_MASK
      const first = listOf(step)
      let count = (counts >>> step) & STEP_MASK
      left &= ~(STEP_MASK << step)
      if (touched !== 0 && count > 0) count = this.#validity.reach(s, events, action, first, count)
      if (watches !== 0) count = this.#watch(s, events, action, first, count, landing)
      if (count > 0) this.#execution.carryOut(s, events, action, first, count, left)
      if (landsLater > 0) this.#land(s, events, action, landing, left)
      if (action > BLOCK || (asks & MOVES_MARK) !== 0) {
        touched = 1
        marked |= left
      }
      if (watches !== 0 && (asks & EACH_STEP) !== 0 && this.#isOver(s)) break
    }
    if (marked !== 0) clearMarks(this.#marksEnd)
    if ((asks & BLOCKS_LAST) === 0) s[BLOCKING] = 0
    s[RESTING]! &= s[OWN]! | s[OWN + 1]!
    if (landing > 0) this.#delayed.drop(s, landing)
  }

  /** What does not carry over into the next turn goes. */
  endTurn(s: Int32Array): void {
    s[PHASE] = 0
    if ((this.#asks & REST_CARRIES) === 0) s[RESTING] = 0
    if ((this.#asks & DELAY_CARRIES) === 0) s[PENDING_COUNT] = 0
  }

  /** Lists the phase's orders by step, but for void ones; returns how many there are, a field per step. */
  #gather(s: Int32Array): number {
    const words = this.#words
    const phase = s[PHASE]!
    const resting = s[RESTING]!
    let counts = 0
    let voids = 0
    for (let seat = 0; seat < 2; seat++) {
      const next = planOf(seat) + PLAN_NEXT
      const ofSeat = this.#secondSeat & -seat
      let able = s[OWN + seat]! & ~resting
      let at = s[next]!
      for (let order = s[at]!; isFor(order, phase); order = s[++at]!) {
        const cell = s[BOARD + originOf(order)]!
        const meaning = words[meaningAt(cell, shapeOf(order))]!
        if (((able >>> cell) & 1) === 0 || meaning < 0) active[VOIDS + voids++] = at
        else {
          const step = stepShiftIn(meaning)
          active[listOf(step) + ((counts >>> step) & STEP_MASK)] = packActive(meaning, cell, at) + ofSeat
          counts += 1 << step
          able &= ~(1 << cell)
        }
      }
      s[next] = at
    }
    if (voids > 0) this.#validity.markVoid(s, resting, voids)
    return counts
  }

  /** Lists the phase's orders by step, but for void ones, which are left alone; returns how many there are, a field per step. */
  #gatherDrawn(at0: number, ofFirst: number, at1: number, count: number): number {
    const words = this.#words
    const secondSeat = this.#secondSeat | 0
    const able = ~scratch[RESTING]!
    const able0 = scratch[OWN]! & able
    const able1 = scratch[OWN + 1]! & able
    const toSecond = (at1 - at0 - ofFirst) | 0
    let counts = 0
    for (let i = 0; i < count; i = (i + 1) | 0) {
      // All bits where the order is one of the second seat.
      const second = (ofFirst - 1 - i) >> 31
      const at = (at0 + i + (toSecond & second)) | 0
      const order = scratch[at]!
      const cell = scratch[BOARD + originOf(order)]!
      const meaning = words[meaningAt(cell, shapeOf(order))]!
      const mine = (able0 & ~second) | (able1 & second)
      if (((mine >>> cell) & 1) === 0 || meaning < 0) continue
      const shift = stepShiftIn(meaning)
      active[(listOf(shift) + ((counts >>> shift) & STEP_MASK)) | 0] =
        packActive(meaning, cell, at) + (secondSeat & second)
      counts = (counts + (1 << shift)) | 0
    }
    return counts
  }

  /** Everything delayed lands before the steps that are `left`; returns those still to come. */
  #landFirst(s: Int32Array, events: Int32Array, landing: number, left: number): number {
    if ((this.#asks & STARTERS) !== 0) this.#delayed.stop(s, landing)
    this.#delayed.landBlows(s, events, landing, left)
    this.#delayed.landPrayers(s, events, landing)
    return (this.#asks & EACH_STEP) !== 0 && this.#isOver(s) ? 0 : left
  }

  /** What was delayed lands, in the step of its action. */
  #land(s: Int32Array, events: Int32Array, action: number, landing: number, later: number): void {
    if (action === CLEAVE) this.#delayed.landBlows(s, events, landing, later)
    else if (action === PRAY) this.#delayed.landPrayers(s, events, landing)
  }

  /** What some rules ask before a step: who is in the way of its orders, and what of the delayed does not land. */
  #watch(
    s: Int32Array,
    events: Int32Array,
    action: number,
    first: number,
    count: number,
    landing: number,
  ): number {
    if ((this.#asks & (STARTERS | LANDS_FIRST)) === STARTERS && landing > 0) this.#delayed.stop(s, landing)
    if (((this.#validity.sighted >>> action) & 1) === 0) return count
    return this.#validity.see(s, events, first, count)
  }

  /** Whether the match is decided, for rules that judge every step. */
  #isOver(s: Int32Array): boolean {
    if (Math.abs(s[FAVOUR]!) >= this.#winAt || (s[OWN]! | s[OWN + 1]!) === 0) return true
    return this.#eliminates && (s[OWN] === 0 || s[OWN + 1] === 0)
  }
}

/** Whether a phase has ended the match, and how. */
export class Judge {
  /** Favour that wins. */
  readonly #winAt: number
  /** 1 if a side without units loses. */
  readonly #eliminates: number
  readonly #leadWins: boolean
  readonly #stepMax: number

  constructor({ phases, rules }: Tables) {
    this.#winAt = rules.favour.win
    this.#eliminates = rules.elimination === 'loses' ? 1 : 0
    this.#leadWins = rules.limits.tiebreak === 'favour'
    this.#stepMax = phases * rules.limits.turns
  }

  /** Writes the outcome if the match ended with the phase just resolved. */
  judge(s: Int32Array): void {
    const favour = s[FAVOUR]!
    if (favour >= this.#winAt) s[OUTCOME] = packOutcome(BY_FAVOUR, 0)
    else if (favour <= -this.#winAt) s[OUTCOME] = packOutcome(BY_FAVOUR, 1)
    else if ((s[OWN]! | s[OWN + 1]!) === 0) s[OUTCOME] = packOutcome(BOTH_GONE, NOBODY)
    else if (s[OWN] === 0 && this.#eliminates !== 0) s[OUTCOME] = packOutcome(BY_ELIMINATION, 1)
    else if (s[OWN + 1] === 0 && this.#eliminates !== 0) s[OUTCOME] = packOutcome(BY_ELIMINATION, 0)
    else if (s[DONE] === this.#stepMax) this.#runOut(s, favour)
  }

  #runOut(s: Int32Array, favour: number): void {
    if (!this.#leadWins || favour === 0) s[OUTCOME] = packOutcome(BY_LENGTH, NOBODY)
    else s[OUTCOME] = packOutcome(BY_LEAD, favour > 0 ? 0 : 1)
  }
}
