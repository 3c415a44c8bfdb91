/** Resolving a phase: the orders of both sides, step by step in the rule set's action order. */
import { FIELDED, LOST, USED } from '../../contract/index.ts'
import * as actions from '../rules/actions.ts'
import type { Tables } from '../rules/tables.ts'
import * as cells from '../state/cells.ts'
import * as codes from '../state/codes.ts'
import * as layout from '../state/layout.ts'
import * as orders from '../state/orders.ts'
import * as phases from './active.ts'
import { Delayed } from './delayed.ts'
import { Hindrance } from './hindrance.ts'
import * as losses from './losses.ts'
import { Movement } from './movement.ts'

// Constants of this module, for speed: see state/layout.ts.
const { BLOCKING, BOARD, DONE, FAVOUR, OWN, PENDING_COUNT, PHASE, RESTING } = layout.WORDS
const { PLAN_NEXT } = layout.PLAN
const { planOf } = layout
const { EMPTY, slotIn } = cells
const { CARRIED_OUT, IN_VAIN, MISSED, OBSTRUCTED, STARTED } = orders
const { isFor, originOf, shapeOf, targetOf, withStatus } = orders
const { VOIDS, active, clearMarks, listOf, mark } = phases
const { earn } = losses
const { BLOCK, CLEAVE, CONVERT, MOVE, POKE, PRAY, SHOVE } = actions
const { actionEvents, kindEvents, meaningAt, packActive, seatOf, slotOf, stepShiftIn, wordOf } = codes
const [TRIED, SUCCEEDED, FAILED] = [FIELDED, USED, LOST]
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

/** A switch as a mask of all slots or none. */
const slotsIf = (on: boolean): number => (on ? -1 : 0)

/** What rules ask of a phase, a bit each. V8 compares a field that holds a boolean with all that is false; bits are one test. */
const LANDS_FIRST = 1
const STARTERS = 2
const EACH_STEP = 4
const BLOCKS_LAST = 8
const REST_CARRIES = 16
const DELAY_CARRIES = 32
const SIGHT = 64
const SPARES_OWN = 128
const CLEAVES_LATER = 256
const PRAYS_LATER = 512
const MARKS_START = 1024
/** What is asked before or after a step. */
const WATCHES = STARTERS | EACH_STEP | SIGHT

function asksOf({ rules, starters }: Tables, sighted: number): number {
  const { block, carries, cleave, friendlyFire, judged, landing, pray } = rules
  return (
    (landing === 'first' ? LANDS_FIRST : 0) |
    (starters > 0 ? STARTERS : 0) |
    (judged === 'step' ? EACH_STEP : 0) |
    (block.lasts === 'hit' ? BLOCKS_LAST : 0) |
    (carries.rest ? REST_CARRIES : 0) |
    (carries.delayed ? DELAY_CARRIES : 0) |
    (sighted !== 0 ? SIGHT : 0) |
    (friendlyFire === 'harmless' ? SPARES_OWN : 0) |
    (cleave.delay > 0 ? CLEAVES_LATER : 0) |
    (pray.delay > 0 ? PRAYS_LATER : 0) |
    (cleave.marks !== 'landing' ? MARKS_START : 0)
  )
}

export class Resolver {
  readonly #words: Int32Array
  readonly #losses: losses.Losses
  readonly #delayed: Delayed
  readonly #hindrance: Hindrance
  readonly #movement: Movement
  /** LANDS_FIRST and so on. */
  readonly #asks: number
  readonly #phases: number
  readonly #secondSeat: number
  /** Per step: its action; whether delayed blows or prayers land in it. */
  readonly #steps: number
  readonly #landings: number
  /** Where the second side's marks lie, and how far marks go: see active.ts. */
  readonly #apart: number
  readonly #marksEnd: number
  readonly #pokeDamage: number
  /** Masks of the slots that rest after a poke that hit, that hit a blocking unit, or that missed. */
  readonly #restsOnHit: number
  readonly #restsOnBlock: number
  readonly #restsOnMiss: number
  /** Masks of the slots that rest after a convert that changed a unit's side, and after one that did not. */
  readonly #restsOnConvert: number
  readonly #restsInVain: number
  readonly #cleaveDamage: number
  readonly #restsOnCleave: number
  readonly #restsOnAir: number
  readonly #prayFavour: number
  readonly #restsOnPrayer: number
  /** Favour that ends the match after a step, if it is judged then; whether a side without units loses. */
  readonly #winAt: number
  readonly #eliminates: boolean

  constructor(t: Tables) {
    const { cleave, convert, order, poke, pray } = t.rules
    this.#words = t.words
    this.#losses = new losses.Losses(t)
    this.#delayed = new Delayed(t, this.#losses)
    this.#hindrance = new Hindrance(t)
    this.#movement = new Movement(t, this.#losses)
    this.#asks = asksOf(t, this.#hindrance.sighted)
    this.#phases = t.phases
    this.#secondSeat = codes.activeSeat(1, t.seatEvents)
    this.#steps = perStep(order, action => action)
    this.#landings = perStep(order, a => (a === CLEAVE ? cleave.delay : a === PRAY ? pray.delay : 0))
    this.#apart = phases.marksApart(t.rules)
    this.#marksEnd = phases.marksEnd(t.rules)
    this.#pokeDamage = poke.damage
    this.#restsOnHit = slotsIf(poke.rest === 'always')
    this.#restsOnMiss = slotsIf(poke.rest !== 'never')
    this.#restsOnBlock = poke.restOnBlock ? this.#restsOnMiss : this.#restsOnHit
    this.#restsOnConvert = slotsIf(convert.rest === 'always')
    this.#restsInVain = slotsIf(convert.rest !== 'never')
    this.#cleaveDamage = cleave.damage
    this.#restsOnCleave = slotsIf(cleave.rest === 'always')
    this.#restsOnAir = slotsIf(cleave.rest !== 'never')
    this.#prayFavour = pray.favour
    this.#restsOnPrayer = slotsIf(pray.rest !== 'never')
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
      if (count > 0) this.#carryOut(s, events, action, first, count, left)
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

  /** Carries out the orders of a step; without any step `later` in the phase, nobody asks what they mark. */
  #carryOut(
    s: Int32Array,
    events: Int32Array,
    action: number,
    first: number,
    listed: number,
    later: number,
  ): void {
    if (action === SHOVE) {
      this.#movement.shove(s, events, first, listed, later)
      return
    }
    let count = listed
    if (count > 1) {
      if (action === MOVE) {
        this.#movement.moves(s, events, first, count)
        return
      }
      if (action === CONVERT) count = this.#hindrance.contest(s, events, first, count)
    }
    const asks = this.#asks
    const owner = s[OWN]!
    for (let i = first; i < first + count; i++) {
      const entry = active[i]!
      const at = wordOf(entry)
      const order = s[at]!
      const square = targetOf(order)
      const target = s[BOARD + square]!
      const seat = seatOf(entry)
      const marks = square + (this.#apart & -seat)
      const misses =
        target === EMPTY || ((asks & SPARES_OWN) !== 0 && ((s[OWN + seat]! >>> target) & 1) !== 0)
      let status = CARRIED_OUT
      let rests = 0
      switch (action) {
        case MOVE:
          if (target !== EMPTY) status = OBSTRUCTED
          else {
            s[BOARD + square] = s[BOARD + originOf(order)]!
            s[BOARD + originOf(order)] = EMPTY
            this.#movement.place(s, slotOf(entry), square)
          }
          break
        case BLOCK:
          s[BLOCKING]! |= 1 << slotOf(entry)
          break
        case POKE:
          if (later !== 0) mark(marks)
          if (misses) {
            status = MISSED
            rests = this.#restsOnMiss
          } else {
            rests = ((s[BLOCKING]! >>> target) & 1) === 0 ? this.#restsOnHit : this.#restsOnBlock
            if (count === 1) this.#losses.hit(s, events, slotIn(target), this.#pokeDamage, entry)
            else this.#losses.strike(s, slotIn(target), this.#pokeDamage, entry)
          }
          break
        case CONVERT:
          if (later !== 0) mark(marks)
          if (target === EMPTY || ((owner >>> target) & 1) !== seat) {
            status = target === EMPTY ? MISSED : IN_VAIN
            rests = this.#restsInVain
          } else {
            rests = this.#restsOnConvert
            // Another convert of the step may have been first.
            if (((s[OWN + seat]! >>> target) & 1) === 0)
              this.#losses.convert(s, events, slotIn(target), entry)
          }
          break
        case CLEAVE:
          rests = this.#restsOnCleave
          if ((asks & CLEAVES_LATER) !== 0) {
            status = STARTED
            this.#delayed.start(s, entry, square, this.#cleaveDamage, 0)
            if ((asks & MARKS_START) !== 0 && later !== 0) mark(marks)
          } else {
            if (later !== 0) mark(marks)
            if (misses) {
              status = MISSED
              rests |= this.#restsOnAir
            } else if (count === 1) this.#losses.hit(s, events, slotIn(target), this.#cleaveDamage, entry)
            else this.#losses.strike(s, slotIn(target), this.#cleaveDamage, entry)
          }
          break
        case PRAY:
          rests = this.#restsOnPrayer
          if ((asks & PRAYS_LATER) !== 0) {
            status = STARTED
            this.#delayed.start(s, entry, originOf(order), 0, this.#prayFavour)
          } else earn(s, events, this.#prayFavour, entry)
          break
      }
      s[at] = withStatus(order, status)
      s[RESTING]! |= (1 << slotOf(entry)) & rests
      const credit = actionEvents(entry)
      events[credit + TRIED]!++
      if (status === OBSTRUCTED) events[credit + FAILED]!++
      else {
        events[credit + SUCCEEDED]!++
        events[kindEvents(entry) + SUCCEEDED]!++
      }
    }
    if (count > 1 && (action === POKE || action === CLEAVE)) this.#losses.settle(s, events)
  }
}
