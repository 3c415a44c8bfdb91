/** Resolving a phase: the orders of both sides, step by step in the rule set's action order. */
import * as actions from '../rules/actions.ts'
import type { Tables } from '../rules/tables.ts'
import * as cells from '../state/cells.ts'
import * as codes from '../state/codes.ts'
import * as lanes from '../state/lanes.ts'
import * as layout from '../state/layout.ts'
import * as orders from '../state/orders.ts'
import * as phases from './active.ts'
import { Displacement } from './displace.ts'
import { Effects } from './effects.ts'

// Constants of this module, for speed: see state/layout.ts.
const { BLOCKING, BOARD, DONE, FAVOUR, OWN, PENDING_COUNT, PHASE, RESTING, SQUARES } = layout.WORDS
const { PLAN_NEXT } = layout.PLAN
const { planOf } = layout
const { setStand } = lanes
const { EMPTY, slotIn } = cells
const { INTERRUPTED, OBSTRUCTED, CARRIED_OUT, CONVERTED, REMOVED, UNBLOCKED } = orders
const { VOID_NOBODY, VOID_RESTING, VOID_TWICE } = orders
const { isFor, originOf, shapeOf, targetOf, withStatus } = orders
const { clearMarks, fail, isMarked, listOf, mark, newPhaseWords, succeed } = phases
const { BLOCK, CLEAVE, CONVERT, MOVE, POKE, PRAY, SHOVE } = actions
const { aimsIn, meaningAt, packActive, seatOf, slotOf, spotAt, stepShiftIn, wordOf } = codes
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

export class Resolver {
  readonly #words: Int32Array
  /** See active.ts. */
  readonly #active: Int32Array
  readonly #effects: Effects
  readonly #displacement: Displacement
  readonly #phases: number
  readonly #secondSeat: number
  /** Per step: its action; whether delayed blows or prayers land in it. */
  readonly #steps: number
  readonly #landings: number
  readonly #landFirst: boolean
  /** Mask of the actions that can be interrupted. */
  readonly #interruptible: number
  readonly #blocksLast: boolean
  /** Where the second side's marks lie, see active.ts. */
  readonly #apart: number
  /** Actions that make an interrupted unit rest. */
  readonly #tiring: number
  /** Actions that units between can block, a mask; 0 where sight is open. */
  readonly #sighted: number
  readonly #files: number
  /** Moves go only to squares that are empty when the step begins. */
  readonly #emptyOnly: boolean
  readonly #asksStarters: boolean
  readonly #restCarries: boolean
  readonly #delayCarries: boolean
  /** Favour that ends the match after a step, if it is judged then; whether a side without units loses. */
  readonly #winAt: number
  readonly #eliminates: boolean
  readonly #eachStep: boolean
  /** Whether the rules ask anything before or after a step that default rules do not. */
  readonly #watches: boolean

  constructor(t: Tables) {
    const { block, carries, cleave, interruptible, landing, move, order, pray } = t.rules
    this.#words = t.words
    this.#active = newPhaseWords(t.rules)
    this.#effects = new Effects(t, this.#active)
    this.#displacement = new Displacement(t)
    this.#phases = t.phases
    this.#secondSeat = codes.activeSeat(1, t.seatEvents)
    this.#steps = perStep(order, action => action)
    this.#landFirst = landing === 'first'
    this.#landings = perStep(order, a => (a === CLEAVE ? cleave.delay : a === PRAY ? pray.delay : 0))
    this.#interruptible = maskOf(interruptible)
    this.#blocksLast = block.lasts === 'hit'
    this.#apart = phases.marksApart(t.rules)
    this.#tiring =
      t.rules.interrupted === 'rests' ? maskOf(TIRING.filter(a => t.rules[a].rest !== 'never')) : 0
    this.#sighted = t.rules.sight === 'blocked' ? maskOf(AIMED.filter(a => t.rules[a].range > 1)) : 0
    this.#files = t.files
    this.#emptyOnly = move.into === 'empty'
    this.#asksStarters = t.starters > 0
    this.#restCarries = carries.rest
    this.#delayCarries = carries.delayed
    this.#winAt = t.rules.favour.win
    this.#eliminates = t.rules.elimination === 'loses'
    this.#eachStep = t.rules.judged === 'step'
    this.#watches = this.#eachStep || this.#asksStarters || this.#sighted !== 0
  }

  /** Resolves the coming phase, without judging whether it ends the match. */
  phase(s: Int32Array, events: Int32Array): void {
    const landing = s[PENDING_COUNT]!
    const counts = this.#gather(s)
    let left = counts
    // Whether anything yet can keep an active order from its step.
    let touched = this.#blocksLast && s[BLOCKING] !== 0
    const watches = this.#watches
    s[RESTING] = 0
    if (landing > 0) {
      if (this.#landFirst) {
        if (this.#asksStarters) this.#effects.stop(s, landing)
        this.#land(s, events, CLEAVE, landing)
        this.#land(s, events, PRAY, landing)
        touched = true
        if (this.#eachStep && this.#isOver(s)) left = 0
      } else left |= this.#landings
    }
    while (left !== 0) {
      const step = (31 - Math.clz32(left & -left)) & SHIFTS
      const action = (this.#steps >>> step) & STEP_MASK
      const first = listOf(step)
      let count = (counts >>> step) & STEP_MASK
      left &= ~(STEP_MASK << step)
      if (touched && count > 0) count = this.#reach(s, events, action, first, count)
      if (watches) count = this.#watch(s, events, action, first, count, landing)
      if (count > 0) this.#carryOut(s, events, action, first, count)
      if (landing > 0 && !this.#landFirst) this.#land(s, events, action, landing)
      touched = touched || action !== MOVE
      if (watches && this.#eachStep && this.#isOver(s)) break
    }
    this.#endPhase(s, landing, touched)
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
    if (this.#asksStarters && landing > 0 && !this.#landFirst) this.#effects.stop(s, landing)
    return ((this.#sighted >>> action) & 1) !== 0 ? this.#see(s, events, first, count) : count
  }

  /** Whether the match is decided, for rules that judge every step. */
  #isOver(s: Int32Array): boolean {
    if (Math.abs(s[FAVOUR]!) >= this.#winAt || (s[OWN]! | s[OWN + 1]!) === 0) return true
    return this.#eliminates && (s[OWN] === 0 || s[OWN + 1] === 0)
  }

  /** What was delayed lands, in the step of its action. */
  #land(s: Int32Array, events: Int32Array, action: number, landing: number): void {
    if (action === CLEAVE) this.#effects.landBlows(s, events, landing)
    else if (action === PRAY) this.#effects.landPrayers(s, events, landing)
  }

  #endPhase(s: Int32Array, landed: number, touched: boolean): void {
    if (!this.#blocksLast) s[BLOCKING] = 0
    s[RESTING]! &= s[OWN]! | s[OWN + 1]!
    if (landed > 0) this.#effects.drop(s, landed)
    if (touched) clearMarks(this.#active)
    const next = s[PHASE]! + 1
    s[PHASE] = next === this.#phases ? this.#endTurn(s) : next
    s[DONE]!++
  }

  /** What does not carry over into the next turn goes; returns its first phase. */
  #endTurn(s: Int32Array): number {
    if (!this.#restCarries) s[RESTING] = 0
    if (!this.#delayCarries) s[PENDING_COUNT] = 0
    return 0
  }

  /** Lists the phase's orders by step, but for void ones; returns how many there are, a field per step. */
  #gather(s: Int32Array): number {
    const words = this.#words
    const active = this.#active
    const phase = s[PHASE]!
    const resting = s[RESTING]!
    let counts = 0
    for (let seat = 0; seat < 2; seat++) {
      const next = planOf(seat) + PLAN_NEXT
      const ofSeat = seat === 0 ? 0 : this.#secondSeat
      let able = s[OWN + seat]! & ~resting
      let at = s[next]!
      for (let order = s[at]!; isFor(order, phase); order = s[++at]!) {
        const cell = s[BOARD + originOf(order)]!
        if (((able >>> cell) & 1) !== 0) {
          const meaning = words[meaningAt(cell, shapeOf(order))]!
          if (meaning >= 0) {
            const step = stepShiftIn(meaning)
            active[listOf(step) + ((counts >>> step) & STEP_MASK)] =
              packActive(meaning, slotIn(cell), at) + ofSeat
            counts += 1 << step
            able &= ~(1 << cell)
            continue
          }
        }
        s[at] = withStatus(order, this.#voidStatus(s, order, cell, seat, resting))
      }
      s[next] = at
    }
    return counts
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
    const active = this.#active
    const interruptible = (this.#interruptible >>> action) & 1
    let reached = 0
    for (let i = first; i < first + count; i++) {
      const entry = active[i]!
      const slot = slotOf(entry)
      const seat = seatOf(entry)
      if (((s[OWN + seat]! >>> slot) & 1) === 0)
        fail(s, events, entry, ((s[OWN + 1 - seat]! >>> slot) & 1) === 0 ? REMOVED : CONVERTED)
      else if (
        interruptible !== 0 &&
        isMarked(active, originOf(s[wordOf(entry)]!) + (this.#apart & (seat - 1)))
      ) {
        fail(s, events, entry, INTERRUPTED)
        s[RESTING]! |= ((this.#tiring >>> action) & 1) << slot
      } else if (this.#blocksLast && ((s[BLOCKING]! >>> slot) & 1) !== 0) {
        s[BLOCKING]! &= ~(1 << slot)
        fail(s, events, entry, UNBLOCKED)
      } else active[first + reached++] = entry
    }
    return reached
  }

  /** Keeps those orders of a step that no unit between origin and target blocks. */
  #see(s: Int32Array, events: Int32Array, first: number, count: number): number {
    const active = this.#active
    let kept = 0
    for (let i = first; i < first + count; i++) {
      const entry = active[i]!
      const order = s[wordOf(entry)]!
      if (this.#isBlocked(s, originOf(order), targetOf(order))) fail(s, events, entry, OBSTRUCTED)
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

  #carryOut(s: Int32Array, events: Int32Array, action: number, first: number, count: number): void {
    switch (action) {
      case MOVE:
        this.#move(s, events, first, count)
        break
      case BLOCK:
        this.#block(s, events, first, count)
        break
      case POKE:
        this.#effects.poke(s, events, first, count)
        break
      case SHOVE:
        this.#displace(s, events, SHOVE, first, count)
        break
      case CONVERT:
        this.#effects.convert(s, events, first, count)
        break
      case CLEAVE:
        this.#effects.cleave(s, events, first, count)
        break
      case PRAY:
        this.#effects.pray(s, events, first, count)
        break
    }
  }

  #block(s: Int32Array, events: Int32Array, first: number, count: number): void {
    const active = this.#active
    for (let i = first; i < first + count; i++) {
      s[BLOCKING]! |= 1 << slotOf(active[i]!)
      succeed(s, events, active[i]!, CARRIED_OUT)
    }
  }

  /**
   * Moves one after another, which gives the same result as long as every target is free by then; otherwise takes them
   * back and judges all of them together.
   */
  #move(s: Int32Array, events: Int32Array, first: number, count: number): void {
    const active = this.#active
    if (this.#emptyOnly) {
      this.#displace(s, events, MOVE, first, count)
      return
    }
    for (let i = first; i < first + count; i++) {
      const order = s[wordOf(active[i]!)]!
      const to = BOARD + targetOf(order)
      if (s[to] !== EMPTY) {
        this.#takeBack(s, first, i)
        this.#displace(s, events, MOVE, first, count)
        return
      }
      s[to] = s[BOARD + originOf(order)]!
      s[BOARD + originOf(order)] = EMPTY
    }
    for (let i = first; i < first + count; i++) {
      const entry = active[i]!
      this.#place(s, slotOf(entry), targetOf(s[wordOf(entry)]!))
      succeed(s, events, entry, CARRIED_OUT)
    }
  }

  #takeBack(s: Int32Array, first: number, end: number): void {
    const active = this.#active
    for (let i = end - 1; i >= first; i--) {
      const order = s[wordOf(active[i]!)]!
      s[BOARD + originOf(order)] = s[BOARD + targetOf(order)]!
      s[BOARD + targetOf(order)] = EMPTY
    }
  }

  /** A slot's lanes follow its unit on the board. */
  #place(s: Int32Array, slot: number, square: number): void {
    setStand(s, SQUARES, slot, square, aimsIn(this.#words[spotAt(slot, square)]!))
  }

  #displace(s: Int32Array, events: Int32Array, action: number, first: number, count: number): void {
    const active = this.#active
    const d = this.#displacement
    for (let i = 0; i < count; i++) {
      const order = s[wordOf(active[first + i]!)]!
      d.from[i] = originOf(order)
      d.to[i] = targetOf(order)
    }
    const ok = action === MOVE ? d.moves(s, BOARD, count) : d.shoves(s, BOARD, count)
    for (let i = 0; i < count; i++) {
      if ((ok >>> i) & 1) succeed(s, events, active[first + i]!, CARRIED_OUT)
      else fail(s, events, active[first + i]!, OBSTRUCTED)
    }
    for (let i = 0; i < d.movedCount; i++) {
      this.#place(s, slotIn(d.movedCell[i]!), d.movedTo[i]!)
      if (action === SHOVE)
        mark(active, d.movedTo[i]! + (this.#apart & -seatOf(active[first + d.movedBy[i]!]!)))
    }
    for (let i = 0; i < d.fellCount; i++)
      this.#effects.fall(s, events, slotIn(d.fellCell[i]!), active[first + d.fellBy[i]!]!)
  }
}
