/** Rounds against each other: the best is found, and cycles are distinguished from uncertainty. */
import { expect, test } from 'vitest'
import { type Pairing, type Standings, standingsOf } from '../../sim/learning/opponents.ts'

/** One round ahead of another by so much, give or take. */
const bout = (one: number, other: number, ahead: number, arm: number): Pairing => ({
  one,
  other,
  ahead,
  low: ahead - arm,
  high: ahead + arm,
})

function expectStandings(found: Standings, expected: Standings): void {
  expect({ ...found, shares: [] }).toEqual({ ...expected, shares: [] })
  for (const [i, share] of expected.shares.entries()) expect(found.shares[i]).toBeCloseTo(share, 9)
}

test('of rounds that each beat all before, the last one is best, alone', () => {
  const bouts = [bout(1, 0, 0.3, 0.1), bout(2, 0, 0.4, 0.1), bout(2, 1, 0.1, 0.2)]
  expectStandings(standingsOf(3, bouts), { shares: [0, 0, 1], best: 2, circle: [] })
})

test('a round that loses to an earlier one is not the best', () => {
  const bouts = [bout(1, 0, 0.3, 0.1), bout(2, 0, 0.4, 0.1), bout(2, 1, -0.1, 0.05)]
  expectStandings(standingsOf(3, bouts), { shares: [0, 1, 0], best: 1, circle: [] })
})

test('rounds in a circle share the win as rock, paper and scissors do, and are told', () => {
  const beaten = [0, 1, 2].map(i => bout(3, i, -0.4, 0.1))
  const bouts = [bout(1, 0, 0.2, 0.1), bout(2, 1, 0.2, 0.1), bout(2, 0, -0.2, 0.1), ...beaten]
  const { shares, circle } = standingsOf(4, bouts)
  for (const [i, share] of [1 / 3, 1 / 3, 1 / 3, 0].entries()) expect(shares[i]).toBeCloseTo(share, 9)
  expect(circle).toEqual([0, 1, 2])
})

test('rounds of which one pair is in doubt are no circle', () => {
  const bouts = [bout(1, 0, 0.2, 0.1), bout(2, 1, 0.2, 0.1), bout(2, 0, -0.2, 0.3)]
  expect(standingsOf(3, bouts).circle).toEqual([])
})

test('a round alone is the best, and of even rounds the latest with the greatest share', () => {
  expect(standingsOf(1, [])).toEqual({ shares: [1], best: 0, circle: [] })
  const { shares, best } = standingsOf(2, [bout(1, 0, 0, 0.1)])
  expect(shares[best]).toBe(Math.max(...shares))
})
