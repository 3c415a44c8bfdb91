/** What learning players see: the lane from the seat's own base on, and the recruit that is on offer. */
import { type Action, bitFields, type Seat, type State } from '../contract/index.ts'
import { KINDS, type Rules } from './rules.ts'
import { BASE, CELLS, GOLD, hpOf, kindOf, lowest, sideOn, UNITS } from './state.ts'

/** What a token tells of, in its highest bits. */
const TAG = 28
const OWN_GOLD = 1 << TAG
const ENEMY_GOLD = 2 << TAG
const OWN_BASE = 3 << TAG
const ENEMY_BASE = 4 << TAG
const UNIT = 5 << TAG
const UNIT_HP = 6 << TAG
const ARMY = 7 << TAG

/** What an aspect tells of. */
const RECRUIT = 0
const RECRUIT_AT_FRONTS = 1 << TAG
const RECRUIT_BESIDE = 2 << TAG

const OF_POSITION = 4
const OF_CELL = 2
export const ASPECTS = 3

/** Gold and hit points are rounded to steps that grow with them: 0, 1, 2, 3, 4, 6, 8, 12, 16 and so on. */
const step = (value: number): number => {
  const v = Math.max(0, value)
  if (v < 4) return v
  const log = 31 - Math.clz32(v)
  return 2 * log + ((v >> (log - 1)) & 1)
}

/** Units of a kind are capped at this many. */
const COUNT_MOST = 7

const PLACE = bitFields({ cell: 5, kind: 2, enemy: 1, hp: 10 })

export const tokensOf = ({ cells }: Rules): number => OF_POSITION + OF_CELL * cells + 2 * KINDS.length

export class FeatureExtractor {
  readonly #cells: number
  /** By side and kind, of the position that was told last: filled and read within one call. */
  readonly #counts = new Int32Array(2 * KINDS.length)

  constructor({ cells }: Rules) {
    this.#cells = cells
  }

  tokens(s: State, seat: Seat, out: Int32Array): number {
    const counts = this.#counts
    let n = 0
    out[n++] = OWN_GOLD | step(s[GOLD + seat]!)
    out[n++] = ENEMY_GOLD | step(s[GOLD + 1 - seat]!)
    out[n++] = OWN_BASE | step(s[BASE + seat]!)
    out[n++] = ENEMY_BASE | step(s[BASE + 1 - seat]!)
    counts.fill(0)
    for (let cell = 0; cell < this.#cells; cell++) {
      const unit = s[CELLS + cell]!
      if (unit === 0) continue
      const enemy = sideOn(s, cell) === seat ? 0 : 1
      const kind = kindOf(unit)
      const place = this.#seen(cell, seat) | (kind << PLACE.kind.shift) | (enemy << PLACE.enemy.shift)
      out[n++] = UNIT | place
      out[n++] = UNIT_HP | place | (step(hpOf(unit)) << PLACE.hp.shift)
      counts[enemy * KINDS.length + kind]!++
    }
    for (let i = 0; i < counts.length; i++) out[n++] = ARMY | (i << 3) | Math.min(COUNT_MOST, counts[i]!)
    return n
  }

  aspects(s: State, seat: Seat, action: Action, out: Int32Array): number {
    const own = this.#front(s, seat)
    const enemy = this.#front(s, 1 - seat)
    out[0] = RECRUIT | action
    out[1] = RECRUIT_AT_FRONTS | (((own << 5) | enemy) << 2) | action
    // What stands on the cell before the own base, where the last recruit may still be.
    const beside = s[CELLS + this.#seen(1, seat)]!
    out[2] =
      RECRUIT_BESIDE |
      ((((beside === 0 ? 0 : 1 + kindOf(beside)) << 6) | step(s[GOLD + seat]!)) << 2) |
      action
    return ASPECTS
  }

  /** Steps that a side's foremost unit is from the enemy's base; all of them without units. */
  #front(s: State, seat: Seat): number {
    const units = s[UNITS + seat]!
    return units === 0 ? this.#cells : lowest(units)
  }

  /** A cell's number as a seat counts, from its own base; and back. */
  #seen(cell: number, seat: Seat): number {
    return seat === 0 ? cell : this.#cells - 1 - cell
  }
}
