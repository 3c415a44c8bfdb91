/** What a position says for each gauge of info.ts. */
import { bitCount, lowest } from '../../contract/index.ts'
import { NONE, type Tables } from '../rules/tables.ts'
import { tilesOwned } from './board.ts'
import { AT, CAPITAL, HELD, OUT, RECOVERING, TEAMS, UNITS } from './layout.ts'

export class Gauges {
  readonly #tables: Tables
  /** Rows of `distance`: from the capitals of all but the first of the other teams in the game. */
  readonly #rows = new Int32Array(TEAMS)

  constructor(compiled: Tables) {
    this.#tables = compiled
  }

  write(s: Int32Array, out: Int32Array, at: number): void {
    const { seats, turnsLeft } = this.#tables
    for (let seat = 0; seat < seats; seat++) {
      const isOut = ((s[OUT]! >> seat) & 1) === 1
      out[at + seat] = tilesOwned(this.#tables, s, seat)
      out[at + seats + seat] = isOut ? 0 : turnsLeft - s[HELD + seat]!
      out[at + 2 * seats + seat] = bitCount(s[UNITS + seat]!)
      out[at + 3 * seats + seat] = bitCount(s[UNITS + seat]! & ~s[RECOVERING]!)
      out[at + 4 * seats + seat] = this.#advance(s, seat)
    }
  }

  /** The sum over a seat's units of how much nearer than `furthest` each is to the nearest capital of another team. */
  #advance(s: Int32Array, seat: number): number {
    const { seats, tiles, distance, furthest } = this.#tables
    const rows = this.#rows
    let row = NONE
    let more = 0
    for (let other = 0; other < seats; other++) {
      const capital = s[CAPITAL + other]! - 1
      if (other === seat || capital < 0 || ((s[OUT]! >> other) & 1) === 1) continue
      if (row === NONE) row = capital * tiles
      else rows[more++] = capital * tiles
    }
    if (row === NONE) return 0
    let sum = 0
    for (let rest = s[UNITS + seat]!; rest !== 0; rest &= rest - 1) {
      const tile = s[AT + lowest(rest)]!
      let nearest = distance[row + tile]!
      for (let i = 0; i < more; i++) nearest = Math.min(nearest, distance[rows[i]! + tile]!)
      sum += furthest - nearest
    }
    return sum
  }
}
