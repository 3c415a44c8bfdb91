/** What units do to one another, step by step: pokes, converts, cleaves, prayers, and what lands a phase later. */
import { EVENTS } from '../../contract/index.ts'
import * as actions from '../rules/actions.ts'
import type { Tables } from '../rules/tables.ts'
import * as cells from '../state/cells.ts'
import * as codes from '../state/codes.ts'
import * as lanes from '../state/lanes.ts'
import * as layout from '../state/layout.ts'
import * as orders from '../state/orders.ts'
import * as pending from '../state/pending.ts'
import * as phases from './active.ts'
import * as losses from './losses.ts'

// Constants of this module, for speed: see state/layout.ts.
const { BLOCKING, BOARD, OWN, PENDING, PENDING_COUNT, RESTING, SQUARES } = layout.WORDS
const { EMPTY, slotIn } = cells
const { CANCELLED, CARRIED_OUT, IN_VAIN, MISSED, STARTED, originOf, targetOf } = orders
const { packPending, pendingDamage, pendingFavour, pendingKind, pendingSeat, pendingSquare } = pending
const { active, fail, isMarked, mark, succeed } = phases
const { lane } = lanes
const { earn } = losses
const { seatOf, slotOf, wordOf } = codes
const { CLEAVE, PRAY } = actions

/** A switch as a mask of all slots or none. */
const slotsIf = (on: boolean): number => (on ? -1 : 0)

/** A switch as a number: V8 compares a field that holds a boolean with all that is false. */
const oneIf = (on: boolean): number => (on ? 1 : 0)

export class Effects {
  readonly #kinds: number
  readonly #seatEvents: number
  readonly #losses: losses.Losses
  readonly #slotKind: Int32Array
  readonly #pokeDamage: number
  /** Masks of the slots that rest after a poke that hit, that hit a blocking unit, or that missed. */
  readonly #restsOnHit: number
  readonly #restsOnBlock: number
  readonly #restsOnMiss: number
  readonly #cancels: boolean
  readonly #duels: boolean
  readonly #cleaveDamage: number
  readonly #cleavesLater: number
  readonly #restsOnCleave: number
  readonly #restsOnAir: number
  readonly #prayFavour: number
  readonly #praysLater: number
  readonly #restsOnPrayer: number
  /** Masks of the slots that rest after a convert that changed a unit's side, and after one that did not. */
  readonly #restsOnConvert: number
  readonly #restsInVain: number
  readonly #sparesOwn: number
  /** Whether a delayed cleave marks its square when it starts, and when it lands. */
  readonly #marksStart: number
  readonly #marksLanding: number
  /** Where the second side's marks lie, see active.ts. */
  readonly #apart: number
  /** Where the state holds who started what is pending, if the rules ask; whether being targeted stops it. */
  readonly #starters: number
  readonly #touchStops: number
  /** Of what is pending, a bit each, in its order: what does not land. */
  #stopped = 0
  /** How many converts of a step aim at each slot. Zero between steps. */
  readonly #aims: Int32Array

  constructor(t: Tables, losses: losses.Losses) {
    const { cleave, convert, delayed, friendlyFire, poke, pray } = t.rules
    this.#kinds = t.kinds.length
    this.#seatEvents = t.seatEvents
    this.#losses = losses
    this.#slotKind = t.slotKind
    this.#pokeDamage = poke.damage
    this.#restsOnHit = slotsIf(poke.rest === 'always')
    this.#restsOnMiss = slotsIf(poke.rest !== 'never')
    this.#restsOnBlock = poke.restOnBlock ? this.#restsOnMiss : this.#restsOnHit
    this.#cancels = convert.clash === 'cancel'
    this.#duels = convert.duel === 'fail'
    this.#cleaveDamage = cleave.damage
    this.#cleavesLater = cleave.delay
    this.#restsOnCleave = slotsIf(cleave.rest === 'always')
    this.#restsOnAir = slotsIf(cleave.rest !== 'never')
    this.#prayFavour = pray.favour
    this.#praysLater = pray.delay
    this.#restsOnPrayer = slotsIf(pray.rest !== 'never')
    this.#restsOnConvert = slotsIf(convert.rest === 'always')
    this.#restsInVain = slotsIf(convert.rest !== 'never')
    this.#sparesOwn = oneIf(friendlyFire === 'harmless')
    this.#marksStart = oneIf(cleave.marks !== 'landing')
    this.#marksLanding = oneIf(cleave.marks !== 'start')
    this.#apart = phases.marksApart(t.rules)
    this.#starters = t.starters
    this.#touchStops = oneIf(delayed === 'untouched')
    this.#aims = new Int32Array(t.units)
  }

  /** Whether a blow of a seat on a square hits nobody. */
  #misses(s: Int32Array, target: number, seat: number): boolean {
    return target === EMPTY || (this.#sparesOwn !== 0 && ((s[OWN + seat]! >>> slotIn(target)) & 1) !== 0)
  }

  /** Of all steps, `later` holds those that are still to come in the phase: without any, nobody asks what was marked. */
  poke(s: Int32Array, events: Int32Array, first: number, count: number, later: number): void {
    let rests = 0
    for (let i = first; i < first + count; i++) {
      const entry = active[i]!
      const at = wordOf(entry)
      const order = s[at]!
      const square = targetOf(order)
      const target = s[BOARD + square]!
      if (later !== 0) mark(square + (this.#apart & -seatOf(entry)))
      if (this.#misses(s, target, seatOf(entry))) {
        succeed(s, events, entry, at, order, MISSED)
        rests |= (1 << slotOf(entry)) & this.#restsOnMiss
      } else {
        succeed(s, events, entry, at, order, CARRIED_OUT)
        const blocked = (s[BLOCKING]! >>> slotIn(target)) & 1
        rests |= (1 << slotOf(entry)) & (blocked === 0 ? this.#restsOnHit : this.#restsOnBlock)
        if (count === 1) this.#losses.hit(s, events, slotIn(target), this.#pokeDamage, entry)
        else this.#losses.strike(s, slotIn(target), this.#pokeDamage, entry)
      }
    }
    s[RESTING]! |= rests
    if (count > 1) this.#losses.settle(s, events)
  }

  convert(s: Int32Array, events: Int32Array, first: number, count: number, later: number): void {
    // Only one of several can be aimed at together with another, or by another.
    const contested = count > 1 && (this.#cancels || this.#duels)
    if (contested) this.#aim(s, first, count, 1)
    const owner = s[OWN]!
    for (let i = first; i < first + count; i++) {
      const entry = active[i]!
      const at = wordOf(entry)
      const order = s[at]!
      const seat = seatOf(entry)
      const square = targetOf(order)
      const target = s[BOARD + square]!
      const slot = slotIn(target)
      if (contested && this.#fails(entry, target)) {
        fail(s, events, entry, at, order, CANCELLED)
        continue
      }
      if (later !== 0) mark(square + (this.#apart & -seat))
      const changes = target !== EMPTY && ((owner >>> slot) & 1) === seat
      if (this.#restsInVain !== 0)
        s[RESTING]! |= (1 << slotOf(entry)) & (changes ? this.#restsOnConvert : this.#restsInVain)
      if (target === EMPTY) succeed(s, events, entry, at, order, MISSED)
      else if (!changes) succeed(s, events, entry, at, order, IN_VAIN)
      else {
        succeed(s, events, entry, at, order, CARRIED_OUT)
        if (((s[OWN + seat]! >>> slot) & 1) === 0) this.#losses.convert(s, events, slot, entry)
      }
    }
    if (contested) this.#aim(s, first, count, -1)
  }

  /** Counts the step's aims, or takes them back. */
  #aim(s: Int32Array, first: number, count: number, by: number): void {
    for (let i = first; i < first + count; i++) {
      const target = s[BOARD + targetOf(s[wordOf(active[i]!)]!)]!
      if (target !== EMPTY) this.#aims[slotIn(target)]! += by
    }
  }

  #fails(entry: number, target: number): boolean {
    if (this.#duels && this.#aims[slotOf(entry)]! > 0) return true
    return this.#cancels && target !== EMPTY && this.#aims[slotIn(target)]! > 1
  }

  cleave(s: Int32Array, events: Int32Array, first: number, count: number, later: number): void {
    let rests = 0
    for (let i = first; i < first + count; i++) {
      const entry = active[i]!
      const at = wordOf(entry)
      const order = s[at]!
      const square = targetOf(order)
      rests |= (1 << slotOf(entry)) & this.#restsOnCleave
      if (this.#cleavesLater !== 0) {
        this.#start(s, entry, square, this.#cleaveDamage, 0)
        if (this.#marksStart !== 0 && later !== 0) mark(square + (this.#apart & -seatOf(entry)))
        succeed(s, events, entry, at, order, STARTED)
        continue
      }
      const target = s[BOARD + square]!
      if (later !== 0) mark(square + (this.#apart & -seatOf(entry)))
      if (this.#misses(s, target, seatOf(entry))) {
        succeed(s, events, entry, at, order, MISSED)
        rests |= (1 << slotOf(entry)) & this.#restsOnAir
      } else {
        succeed(s, events, entry, at, order, CARRIED_OUT)
        if (count === 1) this.#losses.hit(s, events, slotIn(target), this.#cleaveDamage, entry)
        else this.#losses.strike(s, slotIn(target), this.#cleaveDamage, entry)
      }
    }
    s[RESTING]! |= rests
    if (count > 1 && this.#cleavesLater === 0) this.#losses.settle(s, events)
  }

  pray(s: Int32Array, events: Int32Array, first: number, count: number): void {
    for (let i = first; i < first + count; i++) {
      const entry = active[i]!
      const at = wordOf(entry)
      const order = s[at]!
      const later = this.#praysLater !== 0
      s[RESTING]! |= (1 << slotOf(entry)) & this.#restsOnPrayer
      succeed(s, events, entry, at, order, later ? STARTED : CARRIED_OUT)
      if (later) this.#start(s, entry, originOf(order), 0, this.#prayFavour)
      else earn(s, events, this.#prayFavour, entry)
    }
  }

  /** Lists a blow or prayer behind those that land in this phase. */
  #start(s: Int32Array, entry: number, square: number, damage: number, favour: number): void {
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
      const square = lane(s, SQUARES, slot) + (this.#apart & (seat - 1))
      if (!lives || (this.#touchStops !== 0 && isMarked(square))) this.#stopped |= 1 << i
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

  /** Carries out the first `count` pending blows. */
  landBlows(s: Int32Array, events: Int32Array, count: number, later: number): void {
    for (let at = PENDING; at < PENDING + count; at++) {
      const blow = s[at]!
      const damage = pendingDamage(blow)
      if (damage === 0 || ((this.#stopped >>> (at - PENDING)) & 1) !== 0) continue
      const target = s[BOARD + pendingSquare(blow)]!
      if (this.#marksLanding !== 0 && later !== 0)
        mark(pendingSquare(blow) + (this.#apart & -pendingSeat(blow)))
      if (this.#misses(s, target, pendingSeat(blow))) continue
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

  /** An active order that stands for the seat, the kind and the action of a delayed one. */
  #credit(word: number, action: number): number {
    const kindEvents = pendingKind(word) * EVENTS.length
    const actionEvents = (this.#kinds + action) * EVENTS.length
    const ofSeat = codes.activeSeat(pendingSeat(word), this.#seatEvents)
    return codes.packActive(codes.packMeaning(0, action, kindEvents, actionEvents), 0, 0) + ofSeat
  }
}
