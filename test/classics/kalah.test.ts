/** Published values of small Kalah boards, and its rules one by one. */
import { describe, expect, test } from 'vitest'
import { Solver } from '../../engine/solve/index.ts'
import { classicOf, played, resultOf, startOf } from './load.ts'

const game = classicOf('kalah')
const pits = (decisions: string[], rules = {}) => {
  const same = classicOf('kalah', rules)
  const { houses, stores, toMove } = same.text.describe(played(same, decisions)) as Record<string, unknown>
  return { houses, stores, toMove }
}

describe('Kalah', () => {
  // Irving, Donkers, Uiterwijk, Solving Kalah, ICGA Journal 23 (3), 2000: values for m houses with n seeds, n from 1 up.
  test.each([
    [1, 'DLWLWD'],
    [2, 'WLLLWW'],
    [3, 'DWW'],
    [4, 'WW'],
  ])('with %i houses comes to %s for 1, 2, 3 ... seeds each', (houses, values) => {
    const found = [...values].map((_, at) => {
      const small = classicOf('kalah', { houses, seeds: 1 + at })
      const value = new Solver(small, { nodes: 10_000, bytes: 1 << 24 }).value(startOf(small))
      return value === 60 ? 'W' : value === 0 ? 'L' : 'D'
    })
    expect(found.join('')).toBe(values)
  })

  test('a last seed in the own store gives another turn', () => {
    expect(pits(['sow 3'])).toEqual({
      houses: [
        [4, 4, 0, 5, 5, 5],
        [4, 4, 4, 4, 4, 4],
      ],
      stores: [1, 0],
      toMove: ['south'],
    })
  })

  test("sowing goes on around the board and leaves out the other's store", () => {
    expect(pits(['sow 2'], { houses: 2, seeds: 4 })).toEqual({
      houses: [
        [5, 0],
        [5, 5],
      ],
      stores: [1, 0],
      toMove: ['north'],
    })
    expect(pits(['sow 1', 'sow 2'], { houses: 2, seeds: 4 })).toMatchObject({ stores: [1, 3] })
  })

  test('a last seed in an own empty house captures what lies opposite', () => {
    expect(pits(['sow 5', 'sow 1', 'sow 1'])).toEqual({
      houses: [
        [0, 5, 5, 5, 0, 5],
        [0, 0, 5, 5, 5, 5],
      ],
      stores: [8, 0],
      toMove: ['north'],
    })
  })

  test('a last seed opposite an empty house stays', () => {
    expect(pits(['sow 1', 'sow 1'], { houses: 2, seeds: 1 })).toMatchObject({
      houses: [
        [0, 2],
        [0, 2],
      ],
      stores: [0, 0],
    })
  })

  test('once a side is empty the other keeps its seeds, and the margin is the payoff', () => {
    const small = classicOf('kalah', { houses: 1, seeds: 3 })
    const state = played(small, ['sow 1'])
    const gauges = new Int32Array(2)
    small.gauge(state, gauges, 0)
    expect(small.toMove(state)).toBe(0)
    expect(resultOf(small, state).ending).toBe('seeds')
    expect(gauges[0]).toBe(-gauges[1]!)
    expect(game.info.gauges[0]!.payoff).toBe(true)
  })
})
