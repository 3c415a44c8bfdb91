import { describe, expect, it } from 'vitest'
import {
  comebacks,
  curves,
  endings,
  faults,
  lengths,
  seatings,
  seats,
  summary,
  units,
} from '../../reports/tables/index.ts'
import { annAndBob, CAP, cellOf, type PaperMatch, resultOf, TWO, times } from './fixture.ts'

const NOTHING = Number.NaN
const paper = resultOf([annAndBob()])
const CELL = { variant: 'paper', lineup: 'ann vs bob', lineup_number: 1 }

// Two blocks: Student's t with 1 degree of freedom is 12.706204736, its square 161.447639.
describe('summary', () => {
  it('has one row for two seats, whose figures follow from the four matches', () => {
    const [row, ...others] = summary.rows(paper)
    expect(others).toEqual([])
    expect(row).toMatchObject({
      ...CELL,
      agent: 'ann',
      opponents: 'bob',
      mirror: false,
      matches: 4,
      blocks: 2,
    })
    // Ann won as white, lost as black, drew, and forfeited.
    expect(row).toMatchObject({
      wins: 1,
      losses: 1,
      draws: 1,
      turn_limits: 0,
      forfeits: 1,
      opponent_forfeits: 0,
    })
    // 1 and 1/2 of 4; blocks of 1/2 and 1/4: phi = (1/32 + 1/4) / (15/64 + 1/4), q = 161.447639 phi / 2.
    expect(row!.score).toBe(0.375)
    expect(row!.score_low).toBeCloseTo(0.002961767, 9)
    expect(row!.score_high).toBeCloseTo(0.991815963, 9)
    // 400 log10(0.375 / 0.625), and of the ends.
    expect(row!.elo).toBeCloseTo(-88.7395, 4)
    expect(row!.elo_low).toBeCloseTo(-1010.8644, 3)
    expect(row!.elo_high).toBeCloseTo(833.3854, 3)
    // 2, 3 and 4 rounds; the forfeit is left out. Its 5 decisions are not: 10 + 12 + 20 + 5.
    expect(row).toMatchObject({
      length_steps: 3,
      length_steps_sd: 1,
      length_turns: 1.5,
      length_turns_sd: 0.5,
    })
    expect(row).toMatchObject({ decisions: 11.75, draw_share: 0.25, turn_limit_share: 0, fair_share: 0.5 })
    expect(row!.seat_verdict).toBe('')
  })

  it('tells the mean lead of whoever led at the end, by the last step of the matches played to their end', () => {
    // Leads of 6, 6 and 0: blocks of 12 in 2 matches and 0 in 1, so 4 a match; both blocks lie 4 off, half is 8 t / 3.
    const [row] = summary.rows(paper)
    expect(row!.lead).toBe(4)
    // Whoever leads is not behind, and the gauge ends at -3 and 3.
    expect([row!.lead_low, row!.lead_high]).toEqual([0, 6])
    const calm = times(50, [60, 0], [60, 0]).map((block, i) =>
      block.map(match => ({
        ...match,
        gauges: [
          [
            [1 + (i % 2), -1 - (i % 2)],
            [0, 0],
          ],
        ],
      })),
    )
    const [many] = summary.rows(resultOf([cellOf(TWO, ['ann', 'bob'], calm)]))
    // Leads of 2 and 4 in turn: sd sqrt(50/49), t with 49 degrees of freedom is 2.009575.
    expect(many!.lead_low).toBeCloseTo(3 - 2.009575 / Math.sqrt(49), 6)
    expect(many!.lead_high).toBeCloseTo(3 + 2.009575 / Math.sqrt(49), 6)
  })

  it("counts opponents' forfeits as wins, and tells them", () => {
    const cell = cellOf(TWO, ['ann', 'bob'], [[{ returns: [60, 0], faulty: 1 }, { returns: [0, 60] }]])
    expect(summary.rows(resultOf([cell]))[0]).toMatchObject({ wins: 2, forfeits: 0, opponent_forfeits: 1 })
  })

  it('counts matches that hit the turn limit apart from draws', () => {
    const capped = { returns: [30, 30], ending: CAP }
    const [row] = summary.rows(resultOf([cellOf(TWO, ['ann', 'bob'], [[capped, capped]])]))
    expect(row).toMatchObject({
      draws: 0,
      turn_limits: 2,
      score: 0.5,
      elo: 0,
      draw_share: 1,
      draws_before_limit_share: 0,
      turn_limit_share: 1,
    })
  })

  it('gives infinite Elo for a perfect score, with a finite lower end', () => {
    // All blocks won: low = n / (n + t^2) = 2 / 163.447639.
    const [row] = summary.rows(resultOf([cellOf(TWO, ['ann', 'bob'], times(2, [60, 0], [0, 60]))]))
    expect(row).toMatchObject({ score: 1, score_high: 1, elo: Infinity, elo_high: Infinity })
    expect(row!.score_low).toBeCloseTo(0.012236335, 9)
    expect(row!.elo_low).toBeCloseTo(-762.8007, 3)
  })

  it('has a row for each agent of more than two seats, without Elo', () => {
    // Rotation r puts agent (s + r) mod 3 on seat s: a wins, then b, then b and c share.
    const block = [{ returns: [60, 0, 0] }, { returns: [60, 0, 0] }, { returns: [30, 0, 30] }]
    const rows = summary.rows(resultOf([cellOf(['x', 'y', 'z'], ['a', 'b', 'c'], [block])]))
    expect(rows.map(r => [r.agent, r.opponents, r.wins, r.losses])).toEqual([
      ['a', 'b, c', 1, 2],
      ['b', 'a, c', 2, 1],
      ['c', 'a, b', 1, 2],
    ])
    expect(rows.map(r => r.score)).toEqual([60 / 180, 90 / 180, 30 / 180])
    for (const row of rows) expect(row).toMatchObject({ elo: NOTHING, elo_low: NOTHING, fair_share: 1 / 3 })
  })

  it('has nothing to say of a cell in which nothing was played', () => {
    const [row] = summary.rows(resultOf([cellOf(TWO, ['ann', 'ann'], [])]))
    expect(row).toMatchObject({ matches: 0, blocks: 0, score: NOTHING, score_low: NOTHING, elo: NOTHING })
    expect(row).toMatchObject({ lead: NOTHING, lead_low: NOTHING, lead_high: NOTHING })
    expect(row).toMatchObject({ length_steps: NOTHING, decisions: NOTHING, draw_share: NOTHING })
    expect(row!.seat_verdict).toBe('inconclusive')
  })
})

describe('seats', () => {
  it('counts each seat whoever sits there, and judges nothing where the agents differ', () => {
    const [white, black] = seats.rows(paper)
    expect(white).toMatchObject({
      ...CELL,
      seat: 'white',
      mirror: false,
      matches: 4,
      blocks: 2,
      score: 0.875,
    })
    expect(white).toMatchObject({ wins: 3, losses: 0, draws: 1, turn_limits: 0, forfeits: 0, points: 37.5 })
    expect(black).toMatchObject({ seat: 'black', score: 0.125, fair_share: 0.5, points: -37.5 })
    expect(black).toMatchObject({ wins: 0, losses: 2, draws: 1, turn_limits: 0, forfeits: 1 })
    expect(white!.score_low).toBeCloseTo(0.011933179, 9)
    expect(white!.score_high).toBeCloseTo(0.999753585, 9)
    expect(black!.score_low).toBeCloseTo(1 - 0.999753585, 9)
    // The longer arm: 0.875 - 0.011933.
    expect(white!.plus_minus).toBeCloseTo(86.3066821, 6)
    expect(white).toMatchObject({ verdict: '', side: '', more_if_fair: NOTHING })
  })

  it("tells each seat's own lead over the best of the others, negative when it is behind", () => {
    const last = (...favour: number[]) => ({ returns: [60, 0, 0], gauges: [[favour, [0, 0, 0]]] })
    const cell = cellOf(['x', 'y', 'z'], ['a', 'b', 'c'], [[last(3, 1, 0), last(3, 1, 0), last(-1, 3, 2)]])
    const rows = seats.rows(resultOf([cell]))
    expect(rows.map(row => row.lead)).toEqual([(2 + 2 - 4) / 3, (-2 - 2 + 1) / 3, (-3 - 3 - 1) / 3])
    // One block says nothing, but a lead cannot exceed the range of the gauge.
    expect(rows[0]).toMatchObject({ lead_low: -6, lead_high: 6 })
    expect(summary.rows(resultOf([cell]))[0]).toMatchObject({ lead_low: 0, lead_high: 6 })
    expect(summary.rows(resultOf([cell])).map(row => row.lead)).toEqual(new Array(3).fill((2 + 2 + 1) / 3))
  })

  it('favours white when it wins every match of 100 blocks', () => {
    const [white, black] = seats.rows(resultOf([cellOf(TWO, ['ann', 'ann'], times(100, [60, 0], [60, 0]))]))
    // t with 99 degrees of freedom is 1.984217, its square 3.937117: low = 100 / 103.937117.
    expect(white).toMatchObject({ verdict: 'favours', side: 'above', points: 50, more_if_fair: NOTHING })
    expect(white!.score_low).toBeCloseTo(0.96212, 6)
    expect(black).toMatchObject({ verdict: 'favours', side: 'below', points: -50, score: 0 })
  })

  it('is fair when 300 blocks are all split evenly', () => {
    const few = seats.rows(resultOf([cellOf(TWO, ['ann', 'ann'], times(100, [60, 0], [0, 60]))]))[0]!
    // One look would do; an anytime verdict takes more.
    expect(few).toMatchObject({ verdict: 'inconclusive', points: 0, plus_minus: expect.closeTo(0.991913, 5) })
    const [white] = seats.rows(resultOf([cellOf(TWO, ['ann', 'ann'], times(300, [60, 0], [0, 60]))]))
    // t with 299 degrees of freedom is 1.967930, phi = 1/300, q = 3.872747 / 300^2: half the width is sqrt(q / (1 + q)) / 2.
    expect(white).toMatchObject({ mirror: true, verdict: 'fair', side: '', points: 0 })
    expect(white!.plus_minus).toBeCloseTo(0.327981, 5)
    expect(white!.points_anytime_high).toBeGreaterThan(0.9)
    expect(white!.points_anytime_low).toBeCloseTo(-white!.points_anytime_high, 9)
  })

  it('is drawn, not fair, when hardly a match has a winner, unless these show whom it favours', () => {
    const capped = [
      { returns: [30, 30], ending: CAP },
      { returns: [30, 30], ending: CAP },
    ]
    const cell = (blocks: PaperMatch[][]) => resultOf([cellOf(TWO, ['ann', 'ann'], blocks)])
    const drawn = cell(new Array(100).fill(capped))
    expect(seats.rows(drawn).map(row => row.verdict)).toEqual(['drawn', 'drawn'])
    expect(summary.rows(drawn)[0]!.seat_verdict).toBe('drawn')
    const won = { returns: [60, 0] }
    const few = cell([...new Array(1900).fill(capped), ...new Array(100).fill([won, won])])
    expect(seats.rows(few)[0]).toMatchObject({ verdict: 'favours', side: 'above' })
    expect(summary.rows(few)[0]!.seat_verdict).toBe('favours white')
  })

  it('says how many matches are missing when it is inconclusive', () => {
    const [white] = seats.rows(resultOf([cellOf(TWO, ['ann', 'ann'], times(10, [60, 0], [0, 60]))]))
    // 152 blocks in all, if all are split evenly as these are.
    expect(white).toMatchObject({
      verdict: 'inconclusive',
      points: 0,
      more_if_uneven: 284,
      more_if_fair: 284,
    })
  })
})

describe('seatings', () => {
  it('counts each agent in each seat: one match a block', () => {
    expect(seatings.rows(paper)).toMatchObject([
      // Ann won and drew as white; as black she lost and forfeited.
      { ...CELL, agent: 'ann', position: 1, seat: 'white', matches: 2, wins: 1, draws: 1, score: 0.75 },
      { agent: 'ann', position: 1, seat: 'black', losses: 1, forfeits: 1, score: 0 },
      { agent: 'bob', position: 2, seat: 'white', wins: 2, losses: 0, score: 1 },
      { agent: 'bob', position: 2, seat: 'black', losses: 1, draws: 1, score: 0.25 },
    ])
    // Two wins of two: n / (n + t^2) = 2 / 163.447639.
    expect(seatings.rows(paper)[2]!.score_low).toBeCloseTo(0.012236335, 9)
  })

  it('tells agents of one name apart by their position', () => {
    // Rotation r puts agent (s + r) mod 3 on seat s. The first agent always wins, and shares once with the third.
    const block = [{ returns: [60, 0, 0] }, { returns: [0, 30, 30] }, { returns: [0, 60, 0] }]
    const rows = seatings.rows(resultOf([cellOf(['x', 'y', 'z'], ['a', 'b', 'b'], [block])]))
    expect(rows.map(r => [r.agent, r.position, r.seat, r.wins, r.losses])).toEqual([
      ['a', 1, 'x', 1, 0],
      ['a', 1, 'y', 1, 0],
      ['a', 1, 'z', 1, 0],
      ['b', 2, 'x', 0, 1],
      ['b', 2, 'y', 0, 1],
      ['b', 2, 'z', 0, 1],
      ['b', 3, 'x', 0, 1],
      ['b', 3, 'y', 1, 0],
      ['b', 3, 'z', 0, 1],
    ])
    expect(rows.map(r => r.score).reduce((sum, score) => sum + score, 0)).toBe(3)
  })

  it('leaves out line-ups in which one agent plays all seats', () => {
    expect(seatings.rows(resultOf([cellOf(TWO, ['ann', 'ann'], times(2, [60, 0], [0, 60]))]))).toEqual([])
  })
})

describe('curves', () => {
  const rows = curves.rows(paper)
  const of = (gauge: string, seat: string) => rows.filter(r => r.gauge === gauge && r.seat === seat)

  it('tells a zero-sum gauge by its first seat, others by every seat, all by the winner', () => {
    const views = [...new Set(rows.map(r => `${r.gauge} ${r.seat}`))]
    expect(views).toEqual(['favour white', 'favour winner', 'gold white', 'gold black', 'gold winner'])
  })

  it('follows the matches that still last, and stops with the longest', () => {
    const favour = of('favour', 'white')
    // White's favour: -1, 3; 1, -2, 3; 0, 0, 0, 0.
    expect(favour.map(r => [r.step, r.matches])).toEqual([
      [1, 3],
      [2, 3],
      [3, 2],
      [4, 1],
    ])
    expect(favour[0]).toMatchObject({ ...CELL, mean: 0, sd: 1, q05: -1, q25: -1, q50: 0, q75: 1, q95: 1 })
    expect(favour[1]).toMatchObject({ mean: 1 / 3, q05: -2, q50: 0, q95: 3 })
    expect(favour[1]!.sd).toBeCloseTo(Math.sqrt(19 / 3), 12)
    expect(favour[2]).toMatchObject({ mean: 1.5, q05: 0, q50: 0, q75: 3 })
    expect(favour[3]).toMatchObject({ mean: 0, sd: NOTHING, q50: 0 })
  })

  it('follows the seat that won, and leaves out draws and forfeits', () => {
    const winner = of('favour', 'winner')
    expect(winner.map(r => [r.step, r.matches, r.mean])).toEqual([
      [1, 2, 0],
      [2, 2, 0.5],
      [3, 1, 3],
    ])
    expect(winner[1]!.sd).toBeCloseTo(Math.sqrt(12.5), 12)
  })

  it("tells quantiles by the bins' lower edges, means exactly", () => {
    // 200 values in at most 64 bins: bins of 4. White's gold is 5, 0, 0, then 9, 0, 0.
    expect(of('gold', 'white')[0]).toMatchObject({ mean: 5 / 3, q50: 0, q95: 4 })
    expect(of('gold', 'white')[1]).toMatchObject({ mean: 3, q50: 0, q95: 8 })
  })
})

describe('units', () => {
  const [pawn, bid, blackPawn, blackBid] = units.rows(paper)

  it('adds up the matches played to their end', () => {
    expect(pawn).toMatchObject({ ...CELL, seat: 'white', group: 'unit', asset: 'pawn' })
    expect(pawn).toMatchObject({ fielded: 6, used: 4, scored: 3, conceded: 1, lost: 3 })
    expect(pawn).toMatchObject({ fielded_per_match: 2, used_per_match: 4 / 3, scored_per_match: 1 })
    expect(pawn).toMatchObject({ conceded_per_match: 1 / 3, lost_per_match: 1 })
    expect(bid).toMatchObject({ group: 'action', asset: 'bid', fielded: 4, used: 3, lost: 1, survival: 0.75 })
  })

  it('gives survival with its interval from the blocks', () => {
    // 1 of 4 and 2 of 2: worth 36/20 = 1.8 blocks, phi 1, half of it survives.
    expect(pawn!.survival).toBe(0.5)
    expect(pawn!.survival_low).toBeCloseTo(0.003068499, 9)
    expect(pawn!.survival_high).toBeCloseTo(0.996931501, 9)
  })

  it('gives the score of the matches in which it was used or lost', () => {
    // Used in the first match, a win, and in the draw: blocks of 1 and 1/2.
    expect(pawn).toMatchObject({
      used_matches: 2,
      score_when_used: 0.75,
      lost_matches: 2,
      score_when_lost: 1,
    })
    expect(pawn!.score_when_used_low).toBeCloseTo(0.008020951, 9)
    expect(pawn!.score_when_used_high).toBeCloseTo(0.999102383, 9)
    // Lost in both wins of one block: one effective block, phi = its ceiling 2, low = 1 / (1 + 161.447639).
    expect(pawn!.score_when_lost_low).toBeCloseTo(0.00615583, 9)
    expect(pawn!.score_when_lost_high).toBe(1)
    expect(blackBid).toMatchObject({ lost_matches: 1, score_when_lost: 0 })
  })

  it('tells what was spent, and what a piece of gold won, of assets that have a price', () => {
    expect(pawn).toMatchObject({ price: NOTHING, gold_spent: NOTHING, scored_per_gold: NOTHING })
    const cell = annAndBob()
    const priced = cell.game.info.assets.map(asset => (asset.id === 'pawn' ? { ...asset, price: 5 } : asset))
    const rows = units.rows(
      resultOf([{ ...cell, game: { ...cell.game, info: { ...cell.game.info, assets: priced } } }]),
    )
    // Six pawns at 5 won 3 for white; black bought none.
    expect(rows[0]).toMatchObject({ price: 5, gold_spent: 30, scored_per_gold: 0.1 })
    expect(rows[1]).toMatchObject({ asset: 'bid', price: NOTHING, gold_spent: NOTHING })
    expect(rows[2]).toMatchObject({ seat: 'black', gold_spent: 0, scored_per_gold: NOTHING })
  })

  it('leaves empty what never happened, and survival of what was lost without being fielded', () => {
    expect(blackPawn).toMatchObject({ fielded: 0, survival: NOTHING, survival_low: NOTHING, used_matches: 0 })
    expect(blackPawn).toMatchObject({ score_when_used: NOTHING, score_when_used_high: NOTHING })
    expect(blackBid).toMatchObject({ fielded: 0, lost: 1, survival: NOTHING, survival_high: NOTHING })
  })
})

describe('lengths, endings, comebacks and faults', () => {
  it('counts lengths from the shortest to the longest match', () => {
    const third = 1 / 3
    expect(lengths.rows(paper)).toEqual([
      { ...CELL, steps: 2, turns: 1, matches: 1, share: third, cumulative_share: third },
      { ...CELL, steps: 3, turns: 1.5, matches: 1, share: third, cumulative_share: 2 / 3 },
      { ...CELL, steps: 4, turns: 2, matches: 1, share: third, cumulative_share: 1 },
    ])
  })

  it('keeps a length that no match had, between two that some had', () => {
    const cell = cellOf(
      TWO,
      ['ann', 'bob'],
      [
        [
          { returns: [60, 0], steps: 1 },
          { returns: [0, 60], steps: 3 },
        ],
      ],
    )
    expect(lengths.rows(resultOf([cell])).map(r => [r.steps, r.matches, r.cumulative_share])).toEqual([
      [1, 1, 0.5],
      [2, 0, 0.5],
      [3, 1, 1],
    ])
  })

  it('tells every ending, by winner where one can be', () => {
    expect(endings.rows(paper)).toEqual([
      {
        ...CELL,
        ending: 'goal',
        kind: 'win',
        label: 'reached the goal',
        winner: 'white',
        matches: 2,
        share: 2 / 3,
      },
      {
        ...CELL,
        ending: 'goal',
        kind: 'win',
        label: 'reached the goal',
        winner: 'black',
        matches: 0,
        share: 0,
      },
      { ...CELL, ending: 'tie', kind: 'draw', label: 'agreed', winner: 'nobody', matches: 1, share: 1 / 3 },
      {
        ...CELL,
        ending: 'cap',
        kind: 'length',
        label: 'round 4 was played',
        winner: 'nobody',
        matches: 0,
        share: 0,
      },
    ])
  })

  it('tells a shared win apart', () => {
    const three = cellOf(['x', 'y', 'z'], ['a', 'b', 'c'], [[{ returns: [30, 30, 0] }]])
    const shared = endings.rows(resultOf([three])).find(r => r.ending === 'goal' && r.winner === 'nobody')
    expect(shared).toMatchObject({ matches: 1, share: 1 })
  })

  it('names the seat that took more than its fair share as the winner, and counts wins and losses by it', () => {
    const uneven = {
      returns: [45, 15],
      steps: 1,
      gauges: [
        [
          [3, -3],
          [0, 0],
        ],
      ],
    }
    const result = resultOf([cellOf(TWO, ['ann', 'ann'], [[uneven, uneven]])])
    expect(endings.rows(result).filter(row => row.matches > 0)).toMatchObject([
      { ending: 'goal', winner: 'white', matches: 2 },
    ])
    expect(seats.rows(result)).toMatchObject([
      { wins: 2, losses: 0, draws: 0, score: 0.75 },
      { wins: 0, losses: 2, draws: 0, score: 0.25 },
    ])
    expect(comebacks.rows(result)).toMatchObject([{ lowest: 3, matches: 2 }])
    expect(curves.rows(result).find(row => row.seat === 'winner')).toMatchObject({ matches: 2, mean: 3 })
  })

  it('counts a win for each seat above its fair share, and a draw for one that has exactly that', () => {
    const four = cellOf(['w', 'x', 'y', 'z'], ['a', 'a', 'a', 'a'], [[{ returns: [25, 20, 15, 0] }]])
    const result = resultOf([four])
    expect(seats.rows(result).map(({ wins, losses, draws }) => [wins, losses, draws])).toEqual([
      [1, 0, 0],
      [1, 0, 0],
      [0, 0, 1],
      [0, 1, 0],
    ])
    expect(endings.rows(result).find(row => row.matches > 0)).toMatchObject({ winner: 'nobody' })
  })

  it("counts winners by their gauge's lowest value", () => {
    expect(comebacks.rows(paper)).toEqual([
      { ...CELL, gauge: 'favour', lowest: -2, bin_width: 1, matches: 1, share: 0.5, cumulative_share: 0.5 },
      { ...CELL, gauge: 'favour', lowest: -1, bin_width: 1, matches: 1, share: 0.5, cumulative_share: 1 },
    ])
  })

  it("counts winners by their lowest lead over the best of the others, where the gauge's values do not sum to 0", () => {
    const gold = { id: 'gold', label: 'gold', min: 0, max: 9, zeroSum: false, weight: 1 }
    const step = (x: number, y: number, z: number) => [[x, y, z]]
    const gauges = [step(1, 3, 2), step(1, 0, 9), step(8, 7, 2)]
    const one = cellOf(['x', 'y', 'z'], ['a', 'b', 'c'], [[{ returns: [60, 0, 0], steps: 3, gauges }]], {
      gauges: [gold],
    })
    expect(
      comebacks.rows(resultOf([one])).map(({ gauge, lowest, matches }) => [gauge, lowest, matches]),
    ).toEqual([['gold', -8, 1]])
  })

  it('names the agent that failed and the match to look at', () => {
    const reason = 'answered 7, which is not legal'
    expect(faults.rows(paper)).toEqual([
      { ...CELL, block: 1, rotation: 1, seat: 'black', agent: 'ann', decision: 5, reason },
    ])
  })
})
