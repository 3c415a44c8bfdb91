import { describe, expect, it } from 'vitest'
import { studentQuantile } from '../../sim/stats/distributions.ts'
import { scoreFromElo } from '../../sim/stats/elo.ts'
import { scoreInterval } from '../../sim/stats/interval.ts'
import { type PairingResult, Ratings } from '../../sim/stats/ratings.ts'

/** Matches that are independent of each other: a block of s of them has a mean that varies by p (1 - p) / s. */
function meeting(lone: number, others: number, score: number, blocks: number, seats = 2): PairingResult {
  return { lone, others, seats, blocks, score, sd: Math.sqrt((score * (1 - score)) / seats) }
}

/** Wins of the row's team over the column's, of 13 games each, in the American League of 1987. */
const TEAMS = ['Milwaukee', 'Detroit', 'Toronto', 'New York', 'Boston', 'Cleveland', 'Baltimore']
const WINS = [
  [0, 7, 9, 7, 7, 9, 11],
  [6, 0, 7, 5, 11, 9, 9],
  [4, 6, 0, 7, 7, 8, 12],
  [6, 8, 6, 0, 6, 7, 10],
  [6, 2, 6, 7, 0, 7, 12],
  [4, 4, 5, 6, 6, 0, 6],
  [2, 4, 1, 3, 1, 7, 0],
]

describe('ratings', () => {
  // Agresti, "Categorical Data Analysis" (1990), table 10.10; standard errors as BradleyTerry2 prints them. Each game counts 100,000
  // times, so that the prior does not matter, and the errors are smaller by the root of it.
  it.each([
    ['Milwaukee', 1.5814, 0.3433],
    ['Detroit', 1.4364, 0.3396],
    ['Toronto', 1.2945, 0.3367],
    ['New York', 1.2476, 0.3359],
    ['Boston', 1.1077, 0.3339],
    ['Cleveland', 0.6839, 0.3319],
  ])('of baseball teams are the published ones: %s', (name, log, error) => {
    const times = 100_000
    const meetings = WINS.flatMap((row, a) =>
      row.flatMap((wins, b) => (b > a ? [meeting(a, b, wins / 13, (13 * times) / 2)] : [])),
    )
    const { elo, high } = new Ratings(TEAMS.length, meetings).difference(TEAMS.indexOf(name), 6)
    expect((elo / 400) * Math.LN10).toBeCloseTo(log, 4)
    expect((((high - elo) / 400) * Math.LN10 * Math.sqrt(times)) / 1.959964).toBeCloseTo(error, 4)
  })

  it.each([2, 3, 4])('of a table made from Elo figures, for %i seats, are these figures', seats => {
    const truth = [-420, -155, 20, 130, 425]
    const meetings = truth.flatMap((a, i) =>
      truth.flatMap((b, j) => {
        if (i === j || (seats === 2 && i > j)) return []
        const odds = 10 ** ((a - b) / 400) / (seats - 1)
        return [meeting(i, j, odds / (1 + odds), 1e9, seats)]
      }),
    )
    const ratings = new Ratings(truth.length, meetings)
    for (const [i, elo] of truth.entries()) expect(ratings.elo(i).elo).toBeCloseTo(elo, 3)
    expect(ratings.expected(4, 0, seats)).toBeCloseTo(1 / (1 + (seats - 1) * 10 ** (-845 / 400)), 6)
  })

  it('reach what the steps of Hunter (2004) reach, with a drawn match of each against the mean of the field', () => {
    const meetings = [
      meeting(0, 1, 0.25, 6),
      meeting(1, 2, 1, 5),
      meeting(2, 0, 0.5, 3),
      meeting(3, 0, 0, 40),
      meeting(3, 1, 0.1, 4, 3),
    ]
    let g = [1, 1, 1, 1]
    for (let step = 0; step < 20_000; step++) {
      const won = g.map(() => 0.5)
      const due = g.map(own => 1 / (own + 1))
      for (const { lone, others, seats, blocks, score } of meetings) {
        const matches = blocks * seats
        const all = g[lone]! + (seats - 1) * g[others]!
        won[lone]! += matches * score
        won[others]! += matches * (1 - score)
        due[lone]! += matches / all
        due[others]! += (matches * (seats - 1)) / all
      }
      g = won.map((w, i) => w / due[i]!)
    }
    const logs = g.map(one => 400 * Math.log10(one))
    const mean = logs.reduce((sum, log) => sum + log, 0) / logs.length
    const ratings = new Ratings(4, meetings)
    for (const [i, log] of logs.entries()) expect(ratings.elo(i).elo).toBeCloseTo(log - mean, 6)
  })

  it('are finite where one won every match, and the further apart the more it won', () => {
    // 200 x^2 / (1 + x^2) of 200 wins, and a draw each against the mean: x^2 = g_0 / g_1 solves 400 / (1 + x^2) = (x - 1) / (x + 1).
    const few = new Ratings(2, [meeting(0, 1, 1, 100)])
    const x = 10 ** (few.elo(0).elo / 400)
    expect(400 / (1 + x * x)).toBeCloseTo((x - 1) / (x + 1), 9)
    const gap = (blocks: number) => new Ratings(2, [meeting(0, 1, 1, blocks)]).difference(0, 1).elo
    expect(gap(1000)).toBeGreaterThan(gap(100) + 300)
    for (const { low, high } of [few.elo(0), few.elo(1), few.difference(1, 0)])
      expect([Number.isFinite(low), Number.isFinite(high)]).toEqual([true, true])
  })

  it('without a match are even, as far as the prior knows', () => {
    const { elo, low, high } = new Ratings(2, []).difference(0, 1)
    expect(elo).toBe(0)
    // Each log has the prior's variance of 4; the difference 8.
    expect(high).toBeCloseTo((400 / Math.LN10) * 1.959964 * Math.sqrt(8), 3)
    expect(low).toBe(-high)
    // An agent against the mean of the field of two is half that difference.
    expect(new Ratings(2, []).elo(0).high).toBeCloseTo(high / 2, 9)
  })

  it('have wider intervals where the matches of a block go the same way', () => {
    const width = (hist: number[]) => {
      const { mean, sd, n } = scoreInterval(hist, 2)
      const { low, high } = new Ratings(2, [
        { lone: 0, others: 1, seats: 2, blocks: n, score: mean, sd },
      ]).difference(0, 1)
      return high - low
    }
    const [alike, independent, opposed] = [
      [5000, 0, 5000],
      [2500, 5000, 2500],
      [100, 9800, 100],
    ].map(width)
    expect(alike! / independent!).toBeCloseTo(Math.SQRT2, 2)
    expect(opposed! / independent!).toBeCloseTo(Math.sqrt(0.04), 2)
    // With two agents and many blocks, it is the interval of the score.
    const { low, high } = scoreInterval([2500, 5000, 2500], 2)
    expect(scoreFromElo(independent! / 2) - 0.5).toBeCloseTo((high - low) / 2, 3)
  })

  it('have the degrees of freedom of the meetings that they rest on', () => {
    // Two blocks have one degree of freedom, so that Student's quantile is 12.7 instead of 2.
    const arm = (blocks: number, sd: number) => {
      const { elo, high } = new Ratings(2, [
        { lone: 0, others: 1, seats: 2, blocks, score: 0.5, sd },
      ]).difference(0, 1)
      return high - elo
    }
    expect(arm(2, 0.5) / arm(200, 0.5)).toBeGreaterThan(20)
  })

  it('have the interval of the sandwich, by hand for two agents that are even', () => {
    const [blocks, sd] = [5, 0.3]
    const { high } = new Ratings(2, [{ lone: 0, others: 1, seats: 2, blocks, score: 0.5, sd }]).difference(
      0,
      1,
    )
    // Curvature: 1/4 from each agent's prior match, 1/4 from each match; pulls of 1 and -1 on the two ratings.
    const pull = 1 / (1 / 4 + 2 * ((2 * blocks) / 4))
    const phi = (sd * sd * (blocks - 1) + 1 / 4) / (blocks / 4)
    const part = (2 * pull) ** 2 * blocks * 4 * phi * (1 / 4)
    const variance = part + 2 * pull ** 2 * (1 / 4)
    const df = variance ** 2 / (part ** 2 / (blocks - 1))
    expect(high).toBeCloseTo((400 / Math.LN10) * studentQuantile(0.975, df) * Math.sqrt(variance), 9)
  })

  it('take a pairing of one block, whose spread is unknown, and none of no blocks', () => {
    const once = new Ratings(2, [{ ...meeting(0, 1, 0.75, 1), sd: Number.NaN }]).difference(0, 1)
    expect([Number.isFinite(once.low), Number.isFinite(once.high)]).toEqual([true, true])
    const never = new Ratings(2, [{ ...meeting(0, 1, 0.75, 0), sd: Number.NaN }]).difference(0, 1)
    expect(never).toEqual(new Ratings(2, []).difference(0, 1))
  })

  it.each([
    [[meeting(0, 1, -0.5, 1)]],
    [[meeting(0, 0, 0.5, 1)]],
    [[meeting(0, 2, 0.5, 1)]],
    [[meeting(0, 1, 1.5, 1)]],
    [[meeting(0, 1, Number.NaN, 1)]],
  ])('refuse %j', meetings => {
    expect(() => new Ratings(2, meetings)).toThrow(RangeError)
  })
})
