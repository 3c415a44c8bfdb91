/** Positions as a lane to draw. */
import type { GameBoard, Holding, State } from '../../contract/index.ts'
import { KINDS, type Rules, SIDES } from '../rules.ts'
import { BASE, CELLS, GOLD, hpOf, kindOf, sideOn } from '../state.ts'

const SIGNS = KINDS.map(kind => kind[0]!.toUpperCase())

export function boardOf({ cells }: Rules): GameBoard {
  const lane = Array.from({ length: cells }, (_, cell) => cell)
  const homes = new Map([
    [0, { home: 0 }],
    [cells - 1, { home: 1 }],
  ])
  const holding = (s: State, cell: number): Holding => {
    const unit = s[CELLS + cell]!
    const piece = { seat: sideOn(s, cell), sign: SIGNS[kindOf(unit)]!, figure: hpOf(unit) }
    return { ...homes.get(cell), pieces: unit === 0 ? [] : [piece] }
  }
  return {
    family: 'lane',
    places: lane.map(cell => ({ name: String(cell + 1), at: [cell, 0] })),
    signs: KINDS.map((kind, k) => [SIGNS[k]!, kind]),
    figures: 'hit points',
    home: 'a base',
    at: s => ({
      holdings: lane.map(cell => holding(s, cell)),
      standings: SIDES.map((side, seat) => `${side}: base ${s[BASE + seat]}, gold ${s[GOLD + seat]}`),
    }),
  }
}
