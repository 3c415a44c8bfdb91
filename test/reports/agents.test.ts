import { describe, expect, it } from 'vitest'
import { below, rootOf } from '../../engine/rng.ts'
import { agentCurves, agentUnits, curves, units } from '../../reports/tables/index.ts'
import { shareOf } from '../../sim/figures/reading.ts'
import { ratioInterval } from '../../sim/stats/interval.ts'
import { countRateInterval } from '../../sim/stats/paired.ts'
import { annAndBob, cellOf, type PaperMatch, resultOf, TWO } from './fixture.ts'

const paper = resultOf([annAndBob()])
const none = [0, 0, 0, 0, 0]

/** White uses pawns so often, black so often; a round, in which gold ends at 9 for white and 1 for black. */
const used = (white: number, black: number): PaperMatch => ({
  returns: [60, 0],
  gauges: [
    [
      [1, -1],
      [9, 1],
    ],
  ],
  events: [
    [[0, white, 0, 0, 0], none],
    [[0, black, 0, 0, 0], none],
  ],
})

describe('agent_units', () => {
  it('adds up what each agent did, wherever it sat', () => {
    const rows = agentUnits.rows(paper)
    const of = (agent: string, asset: string) => rows.find(row => row.agent === agent && row.asset === asset)!
    // Ann was white in the first match and in the draw, Bob in the second one.
    expect(of('ann', 'pawn')).toMatchObject({
      position: 1,
      fielded: 4,
      used: 4,
      scored: 3,
      conceded: 0,
      lost: 1,
    })
    expect(of('bob', 'pawn')).toMatchObject({
      position: 2,
      fielded: 2,
      used: 0,
      scored: 0,
      conceded: 1,
      lost: 2,
    })
    expect(of('ann', 'bid')).toMatchObject({ fielded: 4, used: 3, lost: 1 })
    expect(of('bob', 'bid')).toMatchObject({ fielded: 0, used: 0, lost: 1, used_matches: 0 })
    expect(of('ann', 'pawn')).toMatchObject({ used_per_match: 4 / 3, used_matches: 2, score_when_used: 0.75 })
    expect(of('bob', 'pawn')).toMatchObject({ lost_matches: 1, score_when_lost: 1, survival: 0 })
  })

  it('is the sum over the seats where one agent plays all of them, with the interval of the sum', () => {
    // All seats together use pawns 5 times in every match but the last block, where it is 6 times.
    const blocks = Array.from({ length: 40 }, (_, i) => [used(i % 5, 5 - (i % 5)), used(0, i === 39 ? 6 : 5)])
    const cell = cellOf(TWO, ['ann', 'ann'], blocks)
    const [row, ...others] = agentUnits.rows(resultOf([cell])).filter(({ asset }) => asset === 'pawn')
    expect(others).toEqual([])
    expect(row).toMatchObject({ agent: 'ann', position: 1, used: 401, used_per_match: 401 / 80 })
    const seats = units.rows(resultOf([cell])).filter(({ asset }) => asset === 'pawn')
    expect(seats.reduce((sum, one) => sum + one.used, 0)).toBe(401)
    // Blocks of 10, and one of 11: s^2 = 1/40, t with 39 degrees of freedom is 2.022691.
    const arm = 2.022691 * Math.sqrt(1 / 40 / 40)
    expect(row!.used_per_match - row!.used_per_match_low).toBeCloseTo(arm / 2, 6)
    expect(row).toMatchObject({ used_matches: 112 })
    // The uses of a seat vary by themselves.
    for (const seat of seats) expect(seat.used_per_match_high - seat.used_per_match_low).toBeGreaterThan(arm)
  })
})

describe('shares of assets', () => {
  /** Blocks in which seats use and lose what they have now and then; some matches are forfeited. */
  const luck = rootOf('assets')
  const asset = () => {
    const fielded = below(luck, 4)
    return [fielded, below(luck, 3), below(luck, 2), 0, Math.min(fielded, below(luck, 3))]
  }
  const blocks = Array.from({ length: 60 }, (_, block) =>
    [0, 1].map((rotation): PaperMatch => {
      const returns = [
        [60, 0],
        [0, 60],
        [30, 30],
      ][below(luck, 3)]!
      const faulty = block % 7 === 3 && rotation === 1 ? 0 : -1
      return {
        returns,
        faulty,
        events: [
          [asset(), none],
          [asset(), none],
        ],
      }
    }),
  )

  it.each([
    ['of one agent in all seats', ['ann', 'ann'], 'participant'],
    ['of each agent', ['ann', 'bob'], 'participant'],
    ['of each seat', ['ann', 'ann'], 'seat'],
  ] as const)('have the interval of the sums of their blocks: %s', (_, agents, side) => {
    const isOne = side === 'participant' && agents[0] === agents[1]
    const cell = cellOf(TWO, agents, blocks)
    for (const index of isOne ? [0] : [0, 1])
      for (const ratio of ['survived', 'wonWhenUsed', 'wonWhenLost'] as const) {
        const sums = { n: blocks.length, x: 0, y: 0, xx: 0, xy: 0, yy: 0 }
        for (const block of blocks) {
          let x = 0
          let y = 0
          for (const [rotation, { events, faulty, returns }] of block.entries())
            for (const seat of [0, 1]) {
              if (faulty === 0) continue
              if (!isOne && index !== (side === 'seat' ? seat : (seat + rotation) % 2)) continue
              const [fielded, used, , , lost] = events![seat]![0]!
              if (ratio === 'survived') {
                x += fielded! - lost!
                y += fielded!
              } else if ((ratio === 'wonWhenUsed' ? used! : lost!) > 0) {
                x += returns[seat]!
                y += 60
              }
            }
          sums.x += x
          sums.y += y
          sums.xx += x * x
          sums.xy += x * y
          sums.yy += y * y
        }
        const share = shareOf(cell, side, index, 0, ratio)
        expect(share).toEqual({ ...ratioInterval(sums), of: sums.y })
        expect(share.high - share.low).toBeLessThan(0.4)
      }
  })
})

describe('uses per match', () => {
  it('have an interval from the blocks, which counts forfeited matches as less', () => {
    const [pawn] = units.rows(paper)
    // Blocks of 3 uses in 2 matches and 1 in 1: R = 4/3, residuals of 1/3, so the variance is the floor of 1/2.
    const t2 = 161.447639
    const h = (t2 * 2) / 2 / 2
    expect(pawn!.used_per_match).toBeCloseTo(4 / 3, 12)
    expect(pawn!.used_per_match_low).toBe(0)
    expect(pawn!.used_per_match_high).toBeCloseTo(4 / 3 + (h + Math.sqrt(h * h + t2 / 4)) / 1.5, 5)
  })

  it('are not certain to be 0 where none was seen, and at most that of a rare event', () => {
    const sums = { n: 400, x: 0, y: 800, xx: 0, xy: 0, yy: 1600 }
    const t = 1.965927
    expect(countRateInterval(sums, 0).high).toBeCloseTo((t * t) / 800, 6)
    const one = countRateInterval({ ...sums, x: 1, xx: 1, xy: 2 }, 1)
    expect(one).toMatchObject({ mean: 1 / 800, low: 0 })
    // One in 400 blocks: the share is up to 1.4 % (Wilson), by the two matches of a block.
    expect(one.high).toBeGreaterThan(0.006)
    expect(one.high).toBeLessThan(0.008)
    expect(() => countRateInterval({ ...sums, x: 1, xx: 1, xy: 2 }, 401)).toThrow('401 of 400')
    expect(countRateInterval({ ...sums, n: 0, y: 0, yy: 0 }, 0)).toMatchObject({
      mean: Number.NaN,
      high: Infinity,
    })
  })
})

describe('agent_curves', () => {
  it('follow an agent from seat to seat', () => {
    const gold = (white: number, black: number): PaperMatch => ({
      ...used(1, 0),
      gauges: [
        [
          [1, -1],
          [white, black],
        ],
      ],
    })
    // Ann is white first, then black: she has 9 and 21 gold, Bob 1 and 0.
    const block = [gold(9, 1), gold(0, 21)]
    const cell = cellOf(TWO, ['ann', 'bob'], [block, block])
    const rows = agentCurves.rows(resultOf([cell]))
    expect(rows.map(({ agent, gauge, step }) => [agent, gauge, step])).toEqual([
      ['ann', 'favour', 1],
      ['ann', 'gold', 1],
      ['bob', 'gold', 1],
    ])
    expect(rows[0]).toMatchObject({ position: 1, matches: 4, mean: 0, q05: -1, q95: 1 })
    expect(rows[1]).toMatchObject({ position: 1, matches: 4, mean: 15, bin_width: 4, q05: 8, q95: 20 })
    expect(rows[1]!.sd).toBeCloseTo(Math.sqrt((4 * 36) / 3), 9)
    expect(rows[2]).toMatchObject({ position: 2, matches: 4, mean: 0.5, q95: 0 })
    const [white, black] = curves.rows(resultOf([cell])).filter(({ gauge }) => gauge === 'gold')
    expect(white).toMatchObject({ seat: 'white', matches: 4, mean: 4.5 })
    expect(black).toMatchObject({ seat: 'black', mean: 11 })
  })

  it('are those of all seats together where one agent plays them, without what adds up to nothing', () => {
    const cell = cellOf(TWO, ['ann', 'ann'], [[used(1, 0), used(1, 0)]])
    const rows = agentCurves.rows(resultOf([cell]))
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ agent: 'ann', position: 1, gauge: 'gold', step: 1, matches: 4, mean: 5 })
  })
})
