/** Recruiting: what a side can afford at the end of its turn, and what comes of its choice. */
import { type Action, EVENTS, FIELDED, type Seat } from '../contract/index.ts'
import { below } from '../rng.ts'
import { ARCHER, CATAPULT, KINDS, RECRUITS, type Rules } from './rules.ts'
import { ARCHERS, ARMY, CATAPULTS, CELLS, GOLD, packUnit, UNITS } from './state.ts'

const SEAT_EVENTS = KINDS.length * EVENTS.length

/** Nothing, or a recruit. */
export const ACTIONS = 1 + RECRUITS

/**
 * An action's words: its price, the unit as `packUnit` has it, masks of the position where it then stands (all units, archers, catapults), where the
 * counts of its kind begin among a seat's, and 1 for what is counted. Of nothing, all are 0, so no choice needs a branch that processors can't predict.
 */
const OFFER = 8
const PRICE = 0
const UNIT = 1
const STANDS = 2
const SHOOTS = 3
const SHELLS = 4
const COUNTS = 5
const COUNTED = 6

export class Recruiting {
  /** The position of a side's own base, and the same as a mask. */
  readonly #last: number
  readonly #home: number
  /** By gold, up to the price of the dearest recruit: how many actions it allows, and which, ACTIONS of them each. */
  readonly #dearest: number
  readonly #choices: Uint8Array
  readonly #choice: Uint8Array
  /** [action * OFFER]. */
  readonly #offers = new Int32Array(ACTIONS * OFFER)

  constructor({ cells, units: { infantry, archer, catapult } }: Rules) {
    const recruits = [infantry, archer, catapult]
    this.#last = cells - 1
    this.#home = 1 << this.#last
    this.#dearest = Math.max(...recruits.map(({ price }) => price))
    this.#choices = new Uint8Array(this.#dearest + 1)
    this.#choice = new Uint8Array((this.#dearest + 1) * ACTIONS)
    for (let gold = 0; gold <= this.#dearest; gold++) {
      const affordable = [...recruits.keys()].filter(kind => recruits[kind]!.price <= gold)
      this.#choices[gold] = 1 + affordable.length
      this.#choice.set([0, ...affordable.map(kind => 1 + kind)], gold * ACTIONS)
    }
    for (const [kind, { hp, price }] of recruits.entries()) {
      const offer = (1 + kind) * OFFER
      this.#offers[offer + PRICE] = price
      this.#offers[offer + UNIT] = packUnit(kind, hp)
      this.#offers[offer + STANDS] = this.#home
      this.#offers[offer + SHOOTS] = kind === ARCHER ? this.#home : 0
      this.#offers[offer + SHELLS] = kind === CATAPULT ? this.#home : 0
      this.#offers[offer + COUNTS] = kind * EVENTS.length + FIELDED
      this.#offers[offer + COUNTED] = 1
    }
  }

  /** Whether the side has something to decide: with one option, it has not. */
  decides(s: Int32Array, seat: Seat): boolean {
    return (
      (s[UNITS + seat]! & this.#home) === 0 && this.#choices[Math.min(s[GOLD + seat]!, this.#dearest)]! > 1
    )
  }

  /** Writes what the side can afford, ascending. */
  list(s: Int32Array, seat: Seat, out: Int32Array): number {
    const gold = Math.min(s[GOLD + seat]!, this.#dearest)
    const count = this.#choices[gold]!
    for (let i = 0; i < count; i++) out[i] = this.#choice[gold * ACTIONS + i]!
    return count
  }

  sample(s: Int32Array, seat: Seat, rng: Int32Array): Action {
    const gold = Math.min(s[GOLD + seat]!, this.#dearest)
    return this.#choice[gold * ACTIONS + below(rng, this.#choices[gold]!)]!
  }

  /** Carries out the choice of a side that has something to decide: nobody stands on the cell of its base. */
  recruit(s: Int32Array, seat: Seat, action: Action, events: Int32Array): void {
    const offers = this.#offers
    const offer = action * OFFER
    s[GOLD + seat]! -= offers[offer + PRICE]!
    s[ARMY + seat]! += offers[offer + PRICE]!
    s[UNITS + seat]! |= offers[offer + STANDS]!
    s[ARCHERS + seat]! |= offers[offer + SHOOTS]!
    s[CATAPULTS + seat]! |= offers[offer + SHELLS]!
    s[CELLS + (seat === 0 ? 0 : this.#last)] = offers[offer + UNIT]!
    events[seat * SEAT_EVENTS + offers[offer + COUNTS]!]! += offers[offer + COUNTED]!
  }
}
