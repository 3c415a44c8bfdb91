/** Carrying out the orders of a step: moves, blocks, pokes, shoves, converts, cleaves and prayers. */
import { BLOCK, CLEAVE, CONVERT, MOVE, POKE, PRAY, SHOVE } from '../rules/actions.ts'
import type { Tables } from '../rules/tables.ts'
import { EMPTY, slotIn } from '../state/cells.ts'
import { seatOf, slotOf, wordOf } from '../state/codes.ts'
import { BLOCKING, BOARD, OWN, RESTING } from '../state/layout.ts'
import { CARRIED_OUT, IN_VAIN, MISSED, originOf, STARTED, targetOf } from '../state/orders.ts'
import { active, marksApart, markTarget, succeed } from './active.ts'
import type { Delayed } from './delayed.ts'
import { earn, type Losses } from './losses.ts'
import { Movement } from './movement.ts'
import type { OrderValidity } from './validity.ts'

/** What rules ask of an order, a bit each. */
const SPARES_OWN = 1
const CLEAVES_LATER = 2
const PRAYS_LATER = 4
const MARKS_START = 8

/** A switch as a mask of all slots or none. */
const slotsIf = (on: boolean): number => (on ? -1 : 0)

export class Execution {
  readonly #losses: Losses
  readonly #delayed: Delayed
  readonly #validity: OrderValidity
  readonly movement: Movement
  /** SPARES_OWN and so on. */
  readonly #asks: number
  /** Where the second side's marks lie, see active.ts. */
  readonly #apart: number
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

  constructor(t: Tables, losses: Losses, delayed: Delayed, validity: OrderValidity) {
    const { cleave, convert, friendlyFire, poke, pray } = t.rules
    this.#losses = losses
    this.#delayed = delayed
    this.#validity = validity
    this.movement = new Movement(t, losses)
    this.#asks =
      (friendlyFire === 'harmless' ? SPARES_OWN : 0) |
      (cleave.delay > 0 ? CLEAVES_LATER : 0) |
      (pray.delay > 0 ? PRAYS_LATER : 0) |
      (cleave.marks !== 'landing' ? MARKS_START : 0)
    this.#apart = marksApart(t.rules)
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
  }

  /** Carries out the orders of a step; without any step `later` in the phase, nobody asks what they mark. */
  carryOut(
    s: Int32Array,
    events: Int32Array,
    action: number,
    first: number,
    count: number,
    later: number,
  ): void {
    switch (action) {
      case MOVE:
        this.movement.move(s, events, first, count, later)
        break
      case BLOCK:
        this.#block(s, events, first, count)
        break
      case POKE:
        this.#poke(s, events, first, count, later)
        break
      case SHOVE:
        this.movement.shove(s, events, first, count, later)
        break
      case CONVERT:
        this.#convert(s, events, first, count, later)
        break
      case CLEAVE:
        this.#cleave(s, events, first, count, later)
        break
      case PRAY:
        this.#pray(s, events, first, count)
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

  #poke(s: Int32Array, events: Int32Array, first: number, count: number, later: number): void {
    let resting = 0
    for (let i = first; i < first + count; i++) {
      const entry = active[i]!
      const order = s[wordOf(entry)]!
      const square = targetOf(order)
      const target = s[BOARD + square]!
      markTarget(square, seatOf(entry), this.#apart, later)
      let status = CARRIED_OUT
      let rests = 0
      if (this.#misses(s, target, entry)) {
        status = MISSED
        rests = this.#restsOnMiss
      } else {
        rests = ((s[BLOCKING]! >>> target) & 1) === 0 ? this.#restsOnHit : this.#restsOnBlock
        this.#strike(s, events, target, this.#pokeDamage, entry, count)
      }
      resting |= (1 << slotOf(entry)) & rests
      succeed(s, events, entry, wordOf(entry), order, status)
    }
    s[RESTING]! |= resting
    if (count > 1) this.#losses.settle(s, events)
  }

  #convert(s: Int32Array, events: Int32Array, first: number, listed: number, later: number): void {
    const count = listed > 1 ? this.#validity.contest(s, events, first, listed) : listed
    const owner = s[OWN]!
    for (let i = first; i < first + count; i++) {
      const entry = active[i]!
      const order = s[wordOf(entry)]!
      const square = targetOf(order)
      const target = s[BOARD + square]!
      const seat = seatOf(entry)
      markTarget(square, seat, this.#apart, later)
      let status = CARRIED_OUT
      let rests = this.#restsOnConvert
      if (target === EMPTY || ((owner >>> target) & 1) !== seat) {
        status = target === EMPTY ? MISSED : IN_VAIN
        rests = this.#restsInVain
        // Another convert of the step may have been first.
      } else if (((s[OWN + seat]! >>> target) & 1) === 0)
        this.#losses.convert(s, events, slotIn(target), entry)
      s[RESTING]! |= (1 << slotOf(entry)) & rests
      succeed(s, events, entry, wordOf(entry), order, status)
    }
  }

  #cleave(s: Int32Array, events: Int32Array, first: number, count: number, later: number): void {
    const asks = this.#asks
    for (let i = first; i < first + count; i++) {
      const entry = active[i]!
      const order = s[wordOf(entry)]!
      const square = targetOf(order)
      let status = CARRIED_OUT
      let rests = this.#restsOnCleave
      if ((asks & CLEAVES_LATER) !== 0) {
        status = STARTED
        this.#delayed.start(s, entry, square, this.#cleaveDamage, 0)
        if ((asks & MARKS_START) !== 0) markTarget(square, seatOf(entry), this.#apart, later)
      } else {
        const target = s[BOARD + square]!
        markTarget(square, seatOf(entry), this.#apart, later)
        if (this.#misses(s, target, entry)) {
          status = MISSED
          rests |= this.#restsOnAir
        } else this.#strike(s, events, target, this.#cleaveDamage, entry, count)
      }
      s[RESTING]! |= (1 << slotOf(entry)) & rests
      succeed(s, events, entry, wordOf(entry), order, status)
    }
    if (count > 1) this.#losses.settle(s, events)
  }

  #pray(s: Int32Array, events: Int32Array, first: number, count: number): void {
    for (let i = first; i < first + count; i++) {
      const entry = active[i]!
      const order = s[wordOf(entry)]!
      const isLater = (this.#asks & PRAYS_LATER) !== 0
      if (isLater) this.#delayed.start(s, entry, originOf(order), 0, this.#prayFavour)
      else earn(s, events, this.#prayFavour, entry)
      s[RESTING]! |= (1 << slotOf(entry)) & this.#restsOnPrayer
      succeed(s, events, entry, wordOf(entry), order, isLater ? STARTED : CARRIED_OUT)
    }
  }

  /** Whether a blow hits nobody: its square is empty, or has a friendly unit that the rules spare. */
  #misses(s: Int32Array, target: number, entry: number): boolean {
    if (target === EMPTY) return true
    return (this.#asks & SPARES_OWN) !== 0 && ((s[OWN + seatOf(entry)]! >>> target) & 1) !== 0
  }

  /** One of a step's `count` blows. */
  #strike(
    s: Int32Array,
    events: Int32Array,
    target: number,
    damage: number,
    entry: number,
    count: number,
  ): void {
    if (count === 1) this.#losses.hit(s, events, slotIn(target), damage, entry)
    else this.#losses.strike(s, slotIn(target), damage, entry)
  }
}
