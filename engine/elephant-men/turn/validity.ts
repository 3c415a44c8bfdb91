/** What keeps orders from being carried out: why they are void, interrupted, out of sight, or cancel each other. */
import { maskOf } from '../rules/actions.ts'
import type { Tables } from '../rules/tables.ts'
import { EMPTY, slotIn } from '../state/cells.ts'
import { meaningAt, seatOf, slotOf, wordOf } from '../state/codes.ts'
import { BLOCKING, BOARD, OWN, planOf, RESTING } from '../state/layout.ts'
import {
  CANCELLED,
  CONVERTED,
  INTERRUPTED,
  OBSTRUCTED,
  originOf,
  REMOVED,
  shapeOf,
  targetOf,
  UNBLOCKED,
  VOID_DUPLICATE,
  VOID_NOBODY,
  VOID_RESTING,
  withStatus,
} from '../state/orders.ts'
import { active, fail, isInterrupted, marksApart, VOIDS } from './active.ts'

/** Actions whose rest, and whose range, the rules set separately. */
const TIRING = ['poke', 'convert', 'cleave', 'pray'] as const
const AIMED = ['poke', 'convert', 'cleave'] as const

export class OrderValidity {
  /** Actions that units between can block, a mask; 0 where sight is open. */
  readonly sighted: number
  readonly #words: Int32Array
  /** Mask of the actions that can be interrupted, and of those that make an interrupted unit rest. */
  readonly #interruptible: number
  readonly #tiring: number
  /** Where the second side's marks lie, see active.ts. */
  readonly #apart: number
  readonly #files: number
  /** 1 if a block lasts until its unit acts. */
  readonly #blocksLast: number
  readonly #cancels: boolean
  readonly #duels: boolean
  /** How many converts of a step aim at each slot. Zero between steps. */
  readonly #aims: Int32Array

  constructor(t: Tables) {
    const { block, convert, interrupted, interruptible, sight } = t.rules
    this.#words = t.words
    this.#interruptible = maskOf(interruptible)
    this.#apart = marksApart(t.rules)
    this.#tiring = interrupted === 'rests' ? maskOf(TIRING.filter(a => t.rules[a].rest !== 'never')) : 0
    this.sighted = sight === 'blocked' ? maskOf(AIMED.filter(a => t.rules[a].range > 1)) : 0
    this.#files = t.files
    this.#blocksLast = block.lasts === 'hit' ? 1 : 0
    this.#cancels = convert.clash === 'cancel'
    this.#duels = convert.duel === 'fail'
    this.#aims = new Int32Array(t.units)
  }

  /** Writes why the first `count` orders listed as void are so; `resting` are the slots that rest in the phase. */
  markVoid(s: Int32Array, resting: number, count: number): void {
    for (let i = VOIDS; i < VOIDS + count; i++) {
      const at = active[i]!
      const order = s[at]!
      const cell = s[BOARD + originOf(order)]!
      const seat = at < planOf(1) ? 0 : 1
      s[at] = withStatus(order, this.#voidStatus(s, order, cell, seat, resting))
    }
  }

  /** Why an order is void, the first reason of several. */
  #voidStatus(s: Int32Array, order: number, cell: number, seat: number, resting: number): number {
    if (((s[OWN + seat]! >>> cell) & 1) === 0) return VOID_NOBODY
    if (((resting >>> cell) & 1) !== 0) return VOID_RESTING
    const meaning = this.#words[meaningAt(cell, shapeOf(order))]!
    return meaning < 0 ? -meaning : VOID_DUPLICATE
  }

  /** Keeps those orders of a step that can be carried out: not those of units interrupted, gone or converted by now. */
  reach(s: Int32Array, events: Int32Array, action: number, first: number, count: number): number {
    const interruptible = (this.#interruptible >>> action) & 1
    const blocking = s[BLOCKING]! & -this.#blocksLast
    let reached = 0
    for (let i = first; i < first + count; i++) {
      const entry = active[i]!
      const slot = slotOf(entry)
      const seat = seatOf(entry)
      const at = wordOf(entry)
      const order = s[at]!
      if (((s[OWN + seat]! >>> slot) & 1) === 0)
        fail(s, events, entry, at, order, ((s[OWN + 1 - seat]! >>> slot) & 1) === 0 ? REMOVED : CONVERTED)
      else if (interruptible !== 0 && isInterrupted(originOf(order), seat, this.#apart)) {
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
  see(s: Int32Array, events: Int32Array, first: number, count: number): number {
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

  /** Keeps those of several converts of a step that do not cancel each other. */
  contest(s: Int32Array, events: Int32Array, first: number, count: number): number {
    if (!this.#cancels && !this.#duels) return count
    this.#aim(s, first, count, 1)
    // All have to be judged before the first entry of the list is overwritten.
    let failed = 0
    for (let i = 0; i < count; i++) if (this.#fails(s, active[first + i]!)) failed |= 1 << i
    this.#aim(s, first, count, -1)
    let kept = 0
    for (let i = 0; i < count; i++) {
      const entry = active[first + i]!
      if (((failed >>> i) & 1) !== 0) fail(s, events, entry, wordOf(entry), s[wordOf(entry)]!, CANCELLED)
      else active[first + kept++] = entry
    }
    return kept
  }

  /** Counts the step's aims, or takes them back. */
  #aim(s: Int32Array, first: number, count: number, by: number): void {
    for (let i = first; i < first + count; i++) {
      const target = s[BOARD + targetOf(s[wordOf(active[i]!)]!)]!
      if (target !== EMPTY) this.#aims[slotIn(target)]! += by
    }
  }

  #fails(s: Int32Array, entry: number): boolean {
    const target = s[BOARD + targetOf(s[wordOf(entry)]!)]!
    if (this.#duels && this.#aims[slotOf(entry)]! > 0) return true
    return this.#cancels && target !== EMPTY && this.#aims[slotIn(target)]! > 1
  }
}
