/** Policies of selection that mix, at length. */
import { describe, expect, it } from 'vitest'
import { classicOf } from '../classics/load.ts'
import { firstSeatScore } from './even.ts'
import { BIASED, exploitability, policiesOf } from './matrices.ts'

describe('in biased rock-paper-scissors', () => {
  it('with 1,000,000 iterations, less than 0.01 can be won against any search', () => {
    for (const block of [0, 1])
      expect(exploitability(BIASED, policiesOf(BIASED, { iterations: 1_000_000 }, block))).toBeLessThan(0.01)
  })
})

// A standard error of 2 points at most; searches of a serialised game score 73.1 % there.
it.each(['game', 'ucb', 'exp3'])('Goofspiel with hidden bids is even between searches by %s', selection => {
  const game = classicOf('goofspiel', { cards: 6, bids: 'hidden' })
  expect(Math.abs(firstSeatScore(game, { selection, iterations: 100 }, 600) - 0.5)).toBeLessThan(0.07)
})
