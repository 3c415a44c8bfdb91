/** Resolving a phase: the orders of both sides, step by step in the rule set's action order. */

import * as rules from '../rules/schema.ts'
import type { Tables } from '../rules/tables.ts'
import * as codes from '../state/codes.ts'
import * as layout from '../state/layout.ts'
import * as inHand from './active.ts'
import { Displacement } from './displace.ts'
import { Deeds } from './effects.ts'

// Constants of this module, for speed: see layout.ts.
const { BLOCKING, BOARD, DONE, EMPTY, OWN, PENDING, PENDING_COUNT, PHASE, PLAN_NEXT, RESTING, SQUARES } =
  layout
const { CARRIED, INTERRUPTED, OBSTRUCTED, REMOVED, TURNED, UNBLOCKED } = layout
const { VOID_NOBODY, VOID_RESTING, VOID_TWICE } = layout
const { isFor, originOf, planOf, setStand, shapeOf, slotIn, targetOf, withFate } = layout
const { LIVE, clearMarks, did, fail, isMarked, listOf, mark } = inHand
const { BLOCK, CLEAVE, CONVERT, MOVE, POKE, PRAY, SHOVE } = rules
const { aimsIn, liveOrder, liveSeat, liveSlot, meaningAt, packLive, spotAt, stepIn } = codes

/** A step in a word of steps, from the first step in the lowest bits. */
const NIBBLE = 15

/** A nibble for each step of the rules' order, given by its action. */
function nibbles(order: readonly rules.ActionName[], nibble: (action: number) => number): number {
  return order.reduce((word, name, step) => word | (nibble(rules.ACTIONS.indexOf(name)) << (4 * step)), 0)
}

export class Resolver {
  readonly #words: Int32Array
  readonly #deeds: Deeds
  readonly #displacement: Displacement
  readonly #phases: number
  readonly #secondSeat: number
  readonly #markWords: number
  /** Per step: its action; 1 where delayed deeds land. */
  readonly #steps: number
  readonly #landings: number
  readonly #landFirst: boolean
  /** Mask of the actions that can be interrupted. */
  readonly #interruptible: number
  readonly #blocksLast: boolean

  constructor(t: Tables) {
    const { block, cleave, interruptible, landing, order, pray } = t.rules
    this.#words = t.words
    this.#deeds = new Deeds(t)
    this.#displacement = new Displacement(t)
    this.#phases = t.phases
    this.#secondSeat = codes.seatLive(1, t.seatEvents)
    this.#markWords = (t.squares + 31) >> 5
    this.#steps = nibbles(order, action => action)
    this.#landFirst = landing === 'first'
    this.#landings = nibbles(order, a => (a === CLEAVE ? cleave.delay : a === PRAY ? pray.delay : 0))
    this.#interruptible = interruptible.reduce((mask, name) => mask | (1 << rules.ACTIONS.indexOf(name)), 0)
    this.#blocksLast = block.lasts === 'hit'
  }

  /** Resolves the coming phase up to its end; who has won is not judged here. */
  phase(s: Int32Array, events: Int32Array): void {
    const landing = s[PENDING_COUNT]!
    const counts = this.#gather(s)
    let left = counts
    // Whether anything yet can keep a live order from its step.
    let touched = this.#blocksLast && s[BLOCKING] !== 0
    s[RESTING] = 0
    if (landing > 0) {
      if (this.#landFirst) {
        this.#land(s, events, CLEAVE, landing)
        this.#land(s, events, PRAY, landing)
        touched = true
      } else left |= this.#landings
    }
    while (left !== 0) {
      const step4 = (31 - Math.clz32(left & -left)) & 28
      const action = (this.#steps >>> step4) & NIBBLE
      const list = listOf(step4)
      let count = (counts >>> step4) & NIBBLE
      left &= ~(NIBBLE << step4)
      if (touched && count > 0) count = this.#reach(s, events, action, list, count)
      if (count > 0) this.#carryOut(s, events, action, list, count)
      if (landing > 0 && !this.#landFirst) this.#land(s, events, action, landing)
      touched = touched || action !== MOVE
    }
    this.#endPhase(s, landing, touched)
  }

  /** What was delayed lands, in the step of its action. */
  #land(s: Int32Array, events: Int32Array, action: number, landing: number): void {
    if (action === CLEAVE) this.#deeds.landBlows(s, events, landing)
    else if (action === PRAY) this.#deeds.landPrayers(s, events, landing)
  }

  #endPhase(s: Int32Array, landed: number, touched: boolean): void {
    if (!this.#blocksLast) s[BLOCKING] = 0
    s[RESTING]! &= s[OWN]! | s[OWN + 1]!
    const started = s[PENDING_COUNT]! - landed
    for (let at = PENDING; at < PENDING + started; at++) s[at] = s[at + landed]!
    s[PENDING_COUNT] = started
    if (touched) clearMarks(this.#markWords)
    const next = s[PHASE]! + 1
    s[PHASE] = next === this.#phases ? 0 : next
    s[DONE]!++
  }

  /** Lists the phase's orders by step, but for void ones; returns how many there are, a nibble per step. */
  #gather(s: Int32Array): number {
    const words = this.#words
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
            const step4 = stepIn(meaning)
            LIVE[listOf(step4) + ((counts >>> step4) & NIBBLE)] = packLive(meaning, ofSeat, slotIn(cell), at)
            counts += 1 << step4
            able &= ~(1 << cell)
            continue
          }
        }
        s[at] = withFate(order, this.#voidFate(s, order, cell, seat, resting))
      }
      s[next] = at
    }
    return counts
  }

  /** Why an order is void, the first reason of several. */
  #voidFate(s: Int32Array, order: number, cell: number, seat: number, resting: number): number {
    if (((s[OWN + seat]! >>> cell) & 1) === 0) return VOID_NOBODY
    if (((resting >>> cell) & 1) !== 0) return VOID_RESTING
    const meaning = this.#words[meaningAt(cell, shapeOf(order))]!
    return meaning < 0 ? -meaning : VOID_TWICE
  }

  /** Which orders of a step come to be carried out: not those of units interrupted, gone or turned by now. */
  #reach(s: Int32Array, events: Int32Array, action: number, list: number, count: number): number {
    const interruptible = (this.#interruptible >>> action) & 1
    let reached = 0
    for (let i = list; i < list + count; i++) {
      const live = LIVE[i]!
      const slot = liveSlot(live)
      const seat = liveSeat(live)
      if (((s[OWN + seat]! >>> slot) & 1) === 0)
        fail(s, events, live, ((s[OWN + 1 - seat]! >>> slot) & 1) === 0 ? REMOVED : TURNED)
      else if (interruptible !== 0 && isMarked(originOf(s[liveOrder(live)]!)))
        fail(s, events, live, INTERRUPTED)
      else if (this.#blocksLast && ((s[BLOCKING]! >>> slot) & 1) !== 0) {
        s[BLOCKING]! &= ~(1 << slot)
        fail(s, events, live, UNBLOCKED)
      } else LIVE[list + reached++] = live
    }
    return reached
  }

  #carryOut(s: Int32Array, events: Int32Array, action: number, list: number, count: number): void {
    switch (action) {
      case MOVE:
        this.#move(s, events, list, count)
        break
      case BLOCK:
        for (let i = list; i < list + count; i++) {
          s[BLOCKING]! |= 1 << liveSlot(LIVE[i]!)
          did(s, events, LIVE[i]!, CARRIED)
        }
        break
      case POKE:
        this.#deeds.poke(s, events, list, count)
        break
      case SHOVE:
        this.#displaceAll(s, events, SHOVE, list, count)
        break
      case CONVERT:
        this.#deeds.convert(s, events, list, count)
        break
      case CLEAVE:
        this.#deeds.cleave(s, events, list, count)
        break
      case PRAY:
        this.#deeds.pray(s, events, list, count)
        break
    }
  }

  /**
   * Moves one after another, which comes to the same as long as every square is free by then; else they are
   * taken back and judged all together.
   */
  #move(s: Int32Array, events: Int32Array, list: number, count: number): void {
    for (let i = list; i < list + count; i++) {
      const order = s[liveOrder(LIVE[i]!)]!
      const to = BOARD + targetOf(order)
      if (s[to] !== EMPTY) {
        this.#takeBack(s, list, i)
        this.#displaceAll(s, events, MOVE, list, count)
        return
      }
      s[to] = s[BOARD + originOf(order)]!
      s[BOARD + originOf(order)] = EMPTY
    }
    for (let i = list; i < list + count; i++) {
      const live = LIVE[i]!
      this.#place(s, liveSlot(live), targetOf(s[liveOrder(live)]!))
      did(s, events, live, CARRIED)
    }
  }

  #takeBack(s: Int32Array, list: number, end: number): void {
    for (let i = end - 1; i >= list; i--) {
      const order = s[liveOrder(LIVE[i]!)]!
      s[BOARD + originOf(order)] = s[BOARD + targetOf(order)]!
      s[BOARD + targetOf(order)] = EMPTY
    }
  }

  /** A slot's lanes follow its unit on the board. */
  #place(s: Int32Array, slot: number, square: number): void {
    setStand(s, SQUARES, slot, square, aimsIn(this.#words[spotAt(slot, square)]!))
  }

  #displaceAll(s: Int32Array, events: Int32Array, action: number, list: number, count: number): void {
    const d = this.#displacement
    for (let i = 0; i < count; i++) {
      const order = s[liveOrder(LIVE[list + i]!)]!
      d.from[i] = originOf(order)
      d.to[i] = targetOf(order)
    }
    const ok = action === MOVE ? d.moves(s, BOARD, count) : d.shoves(s, BOARD, count)
    for (let i = 0; i < count; i++) {
      if ((ok >>> i) & 1) did(s, events, LIVE[list + i]!, CARRIED)
      else fail(s, events, LIVE[list + i]!, OBSTRUCTED)
    }
    for (let i = 0; i < d.movedCount; i++) {
      this.#place(s, slotIn(d.movedCell[i]!), d.movedTo[i]!)
      if (action === SHOVE) mark(d.movedTo[i]!)
    }
  }
}
