/** Ladders of matches made by hand: rungs, pairs, cycles, and how far the verdict still moves. */
import { parseHTML } from 'linkedom'
import { describe, expect, it } from 'vitest'
import { consoleReport } from '../../reports/console/index.ts'
import { ladderAnswer } from '../../reports/findings/answer/others.ts'
import { ladderOf } from '../../reports/findings/ladder/ladder.ts'
import { ladderWords, movementsOf } from '../../reports/findings/ladder/words.ts'
import { playersSection } from '../../reports/page/sections/players.ts'
import { subjectOf } from '../../reports/page/subject.ts'
import { ladder, pairs } from '../../reports/tables/index.ts'
import type { CellResult } from '../../sim/chunks/results.ts'
import { cellOf, resultOf, TWO, times } from './fixture.ts'

/** Matches of a block in which the first agent of the line-up wins both, one, or none. */
const BOTH = [
  [60, 0],
  [0, 60],
]
const WHITE = [
  [60, 0],
  [60, 0],
]
const BLACK = [
  [0, 60],
  [0, 60],
]
const NONE = [
  [0, 60],
  [60, 0],
]
const DRAWN = [
  [30, 30],
  [30, 30],
]

/** A against b: blocks of which a wins both matches, one, or none. */
function duel(a: string, b: string, both: number, one: number, none: number): CellResult {
  return cellOf(TWO, [a, b], [...times(both, ...BOTH), ...times(one, ...WHITE), ...times(none, ...NONE)])
}

/** An agent against itself: blocks of which white wins both matches, black does, or nobody wins any. */
function mirror(agent: string, white: number, black: number, drawn = 0): CellResult {
  return cellOf(
    TWO,
    [agent, agent],
    [...times(white, ...WHITE), ...times(black, ...BLACK), ...times(drawn, ...DRAWN)],
  )
}

/** Odds of 3 from rung to rung, so all pairs fit: 190.85 Elo. */
const STEP = 400 * Math.log10(3)
const EVEN_STEPS = [
  mirror('low', 500, 500),
  mirror('middle', 600, 400),
  mirror('high', 610, 390),
  duel('middle', 'low', 750, 0, 250),
  duel('high', 'low', 900, 0, 100),
  duel('high', 'middle', 750, 0, 250),
]
const CIRCLE = [
  mirror('rock', 50, 50),
  mirror('paper', 50, 50),
  mirror('scissors', 50, 50),
  duel('paper', 'rock', 70, 20, 10),
  duel('scissors', 'paper', 70, 20, 10),
  duel('rock', 'scissors', 70, 20, 10),
]

describe('the rungs of a ladder', () => {
  it('have the Elo that was put in', () => {
    const { rungs, isRoundRobin, cycles } = ladderOf(EVEN_STEPS)
    expect(rungs.map(({ label }) => label)).toEqual(['low', 'middle', 'high'])
    for (const [i, { elo, gain }] of rungs.entries()) {
      // The prior takes a little off: a drawn match each against the mean, beside 4,000.
      expect(Math.abs(elo.elo - STEP * (i - 1))).toBeLessThan(0.5)
      if (i > 0) expect(Math.abs(gain.elo - STEP)).toBeLessThan(0.5)
      expect(elo.low).toBeLessThan(elo.elo)
      expect(elo.high - elo.elo).toBeCloseTo(elo.elo - elo.low, 9)
    }
    expect([isRoundRobin, cycles]).toEqual([true, []])
    expect(rungs.map(({ nash }) => nash)).toEqual([0, 0, 1])
  })

  it('have rows, the first without a gain', () => {
    const rows = ladder.rows(resultOf(EVEN_STEPS))
    expect(
      rows.map(row => [row.rung, row.agent, row.matches, row.seat, row.seat_score, row.nash_share]),
    ).toEqual([
      [1, 'low', 2000, 'white', 0.5, 0],
      [2, 'middle', 2000, 'white', 0.6, 0],
      [3, 'high', 2000, 'white', 0.61, 1],
    ])
    expect(rows.map(row => [row.gain, row.seat_moved].map(value => Math.round(value as number)))).toEqual([
      [Number.NaN, Number.NaN],
      [191, 10],
      [191, 1],
    ])
    expect(rows.map(row => row.seat_verdict)).toEqual(['inconclusive', 'favours white', 'favours white'])
  })

  it('have no Elo where no chain of meetings connects them, and none of an agent that met nobody', () => {
    const apart = ladderOf([duel('a', 'b', 5, 5, 5), duel('c', 'd', 5, 5, 5)])
    expect(apart.rungs.map(({ elo }) => elo.elo)).toEqual([Number.NaN, Number.NaN, Number.NaN, Number.NaN])
    expect(apart.pairs.map(({ expected }) => expected)).toEqual([Number.NaN, Number.NaN])
    expect(ladderOf([mirror('a', 5, 5), mirror('b', 5, 5)]).rungs.map(({ elo }) => elo.elo)).toEqual([
      Number.NaN,
      Number.NaN,
    ])
    const chain = ladderOf([duel('a', 'b', 5, 5, 5), duel('c', 'd', 5, 5, 5), duel('a', 'd', 5, 5, 5)])
    expect(chain.rungs.every(({ elo }) => Number.isFinite(elo.elo))).toBe(true)
    // Nash averaging needs all pairs.
    expect(chain.rungs.map(({ nash }) => nash)).toEqual([Number.NaN, Number.NaN, Number.NaN, Number.NaN])
  })

  it('leave out line-ups of three agents', () => {
    const three = ['red', 'green', 'blue']
    const { rungs, pairs: met } = ladderOf([
      cellOf(three, ['a', 'b', 'c'], times(2, [60, 0, 0], [0, 60, 0], [0, 0, 60])),
    ])
    expect([rungs, met]).toEqual([[], []])
  })

  it('are of agents that all lose to one of them even if one more wins every match', () => {
    const { rungs } = ladderOf([
      duel('a', 'b', 100, 0, 0),
      duel('b', 'c', 100, 0, 0),
      duel('a', 'c', 100, 0, 0),
    ])
    const [a, b, c] = rungs.map(({ elo }) => elo)
    expect([a!, b!, c!].every(({ low, high }) => Number.isFinite(low) && Number.isFinite(high))).toBe(true)
    expect([a!.low > b!.elo, b!.low > c!.elo]).toEqual([true, true])
  })
})

describe('pairs', () => {
  it('tell the score of the lower rung, whichever way round the line-up lists them', () => {
    const [row] = pairs.rows(resultOf([mirror('a', 1, 1), duel('b', 'a', 60, 20, 20)]))
    expect(row).toMatchObject({ agent: 'a', opponent: 'b', matches: 200, blocks: 100, fair_share: 0.5 })
    expect(row!.score).toBeCloseTo(0.3, 12)
    expect(row!.advantage).toBeCloseTo(-20, 12)
    expect(row!.advantage_low).toBeCloseTo(100 * (row!.score_low as number) - 50, 9)
    expect(row!.opponent_score).toBeNaN()
    expect(row!.p).toBeLessThan(1e-4)
    // Two agents alone are rated by this pair: the prior takes a little off.
    expect(Math.abs((row!.expected as number) + 20)).toBeLessThan(0.2)
  })

  it('of three seats take both ways together', () => {
    const three = ['red', 'green', 'blue']
    const won = (seat: number) => three.map((_, s) => (s === seat ? 60 : 0))
    // The lone agent sits in seat 0, 2, 1.
    const lone = [won(0), won(2), won(1)]
    const others = [won(1), won(0), won(2)]
    const cells = [
      cellOf(three, ['a', 'b', 'b'], [...times(60, ...lone), ...times(40, ...others)]),
      cellOf(three, ['b', 'a', 'a'], [...times(10, ...lone), ...times(90, ...others)]),
    ]
    const [row] = pairs.rows(resultOf(cells))
    expect(row).toMatchObject({ agent: 'a', opponent: 'b', matches: 600, blocks: 200 })
    expect(row!.score).toBeCloseTo(0.6, 12)
    expect(row!.opponent_score).toBeCloseTo(0.1, 12)
    expect(row!.advantage).toBeCloseTo(25, 12)
    // Odds of 3 alone and of 4.5 against two of a: Luce's rule lies between them.
    const gap = ladderOf(cells).rungs[0]!.elo.elo - ladderOf(cells).rungs[1]!.elo.elo
    expect(gap).toBeGreaterThan(400 * Math.log10(3))
    expect(gap).toBeLessThan(400 * Math.log10(4.5))
  })

  it('that are even have a p of 1, and too few matches show nothing', () => {
    const [even, few] = ladderOf([duel('a', 'b', 10, 5, 10), duel('a', 'c', 2, 0, 0)]).pairs
    expect(even!.p).toBe(1)
    expect(few!.p).toBeGreaterThan(0.1)
  })
})

describe('cycles', () => {
  it('of rock, paper and scissors are found, and Nash averaging gives each a third', () => {
    const { rungs, cycles } = ladderOf(CIRCLE)
    expect(rungs.map(({ nash }) => nash)).toEqual(
      [1 / 3, 1 / 3, 1 / 3].map(share => expect.closeTo(share, 12)),
    )
    expect(cycles).toHaveLength(1)
    const [{ agents, p, adjusted }] = cycles as [(typeof cycles)[0]]
    expect(agents.map(agent => rungs[agent]!.label)).toEqual(['rock', 'scissors', 'paper'])
    expect(p).toBeLessThan(1e-6)
    expect(adjusted).toBe(p)
    // No Elo can show it: all are even.
    for (const { elo } of rungs) expect(elo.elo).toBeCloseTo(0, 9)
    expect(ladderWords({ rungs, cycles }, 0.02).join('\n')).toContain(
      "Strength goes in a circle, which Elo can't show: rock beats scissors, scissors beats paper, and paper beats rock (p 1.2e-8).\n" +
        'Against an unknown agent, the best mix is (Nash averaging): rock 33 %, paper 33 % and scissors 33 %.',
    )
  })

  it('the strongest may lose to the next one, and the answer says so', () => {
    const cells = [
      ...[mirror('weak', 50, 50), mirror('rival', 50, 50), mirror('best', 50, 50)],
      ...[
        duel('best', 'weak', 198, 0, 2),
        duel('rival', 'weak', 100, 0, 100),
        duel('best', 'rival', 76, 0, 124),
      ],
    ]
    const [first] = ladderAnswer(resultOf(cells)).answer
    expect(first).toContain(
      'best, although it loses to rival 38 : 62. From strong to weak: best, rival, weak.',
    )
  })

  it('that the matches do not show are not told, and the least sure pair decides', () => {
    const weak = [...CIRCLE.slice(0, 5), duel('rock', 'scissors', 26, 50, 24)]
    const { rungs, cycles } = ladderOf(weak)
    expect(cycles).toHaveLength(1)
    expect(cycles[0]!.p).toBeGreaterThan(0.3)
    expect(ladderWords({ rungs, cycles }, 0.02).join('\n')).not.toContain('circle')
  })

  it('are corrected for the number of triples', () => {
    const more = ['x', 'y'].flatMap(one =>
      ['rock', 'paper', 'scissors'].map(other => duel(one, other, 30, 0, 10)),
    )
    const { cycles } = ladderOf([...CIRCLE, ...more, duel('x', 'y', 20, 0, 20)])
    expect(cycles).toHaveLength(1)
    // Ten triples of five agents.
    expect(cycles[0]!.adjusted).toBeCloseTo(10 * cycles[0]!.p, 12)
  })
})

describe('the verdict', () => {
  it.each([
    ['settled', [5, 5, 990], [6, 4, 990]],
    ['moves', [120, 180], [180, 120]],
    ['open', [50, 50], [55, 45]],
  ])('has %s', (kind, before, after) => {
    const of = ([white, black, drawn]: number[]) => mirror('a', white!, black!, drawn)
    const [white, black] = movementsOf(of(before), of(after), 0.02)
    expect([white!.kind, black!.kind]).toEqual([kind, kind])
    expect(white!.mean).toBeCloseTo(-black!.mean, 12)
    expect(white!.low).toBeCloseTo(-black!.high, 9)
  })

  it('moves by an interval of both scores', () => {
    const [white] = movementsOf(mirror('a', 60, 40), mirror('b', 80, 20), 0.02)
    const [was] = ladder.rows(resultOf([mirror('a', 60, 40)]))
    const [is] = ladder.rows(resultOf([mirror('b', 80, 20)]))
    expect(white!.anytime.low).toBeLessThan(white!.low)
    const arm = Math.hypot(0.8 - (is!.seat_score_low as number), (was!.seat_score_high as number) - 0.6)
    expect(white!.mean - white!.low).toBeCloseTo(arm, 12)
  })

  it('is told in words', () => {
    const words = (cells: readonly CellResult[]) => ladderWords(ladderOf(cells), 0.02)
    expect(words(EVEN_STEPS)).toEqual([
      expect.stringMatching(/^At high: favours white by 11\.0 ± 5\.\d points/),
      expect.stringMatching(
        /^It is unclear whether the verdict still changes: from middle to high, white gains 1\.0 ± 7\.\d points; more matches would show it\.$/,
      ),
      expect.stringMatching(/^high is stronger than middle by 191 ± \d+ Elo\.$/),
    ])
    const rising = [mirror('a', 500, 500), mirror('b', 700, 300), duel('b', 'a', 51, 0, 49)]
    expect(words(rising).slice(1)).toEqual([
      expect.stringMatching(
        /^The verdict still changes with strength: white gains 20\.0 ± [67]\.\d points from a to b\./,
      ),
      expect.stringMatching(/^b isn't clearly stronger than a: ahead by 7 ± \d+ Elo\.$/),
    ])
    const still = [mirror('a', 10, 10, 980), mirror('b', 10, 10, 980), duel('b', 'a', 10, 0, 90)]
    expect(words(still).slice(1)).toEqual([
      'The verdict has settled: from a to b, white gains 0.0 ± 1.2 points, within 2 points.',
      expect.stringMatching(/^b is weaker than a by \d+ ± \d+ Elo\.$/),
    ])
  })
})

describe('the console', () => {
  const options = { color: false, width: 80 }

  it('shows a ladder of four agents or more as one, or whatever it is told', () => {
    const four = [
      ...EVEN_STEPS,
      mirror('top', 50, 50),
      ...['low', 'middle', 'high'].map(other => duel('top', other, 80, 10, 10)),
    ]
    const text = consoleReport(resultOf(four), {
      ...options,
      costOf: ({ cell }) => cell.lineup.blocks / 1000,
    })
    expect(text).toContain('LADDER of paper\n  agent ')
    expect(text).not.toContain('MATCHES')
    expect(text.split('\n').filter(line => line.length > 80)).toEqual([])
    expect(text).toMatch(/^ {2}2 high +\+\d+ ± \d+ +\+\d+ ± \d+ +61\.0 ± 3\.1 +0 % +1\.0$/m)
    expect(text).toMatch(/^ {2}2 high +\d+\.\d +- +75\.0 +90\.0$/m)
    expect(consoleReport(resultOf(four), { ...options, ladder: false })).toContain('MATCHES')
    expect(consoleReport(resultOf(EVEN_STEPS), options)).not.toContain('LADDER')
    expect(consoleReport(resultOf(EVEN_STEPS), { ...options, ladder: true })).toContain('LADDER of paper')
  })

  it('of a ladder that has only begun shows what there is', () => {
    const begun = [mirror('a', 1, 0), mirror('b', 0, 0), duel('b', 'a', 0, 0, 0)]
    const text = consoleReport(resultOf(begun, false), { ...options, ladder: true })
    expect(text).toMatch(/^ {2}2 a +not yet known +- +100\.0 \(≥ 1\) +0 %$/m)
    expect(text).toMatch(/^ {2}1 b +not yet known +- +- +-$/m)
    expect(text).toContain('This run is unfinished')
  })
})

describe('the page', () => {
  /** The section on who plays how well. */
  const playersOf = (cells: readonly CellResult[]) =>
    parseHTML(playersSection(subjectOf(resultOf(cells))).text).document.querySelector('#players')!

  it('draws Elo as a full dot where it is off the mean of the field by its anytime interval, else as a ring', () => {
    const elo = playersOf(EVEN_STEPS).querySelector('svg[aria-label^="Elo: "]')!
    const fills = [...elo.querySelectorAll('circle')].map(dot => dot.getAttribute('fill'))
    expect(fills).toEqual(['var(--s1)', 'var(--page)', 'var(--s1)'])
  })

  it('says where Elo is not yet known', () => {
    const apart = [...EVEN_STEPS, duel('other', 'another', 1, 1, 1)]
    expect(playersOf(apart).textContent).toContain("Elo is unknown: these matches don't connect all players.")
    expect(playersOf(EVEN_STEPS).textContent).not.toContain('is not known')
  })
})
