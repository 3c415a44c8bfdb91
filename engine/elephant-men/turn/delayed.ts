/** Blows and prayers that land a phase after they were started. */
import { EVENTS } from '../../contract/index.ts'
import { CLEAVE, PRAY } from '../rules/actions.ts'
import type { Tables } from '../rules/tables.ts'
import {
  EMPTY,
  packPending,
  pendingDamage,
  pendingFavour,
  pendingKind,
  pendingSeat,
  pendingSquare,
  slotIn,
} from '../state/cells.ts'
import { activeSeat, packActive, packMeaning, seatOf, slotOf } from '../state/codes.ts'
import { lane } from '../state/lanes.ts'
import { BOARD, OWN, PENDING, PENDING_COUNT, SQUARES } from '../state/layout.ts'
import { isInterrupted, marksApart, markTarget } from './active.ts'
import { earn, type Losses } from './losses.ts'

export class Delayed {
  readonly #kinds: number
  readonly #seatEvents: number
  readonly #losses: Losses
  readonly #slotKind: Int32Array
  /** 1 if blows at units of one's own miss. */
  readonly #sparesOwn: number
  /** 1 if a blow marks its square when it lands. */
  readonly #marks: number
  /** Where the second side's marks lie, see active.ts. */
  readonly #apart: number
  /** Where the state holds who started what is pending, if the rules ask; 1 if being targeted stops it. */
  readonly #starters: number
  readonly #touchStops: number
  /** Of what is pending, a bit each, in its order: what does not land. */
  #stopped = 0

  constructor(t: Tables, losses: Losses) {
    const { cleave, delayed, friendlyFire } = t.rules
    this.#kinds = t.kinds.length
    this.#seatEvents = t.seatEvents
    this.#losses = losses
    this.#slotKind = t.slotKind
    this.#sparesOwn = friendlyFire === 'harmless' ? 1 : 0
    this.#marks = cleave.marks === 'start' ? 0 : 1
    this.#apart = marksApart(t.rules)
    this.#starters = t.starters
    this.#touchStops = delayed === 'untouched' ? 1 : 0
  }

  /** Lists a blow or prayer behind those that land in this phase. */
  start(s: Int32Array, entry: number, square: number, damage: number, favour: number): void {
    const at = PENDING + s[PENDING_COUNT]!++
    s[at] = packPending(square, damage, favour, this.#slotKind[slotOf(entry)]!, seatOf(entry))
    if (this.#starters > 0) s[this.#starters + at - PENDING] = slotOf(entry)
  }

  /**
   * Finds out which of the first `count` pending blows and prayers do not land, because of what became of their unit. To be
   * called before the step in which they would: what it marks stops nothing of its own.
   */
  stop(s: Int32Array, count: number): void {
    this.#stopped = 0
    for (let i = 0; i < count; i++) {
      const slot = s[this.#starters + i]!
      const seat = pendingSeat(s[PENDING + i]!)
      const lives = ((s[OWN + seat]! >>> slot) & 1) !== 0
      const isStopped = this.#touchStops !== 0 && isInterrupted(lane(s, SQUARES, slot), seat, this.#apart)
      if (!lives || isStopped) this.#stopped |= 1 << i
    }
  }

  /** Drops the first `count` of what is pending, which has landed or is stopped. */
  drop(s: Int32Array, count: number): void {
    const left = s[PENDING_COUNT]! - count
    for (let at = PENDING; at < PENDING + left; at++) s[at] = s[at + count]!
    if (this.#starters > 0)
      s.copyWithin(this.#starters, this.#starters + count, this.#starters + count + left)
    s[PENDING_COUNT] = left
  }

  /** Carries out the first `count` pending blows. Without any step `later` in the phase, nobody asks what was marked. */
  landBlows(s: Int32Array, events: Int32Array, count: number, later: number): void {
    for (let at = PENDING; at < PENDING + count; at++) {
      const blow = s[at]!
      const damage = pendingDamage(blow)
      if (damage === 0 || ((this.#stopped >>> (at - PENDING)) & 1) !== 0) continue
      const target = s[BOARD + pendingSquare(blow)]!
      const seat = pendingSeat(blow)
      if (this.#marks !== 0) markTarget(pendingSquare(blow), seat, this.#apart, later)
      if (target === EMPTY) continue
      if (this.#sparesOwn !== 0 && ((s[OWN + seat]! >>> slotIn(target)) & 1) !== 0) continue
      if (count === 1) this.#losses.hit(s, events, slotIn(target), damage, this.#credit(blow, CLEAVE))
      else this.#losses.strike(s, slotIn(target), damage, this.#credit(blow, CLEAVE))
    }
    if (count > 1) this.#losses.settle(s, events)
  }

  landPrayers(s: Int32Array, events: Int32Array, count: number): void {
    for (let at = PENDING; at < PENDING + count; at++) {
      const prayer = s[at]!
      if (pendingDamage(prayer) === 0 && ((this.#stopped >>> (at - PENDING)) & 1) === 0)
        earn(s, events, pendingFavour(prayer), this.#credit(prayer, PRAY))
    }
  }

  /** An active order with the seat, kind and action of a delayed one. */
  #credit(word: number, action: number): number {
    const kindEvents = pendingKind(word) * EVENTS.length
    const actionEvents = (this.#kinds + action) * EVENTS.length
    const ofSeat = activeSeat(pendingSeat(word), this.#seatEvents)
    return packActive(packMeaning(0, action, kindEvents, actionEvents), 0, 0) + ofSeat
  }
}
