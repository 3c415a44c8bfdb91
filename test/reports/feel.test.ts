/** How matches feel: figures that can be worked out on paper, and games in which leads mean nothing. */
import { describe, expect, it } from 'vitest'
import { defineExperiment } from '../../library/index.ts'
import { consoleReport } from '../../reports/console/index.ts'
import { feelWords, noReturnWords } from '../../reports/findings/feel.ts'
import { comeback, leaders, quality } from '../../reports/tables/index.ts'
import { qualityCount } from '../../sim/figures/qualities.ts'
import { decisionsOf } from '../../sim/figures/reading.ts'
import { newRun, playRun } from '../../sim/run.ts'
import { COUNTED, isSampled } from '../../sim/tally/match.ts'
import { annAndBob, CAP, cellOf, type PaperMatch, resultOf, TWO } from './fixture.ts'

const paper = resultOf([annAndBob()])

/** A match with these values of the headline gauge of white after its steps; black has the negative. */
const path = (returns: readonly number[], ...values: readonly number[]): PaperMatch => ({
  returns,
  steps: values.length,
  gauges: values.map(value => [
    [value, -value],
    [0, 0],
  ]),
})

describe('quality.csv', () => {
  it('follows from the three matches that were played to their end', () => {
    // White leads by -2, 6 and wins; by 2, -4, 6 and wins; the third is level for four rounds, and drawn.
    expect(quality.rows(paper)).toHaveLength(1)
    expect(quality.rows(paper)[0]).toMatchObject({
      matches: 3,
      completion: 1,
      decisiveness: 2 / 3,
      length_steps: 3,
      decisions: 14,
      lead_changes: 1,
      drama: 2 / 5,
      deficit: 3,
      killer_move: 9,
      half_leader_wins: 0,
      late_uncertainty: 1,
      branching: Number.NaN,
      no_return_step: Number.NaN,
    })
  })

  it('counts the turn limit as no completion, and a leader over all others of three seats', () => {
    const gauges = [{ id: 'men', label: 'men', min: 0, max: 9, zeroSum: false, weight: 1 }]
    const match: PaperMatch = {
      returns: [0, 0, 60],
      ending: 0,
      steps: 4,
      options: 12,
      choices: 5,
      gauges: [[[2, 2, 1]], [[3, 2, 2]], [[2, 3, 3]], [[1, 2, 4]]],
    }
    const capped: PaperMatch = { returns: [20, 20, 20], ending: CAP, steps: 1, gauges: [[[1, 1, 1]]] }
    const cell = cellOf(['x', 'y', 'z'], ['a', 'b', 'c'], [[match, capped, capped]], { gauges })
    // The third seat's leads: -1, -1, 0, 2. The first led, then nobody, then the third.
    expect(quality.rows(resultOf([cell]))[0]).toMatchObject({
      completion: 1 / 3,
      decisiveness: 1 / 3,
      lead_changes: 1 / 3,
      drama: 1 / 2,
      deficit: 1,
      killer_move: 2,
      half_leader_wins: 0,
      branching: 2.4,
      branching_decisions: 5,
    })
    expect(leaders.rows(resultOf([cell])).map(({ step, matches, led }) => [step, matches, led])).toEqual([
      [1, 3, 0],
      [2, 1, 1],
      [3, 1, 0],
      [4, 1, 1],
    ])
  })

  it('tells intervals by blocks: the matches of a block are not independent', () => {
    const won = path([60, 0], 1, 3)
    const lost = path([0, 60], 1, -3)
    const together = Array.from({ length: 40 }, (_, i) => (i % 2 ? [won, won] : [lost, lost]))
    const apart = Array.from({ length: 40 }, () => [won, lost])
    const width = (blocks: PaperMatch[][]) => {
      const [row] = quality.rows(resultOf([cellOf(TWO, ['ann', 'ann'], blocks)]))
      expect(row!.half_leader_wins).toBe(0.5)
      return row!.half_leader_wins_high - row!.half_leader_wins_low
    }
    expect(width(together)).toBeGreaterThan(5 * width(apart))
  })
})

describe('leaders.csv', () => {
  it('has the leaders of every step, and how many of them win', () => {
    const rows = leaders.rows(paper)
    expect(rows.map(row => [row.step, row.matches, row.led, row.leader_wins])).toEqual([
      [1, 3, 2, 0.5],
      [2, 3, 2, 0.5],
      [3, 2, 1, 1],
      [4, 1, 0, Number.NaN],
    ])
  })

  it('leaves out matches that nobody won: how many these are is another figure', () => {
    const cell = cellOf(
      TWO,
      ['ann', 'ann'],
      [[path([60, 0], 1, 2), { ...path([30, 30], 1, 2), ending: CAP }]],
    )
    expect(leaders.rows(resultOf([cell])).map(row => [row.matches, row.led, row.leader_wins])).toEqual([
      [2, 1, 1],
      [2, 1, 1],
    ])
    expect(quality.rows(resultOf([cell]))[0]).toMatchObject({ half_leader_wins: 1, decisiveness: 0.5 })
  })

  it('shows the point of no return: from there on, who leads wins', () => {
    const sure = path([60, 0], 1, 2, 3)
    const turned = path([0, 60], 1, -2, -3)
    const blocks = Array.from({ length: 30 }, () => [sure, turned])
    const cell = cellOf(TWO, ['ann', 'ann'], blocks)
    expect(quality.rows(resultOf([cell]))[0]).toMatchObject({ no_return_step: 2, no_return_reached: 1 })
    expect(feelWords(cell)).toMatch(
      /^The player ahead at half-time wins 100\.0 % .* of decided matches\. From turn 1 on, the leader almost always wins \(95 % of decided matches\); all matches get that far\. Average length: 1\.5 turns\.$/,
    )
    const late = cellOf(TWO, ['ann', 'ann'], [...blocks, ...blocks.map(() => [path([0, 60], 1, 2, 3), sure])])
    expect(quality.rows(resultOf([late]))[0]!.no_return_step).toBeNaN()
    expect(feelWords(late)).toMatch(
      /of decided matches\. No lead is ever safe\. Average length: 1\.5 turns\.$/,
    )
  })

  it('calls nothing decided where most matches that last so long are not won, and tells no lead by few matches', () => {
    const sure = path([60, 0], 1, 2, 3)
    const open = { ...path([30, 30], 1, -2, 3, -1), ending: CAP }
    const cell = cellOf(
      TWO,
      ['ann', 'ann'],
      Array.from({ length: 30 }, () => [sure, open]),
    )
    expect(feelWords(cell)).toContain(
      'of decided matches. From turn 1 on, the leader almost always wins (95 % of decided matches)',
    )
    for (const words of [feelWords(cell), noReturnWords(cell)]) expect(words).not.toMatch(/(is|are) decided/)
    const blocks = Array.from({ length: 60 }, (_, block) => (block < 9 ? [sure, sure] : [open, open]))
    expect(feelWords(cellOf(TWO, ['ann', 'ann'], blocks))).toBe('')
    expect(feelWords(cellOf(TWO, ['ann', 'ann'], [...blocks, [sure, sure]]))).toContain('get that far')
  })
})

describe('comeback.csv', () => {
  it('has the chance of every value at every step, from both sides', () => {
    const rows = comeback.rows(paper).filter(({ step }) => step === 1)
    // White had -1 and 1 in the matches that it won; both had 0 in the draw.
    expect(rows.map(row => [row.gauge_value, row.seats, row.win_share])).toEqual([
      [-1, 2, 0.5],
      [0, 2, 0],
      [1, 2, 0.5],
    ])
    for (const row of rows)
      expect(row.win_share_low <= row.win_share && row.win_share <= row.win_share_high).toBe(true)
  })
})

it('a report says nothing of leads where the headline gauge is worth nothing, and nothing where nothing was played', () => {
  const gauges = [{ id: 'won', label: 'won', min: 0, max: 1, zeroSum: false, weight: 0 }]
  const cell = cellOf(
    TWO,
    ['ann', 'ann'],
    [
      [
        { returns: [60, 0], gauges: [[[1, 0]]] },
        { returns: [0, 60], gauges: [[[0, 1]]] },
      ],
    ],
    { gauges },
  )
  expect(quality.rows(resultOf([cell]))[0]).toMatchObject({
    completion: 1,
    lead_changes: Number.NaN,
    half_leader_wins: Number.NaN,
  })
  expect(leaders.rows(resultOf([cell]))).toEqual([])
  expect(feelWords(cell)).toBe('')
  expect(quality.rows(resultOf([cellOf(TWO, ['ann', 'ann'], [])]))[0]).toMatchObject({
    matches: 0,
    completion: Number.NaN,
  })
})

it('options of decisions are sampled in the first blocks and some later ones, and the console says how the game feels', async () => {
  const experiment = await defineExperiment({
    game: 'tic-tac-toe',
    matches: 40,
    lineups: [{ agents: ['random'] }],
  })
  const result = await playRun(newRun(experiment), { threads: 0, chunk: 3 })
  const [cell] = result.cells
  const sampled = Array.from({ length: 20 }, (_, block) => isSampled(COUNTED, block)).filter(Boolean).length
  expect(sampled).toBe(16)
  expect(isSampled(COUNTED, 512)).toBe(true)
  // A game without chance: every decision of a sampled match counts.
  const choices = qualityCount(cell!, 'options')
  expect(choices).toBeGreaterThan(5 * 2 * 16)
  expect(choices).toBeLessThan(decisionsOf(cell!))
  // Nine squares, then eight, ...: a match of n decisions has (9 + ... + (10 - n)) / n options.
  const [row] = quality.rows(result)
  expect(row!.branching).toBeGreaterThan(5)
  expect(row!.branching).toBeLessThan(7)
  expect(consoleReport(result, { color: false, width: 80 })).toMatch(/\nFEEL\n/)
})
