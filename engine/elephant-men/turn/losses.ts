/** The losses of a step: damage and the orders credited with it, favour, units that die or change sides. */
import { CONCEDED, FIELDED, LOST, SCORED } from '../../contract/index.ts'
import type { Tables } from '../rules/tables.ts'
import { EMPTY } from '../state/cells.ts'
import { actionEvents, kindEvents, seatOf } from '../state/codes.ts'
import { GONE, lane, setLane, setStand } from '../state/lanes.ts'
import { BLOCKING, BOARD, FAVOUR, HP, OWN, SQUARES, TOTAL_HP } from '../state/layout.ts'

export class Losses {
  readonly #slotEvents: Int32Array
  readonly #seatEvents: number
  readonly #absorbs: number
  readonly #perKill: number
  readonly #perConvert: number
  readonly #perDamage: number
  /** Of the step being resolved, per slot: the damage, and the order that is credited with it; the slots concerned. */
  readonly #damage: Int32Array
  readonly #credited: Int32Array
  #struck = 0
  /** Of the step being resolved, per slot: what a block takes off, where it counts for each blow. */
  readonly #blocked: Int32Array
  readonly #blocksEach: boolean
  /** The slots concerned that the other side struck, if it matters. */
  #byFoe = 0
  readonly #paysOwnFire: boolean
  /** 1 if one of the two is asked. */
  readonly #asksBlows: number
  readonly #heals: boolean
  readonly #startHp: Int32Array

  constructor(t: Tables) {
    const { block, convert, favour, friendlyFire } = t.rules
    this.#slotEvents = t.slotEvents
    this.#seatEvents = t.seatEvents
    this.#absorbs = block.absorbs
    this.#perKill = favour.kill
    this.#perConvert = favour.convert
    this.#perDamage = favour.damage
    this.#damage = new Int32Array(t.units)
    this.#credited = new Int32Array(t.units)
    this.#blocked = new Int32Array(t.units)
    this.#blocksEach = block.against === 'each'
    this.#paysOwnFire = friendlyFire !== 'unpaid'
    this.#asksBlows = this.#blocksEach || !this.#paysOwnFire ? 1 : 0
    this.#heals = convert.heals
    this.#startHp = t.startHp
  }

  /** A step's only blow: what `strike` and `settle` do together. */
  hit(s: Int32Array, events: Int32Array, slot: number, amount: number, credit: number): void {
    if (this.#asksBlows !== 0) {
      this.strike(s, slot, amount, credit)
      this.settle(s, events)
    } else if (((s[BLOCKING]! >>> slot) & 1) === 0) this.#suffer(s, events, slot, amount, credit, 1)
    else {
      s[BLOCKING]! &= ~(1 << slot)
      if (amount > this.#absorbs) this.#suffer(s, events, slot, amount - this.#absorbs, credit, 1)
    }
  }

  /** Adds damage to a unit. The active order that takes its last hit point is credited with all of it. */
  strike(s: Int32Array, slot: number, amount: number, credit: number): void {
    const before = this.#damage[slot]!
    if (before < lane(s, HP, slot)) this.#credited[slot] = credit
    this.#damage[slot] = before + amount
    this.#struck |= 1 << slot
    if (this.#asksBlows !== 0) this.#note(s, slot, amount, credit)
  }

  /** What some rules ask of each blow. */
  #note(s: Int32Array, slot: number, amount: number, credit: number): void {
    if (((s[BLOCKING]! >>> slot) & 1) !== 0) this.#blocked[slot]! += Math.min(amount, this.#absorbs)
    if (((s[OWN + seatOf(credit)]! >>> slot) & 1) === 0) this.#byFoe |= 1 << slot
  }

  /** Ends a step that struck: spends blocks, takes hit points and pays for them, removes the dead. */
  settle(s: Int32Array, events: Int32Array): void {
    for (let left = this.#struck; left !== 0; left &= left - 1) {
      const slot = 31 - Math.clz32(left & -left)
      const bit = 1 << slot
      let amount = this.#damage[slot]!
      this.#damage[slot] = 0
      if ((s[BLOCKING]! & bit) !== 0) {
        s[BLOCKING]! &= ~bit
        amount = Math.max(0, amount - (this.#blocksEach ? this.#blocked[slot]! : this.#absorbs))
        this.#blocked[slot] = 0
      }
      const paid = this.#paysOwnFire || (this.#byFoe & bit) !== 0
      this.#suffer(s, events, slot, amount, this.#credited[slot]!, paid ? 1 : 0)
    }
    this.#struck = 0
    this.#byFoe = 0
  }

  /** Takes a unit's hit points, at most those that it has, and the unit with the last of them. `paid` is 1 if the opponent gains by it. */
  #suffer(
    s: Int32Array,
    events: Int32Array,
    slot: number,
    dealt: number,
    credit: number,
    paid: number,
  ): void {
    const owner = ((s[OWN]! >>> slot) & 1) !== 0 ? 0 : 1
    const hp = lane(s, HP, slot)
    const amount = Math.min(dealt, hp)
    setLane(s, HP, slot, hp - amount)
    s[TOTAL_HP + owner]! -= amount
    const gain = Math.imul(amount, this.#perDamage) & -paid
    if (gain > 0) this.#pay(s, events, 1 - owner, gain, credit, this.#slotEvents[slot]!)
    if (amount < hp) return
    s[BOARD + lane(s, SQUARES, slot)] = EMPTY
    this.#die(s, events, slot, owner, credit, paid)
  }

  /** A unit that a shove pushed off the board; the order that pushed it is credited. */
  fall(s: Int32Array, events: Int32Array, slot: number, credit: number): void {
    const owner = ((s[OWN]! >>> slot) & 1) !== 0 ? 0 : 1
    s[TOTAL_HP + owner]! -= lane(s, HP, slot)
    setLane(s, HP, slot, 0)
    const paid = this.#paysOwnFire || seatOf(credit) !== owner
    this.#die(s, events, slot, owner, credit, paid ? 1 : 0)
  }

  /** A unit that left the board is its owner's no more. `paid` is 1 if the opponent gains favour for the kill. */
  #die(s: Int32Array, events: Int32Array, slot: number, owner: number, credit: number, paid: number): void {
    const victim = this.#slotEvents[slot]!
    setStand(s, SQUARES, slot, GONE, 0)
    s[OWN + owner]! &= ~(1 << slot)
    s[BLOCKING]! &= ~(1 << slot)
    events[owner * this.#seatEvents + victim + LOST]!++
    if (paid !== 0) this.#pay(s, events, 1 - owner, this.#perKill, credit, victim)
  }

  /** A unit changes sides, with all that it has, or with full hit points. */
  convert(s: Int32Array, events: Int32Array, slot: number, credit: number): void {
    const seat = seatOf(credit)
    const hp = lane(s, HP, slot)
    const kept = this.#heals ? this.#startHp[slot]! : hp
    const victim = this.#slotEvents[slot]!
    if (this.#heals) setLane(s, HP, slot, kept)
    s[OWN + seat]! |= 1 << slot
    s[OWN + 1 - seat]! &= ~(1 << slot)
    s[TOTAL_HP + seat]! += kept
    s[TOTAL_HP + 1 - seat]! -= hp
    events[seat * this.#seatEvents + victim + FIELDED]!++
    events[(1 - seat) * this.#seatEvents + victim + LOST]!++
    this.#pay(s, events, seat, this.#perConvert, credit, victim)
  }

  /** Favour for a seat for what its opponent lost, by an order of the seat or of the opponent itself. */
  #pay(
    s: Int32Array,
    events: Int32Array,
    seat: number,
    amount: number,
    credit: number,
    victim: number,
  ): void {
    if (seatOf(credit) === seat) earn(s, events, amount, credit)
    else {
      s[FAVOUR]! += seat === 0 ? amount : -amount
      events[actionEvents(credit) + CONCEDED]! += amount
    }
    events[(1 - seat) * this.#seatEvents + victim + CONCEDED]! += amount
  }
}

/** Favour that an active order brings its seat. */
export function earn(s: Int32Array, events: Int32Array, amount: number, credit: number): void {
  s[FAVOUR]! += seatOf(credit) === 0 ? amount : -amount
  events[kindEvents(credit) + SCORED]! += amount
  events[actionEvents(credit) + SCORED]! += amount
}
