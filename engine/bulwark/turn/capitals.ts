/** How teams get their capitals: fixed by the rules, or picked in turn. */
import type { Tables } from '../rules/tables.ts'
import type { Board } from '../state/board.ts'
import { CAPITAL, PICKING, STAGE, TO_MOVE, TURN } from '../state/layout.ts'

export class Capitals {
  readonly #tables: Tables
  readonly #board: Board

  constructor(tables: Tables, board: Board) {
    this.#tables = tables
    this.#board = board
  }

  /** Founds the capitals that the rules fix, and names the team that picks first. */
  start(s: Int32Array, events: Int32Array): void {
    const { names, rules } = this.#tables
    const { capitals, pick } = rules.setup
    for (const [seat, name] of capitals.entries())
      this.#board.foundCapital(s, events, seat, names.indexOf(name))
    s[TURN] = pick - 1
  }

  /** Asks the next team that has no capital and more than one site for it. False once all teams have capitals. */
  ask(s: Int32Array, events: Int32Array): boolean {
    s[STAGE] = PICKING
    while (s[CAPITAL + s[TURN]!] === 0) {
      const site = this.#nextSite(s, 0)
      if (this.#nextSite(s, site + 1) < this.#tables.tiles) {
        s[TO_MOVE] = 1 << s[TURN]!
        return true
      }
      this.pick(s, events, site)
    }
    return false
  }

  /** Founds the capital of the team that picks; the next team picks then. */
  pick(s: Int32Array, events: Int32Array, tile: number): void {
    const seat = s[TURN]!
    this.#board.foundCapital(s, events, seat, tile)
    s[TURN] = (seat + 1) % this.#tables.seats
  }

  list(s: Int32Array, out: Int32Array): number {
    const { codes, tiles } = this.#tables
    let n = 0
    for (let site = this.#nextSite(s, 0); site < tiles; site = this.#nextSite(s, site + 1))
      out[n++] = codes.pick + site
    return n
  }

  lowest(s: Int32Array): number {
    return this.#tables.codes.pick + this.#nextSite(s, 0)
  }

  /** The first site from a tile on, or the number of tiles; none is too near a capital. */
  #nextSite(s: Int32Array, from: number): number {
    const { sites, tiles } = this.#tables
    let tile = from
    while (tile < tiles && (sites[tile] === 0 || this.#nearCapital(s, tile))) tile++
    return tile
  }

  #nearCapital(s: Int32Array, tile: number): boolean {
    const { distance, rules, seats, tiles } = this.#tables
    for (let seat = 0; seat < seats; seat++) {
      const capital = s[CAPITAL + seat]! - 1
      if (capital >= 0 && distance[tile * tiles + capital]! < rules.setup.apart) return true
    }
    return false
  }
}
