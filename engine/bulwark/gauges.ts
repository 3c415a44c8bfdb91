/** What curves plot, and what lets greedy agents and cut-off playouts value a position. */
import { type Gauge, WIN_UNITS } from '../contract/index.ts'
import * as layout from './layout.ts'
import type { Tables } from './tables.ts'

// Constants of this module, for speed: see layout.ts.
const { AT, CAPITAL, HELD, OUT, RECOVER, TILES_OWNED, UNITS, count, lowest } = layout

export class Gauges {
  readonly list: readonly Gauge[]
  readonly #seats: number
  readonly #tiles: number
  readonly #distance: Int32Array
  readonly #turns: number
  readonly #furthest: number

  constructor(t: Tables) {
    this.#seats = t.seats
    this.#tiles = t.tiles
    this.#distance = t.distance
    this.#furthest = t.distance.reduce((most, steps) => Math.max(most, steps), 0)
    // Until it is out: the turn in which the capital falls, and those that are counted.
    this.#turns = t.rules.capital.turns + 2
    const units = Math.max(...t.sizes)
    const passable = t.passable.reduce((sum, p) => sum + p, 0)
    const gauge = (id: string, label: string, max: number, weight: number): Gauge => ({
      id,
      label,
      min: 0,
      max,
      zeroSum: false,
      weight,
    })
    this.list = [
      gauge('tiles', 'tiles owned', passable, WORTH.tiles / passable),
      gauge(
        'capital',
        'turns until its fallen capital puts the team out',
        this.#turns,
        WORTH.capital / this.#turns,
      ),
      gauge('units', 'units in the game', units, WORTH.units / units),
      gauge('fit', 'units that do not recover', units, WORTH.fit / units),
      gauge(
        'advance',
        "nearness of the units to other teams' capitals, in steps",
        units * this.#furthest,
        WORTH.advance / (units * this.#furthest),
      ),
    ]
  }

  /** Writes out[gauge * seats + seat]. */
  write(s: Int32Array, out: Int32Array): void {
    const seats = this.#seats
    for (let seat = 0; seat < seats; seat++) {
      const out_ = ((s[OUT]! >> seat) & 1) === 1
      out[seat] = s[TILES_OWNED + seat]!
      out[seats + seat] = out_ ? 0 : this.#turns - s[HELD + seat]!
      out[2 * seats + seat] = count(s[UNITS + seat]!)
      out[3 * seats + seat] = count(s[UNITS + seat]! & ~s[RECOVER]!)
      out[4 * seats + seat] = this.#advance(s, seat)
    }
  }

  /** For every unit, how much nearer than the map is wide it stands to the next capital of another team. */
  #advance(s: Int32Array, seat: number): number {
    let sum = 0
    for (let rest = s[UNITS + seat]!; rest !== 0; rest &= rest - 1) {
      const row = s[AT + lowest(rest)]! * this.#tiles
      let nearest = this.#furthest
      for (let other = 0; other < this.#seats; other++) {
        const capital = s[CAPITAL + other]! - 1
        if (other !== seat && capital >= 0 && ((s[OUT]! >> other) & 1) === 0)
          nearest = Math.min(nearest, this.#distance[row + capital]!)
      }
      sum += this.#furthest - nearest
    }
    return sum
  }
}

/** Parts of a win that the whole range of each gauge is weight: rough, tried in play (docs/rules/bulwark.md). */
const WORTH = {
  tiles: WIN_UNITS / 3,
  capital: WIN_UNITS,
  units: WIN_UNITS / 2,
  fit: WIN_UNITS / 3,
  advance: WIN_UNITS / 2,
}
