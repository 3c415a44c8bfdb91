/**
 * Resolving the phases of a turn in one call, for random play under the usual rules. What is common is done here, in a fixed order of
 * steps: moves and pokes, cleaves, and finding a phase's orders, whose number is known. All else is handed to the collaborators that resolve a phase step by
 * step (resolve.ts). What became of the orders is not written. The law of fused paths holds this to resolve.ts.
 */
import { FIELDED, LOST, type RandomMatch, USED } from '../../contract/index.ts'
import { ACTIONS, BLOCK, CLEAVE, CONVERT, MOVE, POKE, PRAY, SHOVE } from '../rules/actions.ts'
import type { Rules } from '../rules/schema.ts'
import type { Tables } from '../rules/tables.ts'
import { EMPTY, slotIn } from '../state/cells.ts'
import {
  actionEvents,
  actionIn,
  activeSeat,
  kindEvents,
  meaningAt,
  packActive,
  STEP,
  seatOf,
  slotOf,
  wordOf,
} from '../state/codes.ts'
import { GAUGE_WORDS, mostFavour, readGauges } from '../state/gauges.ts'
import {
  BLOCKING,
  BOARD,
  DONE,
  FAVOUR,
  OUTCOME,
  OWN,
  PENDING_COUNT,
  PHASE_COUNT,
  PLAN_ORDERS,
  planOf,
  RESTING,
  TOTAL_HP,
} from '../state/layout.ts'
import { originOf, shapeOf, targetOf } from '../state/orders.ts'
import { scratch } from '../state/scratch.ts'
import { active, clearMarks, isMarked, listOf, mark, marksEnd } from './active.ts'
import type { Delayed } from './delayed.ts'
import type { Execution } from './execution.ts'
import type { Hindrance } from './hindrance.ts'
import type { Judge } from './judge.ts'
import type { Losses } from './losses.ts'

const STEP_BITS = STEP.bits
const STEP_MASK = STEP.mask
const FIRST_ORDER = planOf(0) + PLAN_ORDERS
const SECOND_ORDER = planOf(1) + PLAN_ORDERS

/** The shift of an action's field in a word with a field for each action, where they are listed, and orders of the steps behind poking. */
const shiftOf = (action: number): number => action * STEP_BITS
const BLOCKS_SHIFT = shiftOf(BLOCK)
const POKES_SHIFT = shiftOf(POKE)
const CLEAVES_SHIFT = shiftOf(CLEAVE)
const PRAYERS_SHIFT = shiftOf(PRAY)
const RARE = (STEP_MASK << shiftOf(SHOVE)) | (STEP_MASK << shiftOf(CONVERT))
const BEHIND_POKES = shiftOf(POKE + 1)
const MOVES = listOf(shiftOf(MOVE))
const BLOCKS = listOf(shiftOf(BLOCK))
const POKES = listOf(shiftOf(POKE))
const CLEAVES = listOf(shiftOf(CLEAVE))
/** For what asks whether a step is to come: squares are always marked here. */
const SOME = 1

const COUNT_BITS = PHASE_COUNT.bits
const COUNT_MASK = PHASE_COUNT.mask

/** Stands for hit points before the first sample. */
const UNSAMPLED = -1

/** A switch as a mask of all slots or none. */
const slotsIf = (on: boolean): number => (on ? -1 : 0)

/** Whether turns may be resolved here: none of the rules that ask something of every step. */
export function isUsual(rules: Rules): boolean {
  const { block, carries, cleave, delayed, friendlyFire, interrupted, interruptedBy, judged } = rules
  const steps = rules.order.map(name => ACTIONS.indexOf(name))
  return (
    steps.every((action, i) => i === 0 || action > steps[i - 1]!) &&
    rules.landing === 'step' &&
    rules.sight === 'open' &&
    rules.pray.delay === 0 &&
    (cleave.delay === 0 || cleave.marks === 'landing') &&
    interrupted === 'free' &&
    interruptedBy === 'any' &&
    friendlyFire !== 'harmless' &&
    delayed === 'always' &&
    judged === 'phase' &&
    block.lasts === 'phase' &&
    carries.rest &&
    carries.delayed
  )
}

export class UsualTurn {
  readonly #words: Int32Array
  readonly #losses: Losses
  readonly #delayed: Delayed
  readonly #hindrance: Hindrance
  readonly #execution: Execution
  readonly #judge: Judge
  readonly #phases: number
  readonly #stepMax: number
  readonly #secondSeat: number
  /** How far marks go, see active.ts. */
  readonly #marksEnd: number
  /** Most favour that gauges show. */
  readonly #favourMax: number
  readonly #pokeDamage: number
  /** Masks of the slots that rest after a poke that hit, that hit a blocking unit, or that missed. */
  readonly #restsOnHit: number
  readonly #restsOnBlock: number
  readonly #restsOnMiss: number
  readonly #cleavesLater: number
  readonly #cleaveDamage: number
  /** The same after a cleave, and after one that missed. */
  readonly #restsOnCleave: number
  readonly #restsOnAir: number

  constructor(
    t: Tables,
    judge: Judge,
    losses: Losses,
    delayed: Delayed,
    hindrance: Hindrance,
    execution: Execution,
  ) {
    const { cleave, limits, poke } = t.rules
    this.#words = t.words
    this.#losses = losses
    this.#delayed = delayed
    this.#hindrance = hindrance
    this.#execution = execution
    this.#judge = judge
    this.#phases = t.phases
    this.#stepMax = t.phases * limits.turns
    this.#secondSeat = activeSeat(1, t.seatEvents)
    this.#marksEnd = marksEnd(t.rules)
    this.#favourMax = mostFavour(t.rules)
    this.#pokeDamage = poke.damage
    this.#restsOnHit = slotsIf(poke.rest === 'always')
    this.#restsOnMiss = slotsIf(poke.rest !== 'never')
    this.#restsOnBlock = poke.restOnBlock ? this.#restsOnMiss : this.#restsOnHit
    this.#cleavesLater = cleave.delay
    this.#cleaveDamage = cleave.damage
    this.#restsOnCleave = slotsIf(cleave.rest === 'always')
    this.#restsOnAir = slotsIf(cleave.rest !== 'never')
  }

  /**
   * Resolves and judges the phases of the turn that `scratch` holds, whose plans are drawn; `first` and `second` are the numbers of the
   * seats' orders by phase. Stops where the match is over, and takes a sample of the gauges after the first phase of a match, the last one, and
   * those in which one has changed. DONE plus `toSteps` are the match's steps, which the caller counts.
   */
  play(match: RandomMatch, first: number, second: number, toSteps: number): void {
    const { events } = match
    let at0 = FIRST_ORDER
    let at1 = SECOND_ORDER
    let favour = scratch[FAVOUR]!
    let own0 = scratch[OWN]!
    let own1 = scratch[OWN + 1]!
    let hp0 = match.samples === 0 ? UNSAMPLED : scratch[TOTAL_HP]!
    let hp1 = scratch[TOTAL_HP + 1]!
    const end = (this.#phases * COUNT_BITS) | 0
    for (let shift = 0; shift < end; shift += COUNT_BITS) {
      const n0 = (first >>> shift) & COUNT_MASK
      const n1 = (second >>> shift) & COUNT_MASK
      this.#phase(events, at0, n0, at1, (n0 + n1) | 0)
      at0 = (at0 + n0) | 0
      at1 = (at1 + n1) | 0
      const done = (scratch[DONE]! + 1) | 0
      scratch[DONE] = done
      // These seldom change, and without them neither does a gauge, nor is a match decided before its last phase.
      const changes =
        (scratch[FAVOUR]! ^ favour) |
        (scratch[OWN]! ^ own0) |
        (scratch[OWN + 1]! ^ own1) |
        (scratch[TOTAL_HP]! ^ hp0) |
        (scratch[TOTAL_HP + 1]! ^ hp1)
      if (changes === 0 && done !== this.#stepMax) continue
      favour = scratch[FAVOUR]!
      own0 = scratch[OWN]!
      own1 = scratch[OWN + 1]!
      hp0 = scratch[TOTAL_HP]!
      hp1 = scratch[TOTAL_HP + 1]!
      readGauges(scratch, this.#favourMax, match.gauges, match.samples * GAUGE_WORDS)
      match.since[match.samples++] = done + toSteps - 1
      this.#judge.judge(scratch)
      if (scratch[OUTCOME] !== 0) break
    }
  }

  /** Resolves a phase of `count` orders: `ofFirst` in the words from `at0` on, the others in those from `at1` on. */
  #phase(events: Int32Array, at0: number, ofFirst: number, at1: number, count: number): void {
    const counts = this.#gather(at0, ofFirst, at1, count)
    const landing = scratch[PENDING_COUNT]!
    let rests = 0
    const moves = counts & STEP_MASK
    if (moves === 1) this.#move(events)
    else if (moves !== 0) this.#execution.carryOut(scratch, events, MOVE, MOVES, moves, SOME)
    const blocks = (counts >>> BLOCKS_SHIFT) & STEP_MASK
    for (let i = 0; i < blocks; i++) {
      const entry = active[BLOCKS + i]!
      scratch[BLOCKING]! |= 1 << slotOf(entry)
      succeed(events, entry)
    }
    const pokes = (counts >>> POKES_SHIFT) & STEP_MASK
    for (let i = POKES; i < POKES + pokes; i++) {
      const entry = active[i]!
      const square = targetOf(scratch[wordOf(entry)]!)
      const target = scratch[BOARD + square]!
      mark(square)
      if (target === EMPTY) rests |= (1 << slotOf(entry)) & this.#restsOnMiss
      else {
        rests |=
          (1 << slotOf(entry)) &
          (((scratch[BLOCKING]! >>> target) & 1) === 0 ? this.#restsOnHit : this.#restsOnBlock)
        this.#strike(events, target, this.#pokeDamage, entry, pokes)
      }
      succeed(events, entry)
    }
    if (pokes > 1) this.#losses.settle(scratch, events)
    scratch[RESTING] = rests
    if (((counts >>> BEHIND_POKES) | landing) !== 0) this.#goOn(events, counts, landing)
    clearMarks(this.#marksEnd)
    scratch[BLOCKING] = 0
    scratch[RESTING]! &= scratch[OWN]! | scratch[OWN + 1]!
  }

  /** Lists the phase's orders by action, but for void ones, which are left alone; returns how many there are, a field per action. */
  #gather(at0: number, ofFirst: number, at1: number, count: number): number {
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
      const shift = shiftOf(actionIn(meaning))
      active[(listOf(shift) + ((counts >>> shift) & STEP_MASK)) | 0] =
        packActive(meaning, cell, at) + (secondSeat & second)
      counts = (counts + (1 << shift)) | 0
    }
    return counts
  }

  /** The phase's only move. */
  #move(events: Int32Array): void {
    const entry = active[MOVES]!
    const order = scratch[wordOf(entry)]!
    const square = targetOf(order)
    if (scratch[BOARD + square] === EMPTY) {
      scratch[BOARD + square] = scratch[BOARD + originOf(order)]!
      scratch[BOARD + originOf(order)] = EMPTY
      this.#execution.movement.place(scratch, slotOf(entry), square)
      succeed(events, entry)
    } else {
      events[actionEvents(entry) + FIELDED]!++
      events[actionEvents(entry) + LOST]!++
    }
  }

  /** One of a step's `count` blows. */
  #strike(events: Int32Array, cell: number, damage: number, entry: number, count: number): void {
    if (count === 1) this.#losses.hit(scratch, events, slotIn(cell), damage, entry)
    else this.#losses.strike(scratch, slotIn(cell), damage, entry)
  }

  /** The steps behind poking. */
  #goOn(events: Int32Array, counts: number, landing: number): void {
    if ((counts & RARE) !== 0) this.#displace(events, counts)
    const cleaves = (counts >>> CLEAVES_SHIFT) & STEP_MASK
    if (cleaves !== 0) this.#cleave(events, this.#reach(events, CLEAVE, cleaves))
    if (landing > 0) this.#delayed.landBlows(scratch, events, landing, SOME)
    const prayers = (counts >>> PRAYERS_SHIFT) & STEP_MASK
    if (prayers !== 0) this.#carryOut(events, PRAY, prayers)
    if (landing > 0) this.#delayed.drop(scratch, landing)
  }

  #displace(events: Int32Array, counts: number): void {
    const shoves = (counts >>> shiftOf(SHOVE)) & STEP_MASK
    if (shoves !== 0) this.#carryOut(events, SHOVE, shoves)
    const converts = (counts >>> shiftOf(CONVERT)) & STEP_MASK
    if (converts !== 0) this.#carryOut(events, CONVERT, converts)
  }

  #carryOut(events: Int32Array, action: number, count: number): void {
    const reached = this.#reach(events, action, count)
    if (reached > 0) this.#execution.carryOut(scratch, events, action, listOf(shiftOf(action)), reached, SOME)
  }

  /** The number of an action's orders that can be carried out; the only one of its step seldom cannot. */
  #reach(events: Int32Array, action: number, count: number): number {
    const first = listOf(shiftOf(action))
    if (count === 1) {
      const entry = active[first]!
      const lives = (scratch[OWN + seatOf(entry)]! >>> slotOf(entry)) & 1
      if (lives !== 0 && !isMarked(originOf(scratch[wordOf(entry)]!))) return 1
    }
    return this.#hindrance.reach(scratch, events, action, first, count)
  }

  #cleave(events: Int32Array, count: number): void {
    for (let i = CLEAVES; i < CLEAVES + count; i++) {
      const entry = active[i]!
      const square = targetOf(scratch[wordOf(entry)]!)
      let rests = this.#restsOnCleave
      if (this.#cleavesLater !== 0) this.#delayed.start(scratch, entry, square, this.#cleaveDamage, 0)
      else {
        const target = scratch[BOARD + square]!
        mark(square)
        if (target === EMPTY) rests |= this.#restsOnAir
        else this.#strike(events, target, this.#cleaveDamage, entry, count)
      }
      scratch[RESTING]! |= (1 << slotOf(entry)) & rests
      succeed(events, entry)
    }
    if (count > 1) this.#losses.settle(scratch, events)
  }
}

/** An order was carried out. */
function succeed(events: Int32Array, entry: number): void {
  const action = actionEvents(entry)
  events[action + FIELDED]!++
  events[action + USED]!++
  events[kindEvents(entry) + USED]!++
}
