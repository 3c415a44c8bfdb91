/** Where routed units go: back, or opposite of the attack, or what is left; with Training where they like. */
import type * as board from './board.ts'
import * as hex from './hex.ts'
import * as layout from './layout.ts'
import * as tables from './tables.ts'

// Constants of this module, for speed: see layout.ts.
const {
  AT,
  BATTLE,
  FROM,
  MAIN,
  TILE,
  TRAINED,
  TURN,
  UNITS,
  UNIT_BITS,
  lowest,
  numberOf,
  ownerIn,
  seatOf,
  teamOf,
} = layout
const { DIRECTIONS } = hex
const { FAR } = tables

const NONE = -1

export class Retreats {
  readonly #board: board.Board
  readonly #tiles: number
  readonly #seats: number
  readonly #passable: Uint8Array
  readonly #near: Int32Array
  readonly #distance: Int32Array
  readonly #training: Int32Array
  readonly #retreat: number
  readonly #choose: number
  /** [a * tiles + b] -> the direction of b from a where they are adjacent, else NONE. */
  readonly #directions: Int32Array

  constructor(t: tables.Tables, units: board.Board) {
    this.#board = units
    this.#tiles = t.tiles
    this.#seats = t.seats
    this.#passable = t.passable
    this.#near = t.near
    this.#distance = t.distance
    this.#training = t.training
    this.#retreat = t.codes.retreat
    this.#choose = t.codes.choose
    this.#directions = directionsOf(t)
  }

  /** Whether a seat's routed units may choose where they go. */
  trained(s: Int32Array, seat: number): boolean {
    for (let i = 0; i < this.#training.length; i++)
      if (ownerIn(s[TILE + this.#training[i]!]!) === 1 + seat) return true
    return false
  }

  /** 1 + the tile that most of the attackers in a mask came from; ties go to the first in map order. */
  mainSource(s: Int32Array, attackers: number): number {
    let best = 0
    let most = 0
    for (let rest = attackers; rest !== 0; rest &= rest - 1) {
      const from = s[FROM + lowest(rest)]!
      let from_ = 0
      for (let all = attackers; all !== 0; all &= all - 1) if (s[FROM + lowest(all)] === from) from_++
      if (from_ > most || (from_ === most && from < best)) {
        most = from_
        best = from
      }
    }
    return best
  }

  /** The tile that the rules send a routed unit to, or NONE (-1). */
  destination(s: Int32Array, slot: number): number {
    const seat = seatOf(slot)
    const battle = s[BATTLE]! - 1
    if (seat === s[TURN]) {
      const back = s[FROM + slot]! - 1
      if (!this.#board.hostile(s, back, seat)) return back
      return this.#fallback(s, seat, battle, back, this.#directions[battle * this.#tiles + back]!)
    }
    const source = this.#directions[battle * this.#tiles + s[MAIN]! - 1]!
    // A ferry has no opposite.
    if (source === NONE) return this.#fallback(s, seat, battle, NONE, NONE)
    const opposite = (source + DIRECTIONS / 2) % DIRECTIONS
    const tile = this.#near[battle * DIRECTIONS + opposite]!
    if (tile !== NONE && !this.#board.hostile(s, tile, seat)) return tile
    return this.#fallback(s, seat, battle, NONE, opposite)
  }

  /**
   * The adjacent tile that is taken when the one due is blocked. That one is given by its direction from the battle, for
   * it may lie off the map; or, where it is not adjacent (the origin of a ferry), by its tile.
   */
  #fallback(s: Int32Array, seat: number, battle: number, blocked: number, direction: number): number {
    let best = NONE
    let bestBeside = 0
    let bestSafety = 0
    for (let d = 0; d < DIRECTIONS; d++) {
      const tile = this.#near[battle * DIRECTIONS + d]!
      if (tile === NONE || this.#board.hostile(s, tile, seat)) continue
      const beside = this.#beside(tile, d, blocked, direction) ? 1 : 0
      const safety = this.#safety(s, seat, battle, tile)
      const better = beside - bestBeside || safety - bestSafety || (best === NONE || tile < best ? 1 : 0)
      if (better <= 0) continue
      best = tile
      bestBeside = beside
      bestSafety = safety
    }
    return best
  }

  #beside(tile: number, d: number, blocked: number, direction: number): boolean {
    if (direction !== NONE) {
      const turn = (d - direction + DIRECTIONS) % DIRECTIONS
      return turn === 1 || turn === DIRECTIONS - 1
    }
    return blocked !== NONE && this.#distance[blocked * this.#tiles + tile] === 1
  }

  /** Steps from a tile to the nearest unit of another team, those on the battle's tile not counted. */
  #safety(s: Int32Array, seat: number, battle: number, tile: number): number {
    let nearest = FAR
    for (let other = 0; other < this.#seats; other++) {
      if (other === seat) continue
      for (let rest = s[UNITS + other]!; rest !== 0; rest &= rest - 1) {
        const at = s[AT + lowest(rest)]!
        if (at !== battle) nearest = Math.min(nearest, this.#distance[tile * this.#tiles + at]!)
      }
    }
    return nearest
  }

  /** Whether Training lets a seat's unit go to the tile. */
  #free(s: Int32Array, seat: number, battle: number, tile: number): boolean {
    if (this.#passable[tile] === 0 || tile === battle) return false
    const word = s[TILE + tile]!
    const owner = ownerIn(word)
    return (owner === 0 || owner === 1 + seat) && (word & UNIT_BITS & ~teamOf(seat)) === 0
  }

  /** Number of choices of a unit: what the rules send it to and, with Training, all else. */
  choices(s: Int32Array, slot: number, destination: number): number {
    if (s[TRAINED] === 0) return 1
    const seat = seatOf(slot)
    const battle = s[BATTLE]! - 1
    let count = 1
    for (let tile = 0; tile < this.#tiles; tile++)
      if (tile !== destination && this.#free(s, seat, battle, tile)) count++
    return count
  }

  /** Writes them as actions, ascending. */
  list(s: Int32Array, slot: number, out: Int32Array): number {
    const seat = seatOf(slot)
    const battle = s[BATTLE]! - 1
    const destination = this.destination(s, slot)
    const code = this.#choose + numberOf(slot) * this.#tiles
    let count = 0
    out[count++] = this.#retreat + numberOf(slot)
    for (let tile = 0; tile < this.#tiles; tile++)
      if (tile !== destination && this.#free(s, seat, battle, tile)) out[count++] = code + tile
    return count
  }
}

function directionsOf({ tiles, near }: tables.Tables): Int32Array {
  const table = new Int32Array(tiles * tiles).fill(NONE)
  for (let tile = 0; tile < tiles; tile++)
    for (let d = 0; d < DIRECTIONS; d++) {
      const to = near[tile * DIRECTIONS + d]!
      if (to !== NONE) table[tile * tiles + to] = d
    }
  return table
}
