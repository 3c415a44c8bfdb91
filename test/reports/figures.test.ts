/** Two figures from their declaration to every report: draws before the turn limit, and uses of an asset a turn. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { InputError, parseDocument } from '../../documents/index.ts'
import { ROOT } from '../../engine/package.ts'
import { consoleReport } from '../../reports/console/index.ts'
import { csvText } from '../../reports/files/csv.ts'
import { comparisonsOf, isOfFeel } from '../../reports/findings/changes/comparisons.ts'
import { effectsOf } from '../../reports/findings/changes/effects.ts'
import { gateOf, judgeGate } from '../../reports/findings/gate/gate.ts'
import { gateLines } from '../../reports/findings/gate/words.ts'
import { pageOf } from '../../reports/page/index.ts'
import { agentUnits, comparisons, levers, quality, summary, units } from '../../reports/tables/index.ts'
import type { RunResult } from '../../sim/chunks/results.ts'
import { resolveExperiment } from '../../sim/experiment/index.ts'
import { ABOUT } from '../../sim/figures/figure.ts'
import { FIGURES, gateFigures, metricsOf } from '../../sim/figures/registry.ts'
import { newRun, playRun } from '../../sim/run.ts'
import { pairedDifference, pairedRates, type RatePair } from '../../sim/stats/paired.ts'
import { rateDifferenceSequence, rateSequence, studentSequence } from '../../sim/stats/sequence.ts'
import { measuresIn } from '../../sim/tally/checks/pairs.ts'
import { addPair, layoutPairs, ratioPairAt } from '../../sim/tally/pairs.ts'
import { CAP, cellOf, type PaperMatch, resultOf, TIE, TWO } from './fixture.ts'

async function play(yaml: string): Promise<RunResult> {
  return playRun(newRun(await resolveExperiment(parseDocument(yaml, 'x.yaml'))), { threads: 0, chunk: 7 })
}

const HEAD = 'game: elephant-men\nmatches: 60\nseed: "7"\n'
const GATE =
  'gate: { draws-before-limit: < 90 %, change.draws-before-limit: -60..60, use-per-turn.monk: "> 0", change.use-per-turn.monk: -5..5 }\n'
let run: RunResult

beforeAll(async () => {
  run = await play(
    `${HEAD}lineups: [{agents: [random]}, {agents: [random, greedy], matches: 12}]\nvariants: [{name: a}, {name: b, rules: {favour.win: 9}}]\n${GATE}`,
  )
})

/** The file that a figure must agree with. */
const expected = (figure: string): string =>
  readFileSync(join(ROOT, 'test/golden/figures', `${figure}.csv`), 'utf8')

/** What reports have of a figure, as CSV: columns of a table, then rows of comparisons.csv. */
function reported(
  result: RunResult,
  rows: readonly Readonly<Record<string, string | number | boolean>>[],
  columns: readonly string[],
  metric: string,
): string {
  const compared = comparisons
    .rows(result)
    .filter(row => String(row.metric).startsWith(metric))
    .map(row => (['variant', 'lineup', 'metric', 'blocks', ...RESULTS] as const).map(id => row[id]))
  return (
    csvText(
      columns,
      rows.map(row => columns.map(id => rounded(row[id]!))),
    ) +
    csvText(
      ['variant', 'lineup', 'metric', 'blocks', ...RESULTS],
      compared.map(row => row.map(rounded)),
    )
  )
}

const RESULTS = [
  'before',
  'after',
  'difference',
  'difference_low',
  'difference_high',
  'p',
  'p_adjusted',
] as const
const rounded = <T extends string | number | boolean>(value: T): T | number =>
  typeof value === 'number' ? Number(value.toPrecision(9)) : value

const TIED: PaperMatch = { returns: [30, 30], ending: TIE }
const CAPPED: PaperMatch = { returns: [30, 30], ending: CAP }
const WON: PaperMatch = { returns: [60, 0] }

/** A run of two variants, in which these blocks were played by the rules of each. */
function compared(old: readonly PaperMatch[][], now: readonly PaperMatch[][]): RunResult {
  const of = (blocks: readonly PaperMatch[][], variant: string) =>
    cellOf(TWO, ['ann', 'ann'], blocks, { variant })
  const [before, after] = [of(old, 'old'), of(now, 'new')]
  const metrics = metricsOf(before.game, after.game)
  const layout = layoutPairs(metrics)
  const pairs = new Float64Array(layout.size)
  const measured = (block: PaperMatch[]) =>
    Int32Array.from(measuresIn(before.game, before.layout, of([block], '').tally))
  for (const [i, block] of old.entries()) addPair(pairs, layout, measured(block), measured(now[i]!))
  return resultOf([
    before,
    { ...after, cell: { ...after.cell, index: 1, lineup: before.cell.lineup }, metrics, pairs },
  ])
}

describe('how play feels', () => {
  /** White leads at half-time and wins, or loses after a change of the lead. */
  const held = {
    returns: [60, 0],
    steps: 2,
    gauges: [1, 2].map(lead => [
      [lead, -lead],
      [0, 0],
    ]),
  }
  const lost = {
    returns: [0, 60],
    steps: 2,
    gauges: [1, -2].map(lead => [
      [lead, -lead],
      [0, 0],
    ]),
  }
  const old = Array.from({ length: 120 }, (_, i) => [i % 2 === 0 ? held : lost, held])
  const result = compared(
    old,
    old.map(([first, second], i) => [first!, i % 5 === 0 ? lost : second!]),
  )

  it('is compared block by block, so that what both variants share cancels', () => {
    const [half, changes, drama] = comparisonsOf(result).filter(isOfFeel)
    expect(half).toMatchObject({
      before: 0.75,
      after: 0.65,
      blocks: 120,
      differing: 24,
      words: 'less safe leads',
    })
    expect(half!.difference).toBeCloseTo(-0.1, 12)
    // Differences -1/2, a fifth of the time: sd 0.2.
    expect(half!.high - half!.difference).toBeCloseTo((1.98 * 0.2) / Math.sqrt(120), 2)
    expect(changes).toMatchObject({ before: 0.25, after: 0.35, words: 'more lead changes' })
    // Of two steps, whoever comes from behind is behind for one.
    expect(drama).toMatchObject({ before: 0.125, after: 0.175, words: 'more drama' })
    // Alone, neither would differ from the other.
    const [before, after] = quality.rows(result)
    expect(before!.half_leader_wins_low).toBeLessThan(after!.half_leader_wins_high)
  })

  it('is told where it changes, and not told of few matches', () => {
    const [one, two] = [result, compared(old.slice(0, 8), old.slice(0, 8))].map(run => changeLines(run))
    expect(one).toContain('the leader at half-time wins less often (75.0 % → 65.0 %)')
    expect(one).toContain('the lead changes more often (0.25 → 0.35 per match)')
    expect(one).toContain('winners are behind for more of the match (12.5 % → 17.5 %)')
    expect(two).toEqual([])
    expect(comparisonsOf(compared(old.slice(0, 8), old.slice(0, 8))).some(isOfFeel)).toBe(false)
  })
})

const changeLines = (run: RunResult): string[] =>
  effectsOf(comparisonsOf(run)).shown.map(({ words }) => words)

describe('draws before the turn limit', () => {
  const drawn = { returns: [30, 30] }
  /** Of six matches two are drawn, one hits the limit. */
  const cell = cellOf(
    TWO,
    ['ann', 'ann'],
    [
      [
        { ...drawn, ending: TIE },
        { ...drawn, ending: CAP },
      ],
      [{ ...drawn, ending: TIE }, { returns: [60, 0] }],
      [{ returns: [60, 0] }, { returns: [0, 60] }],
    ],
  )

  it('are those by the limit less than all draws', () => {
    const of = (figure: string) => {
      const [found] = judgeGate([{ figure, written: '', low: null, high: null }], [cell], () => null)
      return found!.value!.mean
    }
    expect(of('draws-before-limit')).toBeCloseTo(100 / 3, 9)
    expect(of('draws')).toBeCloseTo(50, 9)
    expect(of('draws-before-limit') + of('turn-limit')).toBeCloseTo(of('draws'), 9)
  })

  it('have an interval that takes the matches of a block for one', () => {
    const [row]: readonly Readonly<Record<string, unknown>>[] = summary.rows(resultOf([cell]))
    expect(row!.draws_before_limit_share).toBeCloseTo(1 / 3, 9)
    // Newcombe's method 4 by hand: one of three.
    expect(row!.draws_before_limit_share_low).toBeCloseTo(0.0177, 4)
    expect(row!.draws_before_limit_share_high).toBeCloseTo(0.8747, 4)
  })

  it('are compared where a game has both kinds of draws, for themselves', async () => {
    const columns = ['variant', 'lineup', ...ends('draws_before_limit_share')]
    const paper = compared(
      [TIED, CAPPED, WON, TIED, CAPPED, WON, WON, CAPPED].map(first => [first, WON]),
      [TIED, TIED, TIED, WON, CAPPED, TIED, TIED, TIED].map(first => [first, CAPPED]),
    )
    expect(reported(paper, summary.rows(paper), columns, 'draw')).toBe(expected('draws-before-limit'))
    const plain = await play(
      'game: tic-tac-toe\nmatches: 4\nlineups: [{agents: [random]}]\nvariants: [{name: a}, {name: b}]\n',
    )
    expect(comparisonsOf(plain).map(({ metric }) => metric.kind)).not.toContain('draws-before-limit')
  })
})

describe('uses per turn', () => {
  it('are in the tables of seats and agents, and compared', () => {
    const columns = ['variant', 'lineup', ...ends('used_per_turn')]
    const seats = units.rows(run).filter(({ asset }) => asset === 'monk')
    const agents = agentUnits.rows(run).filter(({ asset }) => asset === 'monk')
    expect(reported(run, [...seats, ...agents], columns, 'use-per-turn:monk')).toBe(expected('use-per-turn'))
  })

  it('are uses of all seats over the turns of the same matches', () => {
    for (const { metric, before, reference, difference, after } of comparisonsOf(run)) {
      if (metric.kind !== 'use-per-turn') continue
      const rows = units
        .rows({ ...run, cells: [reference] })
        .filter(({ asset }) => asset === metric.id.slice(13))
      const [{ length_turns, matches } = { length_turns: 0, matches: 0 }] = summary.rows({
        ...run,
        cells: [reference],
      })
      const used = rows.reduce((sum, row) => sum + row.used, 0)
      expect(before).toBeCloseTo(used / (length_turns * matches), 9)
      expect(difference).toBeCloseTo(after - before, 9)
    }
  })

  it('agree with uses a match where every match is as long', () => {
    const [uses, used, steps] = [[3, 1, 0, 2], [5, 1, 1, 4], 4]
    const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
    const dot = (a: readonly number[], b: readonly number[]) => sum(a.map((value, i) => value * b[i]!))
    const y = uses.map(() => steps)
    const pair: RatePair = {
      ...{ n: 4, x0: sum(uses), x1: sum(used), y0: sum(y), y1: sum(y), differing: 3 },
      ...{ x0x0: dot(uses, uses), x1x1: dot(used, used), x0x1: dot(uses, used) },
      ...{ y0y0: dot(y, y), y1y1: dot(y, y), y0y1: dot(y, y) },
      ...{ x0y0: dot(uses, y), x0y1: dot(uses, y), x1y0: dot(used, y), x1y1: dot(used, y) },
    }
    const apart = used.map((value, i) => value - uses[i]!)
    const sums = { n: 4, sum: sum(apart), sumSquares: dot(apart, apart), differing: 3 }
    const [rates, plain] = [pairedRates(pair), pairedDifference(sums)]
    for (const end of ['mean', 'low', 'high'] as const) expect(steps * rates[end]).toBeCloseTo(plain[end], 9)
    expect(rates.p).toBeCloseTo(plain.p, 9)
    const [always, once] = [rateDifferenceSequence(pair), studentSequence(sums)]
    for (const end of ['mean', 'low', 'high'] as const) expect(steps * always[end]).toBeCloseTo(once[end], 9)
    const alone = rateSequence({ n: 4, x: pair.x1, y: pair.y1, xx: pair.x1x1, xy: pair.x1y1, yy: pair.y1y1 })
    const own = studentSequence({ n: 4, sum: pair.x1, sumSquares: pair.x1x1 })
    expect([steps * alone.mean, alone.low]).toEqual([own.mean, 0])
    expect(steps * alone.high).toBeCloseTo(own.high, 9)
  })

  it('take what matches last into account, block by block', () => {
    const [, cell] = run.cells.filter(({ cell: { lineup } }) => lineup.name === 'random vs random')
    const at = cell!.metrics.findIndex(({ id }) => id === 'use-per-turn:monk')
    const sums = ratioPairAt(cell!.pairs, layoutPairs(cell!.metrics), at)
    const lengths = cell!.metrics.findIndex(({ kind }) => kind === 'length')
    expect(sums.y1 - sums.y0).toBe(cell!.pairs[3 * lengths])
    expect(sums.y0y0 + sums.y1y1 - 2 * sums.y0y1).toBe(cell!.pairs[3 * lengths + 1])
    expect(sums.differing).toBeGreaterThan(0)
  })
})

describe('both', () => {
  it('are gated, with their changes, and told in words', () => {
    const findings = gateOf(run)
    expect(new Set(findings.map(({ bound }) => bound.figure)).size).toBe(4)
    expect(
      findings.every(({ value }) => value !== null && value.low <= value.mean && value.mean <= value.high),
    ).toBe(true)
    expect(gateLines(findings)[0]).toContain('draws-before-limit < 90 %: ')
    const page = pageOf(run)
    expect(page).toContain('draws before the turn limit')
    expect(page).toContain('change in uses of monk per turn')
    expect(page).toContain('Draws before the turn limit')
    expect(page).toContain('used per turn')
    expect(consoleReport(run, { color: false, width: 120 })).toContain('draws before limit, points')
  })

  it('may be goals of levers, whose steps are compared in them', async () => {
    const result = await play(
      `${HEAD}lineups: [{agents: [random]}]\nlevers: { keys: [favour.win], goal: { draws-before-limit: < 1 %, use-per-turn.monk: "> 90" } }\n`,
    )
    const rows = levers.rows(result).map(({ metric }) => String(metric))
    expect(rows).toContain('draws-before-limit')
    expect(rows.some(metric => metric.startsWith('use-per-turn:'))).toBe(true)
    const text = consoleReport(result, { color: false, width: 120 })
    expect(text).toContain('draws before the turn limit, points')
    expect(text).toMatch(/uses per turn(, by all players|: no clear difference)/)
    expect(text).toContain('use-per-turn.monk > 90, random vs random')
  })

  it('are suggested where a name is misspelt', async () => {
    const refused = play(`${HEAD}lineups: [{agents: [random]}]\ngate: { drawz: < 1 % }\n`)
    await expect(refused).rejects.toThrow(InputError)
    await expect(refused).rejects.toThrow(/unknown figure "drawz".*draws/)
  })
})

describe('every figure', () => {
  it('is declared once: each name of a gate leads back to it', () => {
    const { info } = run.cells[0]!.game
    for (const [name, { kind, index, change }] of gateFigures(info)) {
      const { about, anytime, paired, words } = FIGURES[kind]
      const { label } = ABOUT[about].things(info)[index]!
      expect(change ? paired : anytime, name).toBeDefined()
      expect(words.name(label, info, index)).not.toBe('')
      if (paired?.isTold)
        expect([words.title, words.more, words.less, paired.meaning]).not.toContain(undefined)
    }
  })
})

const ends = (id: string): string[] => [id, `${id}_low`, `${id}_high`]
