/** What a step costs: damage and who is credited with it, favour, units that die or change sides. */
import { CONCEDED, FIELDED, LOST, SCORED } from '../../contract/index.ts'
import type { Tables } from '../rules/tables.ts'
import * as codes from '../state/codes.ts'
import * as layout from '../state/layout.ts'

// Constants of this module, for speed: see layout.ts.
const { BLOCKING, BOARD, EMPTY, FAVOUR, GONE, HP, OWN, SQUARES, TOTAL_HP, lane, setLane, setStand } = layout
const { actionEvents, kindEvents, liveSeat } = codes
const GIVES = CONCEDED
const SCORES = SCORED

export class Losses {
  readonly #slotEvents: Int32Array
  readonly #seatEvents: number
  readonly #absorbs: number
  readonly #perKill: number
  readonly #perConvert: number
  readonly #perDamage: number
  /**
   * Damage of the step in hand per slot, whose deed takes the unit's last hit point, and the slots concerned.
   */
  readonly #damage: Int32Array
  readonly #striker: Int32Array
  #struck = 0

  constructor(t: Tables) {
    const { block, favour } = t.rules
    this.#slotEvents = t.slotEvents
    this.#seatEvents = t.seatEvents
    this.#absorbs = block.absorbs
    this.#perKill = favour.kill
    this.#perConvert = favour.convert
    this.#perDamage = favour.damage
    this.#damage = new Int32Array(t.units)
    this.#striker = new Int32Array(t.units)
  }

  /** Adds damage to a unit; the deed that brings it to its last hit point is the one that is credited. */
  strike(s: Int32Array, slot: number, amount: number, deed: number): void {
    const before = this.#damage[slot]!
    if (before < lane(s, HP, slot)) this.#striker[slot] = deed
    this.#damage[slot] = before + amount
    this.#struck |= 1 << slot
  }

  /** The end of a step that struck: blocks are spent, hit points lost and paid for, the dead removed. */
  settle(s: Int32Array, events: Int32Array): void {
    for (let left = this.#struck; left !== 0; left &= left - 1) {
      const slot = 31 - Math.clz32(left & -left)
      const bit = 1 << slot
      const owner = (s[OWN]! & bit) !== 0 ? 0 : 1
      const hp = lane(s, HP, slot)
      const deed = this.#striker[slot]!
      const victim = this.#slotEvents[slot]!
      let amount = this.#damage[slot]!
      this.#damage[slot] = 0
      if ((s[BLOCKING]! & bit) !== 0) {
        s[BLOCKING]! &= ~bit
        amount = Math.max(0, amount - this.#absorbs)
      }
      amount = Math.min(amount, hp)
      setLane(s, HP, slot, hp - amount)
      s[TOTAL_HP + owner]! -= amount
      if (this.#perDamage > 0) this.#pay(s, events, 1 - owner, amount * this.#perDamage, deed, victim)
      if (amount < hp) continue
      this.#remove(s, slot, owner)
      events[owner * this.#seatEvents + victim + LOST]!++
      this.#pay(s, events, 1 - owner, this.#perKill, deed, victim)
    }
    this.#struck = 0
  }

  #remove(s: Int32Array, slot: number, owner: number): void {
    s[BOARD + lane(s, SQUARES, slot)] = EMPTY
    setStand(s, SQUARES, slot, GONE, 0)
    s[OWN + owner]! &= ~(1 << slot)
    s[BLOCKING]! &= ~(1 << slot)
  }

  /** A unit changes sides, with all that it has. */
  turn(s: Int32Array, events: Int32Array, slot: number, deed: number): void {
    const seat = liveSeat(deed)
    const hp = lane(s, HP, slot)
    const victim = this.#slotEvents[slot]!
    s[OWN + seat]! |= 1 << slot
    s[OWN + 1 - seat]! &= ~(1 << slot)
    s[TOTAL_HP + seat]! += hp
    s[TOTAL_HP + 1 - seat]! -= hp
    events[seat * this.#seatEvents + victim + FIELDED]!++
    events[(1 - seat) * this.#seatEvents + victim + LOST]!++
    this.#pay(s, events, seat, this.#perConvert, deed, victim)
  }

  /**
   * Favour for a seat by what its opponent lost: by a deed of its own, or one that its opponent did itself.
   */
  #pay(s: Int32Array, events: Int32Array, seat: number, amount: number, deed: number, victim: number): void {
    if (liveSeat(deed) === seat) earn(s, events, amount, deed)
    else {
      s[FAVOUR]! += seat === 0 ? amount : -amount
      events[actionEvents(deed) + GIVES]! += amount
    }
    events[(1 - seat) * this.#seatEvents + victim + GIVES]! += amount
  }
}

/** Favour that a deed brings the seat that did it. */
export function earn(s: Int32Array, events: Int32Array, amount: number, deed: number): void {
  s[FAVOUR]! += liveSeat(deed) === 0 ? amount : -amount
  events[kindEvents(deed) + SCORES]! += amount
  events[actionEvents(deed) + SCORES]! += amount
}
