/** Published values of liar's dice with one die each. */
import { describe, expect, test } from 'vitest'
import { bestResponse, Cfr, GameTree } from '../../engine/solve/index.ts'
import { classicOf, played, resultOf } from './load.ts'

describe("liar's dice", () => {
  // Thomas Dybdahl Ahle, An analysis of the end game of Liar's Dice, https://github.com/thomasahle/snyd: 0, -1/9, -1/8 with 1 for a win of the
  // first seat and -1 for one of the second.
  test.each([
    [2, 0],
    [3, -1 / 9],
    [4, -1 / 8],
  ])('with a die of %i sides each, none wild, has the value %f', (sides, value) => {
    const tree = new GameTree(classicOf('liars-dice', { sides, wild: false }), 50_000)
    const cfr = new Cfr(tree)
    cfr.run(200)
    const low = 1 - 2 * bestResponse(tree, cfr.policy, 1)
    const high = 2 * bestResponse(tree, cfr.policy, 0) - 1
    expect(high - low).toBeLessThan(0.03)
    expect(low).toBeLessThanOrEqual(value + 1e-9)
    expect(high).toBeGreaterThanOrEqual(value - 1e-9)
  })

  // A face times all sets of bids made: whose turn it is follows from their number. The slow lane counts those of six sides.
  test('with one die of three sides each has 192 information sets', () => {
    const small = new GameTree(classicOf('liars-dice', { sides: 3 }), 50_000)
    expect(small.sets).toHaveLength(3 * 2 ** 6)
  })

  test.each([
    [['rolls 3', 'rolls 3', '2 of 3', 'liar'], false, 'truth', 60],
    [['rolls 3', 'rolls 2', '2 of 3', 'liar'], false, 'lie', 0],
    [['rolls 2', 'rolls 3', '2 of 2', 'liar'], true, 'truth', 60],
    [['rolls 2', 'rolls 3', '2 of 3', 'liar'], true, 'lie', 0],
    [['rolls 1', 'rolls 2', '1 of 1', '1 of 2', 'liar'], false, 'truth', 0],
  ])('%j, wild %s, ends by %s', (decisions, wild, ending, first) => {
    const game = classicOf('liars-dice', { sides: 3, wild })
    expect(resultOf(game, played(game, decisions))).toEqual({ ending, returns: [first, 60 - first] })
  })
})
