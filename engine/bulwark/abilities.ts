/** Rally and Bee Swarm: when they can be used, on whom, and what they do. */
import { FIELDED, USED } from '../contract/index.ts'
import type * as board from './board.ts'
import * as hex from './hex.ts'
import * as layout from './layout.ts'
import type { Tables } from './tables.ts'

// Constants of this module, for speed: see layout.ts.
const { AT, RECOVER, ROUND, SLOTS, TILE, UNITS, UNIT_BITS, lowest, ownerIn, seatOf, teamOf } = layout
const { DIRECTIONS } = hex

export class Abilities {
  readonly #board: board.Board
  readonly #tiles: number
  readonly #seats: number
  readonly #near: Int32Array
  readonly #distance: Int32Array
  readonly #count: number
  readonly #tile: Int32Array
  /** Abilities below this number are rallies, the others swarms. */
  readonly #rallies: number
  readonly #range: Int32Array
  readonly #cooldown: Int32Array
  readonly #ready: number
  readonly #rally: number
  readonly #swarm: number
  readonly #flee: number
  readonly #seatEvents: number
  readonly #rallyEvents: number
  readonly #swarmEvents: number

  constructor(t: Tables, units: board.Board) {
    this.#board = units
    this.#tiles = t.tiles
    this.#seats = t.seats
    this.#near = t.near
    this.#distance = t.distance
    this.#count = t.timed.length
    this.#tile = Int32Array.from(t.timed, ({ tile }) => tile)
    this.#rallies = t.timed.filter(({ swarms }) => !swarms).length
    this.#range = Int32Array.from(t.timed, ({ range }) => range)
    this.#cooldown = Int32Array.from(t.timed, ({ cooldown }) => cooldown)
    this.#ready = t.ready
    this.#rally = t.codes.rally
    this.#swarm = t.codes.swarm
    this.#flee = t.codes.flee
    this.#seatEvents = t.assets.seatEvents
    this.#rallyEvents = t.assets.rally
    this.#swarmEvents = t.assets.swarm
  }

  /** Forgets waits that are over, so that equal positions look alike. */
  settle(s: Int32Array): void {
    for (let at = this.#ready; at < this.#ready + this.#count; at++) if (s[at]! <= s[ROUND]!) s[at] = 0
  }

  /** Whether the seat can use an ability now. */
  any(s: Int32Array, seat: number): boolean {
    const rallies = this.#rallies
    for (let k = 0; k < this.#count; k++)
      if (
        this.#owns(s, seat, k) &&
        (k < rallies ? this.#fetched(s, seat, k) : this.#targets(s, seat, k)) !== 0
      )
        return true
    return false
  }

  /** Appends the seat's uses of abilities to `count` actions, ascending; returns how many there are then. */
  list(s: Int32Array, seat: number, out: Int32Array, count: number): number {
    let n = count
    for (let k = 0; k < this.#count; k++) {
      if (!this.#owns(s, seat, k)) continue
      if (k >= this.#rallies)
        for (let rest = this.#targets(s, seat, k); rest !== 0; rest &= rest - 1)
          out[n++] = this.#swarm + k * SLOTS + lowest(rest)
      else if (this.#fetched(s, seat, k) !== 0) out[n++] = this.#rally + k
    }
    return n
  }

  #owns(s: Int32Array, seat: number, k: number): boolean {
    return ownerIn(s[TILE + this.#tile[k]!]!) === 1 + seat && s[this.#ready + k]! <= s[ROUND]!
  }

  /** Own units that a rally moves. */
  #fetched(s: Int32Array, seat: number, k: number): number {
    const row = this.#tile[k]! * this.#tiles
    let found = 0
    for (let rest = s[UNITS + seat]! & ~s[RECOVER]!; rest !== 0; rest &= rest - 1) {
      const slot = lowest(rest)
      const tile = s[AT + slot]!
      const steps = this.#distance[row + tile]!
      if (steps > 0 && steps <= this.#range[k]! && !this.#board.hostile(s, tile, seat)) found |= 1 << slot
    }
    return found
  }

  /** Units of others that a swarm can drive off; an own unit has to stand at its tile. */
  #targets(s: Int32Array, seat: number, k: number): number {
    const hive = this.#tile[k]!
    if ((s[TILE + hive]! & teamOf(seat)) === 0) return 0
    const row = hive * this.#tiles
    let found = 0
    for (let other = 0; other < this.#seats; other++) {
      if (other === seat) continue
      for (let rest = s[UNITS + other]! & ~s[RECOVER]!; rest !== 0; rest &= rest - 1) {
        const slot = lowest(rest)
        const tile = s[AT + slot]!
        const steps = this.#distance[row + tile]!
        if (steps === 0 || steps > this.#range[k]! || this.#board.hostile(s, tile, other)) continue
        if (this.refuges(s, slot) > 0) found |= 1 << slot
      }
    }
    return found
  }

  /** Fetches all units that it can to the tile of ability k. */
  rally(s: Int32Array, events: Int32Array, seat: number, k: number): void {
    for (let rest = this.#fetched(s, seat, k); rest !== 0; rest &= rest - 1)
      this.#board.move(s, events, lowest(rest), this.#tile[k]!)
    this.#spend(s, events, seat, k, this.#rallyEvents)
  }

  /** Uses up the swarm of ability k; its target moves by a decision of its own. */
  swarm(s: Int32Array, events: Int32Array, seat: number, k: number): void {
    this.#spend(s, events, seat, k, this.#swarmEvents)
  }

  #spend(s: Int32Array, events: Int32Array, seat: number, k: number, asset: number): void {
    s[this.#ready + k] = s[ROUND]! + this.#cooldown[k]!
    events[seat * this.#seatEvents + asset + FIELDED]!++
    events[seat * this.#seatEvents + asset + USED]!++
  }

  /** Number of adjacent tiles that a unit driven off can go to: passable, without units of other teams. */
  refuges(s: Int32Array, slot: number): number {
    const others = UNIT_BITS & ~teamOf(seatOf(slot))
    const first = s[AT + slot]! * DIRECTIONS
    let count = 0
    for (let d = 0; d < DIRECTIONS; d++) {
      const tile = this.#near[first + d]!
      if (tile >= 0 && (s[TILE + tile]! & others) === 0) count++
    }
    return count
  }

  /** Writes the actions that choose among them, ascending. */
  listRefuges(s: Int32Array, slot: number, out: Int32Array): number {
    const others = UNIT_BITS & ~teamOf(seatOf(slot))
    const first = s[AT + slot]! * DIRECTIONS
    const code = this.#flee + layout.numberOf(slot) * this.#tiles
    let count = 0
    for (let d = 0; d < DIRECTIONS; d++) {
      const tile = this.#near[first + d]!
      if (tile < 0 || (s[TILE + tile]! & others) !== 0) continue
      // At most six, insertion keeps them ascending.
      let place = count++
      for (; place > 0 && out[place - 1]! > code + tile; place--) out[place] = out[place - 1]!
      out[place] = code + tile
    }
    return count
  }
}
