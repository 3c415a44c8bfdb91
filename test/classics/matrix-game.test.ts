/** Matrix games, and the linear program that solves them. */
import { describe, expect, test } from 'vitest'
import { solveExactly } from '../../engine/matrix-exact.ts'
import { findGame, readRuleset, resolveRules } from '../../engine/registry/index.ts'
import { below, derive, RNG_WORDS, rootOf } from '../../engine/rng.ts'
import { Cfr, GameTree, Induction, nashConv, solveMatrix, uniform } from '../../engine/solve/index.ts'
import { classicOf, startOf } from './load.ts'

const setOf = (name: string) => {
  const module = findGame('matrix-game')
  return module.compile(resolveRules(module, readRuleset(module, name, '.'), []))
}
const BIASED = [
  [0, -25, 50],
  [25, 0, -5],
  [-50, 5, 0],
]

describe('the linear program of a matrix game', () => {
  // OpenSpiel's biased rock, paper, scissors: its equilibrium is (1, 10, 5) / 16.
  test('finds the equilibrium of biased rock, paper, scissors', () => {
    const { value, row, column } = solveMatrix(BIASED)
    expect(value).toBeCloseTo(0, 12)
    for (const choice of [row, column])
      for (const [i, sixteenths] of [1, 10, 5].entries()) expect(choice[i]).toBeCloseTo(sixteenths / 16, 12)
  })

  test('finds a saddle point, and a value that is not 0', () => {
    expect(
      solveMatrix([
        [3, 1],
        [4, 2],
      ]),
    ).toEqual({ value: 2, row: [0, 1], column: [0, 1] })
    const { value, row, column } = solveMatrix([
      [3, -1],
      [-2, 4],
    ])
    expect([value, ...row, ...column].map(x => Math.round(x * 1e9) / 1e9)).toEqual([1, 0.6, 0.4, 0.5, 0.5])
  })

  test('bounds both sides: no choice of either does better against the other', () => {
    const payoffs = Array.from({ length: 7 }, (_, r) =>
      Array.from({ length: 5 }, (_, c) => ((r * 37 + c * 53 + r * c * 11) % 23) - 11),
    )
    const { value, row, column } = solveMatrix(payoffs)
    for (let c = 0; c < 5; c++)
      expect(row.reduce((sum, p, r) => sum + p * payoffs[r]![c]!, 0)).toBeGreaterThanOrEqual(value - 1e-9)
    for (let r = 0; r < 7; r++)
      expect(column.reduce((sum, p, c) => sum + p * payoffs[r]![c]!, 0)).toBeLessThanOrEqual(value + 1e-9)
    for (const choice of [row, column]) expect(choice.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 9)
  })

  /** By how much best answers to both choices differ: 0 if these are best. */
  const gapOf = (payoffs: readonly number[][]): number => {
    const { row, column } = solveMatrix(payoffs)
    const answers = payoffs.map(line => line.reduce((sum, payoff, c) => sum + payoff * column[c]!, 0))
    const held = column.map((_, c) => payoffs.reduce((sum, line, r) => sum + line[c]! * row[r]!, 0))
    return Math.max(...answers) - Math.min(...held)
  }
  const drawn = (seed: string, values: readonly number[]) => {
    const rng = new Int32Array(RNG_WORDS)
    derive(rng, rootOf(seed), 0, 0)
    return () =>
      Array.from({ length: 20 }, () => Array.from({ length: 20 }, () => values[below(rng, values.length)]!))
  }

  test.each([1, 1000, 1_000_000])('tells no ties apart by rounding, whatever the scale: %i', most => {
    const draw = drawn('ties', [-most, 0, most])
    const gaps = Array.from({ length: 30 }, () => gapOf(draw()))
    expect(Math.max(...gaps.map(gap => Math.abs(gap) / most))).toBeLessThan(1e-9)
  })

  test('solves payoffs that doubles are too coarse for', () => {
    const draw = drawn('coarse', [0, 1, 2, 1_000_000])
    const gaps = Array.from({ length: 20 }, () => gapOf(draw()))
    expect(Math.max(...gaps.map(Math.abs))).toBeLessThan(1e-3)
  })

  test.each([
    [BIASED, 0, [1 / 16, 10 / 16, 5 / 16], [1 / 16, 10 / 16, 5 / 16]],
    [
      [
        [3, -1, 2],
        [-2, 4, 5],
      ],
      1,
      [0.6, 0.4],
      [0.5, 0.5, 0],
    ],
    [[[0], [7]], 7, [0, 1], [1]],
  ])('in integers, what is known: %j', (payoffs, value, row, column) => {
    const found = solveExactly(payoffs)
    expect(found.value).toBeCloseTo(value, 12)
    for (const [i, share] of row.entries()) expect(found.row[i]).toBeCloseTo(share, 12)
    for (const [i, share] of column.entries()) expect(found.column[i]).toBeCloseTo(share, 12)
  })

  test.each([1, 1e6, 2 ** -40])('in integers, the same answers: scale %d', scale => {
    for (const seed of ['a', 'b', 'c']) {
      const payoffs = drawn(seed, [-3, -1, 0.5, 2, 7])().map(line => line.map(payoff => payoff * scale))
      const { value, row, column } = solveExactly(payoffs)
      expect(value / scale).toBeCloseTo(solveMatrix(payoffs).value / scale, 9)
      for (const choice of [row, column]) expect(choice.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 12)
      for (const [c] of column.entries())
        expect(row.reduce((sum, p, r) => sum + p * payoffs[r]![c]!, 0) / scale).toBeGreaterThan(
          value / scale - 1e-9,
        )
      for (const line of payoffs)
        expect(line.reduce((sum, payoff, c) => sum + payoff * column[c]!, 0) / scale).toBeLessThan(
          value / scale + 1e-9,
        )
    }
    expect(solveExactly([[scale]]).value).toBe(scale)
  })
})

describe('matrix games', () => {
  test('biased rock, paper, scissors has the value 0, and a NashConv of 50/3 when played uniformly', () => {
    const game = setOf('biased-rps')
    const tree = new GameTree(game, 100)
    expect(tree.nodes.length).toBe(1 + 3 + 9)
    expect(nashConv(tree, uniform)).toBeCloseTo(50 / 3, 12)
    expect(nashConv(tree, () => [1 / 16, 10 / 16, 5 / 16])).toBeCloseTo(0, 12)
    expect(new Induction(game, 100).start).toBeCloseTo(0, 12)
    const cfr = new Cfr(tree)
    cfr.run(2000)
    expect(nashConv(tree, cfr.policy)).toBeLessThan(0.1)
  })

  test.each(['matching-pennies', 'rock-paper-scissors'])('%s is played uniformly', name => {
    expect(nashConv(new GameTree(setOf(name), 100), uniform)).toBeCloseTo(0, 12)
  })

  test('what one seat has sealed shows to itself alone', () => {
    const game = setOf('biased-rps')
    const state = startOf(game)
    game.apply(state, 0, 2, new Int32Array(100))
    expect(game.text.render(state)).toBe('row scissors, column ?\nto move: column')
    const view = new Int32Array(state.length)
    game.observe(state, 1, view)
    expect(game.text.render(view)).toBe('row ?, column ?\nto move: row, column')
  })

  test('rules that do not fit together are refused', () => {
    expect(() => classicOf('matrix-game', { row: ['a', 'b'] })).toThrow(
      /has length 3, expected one list for each of 2 choices/,
    )
    expect(() => classicOf('matrix-game', { column: ['a', 'b'] })).toThrow(
      /has length 3, expected one number for each of 2/,
    )
    expect(() => classicOf('matrix-game', { row: ['a', 'a', 'b'] })).toThrow(/names a choice twice/)
  })
})
