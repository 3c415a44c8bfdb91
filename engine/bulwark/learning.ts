/** What learning players see: tiles, units and capitals, with the teams counted from the seat's own on. */
import { type Action, bitCount, lowest, type Seat, type State } from '../contract/index.ts'
import type { Tables } from './rules/tables.ts'
import {
  ASKED,
  AT,
  BATTLE,
  CAPITAL,
  HELD,
  HELD_COUNTING,
  homeIn,
  ownerIn,
  RECOVERING,
  SLOTS,
  STAGE,
  STEPPED,
  TEAMS,
  TILE,
  teamOf,
  UNIT_BITS,
  UNITS,
} from './state/layout.ts'

/** What a token tells of, in its highest bits. */
const TAG = 28
const STAGE_IS = 1 << TAG
const OWNER_IS = 2 << TAG
const UNIT_AT = 3 << TAG
const CAPITAL_AT = 4 << TAG
const TEAM_HAS = 5 << TAG
const BATTLE_AT = 6 << TAG

/** What an aspect tells of. */
const WAY = 0
const TARGET = 1 << TAG
const NEARNESS = 2 << TAG
const LEFT = 3 << TAG
const SUPPORT = 4 << TAG
const APPROACH = 5 << TAG

const OF_POSITION = 2
const OF_SEAT = 2
export const ASPECTS = 6
/** For an action that moves nobody. */
const OF_STAYING = 4

/** Distances and numbers of units are capped at these. */
const FAR = 7
const MANY = 3
const CROWD = 7

/** Bits of a tile, of 1 + a team, and of what a decision is about. */
const TILE_BITS = 8
const TEAM_BITS = 2

export const tokensOf = ({ seats, tiles }: Tables): number => OF_POSITION + tiles + SLOTS + OF_SEAT * seats

/** 0 if the first is less, 2 if it is more. */
const signStep = (one: number, other: number): number => 1 + Math.sign(one - other)

export class FeatureExtractor {
  readonly #tables: Tables
  /** Where each sort of decision begins among the actions, ascending. */
  readonly #starts: Int32Array

  constructor(tables: Tables) {
    const { end, stay, step, ferry, rally, swarm, flee, retreat, choose, pick } = tables.codes
    this.#tables = tables
    this.#starts = Int32Array.of(end, stay, step, ferry, rally, swarm, flee, retreat, choose, pick)
  }

  tokens(s: State, seat: Seat, out: Int32Array): number {
    const { seats, tiles } = this.#tables
    let n = 0
    out[n++] = STAGE_IS | s[STAGE]!
    if (s[BATTLE] !== 0) out[n++] = BATTLE_AT | (s[BATTLE]! - 1)
    for (let tile = 0; tile < tiles; tile++) {
      const owner = ownerIn(s[TILE + tile]!)
      if (owner !== 0) out[n++] = OWNER_IS | (tile << TEAM_BITS) | this.#team(owner - 1, seat)
    }
    for (let other = 0; other < seats; other++) {
      const team = this.#team(other, seat)
      const units = s[UNITS + other]!
      let count = 0
      for (let left = units; left !== 0; left &= left - 1) {
        const slot = lowest(left)
        const moved = (((s[RECOVERING]! >> slot) & 1) << 1) | ((s[STEPPED]! >> slot) & 1)
        out[n++] = UNIT_AT | (((s[AT + slot]! << 2) | moved) << TEAM_BITS) | team
        count++
      }
      out[n++] = TEAM_HAS | (count << TEAM_BITS) | team
      if (s[CAPITAL + other] !== 0)
        out[n++] =
          CAPITAL_AT | ((((s[CAPITAL + other]! - 1) << 2) | this.#held(s, other)) << TEAM_BITS) | team
    }
    return n
  }

  aspects(s: State, seat: Seat, action: Action, out: Int32Array): number {
    const { tiles } = this.#tables
    const sort = this.#sort(action)
    const rest = action - this.#starts[sort]!
    const asked = s[ASKED]!
    const from = asked < SLOTS && s[AT + asked]! >= 0 ? s[AT + asked]! : tiles
    // Of the sorts that name a tile, all but picks of capitals name a unit before it.
    const to = this.#namesTile(sort) ? rest % tiles : from
    const what = this.#namesTile(sort) ? 0 : rest
    out[0] = WAY | (((((what << TILE_BITS) | from) << TILE_BITS) | to) << 4) | sort
    if (to === tiles) return 1
    const word = s[TILE + to]!
    const own = Math.min(MANY, bitCount(word & teamOf(seat)))
    const others = Math.min(MANY, bitCount(word & UNIT_BITS & ~teamOf(seat)))
    const owner = ownerIn(word) === 0 ? TEAMS : this.#team(ownerIn(word) - 1, seat)
    const home = homeIn(word) === 0 ? TEAMS : this.#team(homeIn(word) - 1, seat)
    const recovers = from < tiles ? (s[RECOVERING]! >> asked) & 1 : 0
    out[1] = TARGET | (((((((((own << 2) | others) << 2) | owner) << 2) | home) << 1) | recovers) << 4) | sort
    const near = (this.#toCapitals(s, seat, to) << 3) | this.#toUnits(s, seat, to)
    out[2] = NEARNESS | (((((near << 3) | this.#toOwn(s, seat, to)) << 2) | this.#held(s, seat)) << 4) | sort
    const balance = this.#balance(s, seat)
    const crowd = this.#crowd(s, seat, to)
    out[3] = SUPPORT | (((((((crowd << 3) | balance) << 2) | home) << 1) | recovers) << 4) | sort
    if (from === tiles || from === to) return OF_STAYING
    const left = this.#left(s, seat, from)
    out[4] = LEFT | (((this.#crowd(s, seat, from) << 6) | left) << 4) | sort
    out[5] = APPROACH | (((this.#approach(s, seat, from, to) << 3) | balance) << 4) | sort
    return ASPECTS
  }

  /** What a unit leaves behind on a tile: own units, itself included, those of others, and whose capital it is. */
  #left(s: State, seat: Seat, tile: number): number {
    const word = s[TILE + tile]!
    const own = Math.min(MANY, bitCount(word & teamOf(seat)))
    const others = Math.min(MANY, bitCount(word & UNIT_BITS & ~teamOf(seat)))
    const home = homeIn(word) === 0 ? TEAMS : this.#team(homeIn(word) - 1, seat)
    return (((own << 2) | others) << 2) | home
  }

  /** Whether a step leads nearer to others' capitals, to their units, and to the own capital, or away. */
  #approach(s: State, seat: Seat, from: number, to: number): number {
    const capitals = signStep(this.#toCapitals(s, seat, to), this.#toCapitals(s, seat, from))
    const units = signStep(this.#toUnits(s, seat, to), this.#toUnits(s, seat, from))
    const own = signStep(this.#toOwn(s, seat, to), this.#toOwn(s, seat, from))
    return (((capitals << 2) | units) << 2) | own
  }

  /** The seat's units within one step of a tile, those on it included, and those of others. */
  #crowd(s: State, seat: Seat, tile: number): number {
    const { distance, seats, tiles } = this.#tables
    let own = 0
    let others = 0
    for (let other = 0; other < seats; other++)
      for (let left = s[UNITS + other]!; left !== 0; left &= left - 1) {
        const at = s[AT + lowest(left)]!
        if (at < 0 || distance[at * tiles + tile]! > 1) continue
        if (other === seat) own++
        else others++
      }
    return (Math.min(CROWD, own) << 3) | Math.min(CROWD, others)
  }

  /** The seat's units less those of its strongest opponent, 0 to 6: 3 if they are even; differences are capped at three. */
  #balance(s: State, seat: Seat): number {
    const { seats } = this.#tables
    let most = 0
    for (let other = 0; other < seats; other++)
      if (other !== seat) most = Math.max(most, bitCount(s[UNITS + other]!))
    return 3 + Math.max(-3, Math.min(3, bitCount(s[UNITS + seat]!) - most))
  }

  #sort(action: Action): number {
    let sort = this.#starts.length - 1
    while (this.#starts[sort]! > action) sort--
    return sort
  }

  #namesTile(sort: number): boolean {
    const { step, ferry, flee, choose, pick } = this.#tables.codes
    const start = this.#starts[sort]!
    return start === step || start === ferry || start === flee || start === choose || start === pick
  }

  #toCapitals(s: State, seat: Seat, tile: number): number {
    const { distance, seats, tiles } = this.#tables
    let nearest = FAR
    for (let other = 0; other < seats; other++)
      if (other !== seat && s[CAPITAL + other]! > 0 && s[UNITS + other] !== 0)
        nearest = Math.min(nearest, distance[tile * tiles + s[CAPITAL + other]! - 1]!)
    return nearest
  }

  #toUnits(s: State, seat: Seat, tile: number): number {
    const { distance, seats, tiles } = this.#tables
    let nearest = FAR
    for (let other = 0; other < seats; other++)
      for (let left = other === seat ? 0 : s[UNITS + other]!; left !== 0; left &= left - 1)
        nearest = Math.min(nearest, distance[tile * tiles + s[AT + lowest(left)]!]!)
    return nearest
  }

  #toOwn(s: State, seat: Seat, tile: number): number {
    const { distance, tiles } = this.#tables
    const capital = s[CAPITAL + seat]!
    return capital === 0 ? FAR : Math.min(FAR, distance[tile * tiles + capital - 1]!)
  }

  #held(s: State, seat: Seat): number {
    return Math.min(HELD_COUNTING, s[HELD + seat]!)
  }

  /** A team as the seat counts them: 0 is its own. */
  #team(other: Seat, seat: Seat): number {
    const { seats } = this.#tables
    return (other - seat + seats) % seats
  }
}
