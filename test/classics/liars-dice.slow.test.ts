/** The information sets of liar's dice with a die of six sides each, counted one by one. */
import { expect, test } from 'vitest'
import { GameTree } from '../../engine/solve/index.ts'
import { classicOf } from './load.ts'

// Lanctot and others, Monte Carlo sampling for regret minimization in extensive games (2009): Bluff(1,1) has 24,576 information sets.
test('with one die of six sides each has 24576 information sets', () => {
  expect(new GameTree(classicOf('liars-dice'), 400_000).sets).toHaveLength(24_576)
})
