/** What a position says for each gauge of info.ts. */
import * as contract from '../../contract/index.ts'
import type { Tables } from '../rules/tables.ts'
import * as layout from './layout.ts'

// Constants of this module, for speed: see layout.ts.
const { AT, CAPITAL, HELD, OUT, RECOVERING, TILES_OWNED, UNITS } = layout.WORDS
const { bitCount, lowest } = contract

export class Gauges {
  readonly #tables: Tables

  constructor(tables: Tables) {
    this.#tables = tables
  }

  /** Writes out[at + gauge * seats + seat]. */
  write(s: Int32Array, out: Int32Array, at: number): void {
    const { seats, turnsLeft } = this.#tables
    for (let seat = 0; seat < seats; seat++) {
      const isOut = ((s[OUT]! >> seat) & 1) === 1
      out[at + seat] = s[TILES_OWNED + seat]!
      out[at + seats + seat] = isOut ? 0 : turnsLeft - s[HELD + seat]!
      out[at + 2 * seats + seat] = bitCount(s[UNITS + seat]!)
      out[at + 3 * seats + seat] = bitCount(s[UNITS + seat]! & ~s[RECOVERING]!)
      out[at + 4 * seats + seat] = this.#advance(s, seat)
    }
  }

  /** The sum over a seat's units of how much nearer than `furthest` each is to the nearest capital of another team. */
  #advance(s: Int32Array, seat: number): number {
    const { seats, tiles, distance, furthest } = this.#tables
    let sum = 0
    for (let rest = s[UNITS + seat]!; rest !== 0; rest &= rest - 1) {
      const row = s[AT + lowest(rest)]! * tiles
      let nearest = furthest
      for (let other = 0; other < seats; other++) {
        const capital = s[CAPITAL + other]! - 1
        if (other !== seat && capital >= 0 && ((s[OUT]! >> other) & 1) === 0)
          nearest = Math.min(nearest, distance[row + capital]!)
      }
      sum += furthest - nearest
    }
    return sum
  }
}
