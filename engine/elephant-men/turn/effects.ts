/**
 * What units do to one another, step by step: pokes, converts, cleaves, prayers, and what of it lands a phase
 * later.
 */
import { EVENTS } from '../../contract/index.ts'
import { CLEAVE, PRAY } from '../rules/schema.ts'
import type { Tables } from '../rules/tables.ts'
import * as codes from '../state/codes.ts'
import * as layout from '../state/layout.ts'
import * as inHand from './active.ts'
import * as losses from './losses.ts'

// Constants of this module, for speed: see layout.ts.
const { BLOCKING, BOARD, EMPTY, OWN, PENDING, PENDING_COUNT, RESTING } = layout
const { CANCELLED, CARRIED, IDLE, MISSED, STARTED } = layout
const { originOf, packPending, slotIn, targetOf } = layout
const { pendingDamage, pendingFavour, pendingKind, pendingSeat, pendingSquare } = layout
const { LIVE, did, fail, mark } = inHand
const { earn } = losses
const { liveOrder, liveSeat, liveSlot } = codes
const CLEAVES = CLEAVE
const PRAYS = PRAY

/** A switch as a mask of all slots or none. */
const slotsIf = (on: boolean): number => (on ? -1 : 0)

export class Deeds {
  readonly #t: Tables
  readonly #losses: losses.Losses
  readonly #slotKind: Int32Array
  readonly #pokeDamage: number
  /** Who rests after a poke that hit, that hit a blocking unit, or that missed. */
  readonly #restsOnHit: number
  readonly #restsOnBlock: number
  readonly #restsOnMiss: number
  readonly #cancels: boolean
  readonly #duels: boolean
  readonly #cleaveDamage: number
  readonly #cleavesLater: boolean
  readonly #restsOnCleave: number
  readonly #restsOnAir: number
  readonly #prayFavour: number
  readonly #praysLater: boolean
  readonly #restsOnPrayer: number
  /** How many converts of a step aim at each slot. Zero between steps. */
  readonly #aims: Int32Array

  constructor(t: Tables) {
    const { cleave, convert, poke, pray } = t.rules
    this.#t = t
    this.#losses = new losses.Losses(t)
    this.#slotKind = t.slotKind
    this.#pokeDamage = poke.damage
    this.#restsOnHit = slotsIf(poke.rest === 'always')
    this.#restsOnMiss = slotsIf(poke.rest !== 'never')
    this.#restsOnBlock = poke.restOnBlock ? this.#restsOnMiss : this.#restsOnHit
    this.#cancels = convert.clash === 'cancel'
    this.#duels = convert.duel === 'fail'
    this.#cleaveDamage = cleave.damage
    this.#cleavesLater = cleave.delay > 0
    this.#restsOnCleave = slotsIf(cleave.rest === 'always')
    this.#restsOnAir = slotsIf(cleave.rest !== 'never')
    this.#prayFavour = pray.favour
    this.#praysLater = pray.delay > 0
    this.#restsOnPrayer = slotsIf(pray.rest !== 'never')
    this.#aims = new Int32Array(t.units)
  }

  poke(s: Int32Array, events: Int32Array, first: number, count: number): void {
    let rests = 0
    let hits = 0
    for (let i = first; i < first + count; i++) {
      const live = LIVE[i]!
      const bit = 1 << liveSlot(live)
      const square = targetOf(s[liveOrder(live)]!)
      const target = s[BOARD + square]!
      mark(square)
      if (target === EMPTY) {
        did(s, events, live, MISSED)
        rests |= bit & this.#restsOnMiss
      } else {
        did(s, events, live, CARRIED)
        const blocked = (s[BLOCKING]! >>> slotIn(target)) & 1
        rests |= bit & (blocked === 0 ? this.#restsOnHit : this.#restsOnBlock)
        this.#losses.strike(s, slotIn(target), this.#pokeDamage, live)
        hits++
      }
    }
    s[RESTING]! |= rests
    if (hits > 0) this.#losses.settle(s, events)
  }

  convert(s: Int32Array, events: Int32Array, first: number, count: number): void {
    // Only one of several can be aimed at together with another, or by another.
    const contested = count > 1 && (this.#cancels || this.#duels)
    if (contested) this.#aim(s, first, count, 1)
    const owner = s[OWN]!
    for (let i = first; i < first + count; i++) {
      const live = LIVE[i]!
      const seat = liveSeat(live)
      const square = targetOf(s[liveOrder(live)]!)
      const target = s[BOARD + square]!
      if (contested && this.#fails(live, target)) {
        fail(s, events, live, CANCELLED)
        continue
      }
      mark(square)
      if (target === EMPTY) did(s, events, live, MISSED)
      else if (((owner >>> slotIn(target)) & 1) !== seat) did(s, events, live, IDLE)
      else {
        did(s, events, live, CARRIED)
        if (((s[OWN + seat]! >>> slotIn(target)) & 1) === 0)
          this.#losses.turn(s, events, slotIn(target), live)
      }
    }
    if (contested) this.#aim(s, first, count, -1)
  }

  /** Counts the step's aims, or takes them back. */
  #aim(s: Int32Array, first: number, count: number, by: number): void {
    for (let i = first; i < first + count; i++) {
      const target = s[BOARD + targetOf(s[liveOrder(LIVE[i]!)]!)]!
      if (target !== EMPTY) this.#aims[slotIn(target)]! += by
    }
  }

  #fails(live: number, target: number): boolean {
    if (this.#duels && this.#aims[liveSlot(live)]! > 0) return true
    return this.#cancels && target !== EMPTY && this.#aims[slotIn(target)]! > 1
  }

  cleave(s: Int32Array, events: Int32Array, first: number, count: number): void {
    let rests = 0
    let hits = 0
    for (let i = first; i < first + count; i++) {
      const live = LIVE[i]!
      const bit = 1 << liveSlot(live)
      const square = targetOf(s[liveOrder(live)]!)
      rests |= bit & this.#restsOnCleave
      if (this.#cleavesLater) {
        this.#start(s, live, square, this.#cleaveDamage, 0)
        did(s, events, live, STARTED)
        continue
      }
      const target = s[BOARD + square]!
      mark(square)
      if (target === EMPTY) {
        did(s, events, live, MISSED)
        rests |= bit & this.#restsOnAir
      } else {
        did(s, events, live, CARRIED)
        this.#losses.strike(s, slotIn(target), this.#cleaveDamage, live)
        hits++
      }
    }
    s[RESTING]! |= rests
    if (hits > 0) this.#losses.settle(s, events)
  }

  pray(s: Int32Array, events: Int32Array, first: number, count: number): void {
    for (let i = first; i < first + count; i++) {
      const live = LIVE[i]!
      s[RESTING]! |= (1 << liveSlot(live)) & this.#restsOnPrayer
      did(s, events, live, this.#praysLater ? STARTED : CARRIED)
      if (this.#praysLater) this.#start(s, live, originOf(s[liveOrder(live)]!), 0, this.#prayFavour)
      else earn(s, events, this.#prayFavour, live)
    }
  }

  /** Lists a blow or prayer behind those that land in this phase. */
  #start(s: Int32Array, live: number, square: number, damage: number, favour: number): void {
    const at = PENDING + s[PENDING_COUNT]!++
    s[at] = packPending(square, damage, favour, this.#slotKind[liveSlot(live)]!, liveSeat(live))
  }

  /** Carries out the first `count` pending blows. */
  landBlows(s: Int32Array, events: Int32Array, count: number): void {
    let hits = 0
    for (let at = PENDING; at < PENDING + count; at++) {
      const blow = s[at]!
      const damage = pendingDamage(blow)
      if (damage === 0) continue
      const target = s[BOARD + pendingSquare(blow)]!
      mark(pendingSquare(blow))
      if (target === EMPTY) continue
      this.#losses.strike(s, slotIn(target), damage, this.#credit(blow, CLEAVES))
      hits++
    }
    if (hits > 0) this.#losses.settle(s, events)
  }

  landPrayers(s: Int32Array, events: Int32Array, count: number): void {
    for (let at = PENDING; at < PENDING + count; at++) {
      const prayer = s[at]!
      if (pendingDamage(prayer) === 0) earn(s, events, pendingFavour(prayer), this.#credit(prayer, PRAYS))
    }
  }

  /** What a live order would say of the seat, the kind and the action. */
  #credit(pending: number, action: number): number {
    const kindEvents = pendingKind(pending) * EVENTS.length
    const actionEvents = (this.#t.kinds.length + action) * EVENTS.length
    const ofSeat = codes.seatLive(pendingSeat(pending), this.#t.seatEvents)
    return codes.packLive(codes.packMeaning(0, action, kindEvents, actionEvents), ofSeat, 0, 0)
  }
}
