/** A side's turn up to its recruiting: the actions 1, 2 and 3 of its units, all of them forced. */
import { EVENTS, FIELDED, LOST, SCORED, USED } from '../contract/index.ts'
import { ARCHER, CATAPULT, INFANTRY, KINDS, priceOf, type Rules, SUPER_SOLDIER } from './rules.ts'
import {
  ARCHERS,
  ARMY,
  BASE,
  CATAPULTS,
  CELLS,
  GOLD,
  highest,
  hpOf,
  kindOf,
  lowest,
  packUnit,
  UNITS,
} from './state.ts'

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
  /** The position of a side's own base. */
  readonly #last: number
  readonly #attack: Int32Array
  readonly #price: Int32Array
  readonly #bounty: Int32Array
  /** How far ahead the archer reaches, the catapult at least and at most. */
  readonly #archerFar: number
  readonly #catapultNear: number
  readonly #catapultFar: number
  /** By the position of the nearest enemy: masks of the positions from which archers, and catapults, reach that far. */
  readonly #archersReach: Int32Array
  readonly #catapultsReach: Int32Array
  /** 0, OPPONENT or OWNER is paid for a unit that its own side killed. */
  readonly #friendlyPay: number
  /** Hit points at which a base stops the turn. */
  readonly #stopsAt: number
  /** Mask of the kinds whose killing promotes an infantry. */
  readonly #promotes: number
  /** Whether a unit promoted in its action 1 attacks again at once. */
  readonly #atOnce: boolean
  readonly #shielded: boolean
  readonly #advancesAfter: boolean
  readonly #shootsOver: boolean
  /** The catapult: hits the near pair for an enemy that both hold, is silent if an enemy is too near, spares its own side. */
  readonly #nearPair: boolean
  readonly #silent: boolean
  readonly #sparesOwn: boolean
  /** Positions of the side's units that carried out their action 1 in the current turn; the mask moves with them. */
  #struck = 0
  /** Whether the foremost unit was promoted in the current turn, and whether its second attack is over. */
  #promoted = false
  #spent = false

  constructor({ advanceAfterAttack, base, cells, gold, promotion, secondAttack, units }: Rules) {
    this.#last = cells - 1
    this.#attack = Int32Array.from(KINDS, kind => units[kind].attack)
    this.#price = Int32Array.from(KINDS, kind => priceOf(units, kind))
    this.#bounty = this.#price.map(price => Math.floor((price * gold.bounty) / 100))
    this.#archerFar = units.archer.range
    this.#catapultNear = units.catapult.range - 2
    this.#catapultFar = units.catapult.range
    this.#archersReach = reachOf(cells, units.archer.range)
    this.#catapultsReach = reachOf(cells, units.catapult.range)
    this.#friendlyPay = { none: 0, opponent: OPPONENT, owner: OWNER }[gold.friendlyKill]
    this.#stopsAt = base.falls === 'atOnce' ? 0 : NEVER
    this.#promotes = { never: 0, infantry: SOLDIER, soldiers: SOLDIERS, any: ANYBODY }[promotion]
    this.#atOnce = secondAttack === 'atOnce'
    this.#shielded = base.shielded
    this.#advancesAfter = advanceAfterAttack
    this.#shootsOver = units.archer.overOwn
    this.#nearPair = units.catapult.middle === 'near'
    this.#silent = units.catapult.tooNear === 'silent'
    this.#sparesOwn = !units.catapult.friendlyFire
  }

  /** Carries out all actions of the side's units; stops, and returns true, when a fallen base ends the match at once. */
  play(s: Int32Array, seat: number, events: Int32Array): boolean {
    const units = s[UNITS + seat]!
    if (units === 0) return false
    this.#struck = 0
    this.#promoted = false
    this.#spent = false
    const front = this.#front(s, seat)
    // The front only moves away, so units out of reach now stay so.
    const strikers =
      (s[ARCHERS + seat]! & this.#archersReach[front]!) |
      (s[CATAPULTS + seat]! & this.#catapultsReach[front]!) |
      (units & (2 << front))
    if (strikers !== 0) {
      this.#first(s, seat, strikers, front, events)
      if (s[BASE + 1 - seat]! <= this.#stopsAt) return true
    }
    return this.#march(s, seat, events)
  }

  /** The position of the nearest enemy, its base included: a unit on the base's cell stands before it. */
  #front(s: Int32Array, seat: number): number {
    const last = this.#last
    return last - lowest(s[UNITS + 1 - seat]! | (1 << last))
  }

  /** Where the state holds the cell of a side's position. */
  #cell(seat: number, position: number): number {
    return CELLS + (seat === 0 ? this.#last - position : position)
  }

  /** Actions 1 of the units that may be able to, from the one nearest its own base to the farthest: attacks. */
  #first(s: Int32Array, seat: number, strikers: number, nearest: number, events: Int32Array): void {
    let front = nearest
    let struck = 0
    for (let left = strikers; left !== 0; ) {
      const position = highest(left)
      const bit = 1 << position
      left ^= bit
      // Its own side may have shelled it by now.
      if ((s[UNITS + seat]! & bit) === 0) continue
      if (!this.strike(s, seat, position, front, events)) continue
      struck |= bit
      if (s[BASE + 1 - seat]! <= this.#stopsAt) return
      front = this.#front(s, seat)
      // Only the foremost unit can be promoted, and it is the last to strike.
      if (!this.#atOnce || !this.#promoted) continue
      this.#spent = true
      this.strike(s, seat, position, front, events)
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
    const distance = position - front
    if (kind === CATAPULT) return this.#shell(s, seat, position, distance, events)
    if (distance > (kind === ARCHER ? this.#archerFar : 1)) return false
    // Own units ahead are all before the enemy.
    if (kind === ARCHER && !this.#shootsOver && (s[UNITS + seat]! & ((1 << position) - 1)) !== 0) return false
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
    const last = this.#last
    // The farthest enemy that it can hit is the one on that position at most, its base included.
    const most = position - near
    if (most < 0) return false
    // Enemies as their side counts positions, from the nearest cell that a catapult can hit on.
    const targets = (s[UNITS + 1 - seat]! | (1 << last)) & (-1 << (last - most))
    const distance = position - last + lowest(targets)
    if (distance > this.#catapultFar) return false
    const first = position - (this.#nearPair ? Math.max(near, distance - 1) : Math.min(distance, near + 1))
    events[(seat * KINDS_COUNT + CATAPULT) * COLUMNS + USED]!++
    for (let target = first; target >= first - 1 && target >= 0; target--)
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
    if (position === 0) {
      s[BASE + foe]! -= this.#attack[kind]!
      events[(seat * KINDS_COUNT + kind) * COLUMNS + SCORED]! += this.#attack[kind]!
    }
    return victim
  }

  /** A catapult's blow on a friendly unit. */
  #hitOwn(s: Int32Array, seat: number, position: number, events: Int32Array): void {
    const victim = this.#wound(s, seat, position, CATAPULT, events)
    if (victim < 0 || this.#friendlyPay === 0) return
    s[GOLD + (this.#friendlyPay === OWNER ? seat : 1 - seat)]! += this.#bounty[victim]!
  }

  /** Takes hit points off a unit; its kind if it is gone by that, or -1. */
  #wound(s: Int32Array, side: number, position: number, by: number, events: Int32Array): number {
    const cell = this.#cell(side, position)
    const unit = s[cell]!
    const kind = kindOf(unit)
    const hp = hpOf(unit) - this.#attack[by]!
    if (hp > 0) {
      s[cell] = packUnit(kind, hp)
      return -1
    }
    s[cell] = 0
    const keep = ~(1 << position)
    s[UNITS + side]! &= keep
    s[ARCHERS + side]! &= keep
    s[CATAPULTS + side]! &= keep
    s[ARMY + side]! -= this.#price[kind]!
    events[(side * KINDS_COUNT + kind) * COLUMNS + LOST]!++
    return kind
  }

  #promote(s: Int32Array, seat: number, position: number, events: Int32Array): void {
    this.#promoted = true
    const cell = this.#cell(seat, position)
    s[cell] = packUnit(SUPER_SOLDIER, hpOf(s[cell]!))
    events[(seat * KINDS_COUNT + SUPER_SOLDIER) * COLUMNS + FIELDED]!++
  }

  /**
   * Actions 2 and 3. All but catapults advance, or those of them that have not attacked. Then, from the farthest unit to the
   * nearest: a blow of the super-soldier, and of the infantry that had no action 1; catapults that had none advance. Only the
   * farthest unit can have an enemy on the next cell. True if a fallen base ends the match.
   */
  #march(s: Int32Array, seat: number, events: Int32Array): boolean {
    let front = this.#front(s, seat)
    const stay = s[CATAPULTS + seat]! | (this.#advancesAfter ? 0 : this.#struck)
    const walkers = s[UNITS + seat]! & ~stay
    if (walkers !== 0) this.#advance(s, seat, walkers, front, events)
    if ((s[UNITS + seat]! & (2 << front)) !== 0) {
      const foremost = 1 + front
      const kind = kindOf(s[this.#cell(seat, foremost)]!)
      const free = ((this.#struck >>> foremost) & 1) === 0
      if ((kind === SUPER_SOLDIER && !this.#spent) || (kind === INFANTRY && free)) {
        this.strike(s, seat, foremost, front, events)
        if (s[BASE + 1 - seat]! <= this.#stopsAt) return true
        front = this.#front(s, seat)
      }
    }
    const catapults = s[CATAPULTS + seat]! & ~this.#struck
    if (catapults !== 0) this.#advance(s, seat, catapults, front, events)
    return false
  }

  /** Units go one cell ahead, the farthest first, if that is free and not the enemy base's. */
  #advance(s: Int32Array, seat: number, movers: number, front: number, events: Int32Array): void {
    const units = s[UNITS + seat]!
    const stops = (units & ~movers) | ((2 << front) - 1)
    // Held up are those right behind a stop, and who stands behind them without a gap: the carry runs through those.
    const moved = movers & (movers + (movers & (stops << 1)))
    if (moved === 0) return
    const base = this.#cell(seat, 0)
    const step = seat === 0 ? 1 : -1
    const counts = seat * KINDS_COUNT * COLUMNS + USED
    for (let left = moved; left !== 0; left &= left - 1) {
      const from = base - Math.imul(step, lowest(left))
      const unit = s[from]!
      s[from + step] = unit
      s[from] = 0
      events[counts + kindOf(unit) * COLUMNS]!++
    }
    s[UNITS + seat] = ahead(units, moved)
    s[ARCHERS + seat] = ahead(s[ARCHERS + seat]!, moved)
    s[CATAPULTS + seat] = ahead(s[CATAPULTS + seat]!, moved)
    this.#struck = ahead(this.#struck, moved)
  }
}

/** A mask of positions once those of `moved` in it have gone one ahead. */
const ahead = (mask: number, moved: number): number => (mask & ~moved) | ((mask & moved) >>> 1)

/** By the position of the nearest enemy: a mask of the positions up to `range` cells before it. */
const reachOf = (cells: number, range: number): Int32Array =>
  Int32Array.from({ length: cells }, (_, front) => (2 << Math.min(cells - 1, front + range)) - 1)
