/** Rally and Bee Swarm: when they can be used, on which units, and what they do. */
import * as contract from '../../contract/index.ts'
import * as hexes from '../rules/hexes.ts'
import * as tables from '../rules/tables.ts'
import type { Board } from '../state/board.ts'
import * as layout from '../state/layout.ts'

// Constants of this module, for speed: see layout.ts.
const { AT, RECOVERING, ROUND, TILE, UNITS } = layout.WORDS
const { SLOTS, numberOf, ownerIn, seatOf, teamOf } = layout
const { FIELDED, USED, lowest } = contract
const { DIRECTIONS } = hexes
const { NONE } = tables

/** Timed abilities by number: rallies first, then swarms. */
export class Abilities {
  readonly #tables: tables.Tables
  readonly #board: Board

  constructor(compiled: tables.Tables, board: Board) {
    this.#tables = compiled
    this.#board = board
  }

  /** Forgets cooldowns that are over, so that equal positions have equal words. */
  clearCooldowns(s: Int32Array): void {
    const { ready, timed } = this.#tables
    for (let at = ready; at < ready + timed.length; at++) if (s[at]! <= s[ROUND]!) s[at] = 0
  }

  /** Whether the seat can use an ability now. */
  any(s: Int32Array, seat: number): boolean {
    const { rallies, timed } = this.#tables
    for (let k = 0; k < timed.length; k++)
      if (
        this.#isReady(s, seat, k) &&
        (k < rallies ? this.#rallied(s, seat, k) : this.#targets(s, seat, k)) !== 0
      )
        return true
    return false
  }

  /** Appends the seat's uses of abilities to `count` actions, ascending; returns how many there are then. */
  list(s: Int32Array, seat: number, out: Int32Array, count: number): number {
    const { codes, rallies, timed } = this.#tables
    let n = count
    for (let k = 0; k < timed.length; k++) {
      if (!this.#isReady(s, seat, k)) continue
      if (k >= rallies)
        for (let rest = this.#targets(s, seat, k); rest !== 0; rest &= rest - 1)
          out[n++] = codes.swarm + k * SLOTS + lowest(rest)
      else if (this.#rallied(s, seat, k) !== 0) out[n++] = codes.rally + k
    }
    return n
  }

  /** Whether the ability is the seat's, and its cooldown over. */
  #isReady(s: Int32Array, seat: number, k: number): boolean {
    const { ready, timedTile } = this.#tables
    return ownerIn(s[TILE + timedTile[k]!]!) === 1 + seat && s[ready + k]! <= s[ROUND]!
  }

  /** Own units that a rally moves. */
  #rallied(s: Int32Array, seat: number, k: number): number {
    const { distance, tiles, timedRange, timedTile } = this.#tables
    const row = timedTile[k]! * tiles
    let found = 0
    for (let rest = s[UNITS + seat]! & ~s[RECOVERING]!; rest !== 0; rest &= rest - 1) {
      const slot = lowest(rest)
      const tile = s[AT + slot]!
      const steps = distance[row + tile]!
      if (steps > 0 && steps <= timedRange[k]! && !this.#board.hostile(s, tile, seat)) found |= 1 << slot
    }
    return found
  }

  /** Units of others that a swarm can drive off; it takes a unit of the seat on the ability's tile. */
  #targets(s: Int32Array, seat: number, k: number): number {
    const { distance, seats, tiles, timedRange, timedTile } = this.#tables
    if ((s[TILE + timedTile[k]!]! & teamOf(seat)) === 0) return 0
    const row = timedTile[k]! * tiles
    let found = 0
    for (let other = 0; other < seats; other++) {
      if (other === seat) continue
      for (let rest = s[UNITS + other]! & ~s[RECOVERING]!; rest !== 0; rest &= rest - 1) {
        const slot = lowest(rest)
        const tile = s[AT + slot]!
        const steps = distance[row + tile]!
        if (steps === 0 || steps > timedRange[k]! || this.#board.hostile(s, tile, other)) continue
        if (this.refuges(s, slot) > 0) found |= 1 << slot
      }
    }
    return found
  }

  /** Moves all units that it can to the tile of rally k. */
  rally(s: Int32Array, events: Int32Array, seat: number, k: number): void {
    const { assets, timedTile } = this.#tables
    for (let rest = this.#rallied(s, seat, k); rest !== 0; rest &= rest - 1)
      this.#board.move(s, events, lowest(rest), timedTile[k]!)
    this.#spend(s, events, seat, k, assets.rally)
  }

  /** Uses up swarm k; its target moves by a decision of its own. */
  swarm(s: Int32Array, events: Int32Array, seat: number, k: number): void {
    this.#spend(s, events, seat, k, this.#tables.assets.swarm)
  }

  #spend(s: Int32Array, events: Int32Array, seat: number, k: number, asset: number): void {
    const { assets, ready, timedCooldown } = this.#tables
    s[ready + k] = s[ROUND]! + timedCooldown[k]!
    events[seat * assets.seatEvents + asset + FIELDED]!++
    events[seat * assets.seatEvents + asset + USED]!++
  }

  /** The tile in a direction from a unit if it can flee there: passable, without units of other teams; else NONE. */
  #refuge(s: Int32Array, slot: number, direction: number): number {
    const tile = this.#tables.near[s[AT + slot]! * DIRECTIONS + direction]!
    return tile !== NONE && this.#board.hostile(s, tile, seatOf(slot)) ? NONE : tile
  }

  /** Number of tiles that a unit can flee to. */
  refuges(s: Int32Array, slot: number): number {
    let count = 0
    for (let d = 0; d < DIRECTIONS; d++) if (this.#refuge(s, slot, d) !== NONE) count++
    return count
  }

  /** The first of them in map order; there is one at least. */
  lowestRefuge(s: Int32Array, slot: number): number {
    let first = NONE
    for (let d = 0; d < DIRECTIONS; d++) {
      const tile = this.#refuge(s, slot, d)
      if (tile !== NONE && (first === NONE || tile < first)) first = tile
    }
    return first
  }

  /** Writes the flights to all of them, ascending. */
  listFlights(s: Int32Array, slot: number, out: Int32Array): number {
    const { codes, tiles } = this.#tables
    const code = codes.flee + numberOf(slot) * tiles
    let count = 0
    for (let d = 0; d < DIRECTIONS; d++) {
      const tile = this.#refuge(s, slot, d)
      if (tile === NONE) continue
      // At most six: insertion keeps them ascending.
      let place = count++
      for (; place > 0 && out[place - 1]! > code + tile; place--) out[place] = out[place - 1]!
      out[place] = code + tile
    }
    return count
  }

  /** The lowest of those flights. */
  lowestFlight(s: Int32Array, slot: number): number {
    const { codes, tiles } = this.#tables
    return codes.flee + numberOf(slot) * tiles + this.lowestRefuge(s, slot)
  }
}
