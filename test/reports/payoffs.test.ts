/** Games whose seats play for chips or a margin: the figures, verdicts and changes go by them, and the score still says who won. */
import { describe, expect, it } from 'vitest'
import { literal } from '../../documents/index.ts'
import type { Gauge } from '../../engine/contract/index.ts'
import { consoleReport } from '../../reports/console/index.ts'
import { comparisonsOf } from '../../reports/findings/changes/comparisons.ts'
import { ladderOf } from '../../reports/findings/ladder/ladder.ts'
import { ladderWords } from '../../reports/findings/ladder/words.ts'
import { seatVerdicts } from '../../reports/findings/verdicts/verdicts.ts'
import { shortVerdict } from '../../reports/findings/verdicts/words.ts'
import { seats, summary } from '../../reports/tables/index.ts'
import type { CellResult } from '../../sim/chunks/results.ts'
import { resolveExperiment } from '../../sim/experiment/index.ts'
import { payoffOf } from '../../sim/figures/reading.ts'
import { newRun, playRun } from '../../sim/run.ts'
import { checkPairs, measuresIn } from '../../sim/tally/checks/pairs.ts'
import { checkTally } from '../../sim/tally/checks/tally.ts'
import { payoffOffset } from '../../sim/tally/layout.ts'
import { PAIR_SIZE } from '../../sim/tally/pairs.ts'
import { cellOf, gameOf, type PaperMatch, resultOf, TWO, verdictWords } from './fixture.ts'

const CHIPS: Gauge = {
  id: 'chips',
  label: 'chips won',
  min: -10,
  max: 10,
  zeroSum: true,
  weight: 1,
  payoff: true,
}
const [FAVOUR] = gameOf(TWO).info.gauges
/** The payoff comes second, so that nobody takes the headline for it. */
const GAUGES = [FAVOUR!, CHIPS]

/** A match of two seats in which white ends with this many chips, after a step with none. */
function paid(chips: number): PaperMatch {
  const returns = chips > 0 ? [60, 0] : chips < 0 ? [0, 60] : [30, 30]
  const step = (white: number) => [
    [1, -1],
    [white, -white],
  ]
  return { returns, ending: chips === 0 ? 1 : 0, steps: 2, gauges: [step(0), step(chips)] }
}

const cell = (agents: readonly string[], blocks: readonly (readonly number[])[]): CellResult =>
  cellOf(
    TWO,
    agents,
    blocks.map(block => block.map(paid)),
    { gauges: GAUGES },
  )

describe('payoffs', () => {
  it('are means per match, by seat and by participant, of matches without forfeits', () => {
    // Rotations swap the seats: the first agent gets 5 and then 1 chip, white 5 and then -1.
    const one = cell(
      ['ann', 'bob'],
      [
        [5, -1],
        [3, -3],
      ],
    )
    expect(payoffOf(one, 'seat', 0)!.mean).toBe(1)
    expect(payoffOf(one, 'seat', 1)!.mean).toBe(-1)
    expect(payoffOf(one, 'participant', 0)!.mean).toBe(3)
    expect(payoffOf(one, 'participant', 1)!.mean).toBe(-3)
    const forfeited = { ...paid(10), faulty: 1 }
    const other = cellOf(
      TWO,
      ['ann', 'bob'],
      [
        [paid(4), forfeited],
        [paid(2), paid(0)],
      ],
      { gauges: GAUGES },
    )
    expect(payoffOf(other, 'seat', 0)!.mean).toBe(2)
  })

  it('are none where the win is all, and with three seats each has its own', () => {
    expect(payoffOf(cellOf(TWO, ['ann', 'bob'], []), 'seat', 0)).toBe(null)
    const match = (chips: readonly number[]): PaperMatch => ({
      returns: [60, 0, 0],
      gauges: [[[0, 0, 0], [...chips]]],
    })
    const one = cellOf(
      ['white', 'black', 'red'],
      ['ann', 'bob', 'cal'],
      [[match([4, -1, -3]), match([6, -6, 0]), match([2, 1, -3])]],
      {
        gauges: [
          { ...FAVOUR!, zeroSum: false },
          { ...CHIPS, zeroSum: false },
        ],
      },
    )
    expect([0, 1, 2].map(seat => payoffOf(one, 'seat', seat)!.mean)).toEqual([4, -2, -2])
    // Seat s of rotation r is participant s + r.
    const ann = (4 + 0 + 1) / 3
    expect(payoffOf(one, 'participant', 0)!.mean).toBe(ann)
  })

  it('decide the verdict, whoever wins more matches', () => {
    const often = Array.from({ length: 300 }, () => [-1, -1])
    const seldom = Array.from({ length: 100 }, (_, i) => [10, i % 2 === 0 ? 10 : 9])
    const one = cell(['ann', 'ann'], [...often, ...seldom])
    expect(shortVerdict(one, 0.02)).toBe('favours white')
    const [white, black] = seatVerdicts(one, 0.02)
    expect(white!.score.mean).toBe(0.25)
    expect([white!.side, black!.side]).toEqual(['above', 'below'])
    // 1.6875 of the 20 chips between the least and the most.
    expect(white!.points).toBeCloseTo(8.4375, 10)
    expect(verdictWords(one, 0.02)).toMatch(
      /^Favours white by 1\.7 ± \d\.\d \(chips won per match; fair: 0, n 800\)\.$/,
    )
  })

  it('whose bounds are uneven may show whom the game hinders before they show whom it favours', () => {
    // The most is near, the least is far: bets that black gets less may be higher than those that white gets more.
    const uneven = [FAVOUR!, { ...CHIPS, min: -400, max: 2, zeroSum: false }]
    const found = Array.from({ length: 40 }, (_, i) => {
      const blocks = Array.from({ length: 10 * (i + 1) }, (_, j) => [paid(j % 3 === 0 ? -1 : 1), paid(1)])
      return verdictWords(cellOf(TWO, ['ann', 'ann'], blocks, { gauges: uneven }), 0.0001)
    })
    expect(found.every(words => /^(Inconclusive|Favours white by|Hinders black by)/.test(words))).toBe(true)
    expect(found.some(words => words.startsWith('Hinders black by 0.7 ('))).toBe(true)
  })

  it('are fair within the margin as a share of their range', () => {
    const blocks = Array.from({ length: 800 }, (_, i) => (i % 2 === 0 ? [1, -1] : [-1, 1]))
    const one = cell(['ann', 'ann'], blocks)
    expect(verdictWords(one, 0.02)).toMatch(
      /^Fair within 0\.4: white gets 0\.00 ± 0\.\d+ \(chips won per match/,
    )
    const drawn = cell(
      ['ann', 'ann'],
      Array.from({ length: 300 }, () => [0, 0]),
    )
    expect(verdictWords(drawn, 0.02)).toMatch(/^Always a draw: .*\. By payoff alone, fair within 0\.4/)
  })

  it('decide who is stronger, and stand beside the score', () => {
    const blocks = Array.from({ length: 90 }, (_, i) => (i % 3 === 0 ? [9, -9] : [-1, 1]))
    const result = resultOf([cell(['ann', 'bob'], blocks)])
    const text = consoleReport(result, { color: false, width: 500 })
    expect(text).toMatch(/ann beats bob: 2\.3 ± [12]\.\d \(chips won per match\), score 33\.3 %/)
    expect(text).toMatch(/line-up +matches +chips +score/)
    expect(text).toContain('chips: mean chips won per match, without forfeits')
    const [row] = summary.rows(result)
    expect([row!.payoff, row!.elo]).toEqual([7 / 3, expect.any(Number)])
    expect(Number(row!.payoff_low)).toBeGreaterThan(0)
    expect(seats.rows(result).map(one => one.payoff)).toEqual([0, 0])
  })
})

describe('a run', () => {
  const PENNIES = { row: ['heads', 'tails'], column: ['heads', 'tails'] }
  const table = (payoffs: number[][]) => ({ ...PENNIES, payoffs })
  const EVEN = [
    [1, -1],
    [-1, 1],
  ]
  const ROWS = [
    [3, -1],
    [-1, 3],
  ]

  it('compares payoffs block by block', async () => {
    const file = {
      game: 'matrix-game',
      matches: 400,
      variants: [
        { name: 'even', rules: table(EVEN) },
        { name: 'rows', rules: table(ROWS) },
      ],
      lineups: [{ agents: ['random'] }],
    }
    const experiment = await resolveExperiment(literal(file, 'test'))
    const result = await playRun(newRun(experiment), { threads: 0 })
    const one = comparisonsOf(result).find(({ metric }) => metric.id === 'payoff:row')!
    // The same choices in both: 2 more for each match of equal sides, half of them.
    const [before, after] = result.cells.map(each => payoffOf(each, 'seat', 0)!.mean) as [number, number]
    expect(one.difference).toBeCloseTo(after - before, 10)
    expect(one.difference).toBeGreaterThan(0.7)
    expect(one.words).toBe('row gets more')

    const text = consoleReport(result, { color: false, width: 200 })
    expect(text).toMatch(/row gets more \(-?0\.\d\d to \d\.\d\d\)/)
    expect(text).toMatch(/row points +row payoff +draws, points/)

    const [even, rows] = result.cells as [CellResult, CellResult]
    for (const { game, layout, tally } of [even, rows])
      expect(() => checkTally(game, layout, tally, 200)).not.toThrow()
    const measures = [even, rows].map(each => measuresIn(each.game, each.layout, each.tally))
    const pairs = Float64Array.from(rows.pairs)
    expect(() => checkPairs(rows.metrics, pairs, measures[0]!, measures[1]!, 200)).not.toThrow()
    pairs[PAIR_SIZE * rows.metrics.findIndex(({ kind }) => kind === 'payoff')]! += 2
    expect(() => checkPairs(rows.metrics, pairs, measures[0]!, measures[1]!, 200)).toThrow('payoff:row')
  })

  it.each([
    ['of a seat that others did not pay', 'seat', 0, 2, 'payoffs by seat'],
    ['of a participant that others did not pay', 'participant', 1, 2, 'payoffs by participant'],
    ['beyond the most', 'seat', 0, 100_000, 'payoffs'],
    ['of more matches than were played', 'seat', 1, 0, 'matches with a payoff'],
  ] as const)('from elsewhere is refused with payoffs %s', async (_, side, index, more, what) => {
    const file = { game: 'kuhn-poker', matches: 20, lineups: [{ agents: ['random'] }] }
    const { cells } = await playRun(newRun(await resolveExperiment(literal(file, 'test'))), { threads: 0 })
    const { game, layout, tally } = cells[0]!
    expect(() => checkTally(game, layout, tally, 10)).not.toThrow()
    const forged = Float64Array.from(tally)
    const at = payoffOffset(layout, side, index)
    forged[at]! += more
    if (more === 0) forged[at + 1]! += 1
    expect(() => checkTally(game, layout, forged, 10)).toThrow(what)
  })
})

describe('a ladder of a game with payoffs', () => {
  /** Blocks in which the first rotation's white agent gets the first number of chips, and the other agent as white the second. */
  const field = (after: readonly number[]) => [
    cell(['greedy', 'greedy'], new Array(500).fill([2, -2])),
    cell(['cfr', 'cfr'], new Array(500).fill(after)),
    // cfr wins a match in four, by ten chips against one.
    cell(['cfr', 'greedy'], [...new Array(200).fill([10, 1]), ...new Array(200).fill([-1, 1])]),
  ]
  const report = (after: readonly number[]) =>
    consoleReport(resultOf(field(after)), { color: false, width: 200, ladder: true })

  it('shows what the first seat is paid, and how much that moves, in the unit of the payoff', () => {
    const text = report([7, 1])
    expect(text).toMatch(/agent +Elo +gain +white, chips +draws/)
    expect(text).toMatch(/^ {2}2 greedy .* 0\.0/m)
    expect(text).toMatch(/^ {2}1 cfr .* 4\.0/m)
    expect(text).toMatch(
      /The verdict still changes with strength: white gains 4\.\d ± \d\.\d \(chips won per match\) from greedy to cfr\./,
    )
    expect(text).not.toContain('points')
    expect(text).toContain('white and draws are for the player against itself')
  })

  it('has a margin on the same scale, and a first seat that is paid less', () => {
    const words = (after: readonly number[], margin: number) =>
      ladderWords(ladderOf(field(after)), margin).join('\n')
    expect(words([2, -2], 0.1)).toMatch(
      /settled: from greedy to cfr, white gains 0\.0 ± [01]\.\d+ \(chips won per match\), within 2\.$/m,
    )
    expect(words([-1, -7], 0.1)).toMatch(/white loses [34]\.\d ± \d\.\d \(chips won per match\) from/)
  })

  it('calls nobody weaker for matches that were lost, and says what Elo counts', () => {
    const text = report([2, -2])
    expect(text).toMatch(/cfr wins fewer matches than greedy, by \d+ ± \d+ Elo; Elo ignores payoffs\./)
    expect(text).not.toMatch(/weaker|stronger/)
    expect(text).toContain('Elo, gain and PAIRS count wins, not payoffs')
    expect(text).toContain('may still be paid more (evenhand exploit)')
  })
})
