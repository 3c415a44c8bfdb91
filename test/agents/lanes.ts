/** Short lanes of Frontline, and who wins them with best play; docs/studies/frontline-best-play.md has them as a table. */
import { expect } from 'vitest'
import { newEvents, newState, WIN_UNITS } from '../../engine/contract/index.ts'
import { Solver } from '../../engine/solve/index.ts'
import { gameOf } from '../frontline/load.ts'

const TURNS = [8, 12, 16, 20]
/** Gold, cells, turns of each side, and the winner: A, or nobody (-). */
const WINNERS: readonly (readonly [
  gold: Readonly<Record<string, number>>,
  cells: number,
  winners: string,
])[] = [
  [{ 'gold.perTurn': 8 }, 4, '--AA'],
  [{ 'gold.perTurn': 8 }, 5, '----'],
  [{ 'gold.perTurn': 8 }, 6, '----'],
  [{ 'gold.perTurn': 8 }, 7, '----'],
  [{ 'gold.perTurn': 4 }, 4, '--AA'],
  [{ 'gold.perTurn': 4 }, 5, '-AAA'],
  [{ 'gold.perTurn': 4 }, 6, '----'],
  [{ 'gold.perTurn': 4 }, 7, '----'],
  [{ 'gold.perTurn': 0, 'gold.start': 50 }, 4, 'AAAA'],
  [{ 'gold.perTurn': 0, 'gold.start': 50 }, 5, '-AAA'],
  [{ 'gold.perTurn': 0, 'gold.start': 50 }, 6, '----'],
  [{ 'gold.perTurn': 0, 'gold.start': 50 }, 7, '----'],
]

/** A lane, and the returns of its first seat with best play. */
export interface Lane {
  readonly rules: Readonly<Record<string, number>> & { readonly cells: number; readonly turns: number }
  readonly value: number
}

export const LANES: readonly Lane[] = WINNERS.flatMap(([gold, cells, winners]) =>
  [...winners].map((winner, i) => ({
    rules: { ...gold, cells, turns: TURNS[i]! },
    value: winner === 'A' ? WIN_UNITS : WIN_UNITS / 2,
  })),
)

/** Whether a lane is solved in a second or two. */
export const isQuick = ({ rules: { cells, turns } }: Lane): boolean =>
  cells < 5 || turns <= 12 || (cells === 5 && turns <= 16)

export function expectSolved({ rules, value }: Lane): void {
  const game = gameOf('default', { ...rules, 'base.hp': 10 })
  const state = newState(game.info)
  game.start(state, newEvents(game.info))
  expect(new Solver(game, { nodes: 3_000_000, bytes: 1 << 27 }).value(state)).toBe(value)
}
