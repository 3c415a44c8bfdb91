/** Resolving a phase: the orders of both sides, step by step in the rule set's action order. */
import { ACTIONS, type ActionName, CLEAVE, MOVE, PRAY } from '../rules/actions.ts'
import type { Tables } from '../rules/tables.ts'
import { activeSeat, meaningAt, packActive, STEP, stepShiftIn } from '../state/codes.ts'
import {
  BLOCKING,
  BOARD,
  DONE,
  FAVOUR,
  OWN,
  PENDING_COUNT,
  PHASE,
  PLAN_NEXT,
  planOf,
  RESTING,
} from '../state/layout.ts'
import { isFor, originOf, shapeOf } from '../state/orders.ts'
import { active, clearMarks, listOf, marksEnd, VOIDS } from './active.ts'
import { Delayed } from './delayed.ts'
import { Execution } from './execution.ts'
import { Hindrance } from './hindrance.ts'
import type { Judge } from './judge.ts'
import { Losses } from './losses.ts'
import { isUsual, UsualTurn } from './usual.ts'

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
/** What is asked before or after a step. */
const WATCHES = STARTERS | EACH_STEP | SIGHT

function asksOf({ rules, starters }: Tables, sighted: number): number {
  const { block, carries, judged, landing } = rules
  return (
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
  /** What resolves whole turns of random play in one call; null where the rules are not usual. */
  readonly usual: UsualTurn | null
  readonly #words: Int32Array
  readonly #delayed: Delayed
  readonly #hindrance: Hindrance
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

  constructor(t: Tables, judge: Judge) {
    const { cleave, order, pray } = t.rules
    const losses = new Losses(t)
    this.#words = t.words
    this.#delayed = new Delayed(t, losses)
    this.#hindrance = new Hindrance(t)
    this.#execution = new Execution(t, losses, this.#delayed, this.#hindrance)
    this.usual = isUsual(t.rules)
      ? new UsualTurn(t, judge, losses, this.#delayed, this.#hindrance, this.#execution)
      : null
    this.#asks = asksOf(t, this.#hindrance.sighted)
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
    const asks = this.#asks
    const landing = s[PENDING_COUNT]!
    const counts = this.#gather(s)
    let left = counts
    // Whether anything yet can keep an active order from its step, and whether squares may be marked.
    let touched = (asks & BLOCKS_LAST) === 0 ? 0 : s[BLOCKING]!
    let marked = 0
    s[RESTING] = 0
    if (landing > 0) {
      if ((asks & LANDS_FIRST) === 0) left |= this.#landings
      else {
        left = this.#landFirst(s, events, landing, left)
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
      if (touched !== 0 && count > 0) count = this.#hindrance.reach(s, events, action, first, count)
      if ((asks & WATCHES) !== 0) count = this.#watch(s, events, action, first, count, landing)
      if (count > 0) this.#execution.carryOut(s, events, action, first, count, left)
      if (landing > 0 && (asks & LANDS_FIRST) === 0) this.#land(s, events, action, landing, left)
      if (action !== MOVE) {
        touched = 1
        marked |= left
      }
      if ((asks & EACH_STEP) !== 0 && this.#isOver(s)) break
    }
    if (marked !== 0) clearMarks(this.#marksEnd)
    if ((asks & BLOCKS_LAST) === 0) s[BLOCKING] = 0
    s[RESTING]! &= s[OWN]! | s[OWN + 1]!
    if (landing > 0) this.#delayed.drop(s, landing)
    s[DONE]!++
    const next = s[PHASE]! + 1
    if (next < this.#phases) s[PHASE] = next
    else this.#endTurn(s)
  }

  /** What does not carry over into the next turn goes. */
  #endTurn(s: Int32Array): void {
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
    if (voids > 0) this.#hindrance.annul(s, resting, voids)
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
    if (((this.#hindrance.sighted >>> action) & 1) === 0) return count
    return this.#hindrance.see(s, events, first, count)
  }

  /** Whether the match is decided, for rules that judge every step. */
  #isOver(s: Int32Array): boolean {
    if (Math.abs(s[FAVOUR]!) >= this.#winAt || (s[OWN]! | s[OWN + 1]!) === 0) return true
    return this.#eliminates && (s[OWN] === 0 || s[OWN + 1] === 0)
  }
}
