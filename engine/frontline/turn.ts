/** A side's turn up to its recruiting: the actions 1, 2 and 3 of its units, all of them forced. */
import * as contract from '../contract/index.ts'
import * as rules from './rules.ts'
import * as state from './state.ts'

// Constants of this module, for speed: see state.ts.
const { EVENTS, FIELDED, LOST, SCORED, USED } = contract
const { ARCHER, CATAPULT, INFANTRY, KINDS, SUPER_SOLDIER, priceOf } = rules
const { ARMY, BASE, CATAPULTS, CELLS, GOLD, UNITS } = state.WORDS
const { highest, hpOf, kindOf, packUnit } = state
const COLUMNS = EVENTS.length
const KINDS_COUNT = KINDS.length

const OPPONENT = 1
const OWNER = 2
/** Kinds as masks. */
const SOLDIER = 1 << INFANTRY
const SOLDIERS = SOLDIER | (1 << SUPER_SOLDIER)
const ANYBODY = (1 << KINDS_COUNT) - 1
/** Hit points that no base has. */
const NEVER = -0x80000000

/** Plays the turns of one rule set. What it keeps during a turn does not matter between turns. */
export class Turns {
  /** The enemy base's position, as each side counts. */
  readonly #last: number
  readonly #attack: Int32Array
  readonly #price: Int32Array
  readonly #bounty: Int32Array
  /** How far ahead the archer reaches, the catapult at least and at most, and any unit at most. */
  readonly #archerFar: number
  readonly #catapultNear: number
  readonly #catapultFar: number
  readonly #reach: number
  /** 0, OPPONENT or OWNER is paid for a unit that its own side killed. */
  readonly #friendlyPay: number
  /** Hit points at which a base stops the turn. */
  readonly #stopsAt: number
  /** Mask of the kinds whose killing promotes an infantry. */
  readonly #promotes: number
  readonly #shielded: boolean
  readonly #advancesAfter: boolean
  readonly #shootsOver: boolean
  /** The catapult: hits the near pair for an enemy that both hold, is silent if an enemy is too near, spares its own side. */
  readonly #nearPair: boolean
  readonly #silent: boolean
  readonly #sparesOwn: boolean
  /** Positions of the side's units that carried out their action 1 in the current turn; the mask moves with them. */
  #struck = 0

  constructor({ advanceAfterAttack, base, cells, gold, promotion, units }: rules.Rules) {
    this.#last = cells - 1
    this.#attack = Int32Array.from(KINDS, kind => units[kind].attack)
    this.#price = Int32Array.from(KINDS, kind => priceOf(units, kind))
    this.#bounty = this.#price.map(price => Math.floor((price * gold.bounty) / 100))
    this.#archerFar = units.archer.range
    this.#catapultNear = units.catapult.range - 2
    this.#catapultFar = units.catapult.range
    this.#reach = Math.max(units.archer.range, units.catapult.range)
    this.#friendlyPay = { none: 0, opponent: OPPONENT, owner: OWNER }[gold.friendlyKill]
    this.#stopsAt = base.falls === 'atOnce' ? 0 : NEVER
    this.#promotes = { never: 0, infantry: SOLDIER, soldiers: SOLDIERS, any: ANYBODY }[promotion]
    this.#shielded = base.shielded
    this.#advancesAfter = advanceAfterAttack
    this.#shootsOver = units.archer.overOwn
    this.#nearPair = units.catapult.middle === 'near'
    this.#silent = units.catapult.tooNear === 'silent'
    this.#sparesOwn = !units.catapult.friendlyFire
  }

  /** Carries out all actions of the side's units; stops, and returns true, when a fallen base ends the match at once. */
  play(s: Int32Array, seat: number, events: Int32Array): boolean {
    if (s[UNITS + seat] === 0) return false
    const foe = BASE + 1 - seat
    this.#first(s, seat, events)
    if (s[foe]! <= this.#stopsAt) return true
    this.#second(s, seat, events)
    this.#third(s, seat, events)
    return s[foe]! <= this.#stopsAt
  }

  /** The position of the nearest enemy, its base included: a unit on the base's cell stands before it. */
  #front(s: Int32Array, seat: number): number {
    return this.#last - highest(s[UNITS + 1 - seat]! | 1)
  }

  /** Where the state holds the cell of a side's position. */
  #cell(seat: number, position: number): number {
    return CELLS + (seat === 0 ? position : this.#last - position)
  }

  /** Actions 1, from the unit nearest its own base to the farthest: attacks. */
  #first(s: Int32Array, seat: number, events: Int32Array): void {
    let front = this.#front(s, seat)
    let struck = 0
    // The front only moves away, so units out of reach now stay so.
    const near = s[UNITS + seat]! & (-1 << Math.max(0, front - this.#reach))
    for (let left = near; left !== 0; left &= left - 1) {
      const bit = left & -left
      const unit = s[UNITS + seat]! & bit
      // Its own side may have shelled it by now.
      if (unit === 0) continue
      const position = highest(bit)
      if (!this.strike(s, seat, position, front, events)) continue
      struck |= bit
      if (s[BASE + 1 - seat]! <= this.#stopsAt) return
      front = this.#front(s, seat)
    }
    this.#struck = struck
  }

  /** One attack, if the unit can. */
  protected strike(
    s: Int32Array,
    seat: number,
    position: number,
    front: number,
    events: Int32Array,
  ): boolean {
    const kind = kindOf(s[this.#cell(seat, position)]!)
    const distance = front - position
    if (kind === CATAPULT) return this.#shell(s, seat, position, distance, events)
    if (distance > (kind === ARCHER ? this.#archerFar : 1)) return false
    // Own units ahead are all before the enemy. -2 << position: every position beyond.
    if (kind === ARCHER && !this.#shootsOver && (s[UNITS + seat]! & (-2 << position)) !== 0) return false
    events[(seat * KINDS_COUNT + kind) * COLUMNS + USED]!++
    const killed = this.#hit(s, seat, kind, front, events)
    // Nobody killed, -1, is no bit of the mask.
    if (kind === INFANTRY && ((this.#promotes >>> killed) & 1) !== 0) this.#promote(s, seat, position, events)
    return true
  }

  /** A catapult's blow on two cells at the nearest enemy that is not too near, if there is one in reach. */
  #shell(s: Int32Array, seat: number, position: number, nearest: number, events: Int32Array): boolean {
    const near = this.#catapultNear
    if (this.#silent && nearest < near) return false
    const room = this.#last - position - near
    if (room < 0) return false
    // Enemies, as their side counts positions, from the nearest cell that a catapult can hit on.
    const targets = (s[UNITS + 1 - seat]! | 1) & ((2 << room) - 1)
    if (targets === 0) return false
    const distance = this.#last - highest(targets) - position
    if (distance > this.#catapultFar) return false
    const first = position + (this.#nearPair ? Math.max(near, distance - 1) : Math.min(distance, near + 1))
    events[(seat * KINDS_COUNT + CATAPULT) * COLUMNS + USED]!++
    for (let target = first; target <= first + 1 && target <= this.#last; target++)
      if (((s[UNITS + seat]! >>> target) & 1) === 0) this.#hit(s, seat, CATAPULT, target, events)
      else if (!this.#sparesOwn) this.#hitOwn(s, seat, target, events)
    return true
  }

  /** Hits what enemy there is at a position, the base only if no unit shields it; the kind killed, or -1. */
  #hit(s: Int32Array, seat: number, kind: number, position: number, events: Int32Array): number {
    const foe = 1 - seat
    const there = this.#last - position
    let victim = -1
    if (((s[UNITS + foe]! >>> there) & 1) !== 0) {
      victim = this.#wound(s, foe, there, kind, events)
      if (victim >= 0) s[GOLD + seat]! += this.#bounty[victim]!
      if (this.#shielded) return victim
    }
    if (there === 0) {
      s[BASE + foe]! -= this.#attack[kind]!
      events[(seat * KINDS_COUNT + kind) * COLUMNS + SCORED]! += this.#attack[kind]!
    }
    return victim
  }

  /** A catapult's blow on a unit of its own side. */
  #hitOwn(s: Int32Array, seat: number, position: number, events: Int32Array): void {
    const victim = this.#wound(s, seat, position, CATAPULT, events)
    if (victim < 0 || this.#friendlyPay === 0) return
    s[GOLD + (this.#friendlyPay === OWNER ? seat : 1 - seat)]! += this.#bounty[victim]!
  }

  /** Takes hit points off a unit; its kind if it is gone by that, or -1. */
  #wound(s: Int32Array, side: number, position: number, by: number, events: Int32Array): number {
    const cell = this.#cell(side, position)
    const kind = kindOf(s[cell]!)
    const hp = hpOf(s[cell]!) - this.#attack[by]!
    if (hp > 0) {
      s[cell] = packUnit(kind, hp)
      return -1
    }
    s[cell] = 0
    s[UNITS + side]! &= ~(1 << position)
    s[CATAPULTS + side]! &= ~(1 << position)
    s[ARMY + side]! -= this.#price[kind]!
    events[(side * KINDS_COUNT + kind) * COLUMNS + LOST]!++
    return kind
  }

  #promote(s: Int32Array, seat: number, position: number, events: Int32Array): void {
    const cell = this.#cell(seat, position)
    s[cell] = packUnit(SUPER_SOLDIER, hpOf(s[cell]!))
    events[(seat * KINDS_COUNT + SUPER_SOLDIER) * COLUMNS + FIELDED]!++
  }

  /** Actions 2: all but catapults advance, or those of them that have not attacked. */
  #second(s: Int32Array, seat: number, events: Int32Array): void {
    const stay = this.#advancesAfter ? 0 : this.#struck
    this.#advance(s, seat, s[UNITS + seat]! & ~s[CATAPULTS + seat]! & ~stay, events)
  }

  /**
   * Actions 3, from the farthest unit to the nearest: a blow of the super-soldier, and of the infantry that had no
   * action 1; catapults that had none advance. Only the farthest unit can have an enemy on the next cell.
   */
  #third(s: Int32Array, seat: number, events: Int32Array): void {
    if (s[UNITS + seat] === 0) return
    const foremost = highest(s[UNITS + seat]!)
    const kind = kindOf(s[this.#cell(seat, foremost)]!)
    const free = ((this.#struck >>> foremost) & 1) === 0
    if (kind === SUPER_SOLDIER || (kind === INFANTRY && free)) {
      this.strike(s, seat, foremost, this.#front(s, seat), events)
      if (s[BASE + 1 - seat]! <= this.#stopsAt) return
    }
    this.#advance(s, seat, s[CATAPULTS + seat]! & ~this.#struck, events)
  }

  /** Units go one cell ahead, the farthest first, if that is free and not the enemy base's. */
  #advance(s: Int32Array, seat: number, movers: number, events: Int32Array): void {
    const front = this.#front(s, seat)
    for (let left = movers; left !== 0; ) {
      const position = highest(left)
      const bit = 1 << position
      left ^= bit
      const next = position + 1
      if (next >= front || ((s[UNITS + seat]! >>> next) & 1) !== 0) continue
      const from = this.#cell(seat, position)
      const unit = s[from]!
      s[this.#cell(seat, next)] = unit
      s[from] = 0
      s[UNITS + seat]! += bit
      s[CATAPULTS + seat]! += s[CATAPULTS + seat]! & bit
      this.#struck += this.#struck & bit
      events[(seat * KINDS_COUNT + kindOf(unit)) * COLUMNS + USED]!++
    }
  }
}
