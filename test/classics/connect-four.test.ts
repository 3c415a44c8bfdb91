/** Published figures of connect four, and lines in every direction. */
import { describe, expect, test } from 'vitest'
import { WIN_UNITS } from '../../engine/contract/index.ts'
import { Induction, Solver } from '../../engine/solve/index.ts'
import { classicOf, played, positionsByPly, resultOf, startOf } from './load.ts'

const game = classicOf('connect-four')

describe('connect four', () => {
  // OEIS A212693, by John Tromp: legal positions of the 7 X 6 board after n plies.
  test('has 1, 7, 49, 238, 1120, 4263, 16422, 54859 positions by ply', () => {
    const layers = positionsByPly(game, 7).map(layer => layer.length)
    expect(layers).toEqual([1, 7, 49, 238, 1120, 4263, 16_422, 54_859])
  })

  // John Tromp's table of solved boards, https://tromp.github.io/c4/c4.html: = is a draw, - a loss of the first player.
  test.each([
    [4, 4, 30],
    [5, 4, 30],
    [4, 5, 30],
  ])('on %i columns of %i comes to %i win units of the first seat with best play', (columns, rows, value) => {
    const small = classicOf('connect-four', { columns, rows })
    expect(new Solver(small, { nodes: 3_000_000, bytes: 1 << 27 }).value(startOf(small))).toBe(value)
  })

  test('from positions on, it comes to what backward induction says: wins of either seat, and draws', () => {
    const small = classicOf('connect-four', { columns: 4, rows: 4 })
    const solver = new Solver(small, { nodes: 1_000_000, bytes: 1 << 22 })
    const induction = new Induction(small, 100_000)
    const found = positionsByPly(small, 8)[8]!
      .filter((_, index) => index % 100 === 0)
      .map(state => [solver.value(state), WIN_UNITS * induction.value(state)] as const)
    for (const [value, induced] of found) expect(value).toBe(induced)
    expect(new Set(found.map(([value]) => value))).toEqual(new Set([0, WIN_UNITS / 2, WIN_UNITS]))
  })

  test.each([
    ['a column', ['1', '2', '1', '2', '1', '2', '1']],
    ['a row', ['1', '1', '2', '2', '3', '3', '4']],
    ['a row on the right', ['7', '7', '6', '6', '5', '5', '4']],
    ['a row above', ['1', '2', '3', '1', '2', '3', '1', '5', '2', '5', '3', '5', '4', '7', '4', '7', '4']],
    ['a rising diagonal', ['1', '2', '2', '3', '3', '4', '3', '4', '4', '6', '4']],
    ['a falling diagonal', ['7', '6', '6', '5', '5', '4', '5', '4', '4', '2', '4']],
  ])('four in %s win', (_, moves) => {
    expect(resultOf(game, played(game, moves))).toEqual({ ending: 'four', returns: [60, 0] })
    // The other seat wins by the same moves after one elsewhere.
    const wide = classicOf('connect-four', { columns: 8, rows: 7 })
    const shifted = ['8', ...moves.flatMap(move => [move])]
    expect(resultOf(wide, played(wide, shifted))).toEqual({ ending: 'four', returns: [0, 60] })
  })

  test('no line runs from the top of a column to the foot of the next', () => {
    const state = played(game, ['2', '1', '2', '1', '1', '1', '1', '7', '1'])
    expect(game.toMove(state)).toBe(0b10)
  })

  test('a full board is a draw', () => {
    const tiny = classicOf('connect-four', { columns: 2, rows: 2 })
    expect(resultOf(tiny, played(tiny, ['1', '2', '1', '2']))).toEqual({ ending: 'full', returns: [30, 30] })
  })
})
