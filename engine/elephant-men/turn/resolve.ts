/** Resolving a phase: the orders of both sides, step by step in the rule set's action order. */
import * as actions from '../rules/actions.ts'
import type { Tables } from '../rules/tables.ts'
import * as cells from '../state/cells.ts'
import * as codes from '../state/codes.ts'
import * as layout from '../state/layout.ts'
import * as orders from '../state/orders.ts'
import * as phases from './active.ts'
import { Effects } from './effects.ts'
import { Losses } from './losses.ts'
import { Movement } from './movement.ts'

// Constants of this module, for speed: see state/layout.ts.
const { BLOCKING, BOARD, DONE, FAVOUR, OWN, PENDING_COUNT, PHASE, RESTING } = layout.WORDS
const { PLAN_NEXT } = layout.PLAN
const { planOf } = layout
const { EMPTY } = cells
const { INTERRUPTED, OBSTRUCTED, CARRIED_OUT, CONVERTED, REMOVED, UNBLOCKED } = orders
const { VOID_NOBODY, VOID_RESTING, VOID_TWICE } = orders
const { isFor, originOf, shapeOf, targetOf, withStatus } = orders
const { VOIDS, active, clearMarks, fail, isMarked, listOf, succeed } = phases
const { BLOCK, CLEAVE, CONVERT, MOVE, POKE, PRAY, SHOVE } = actions
const { meaningAt, packActive, seatOf, slotOf, stepShiftIn, wordOf } = codes
const STEP_BITS = codes.STEP.bits
const STEP_MASK = codes.STEP.mask
/** From a bit of a step's field to the field's shift; fields are as wide as a power of 2. */
const SHIFTS = ~(codes.STEP.bits - 1)

/** A word with a field for each step of the rules' order, given by its action. */
function perStep(order: readonly actions.ActionName[], value: (action: number) => number): number {
  return order.reduce(
    (word, name, step) => word | (value(actions.ACTIONS.indexOf(name)) << (STEP_BITS * step)),
    0,
  )
}

const maskOf = (names: readonly actions.ActionName[]): number =>
  names.reduce((mask, name) => mask | (1 << actions.ACTIONS.indexOf(name)), 0)

/** Actions with a rest, and with a range, of their own in the rules. */
const TIRING = ['poke', 'convert', 'cleave', 'pray'] as const
const AIMED = ['poke', 'convert', 'cleave'] as const

/** What some rules ask, a bit each. */
const LANDS_FIRST = 1
const STARTERS = 2
const EACH_STEP = 4
const BLOCKS_LAST = 8
const REST_CARRIES = 16
const DELAY_CARRIES = 32
const SIGHT = 64
/** What is asked before or after a step. */
const WATCHES = STARTERS | EACH_STEP | SIGHT

export class Resolver {
  readonly #words: Int32Array
  readonly #effects: Effects
  readonly #movement: Movement
  /** LANDS_FIRST and so on: V8 compares every field that holds a boolean with all that is false, but tests bits at once. */
  readonly #asks: number
  readonly #phases: number
  readonly #secondSeat: number
  /** Per step: its action; whether delayed blows or prayers land in it. */
  readonly #steps: number
  readonly #landings: number
  /** Mask of the actions that can be interrupted. */
  readonly #interruptible: number
  /** Where the second side's marks lie, and how far marks go: see active.ts. */
  readonly #apart: number
  readonly #marksEnd: number
  /** Actions that make an interrupted unit rest. */
  readonly #tiring: number
  /** Actions that units between can block, a mask; 0 where sight is open. */
  readonly #sighted: number
  readonly #files: number
  /** Favour that ends the match after a step, if it is judged then; whether a side without units loses. */
  readonly #winAt: number
  readonly #eliminates: boolean

  constructor(t: Tables) {
    const { block, carries, cleave, interruptible, judged, landing, order, pray } = t.rules
    const losses = new Losses(t)
    this.#words = t.words
    this.#effects = new Effects(t, losses)
    this.#movement = new Movement(t, losses)
    this.#phases = t.phases
    this.#secondSeat = codes.activeSeat(1, t.seatEvents)
    this.#steps = perStep(order, action => action)
    this.#landings = perStep(order, a => (a === CLEAVE ? cleave.delay : a === PRAY ? pray.delay : 0))
    this.#interruptible = maskOf(interruptible)
    this.#apart = phases.marksApart(t.rules)
    this.#marksEnd = phases.marksEnd(t.rules)
    this.#tiring =
      t.rules.interrupted === 'rests' ? maskOf(TIRING.filter(a => t.rules[a].rest !== 'never')) : 0
    this.#sighted = t.rules.sight === 'blocked' ? maskOf(AIMED.filter(a => t.rules[a].range > 1)) : 0
    this.#files = t.files
    this.#winAt = t.rules.favour.win
    this.#eliminates = t.rules.elimination === 'loses'
    this.#asks =
      (landing === 'first' ? LANDS_FIRST : 0) |
      (t.starters > 0 ? STARTERS : 0) |
      (judged === 'step' ? EACH_STEP : 0) |
      (block.lasts === 'hit' ? BLOCKS_LAST : 0) |
      (carries.rest ? REST_CARRIES : 0) |
      (carries.delayed ? DELAY_CARRIES : 0) |
      (this.#sighted !== 0 ? SIGHT : 0)
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
        left = this.#landAll(s, events, landing, left)
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
      if (touched !== 0 && count > 0) count = this.#reach(s, events, action, first, count)
      if ((asks & WATCHES) !== 0) count = this.#watch(s, events, action, first, count, landing)
      if (count > 0) this.#carryOut(s, events, action, first, count, left)
      if (landing > 0 && (asks & LANDS_FIRST) === 0) this.#land(s, events, action, landing, left)
      if (action !== MOVE) {
        touched = 1
        marked |= left
      }
      if ((asks & EACH_STEP) !== 0 && this.#isOver(s)) break
    }
    if (marked !== 0) clearMarks(this.#marksEnd)
    this.#endPhase(s, landing)
  }

  /** Everything delayed lands before the steps that are `left`; returns those still to come. */
  #landAll(s: Int32Array, events: Int32Array, landing: number, left: number): number {
    if ((this.#asks & STARTERS) !== 0) this.#effects.stop(s, landing)
    this.#effects.landBlows(s, events, landing, left)
    this.#effects.landPrayers(s, events, landing)
    return (this.#asks & EACH_STEP) !== 0 && this.#isOver(s) ? 0 : left
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
    if ((this.#asks & (STARTERS | LANDS_FIRST)) === STARTERS && landing > 0) this.#effects.stop(s, landing)
    return ((this.#sighted >>> action) & 1) !== 0 ? this.#see(s, events, first, count) : count
  }

  /** Whether the match is decided, for rules that judge every step. */
  #isOver(s: Int32Array): boolean {
    if (Math.abs(s[FAVOUR]!) >= this.#winAt || (s[OWN]! | s[OWN + 1]!) === 0) return true
    return this.#eliminates && (s[OWN] === 0 || s[OWN + 1] === 0)
  }

  /** What was delayed lands, in the step of its action. */
  #land(s: Int32Array, events: Int32Array, action: number, landing: number, later: number): void {
    if (action === CLEAVE) this.#effects.landBlows(s, events, landing, later)
    else if (action === PRAY) this.#effects.landPrayers(s, events, landing)
  }

  #endPhase(s: Int32Array, landed: number): void {
    const asks = this.#asks
    if ((asks & BLOCKS_LAST) === 0) s[BLOCKING] = 0
    s[RESTING]! &= s[OWN]! | s[OWN + 1]!
    if (landed > 0) this.#effects.drop(s, landed)
    s[DONE]!++
    const next = s[PHASE]! + 1
    s[PHASE] = next
    if (next < this.#phases) return
    // What does not carry over into the next turn goes.
    s[PHASE] = 0
    if ((asks & REST_CARRIES) === 0) s[RESTING] = 0
    if ((asks & DELAY_CARRIES) === 0) s[PENDING_COUNT] = 0
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
    if (voids > 0) this.#annul(s, resting, voids)
    return counts
  }

  /** Writes why the orders listed as void are so. */
  #annul(s: Int32Array, resting: number, count: number): void {
    for (let i = VOIDS; i < VOIDS + count; i++) {
      const at = active[i]!
      const seat = at < planOf(1) ? 0 : 1
      const order = s[at]!
      s[at] = withStatus(order, this.#voidStatus(s, order, s[BOARD + originOf(order)]!, seat, resting))
    }
  }

  /** Why an order is void, the first reason of several. */
  #voidStatus(s: Int32Array, order: number, cell: number, seat: number, resting: number): number {
    if (((s[OWN + seat]! >>> cell) & 1) === 0) return VOID_NOBODY
    if (((resting >>> cell) & 1) !== 0) return VOID_RESTING
    const meaning = this.#words[meaningAt(cell, shapeOf(order))]!
    return meaning < 0 ? -meaning : VOID_TWICE
  }

  /** Keeps those orders of a step that can be carried out: not those of units interrupted, gone or converted by now. */
  #reach(s: Int32Array, events: Int32Array, action: number, first: number, count: number): number {
    const interruptible = (this.#interruptible >>> action) & 1
    const blocking = (this.#asks & BLOCKS_LAST) === 0 ? 0 : s[BLOCKING]!
    let reached = 0
    for (let i = first; i < first + count; i++) {
      const entry = active[i]!
      const slot = slotOf(entry)
      const seat = seatOf(entry)
      const at = wordOf(entry)
      const order = s[at]!
      if (((s[OWN + seat]! >>> slot) & 1) === 0)
        fail(s, events, entry, at, order, ((s[OWN + 1 - seat]! >>> slot) & 1) === 0 ? REMOVED : CONVERTED)
      else if (interruptible !== 0 && isMarked(originOf(order) + (this.#apart & (seat - 1)))) {
        fail(s, events, entry, at, order, INTERRUPTED)
        s[RESTING]! |= ((this.#tiring >>> action) & 1) << slot
      } else if (((blocking >>> slot) & 1) !== 0) {
        s[BLOCKING]! &= ~(1 << slot)
        fail(s, events, entry, at, order, UNBLOCKED)
      } else active[first + reached++] = entry
    }
    return reached
  }

  /** Keeps those orders of a step that no unit between origin and target blocks. */
  #see(s: Int32Array, events: Int32Array, first: number, count: number): number {
    let kept = 0
    for (let i = first; i < first + count; i++) {
      const entry = active[i]!
      const at = wordOf(entry)
      const order = s[at]!
      if (this.#isBlocked(s, originOf(order), targetOf(order))) fail(s, events, entry, at, order, OBSTRUCTED)
      else active[first + kept++] = entry
    }
    return kept
  }

  /** Whether a unit stands between two squares of one file or rank. */
  #isBlocked(s: Int32Array, from: number, to: number): boolean {
    const files = this.#files
    const delta = to - from
    const alongRank = Math.trunc(from / files) === Math.trunc(to / files)
    if (!alongRank && delta % files !== 0) return false
    const step = Math.sign(delta) * (alongRank ? 1 : files)
    for (let square = from + step; square !== to; square += step) if (s[BOARD + square] !== EMPTY) return true
    return false
  }

  #carryOut(
    s: Int32Array,
    events: Int32Array,
    action: number,
    first: number,
    count: number,
    later: number,
  ): void {
    switch (action) {
      case MOVE:
        this.#movement.move(s, events, first, count)
        break
      case BLOCK:
        this.#block(s, events, first, count)
        break
      case POKE:
        this.#effects.poke(s, events, first, count, later)
        break
      case SHOVE:
        this.#movement.shove(s, events, first, count, later)
        break
      case CONVERT:
        this.#effects.convert(s, events, first, count, later)
        break
      case CLEAVE:
        this.#effects.cleave(s, events, first, count, later)
        break
      case PRAY:
        this.#effects.pray(s, events, first, count)
        break
    }
  }

  #block(s: Int32Array, events: Int32Array, first: number, count: number): void {
    for (let i = first; i < first + count; i++) {
      const entry = active[i]!
      s[BLOCKING]! |= 1 << slotOf(entry)
      succeed(s, events, entry, wordOf(entry), s[wordOf(entry)]!, CARRIED_OUT)
    }
  }
}
