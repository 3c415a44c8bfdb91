/** Pig and the coin that stands in for it. */
import { describe, expect, test } from 'vitest'
import { Induction } from '../../engine/solve/index.ts'
import { classicOf, played, resultOf } from './load.ts'

describe('Pig', () => {
  // Neller and Presser, Optimal play of the dice game Pig, UMAP Journal 25 (2004): in Piglet, a coin and a goal of 2, the first player
  // wins with 4/7. A die of two sides is a coin whose head counts 2.
  test('with a coin and a goal of two heads is won by the first seat with 4/7', () => {
    const piglet = classicOf('pig', { goal: 4, sides: 2, turns: 30 })
    expect(new Induction(piglet, 10_000).start).toBeCloseTo(4 / 7, 6)
  })

  test('a roll of 1 takes the pool, a hold keeps it', () => {
    const game = classicOf('pig', { goal: 20 })
    const decisions = ['roll', 'a 6', 'hold', 'roll', 'a 5', 'roll', 'a 1', 'roll', 'a 3']
    expect(game.text.describe(played(game, decisions))).toMatchObject({
      points: [6, 0],
      pool: 3,
      toMove: ['first'],
    })
  })

  test('the first to have the points wins, and the last turn ends undecided', () => {
    const game = classicOf('pig', { goal: 4, turns: 1 })
    expect(resultOf(game, played(game, ['roll', 'a 4', 'hold']))).toEqual({
      ending: 'goal',
      returns: [60, 0],
    })
    expect(resultOf(game, played(game, ['roll', 'a 1', 'roll', 'a 2', 'hold']))).toEqual({
      ending: 'turns',
      returns: [30, 30],
    })
  })

  test('a turn begins with a roll', () => {
    const game = classicOf('pig')
    expect(() => played(game, ['hold'])).toThrow('found "hold", expected one of roll')
  })
})
