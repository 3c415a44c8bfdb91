/** Where routed units go: back, opposite the attack, or to what is left; with Training, wherever they choose. */
import { lowest } from '../../contract/index.ts'
import { DIRECTIONS } from '../rules/map.ts'
import { NONE, type Tables } from '../rules/tables.ts'
import type { Board } from '../state/board.ts'
import {
  AT,
  BATTLE,
  FROM,
  MAIN_SOURCE,
  numberOf,
  ownerIn,
  seatOf,
  TILE,
  TRAINED,
  TURN,
  teamOf,
  UNIT_BITS,
  UNITS,
} from '../state/layout.ts'

/** Further than any two tiles are apart, for a tile without an enemy anywhere. */
const FAR = 1 << 20

export class Retreats {
  readonly #tables: Tables
  readonly #board: Board
  /** Whether Training applies to every unit routed on its tile. */
  readonly #onTile: boolean
  /** Which tiles a blocked retreat chooses from: any at all, or those beside the blocked one first. */
  readonly #anywhere: boolean
  readonly #besideFirst: boolean

  constructor(compiled: Tables, board: Board) {
    const { retreat, training } = compiled.rules
    this.#onTile = training.units === 'tile'
    this.#anywhere = retreat.blocked === 'anywhere'
    this.#besideFirst = retreat.blocked === 'beside'
    this.#tables = compiled
    this.#board = board
  }

  /** Whether a seat's units that are routed on a tile may choose where they go. */
  trained(s: Int32Array, seat: number, tile: number): boolean {
    const { training } = this.#tables
    if (this.#onTile) return training.includes(tile)
    for (let i = 0; i < training.length; i++) if (ownerIn(s[TILE + training[i]!]!) === 1 + seat) return true
    return false
  }

  /** 1 + the tile that most of the attackers in a mask came from, the first of several; 0 if none came. */
  mainSource(s: Int32Array, attackers: number): number {
    let best = 0
    let most = 0
    for (let rest = attackers; rest !== 0; rest &= rest - 1) {
      const from = s[FROM + lowest(rest)]!
      if (from === 0) continue
      let count = 0
      for (let all = attackers; all !== 0; all &= all - 1) if (s[FROM + lowest(all)] === from) count++
      if (count > most || (count === most && from < best)) {
        most = count
        best = from
      }
    }
    return best
  }

  /** The tile that the rules send a routed unit to, or NONE. */
  destination(s: Int32Array, slot: number): number {
    const { directions, near, tiles } = this.#tables
    const seat = seatOf(slot)
    const battle = s[BATTLE]! - 1
    if (seat === s[TURN]) {
      const back = s[FROM + slot]! - 1
      // It stood there when a rally brought the enemies.
      if (back === NONE) return this.#fallback(s, seat, battle, NONE, NONE)
      if (!this.#board.hostile(s, back, seat)) return back
      return this.#fallback(s, seat, battle, back, directions[battle * tiles + back]!)
    }
    const from = s[MAIN_SOURCE]! - 1
    const source = from === NONE ? NONE : directions[battle * tiles + from]!
    // A ferry has no opposite, nor has a rally from afar.
    if (source === NONE) return this.#fallback(s, seat, battle, NONE, NONE)
    const opposite = (source + DIRECTIONS / 2) % DIRECTIONS
    const tile = near[battle * DIRECTIONS + opposite]!
    if (tile !== NONE && !this.#board.hostile(s, tile, seat)) return tile
    return this.#fallback(s, seat, battle, NONE, opposite)
  }

  /**
   * The tile that a unit goes to instead of a blocked one, or NONE. The blocked one is given by its direction from the
   * battle, for it may lie off the map; or, where it is not adjacent (the origin of a ferry), by its tile.
   */
  #fallback(s: Int32Array, seat: number, battle: number, blocked: number, direction: number): number {
    if (this.#anywhere) return this.#safest(s, seat, battle)
    const { near } = this.#tables
    let best = NONE
    let bestBeside = 0
    let bestSafety = 0
    for (let d = 0; d < DIRECTIONS; d++) {
      const tile = near[battle * DIRECTIONS + d]!
      if (tile === NONE || this.#board.hostile(s, tile, seat)) continue
      const beside = this.#besideFirst && this.#beside(tile, d, blocked, direction) ? 1 : 0
      const safety = this.#safety(s, seat, battle, tile)
      const better = beside - bestBeside || safety - bestSafety || (best === NONE || tile < best ? 1 : 0)
      if (better <= 0) continue
      best = tile
      bestBeside = beside
      bestSafety = safety
    }
    return best
  }

  /** Of all tiles but the battle's, without units of others, the first that is farthest from them; NONE without any. */
  #safest(s: Int32Array, seat: number, battle: number): number {
    const { tiles, walkable } = this.#tables
    let best = NONE
    let bestSafety = -1
    for (let tile = 0; tile < tiles; tile++) {
      if (walkable[tile] === 0 || tile === battle || this.#board.hostile(s, tile, seat)) continue
      const safety = this.#safety(s, seat, battle, tile)
      if (safety <= bestSafety) continue
      best = tile
      bestSafety = safety
    }
    return best
  }

  /** Whether the tile in direction d from the battle is adjacent to the blocked one. */
  #beside(tile: number, d: number, blocked: number, direction: number): boolean {
    if (direction !== NONE) {
      const turn = (d - direction + DIRECTIONS) % DIRECTIONS
      return turn === 1 || turn === DIRECTIONS - 1
    }
    const { distance, tiles } = this.#tables
    return blocked !== NONE && distance[blocked * tiles + tile] === 1
  }

  /** Steps from a tile to the nearest unit of another team, those on the battle's tile not counted. */
  #safety(s: Int32Array, seat: number, battle: number, tile: number): number {
    const { distance, seats, tiles } = this.#tables
    let nearest = FAR
    for (let other = 0; other < seats; other++) {
      if (other === seat) continue
      for (let rest = s[UNITS + other]!; rest !== 0; rest &= rest - 1) {
        const at = s[AT + lowest(rest)]!
        if (at !== battle) nearest = Math.min(nearest, distance[tile * tiles + at]!)
      }
    }
    return nearest
  }

  /** Whether Training lets a seat's unit go from its tile, the battle's, to another. */
  free(s: Int32Array, seat: number, from: number, tile: number): boolean {
    if (this.#tables.passable[tile] === 0 || tile === from) return false
    const word = s[TILE + tile]!
    const owner = ownerIn(word)
    return (owner === 0 || owner === 1 + seat) && (word & UNIT_BITS & ~teamOf(seat)) === 0
  }

  /** Whether a unit has a choice: with Training, if another tile than the one where the rules send it is free. */
  hasChoice(s: Int32Array, slot: number, destination: number): boolean {
    if (s[TRAINED] === 0) return false
    const { ownable } = this.#tables
    const seat = seatOf(slot)
    const battle = s[BATTLE]! - 1
    for (let i = 0; i < ownable.length; i++) {
      const tile = ownable[i]!
      if (tile !== destination && this.free(s, seat, battle, tile)) return true
    }
    return false
  }

  /** Writes its choices as actions, ascending: where the rules send it, and every other free tile. */
  list(s: Int32Array, slot: number, out: Int32Array): number {
    const { codes, ownable, tiles } = this.#tables
    const seat = seatOf(slot)
    const battle = s[BATTLE]! - 1
    const destination = this.destination(s, slot)
    const code = codes.choose + numberOf(slot) * tiles
    let count = 0
    out[count++] = this.lowest(slot)
    for (let i = 0; i < ownable.length; i++) {
      const tile = ownable[i]!
      if (tile !== destination && this.free(s, seat, battle, tile)) out[count++] = code + tile
    }
    return count
  }

  /** The lowest of them: where the rules send the unit. */
  lowest(slot: number): number {
    return this.#tables.codes.retreat + numberOf(slot)
  }
}
