/** Carrying out the orders of a step: moves, blocks, pokes, shoves, converts, cleaves and prayers. */
import { FIELDED, LOST, USED } from '../../contract/index.ts'
import { BLOCK, CLEAVE, CONVERT, MOVE, POKE, PRAY, SHOVE } from '../rules/actions.ts'
import type { Tables } from '../rules/tables.ts'
import { EMPTY, slotIn } from '../state/cells.ts'
import { actionEvents, kindEvents, seatOf, slotOf, wordOf } from '../state/codes.ts'
import { BLOCKING, BOARD, OWN, RESTING } from '../state/layout.ts'
import {
  CARRIED_OUT,
  IN_VAIN,
  MISSED,
  OBSTRUCTED,
  originOf,
  STARTED,
  targetOf,
  withStatus,
} from '../state/orders.ts'
import { active, mark, marksApart } from './active.ts'
import type { Delayed } from './delayed.ts'
import type { Hindrance } from './hindrance.ts'
import { earn, type Losses } from './losses.ts'
import { Movement } from './movement.ts'

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
  readonly #hindrance: Hindrance
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

  constructor(t: Tables, losses: Losses, delayed: Delayed, hindrance: Hindrance) {
    const { cleave, convert, friendlyFire, poke, pray } = t.rules
    this.#losses = losses
    this.#delayed = delayed
    this.#hindrance = hindrance
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
    listed: number,
    later: number,
  ): void {
    if (action === SHOVE) {
      this.movement.shove(s, events, first, listed, later)
      return
    }
    let count = listed
    if (count > 1) {
      if (action === MOVE) {
        this.movement.moves(s, events, first, count)
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
            this.movement.place(s, slotOf(entry), square)
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
      events[credit + FIELDED]!++
      if (status === OBSTRUCTED) events[credit + LOST]!++
      else {
        events[credit + USED]!++
        events[kindEvents(entry) + USED]!++
      }
    }
    if (count > 1 && (action === POKE || action === CLEAVE)) this.#losses.settle(s, events)
  }
}
