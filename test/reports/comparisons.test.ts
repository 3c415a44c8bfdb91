/** What a rule change did: figures worked out by hand, and the same seeds for all variants in a real run. */
import { describe, expect, it } from 'vitest'
import { parseDocument } from '../../documents/index.ts'
import { changeSummary, differenceText } from '../../reports/console/changes.ts'
import { consoleReport } from '../../reports/console/index.ts'
import { csvOf } from '../../reports/files/csv.ts'
import {
  type Comparison,
  comparisonsOf,
  isDisputed,
  isShown,
} from '../../reports/findings/changes/comparisons.ts'
import { changeWords } from '../../reports/findings/changes/words.ts'
import type { MemberDifferences } from '../../reports/findings/members.ts'
import { comparisons } from '../../reports/tables/index.ts'
import type { CellResult, RunResult } from '../../sim/chunks/results.ts'
import { resolveExperiment } from '../../sim/experiment/index.ts'
import { metricsOf, pairedOf } from '../../sim/figures/registry.ts'
import { newRun, playRun } from '../../sim/run.ts'
import { addTally } from '../../sim/tally/layout.ts'
import { layoutPairs, PAIR_SIZE } from '../../sim/tally/pairs.ts'
import { cellOf, type PaperMatch, resultOf, TWO } from './fixture.ts'

const WHITE = [60, 0]
const BLACK = [0, 60]

/** Blocks of two matches; the pawn of white is used `used` times in each. */
function blocks(wins: readonly (readonly number[])[], used: number, steps: number): PaperMatch[][] {
  const events = [
    [
      [0, used, 0, 0, 0],
      [0, 0, 0, 0, 0],
    ],
    [
      [0, 0, 0, 0, 0],
      [0, 0, 0, 0, 0],
    ],
  ]
  return wins.map(returns => [
    { returns, events, steps },
    { returns: BLACK, events, steps },
  ])
}

/** So many times four blocks each: in the baseline white wins 1 of 2 in every block, in the variant 0, 0, 1, 1 of 2. */
function paperRun(copies = 1): RunResult {
  const wins = (...four: (readonly number[])[]) => Array.from({ length: copies }, () => four).flat()
  const old = wins(WHITE, WHITE, WHITE, WHITE)
  const before = cellOf(TWO, ['ann', 'ann'], blocks(old, 2, 3), { variant: 'old' })
  const plain = cellOf(TWO, ['ann', 'ann'], blocks(wins(BLACK, BLACK, WHITE, WHITE), 5, 1), {
    variant: 'new',
  })
  const metrics = metricsOf(before.game, plain.game)
  // Differences by block: returns -60, -60, 0, 0; nothing drawn; length 2 - 6 = -4; pawns 10 - 4 = 6; no bids.
  const sums: Record<string, readonly [number, number, number]> = {
    'score:white': [-120, 7200, 2],
    draws: [0, 0, 0],
    'draws-before-limit': [0, 0, 0],
    length: [-16, 64, 4],
    'uses:pawn': [24, 144, 4],
    'uses:bid': [0, 0, 0],
  }
  // Steps are 6 and 2 a block, and what pawns did is multiplied with them.
  const steps = [24, 8, 144, 16, 48]
  const rates: Record<string, readonly number[]> = {
    'use-per-turn:pawn': [16, 40, 64, 400, 160, 96, 32, 240, 80, 4],
    'use-per-turn:bid': [0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
  }
  const ofMeasures = metrics.flatMap(metric => (metric.per ? [] : (sums[metric.id] ?? [0, 0, 0])))
  const ofRates = metrics.flatMap(({ id }) => rates[id] ?? [])
  // Nobody leads, so nothing is compared of how play feels: 5 and 10 words for each figure.
  const ofFeel = metrics.flatMap(({ kind }) =>
    pairedOf({ kind }).family(0) === 'feel' ? new Array<number>(15).fill(0) : [],
  )
  const pairs = Float64Array.from([...ofMeasures, ...ofFeel, ...steps, ...ofRates]).map(sum => copies * sum)
  const after: CellResult = {
    ...plain,
    cell: { ...plain.cell, index: 1, lineup: before.cell.lineup },
    metrics,
    pairs,
  }
  return resultOf([before, after])
}

const find = (all: readonly Comparison[], id: string): Comparison => all.find(one => one.metric.id === id)!

describe('comparisonsOf', () => {
  const all = comparisonsOf(paperRun())

  it('has a row a metric that occurs, for every variant but the first', () => {
    expect(all.map(one => one.metric.id)).toEqual([
      ...['score:white', 'draws', 'draws-before-limit', 'length', 'uses:pawn', 'use-per-turn:pawn'],
    ])
    expect(all.every(one => one.reference.cell.variant.name === 'old' && one.blocks === 4)).toBe(true)
  })

  it('tells the score as shares: 0.5 to 0.25, with the paired t interval on 3 degrees of freedom', () => {
    const score = find(all, 'score:white')
    expect([score.before, score.after, score.difference]).toEqual([0.5, 0.25, -0.25])
    // Differences -60, -60, 0, 0 returns: mean -30, sd sqrt(1200), standard error sqrt(300), t(0.975, 3) = 3.182446.
    // Only two blocks differ, by 60: away from 0, d^2 = t^2 (300 + 60 d / 4).
    const [t, jump] = [3.182446305284263, 15]
    const arm = (t * t * jump + Math.sqrt(t ** 4 * jump ** 2 + 4 * t * t * 300)) / 2 / 120
    expect(score.differing).toBe(2)
    expect(score.low).toBeCloseTo(Math.max(-1, -0.25 - arm), 9)
    // Towards it, Student's t has one degree of freedom: 12.706.
    expect(score.high).toBeCloseTo(Math.min(1, -0.25 + (12.706204736 * Math.sqrt(300)) / 120), 9)
    // t = -sqrt(3) on 1 df: p = 1 - (2/pi) atan(sqrt(3)).
    expect(score.p).toBeCloseTo(1 / 3, 9)
    expect(score.words).toBe('no difference shown')
  })

  it('tells length and use per match, and says so in words where every block agrees', () => {
    const many = comparisonsOf(paperRun(10))
    const length = find(many, 'length')
    expect([length.before, length.after, length.difference]).toEqual([3, 1, -2])
    expect(length.words).toBe('shorter')
    const use = find(many, 'uses:pawn')
    expect([use.before, use.after, use.difference]).toEqual([2, 5, 3])
    expect(use.words).toBe('used more')
    // Four blocks are too few for an anytime verdict.
    expect(find(all, 'length').words).toBe('no difference shown')
    expect(find(all, 'length').adjusted).toBeLessThan(0.05)
  })

  it('claims nothing where nothing differed, yet leaves the interval a width', () => {
    const drawn = find(all, 'draws')
    expect([drawn.difference, drawn.p, drawn.words]).toEqual([0, 1, 'no difference shown'])
    expect(drawn.high).toBeGreaterThan(0)
    expect(drawn.low).toBeLessThan(0)
  })

  it('writes them as CSV, and the console says what changed', () => {
    expect(csvOf(comparisons, paperRun(10)).split('\n')[4]).toMatch(
      /^new,ann vs ann,1,old,length,40,3.0000,1.0000,-2.0000,/,
    )
    const text = consoleReport(paperRun(10), { color: false, width: 100 })
    expect(text).toContain('CHANGES against old')
    expect(text).toContain(
      'new, ann: shorter (3.0 to 1.0 rounds); used more: pawn (2.00 to 5.00 per match, +3.0 ± ',
    )
    // It names no file unless one was written.
    expect(text).not.toContain('.csv')
    expect(consoleReport(paperRun(), { color: false, width: 100, files: true })).toContain('comparisons.csv')
  })

  it('a change of nothing but uses is told as one, less apart from more', () => {
    const all = comparisonsOf(paperRun(10)).filter(({ metric }) => metric.kind !== 'length')
    const pawn = find(all, 'uses:pawn')
    const bid = {
      ...pawn,
      metric: { ...pawn.metric, label: 'bid' },
      ...{ before: 2, after: 1, difference: -1, low: -1.2, high: -0.8, words: 'used less' },
    }
    expect(changeWords([...all, bid], 'round')).toMatch(
      /^used less: bid \(2\.00 to 1\.00 per match, -1\.0 ± 0\.2\); used more: pawn \(/,
    )
    const rare = { ...bid, before: 0.0121, after: 0.0059, difference: -0.0062, low: -0.007, high: -0.005 }
    expect(changeWords([rare], 'round')).toMatch(/^used less: bid \(0\.012 to 0\.006 per match, /)
    expect(changeWords(comparisonsOf(paperRun()), 'round')).toBe('no difference shown')
  })

  it('is told with players who disagree on it, whether it is shown or not', () => {
    const groups = { n: 2, mean: 0, low: -1, high: 1 }
    const spread = { groups, next: groups, sd: 0.2, p: 0.01 }
    const differences = [0.2, -0.2].map(mean => ({ n: 9, mean, low: -1, high: 1 }))
    const withSpread = (p: number) =>
      comparisonsOf(paperRun()).map(one =>
        one.metric.kind === 'score' ? { ...one, members: { differences, spread: { ...spread, p } } } : one,
      )
    expect(changeWords(withSpread(0.01), 'round')).toBe(
      'no difference shown; its 2 players disagree on white (+20, -20 points)',
    )
    expect(changeWords(withSpread(0.06), 'round')).toBe('no difference shown')
    const members = { differences: differences.map(one => ({ ...one, mean: 40 * one.mean })), spread }
    const longer = comparisonsOf(paperRun()).map(one =>
      one.metric.kind === 'length' ? { ...one, members } : one,
    )
    expect(changeWords(longer, 'round')).toBe(
      'no difference shown; its 2 players disagree on the length (+8, -8 rounds)',
    )
  })
})

describe('a difference that other players may not show', () => {
  const groups = (low: number, high: number) => ({ n: 3, mean: (low + high) / 2, low, high })
  const members = (low: number, high: number, p: number): MemberDifferences => ({
    differences: [low, high].map(mean => ({ n: 9, mean, low, high })),
    spread: { groups: groups(low, high), next: groups(low, high), sd: 0.2, p },
  })

  it('is shown only if the interval over players shows its sign', () => {
    expect(isDisputed(0.1, null)).toBe(false)
    expect(isDisputed(0.1, members(-0.1, 0.3, 0.01))).toBe(true)
    expect(isDisputed(0.1, members(0.05, 0.3, 0.01))).toBe(false)
    expect(isDisputed(-0.1, members(0.05, 0.3, 0.01))).toBe(true)
    expect(isDisputed(-0.1, members(-0.3, -0.05, 0.01))).toBe(false)
    // Players needn't differ beyond chance for the few of them to show too little.
    expect(isDisputed(0.1, members(-0.1, 0.3, 0.9))).toBe(true)
  })

  it('is told so where one of two players shows it', () => {
    const run = paperRun(10)
    const [before, after] = run.cells as [CellResult, CellResult]
    const pairings = { members: 2, draws: 1, drawOf: [0, 0] }
    const both = (one: CellResult, other: CellResult): CellResult => {
      const tally = one.tally.slice()
      addTally(tally, other.tally)
      return { ...one, tally, members: [one.tally, other.tally], pairings }
    }
    // The second player's matches are as they were.
    const cells = [both(before, before), both(after, before)]
    const told = comparisonsOf({ ...run, cells })
    const length = find(told, 'length')
    expect(length).toMatchObject({ disputed: true, words: 'other players may differ' })
    expect(length.anytimeAdjusted).toBeLessThan(0.05)
    expect(changeWords(told, 'round')).toMatch(
      /^used more: pawn .*; its 2 players disagree on .*the length \(-2, 0 rounds\)$/,
    )
    const summary = changeSummary({ ...run, cells }, 100).join(' ')
    expect(summary).toMatch(/\d†.* \* a significant difference\. † other players may differ\./)
    // Of uses nothing is known player by player.
    expect(find(told, 'uses:pawn').words).toBe('used more')
  })

  it('is not called fairer or less fair where players disagree on the side of the fair share', () => {
    const of = (wins: number, variant: string): CellResult =>
      cellOf(
        TWO,
        ['ann', 'ann'],
        Array.from({ length: 100 }, (_, i) =>
          i < wins ? [{ returns: WHITE }, { returns: WHITE }] : [{ returns: BLACK }, { returns: BLACK }],
        ),
        { variant },
      )
    const words = (before: readonly number[], after: readonly number[]) => {
      const [old, plain] = [before, after].map((wins, i) => {
        const players = wins.map(one => of(one, i === 0 ? 'old' : 'new'))
        const tally = players[0]!.tally.slice()
        for (const { tally: other } of players.slice(1)) addTally(tally, other)
        const pairings = { members: players.length, draws: 1, drawOf: [0, 0] }
        return { ...players[0]!, tally, members: players.map(one => one.tally), pairings }
      })
      const metrics = metricsOf(old!.game, plain!.game)
      const pairs = new Float64Array(layoutPairs(metrics).size)
      const sums = before.flatMap((one, member) =>
        Array.from({ length: 100 }, (_, i) => 120 * (Number(i < after[member]!) - Number(i < one))),
      )
      pairs.set([
        sums.reduce((a, b) => a + b, 0),
        sums.reduce((a, b) => a + b * b, 0),
        sums.filter(one => one !== 0).length,
      ])
      const cells = [
        old!,
        { ...plain!, metrics, pairs, cell: { ...plain!.cell, index: 1, lineup: old!.cell.lineup } },
      ]
      return find(comparisonsOf(resultOf(cells)), 'score:white').words
    }
    expect(words([60, 60, 60], [70, 70, 70])).toBe('less fair')
    // For the first one it is fairer.
    expect(words([30, 60, 90], [40, 70, 100])).toBe('white scores more')
  })

  it('is then no difference, in words, in columns and with its star', () => {
    const [one] = comparisonsOf(paperRun(10)).filter(isShown)
    expect(one).toBeDefined()
    const disputed = { ...one!, disputed: true }
    expect(isShown(disputed)).toBe(false)
    expect(differenceText(one!)).toMatch(/\*$/)
    expect(differenceText(disputed)).toMatch(/†$/)
    expect(changeWords([disputed], 'round')).toBe('no difference shown')
  })
})

describe('fairer and less fair', () => {
  /** Of 200 blocks, how many more than half white sweeps before and after the change (black if negative). The others are even. */
  function wordsFor(before: number, after: number, agents = ['ann', 'ann']): string {
    const sums = [before, after].map(wins =>
      Array.from({ length: 200 }, (_, i) => 60 + (i < Math.abs(wins) ? 60 * Math.sign(wins) : 0)),
    )
    const [old, plain] = sums.map((sum, i) =>
      cellOf(
        TWO,
        agents,
        sum.map(x => [{ returns: x > 0 ? WHITE : BLACK }, { returns: x > 60 ? WHITE : BLACK }]),
        { variant: i === 0 ? 'old' : 'new' },
      ),
    )
    const metrics = metricsOf(old!.game, plain!.game)
    const differences = sums[1]!.map((x, i) => x - sums[0]![i]!)
    const total = (of: (x: number) => number) => differences.reduce((sum, x) => sum + of(x), 0)
    const pairs = new Float64Array(layoutPairs(metrics).size)
    pairs.set([total(x => x), total(x => x * x), total(x => Math.abs(Math.sign(x)))])
    const cell = { ...plain!.cell, index: 1, lineup: old!.cell.lineup }
    return find(comparisonsOf(resultOf([old!, { ...plain!, cell, metrics, pairs }])), 'score:white').words
  }

  it('are said where the scores show that one is nearer to one half', () => {
    expect(wordsFor(160, 40)).toBe('fairer')
    expect(wordsFor(-40, -160)).toBe('less fair')
    expect(wordsFor(0, 100)).toBe('less fair')
    expect(wordsFor(100, 0)).toBe('fairer')
    expect(wordsFor(150, -10)).toBe('fairer')
  })

  it('are not said where the scores do not show it, though one is nearer, or where agents differ', () => {
    expect(wordsFor(60, -40)).toBe('white scores less')
    expect(wordsFor(-40, 60)).toBe('white scores more')
    expect(wordsFor(160, 40, ['ann', 'bob'])).toBe('white scores less')
  })
})

async function play(yaml: string): Promise<RunResult> {
  return playRun(newRun(await resolveExperiment(parseDocument(yaml, 'x.yaml'))), { threads: 0, chunk: 7 })
}

const HEAD = 'game: elephant-men\nmatches: 40\nlineups: [{agents: [random]}]\n'

describe('variants of a run', () => {
  it('play the same seeds: a variant that changes nothing differs in nothing', async () => {
    const result = await play(`${HEAD}variants: [{name: a}, {name: b}]\n`)
    const { cells } = result
    expect(cells[1]!.tally).toEqual(cells[0]!.tally)
    expect(cells[1]!.metrics.length).toBeGreaterThan(3)
    const { measures } = layoutPairs(cells[1]!.metrics)
    expect(cells[1]!.pairs.subarray(0, PAIR_SIZE * measures).every(sum => sum === 0)).toBe(true)
    const all = comparisonsOf(result)
    expect(all.map(({ difference, differing }) => [difference, differing])).toEqual(all.map(() => [0, 0]))
  })

  it('sums agree with the tallies of the two cells', async () => {
    const result = await play(`${HEAD}variants: [{name: a}, {name: b, rules: {favour.win: 5}}]\n`)
    for (const one of comparisonsOf(result)) expect(one.difference).toBeCloseTo(one.after - one.before, 9)
    const length = result.cells[1]!.metrics.findIndex(metric => metric.kind === 'length')
    expect(result.cells[1]!.pairs[length * PAIR_SIZE]).toBeLessThan(0)
  })

  it('with more than two seats the score of every seat is compared', async () => {
    const yaml =
      'game: prestige\nruleset: three\nmatches: 60\nlineups: [{agents: [random]}]\n' +
      'variants: [{name: a}, {name: b, rules: {prestige.win: 1}}]\n'
    const result = await play(yaml)
    const rows = comparisonsOf(result)
    const scores = rows.filter(({ metric }) => metric.kind === 'score')
    expect(scores.map(({ metric }) => metric.id)).toEqual(['score:red', 'score:blue', 'score:green'])
    for (const one of scores) expect(one.difference).toBeCloseTo(one.after - one.before, 9)
    expect(scores.reduce((sum, one) => sum + one.after, 0)).toBeCloseTo(1, 9)
    expect(scores.some(one => one.difference !== 0)).toBe(true)
    expect(consoleReport(result, { color: false, width: 120 })).toMatch(
      /red points +blue points +green points/,
    )
  })

  it('a sweep spans a grid, names its combinations, and leaves out the one that is the baseline', async () => {
    const { experiment } = await play(`${HEAD}sweep: {favour.win: [5, 7], favour.kill: [3, 4]}\n`)
    expect(experiment.variants.map(v => v.name)).toEqual([
      'v0.2',
      'favour.win=5,favour.kill=3',
      'favour.win=5,favour.kill=4',
      'favour.win=7,favour.kill=4',
    ])
  })

  it('can be compared with the one before', async () => {
    const yaml = `${HEAD}against: previous\nvariants: [{ruleset: v0.0}, {ruleset: v0.1}, {ruleset: v0.2}]\n`
    const rows = comparisonsOf(await play(yaml)).filter(one => one.metric.kind === 'length')
    expect(rows.map(one => [one.reference.cell.variant.name, one.variant.cell.variant.name])).toEqual([
      ['v0.0', 'v0.1'],
      ['v0.1', 'v0.2'],
    ])
  })

  it('is told of seats by their place where variants give them other names', async () => {
    const run = await play(`${HEAD}variants: [{ruleset: v0.2}, {ruleset: golems-2026-04}]\n`)
    const text = consoleReport(run, { color: false, width: 100 })
    expect(text).toMatch(
      /^ *variant, line-up +seat 1 points +draws, points +draws before limit, points +phases$/m,
    )
    const [score] = csvOf(comparisons, run).split('\n').slice(1)
    expect(score).toContain('score:')
  })

  it('refuses a sweep of an unknown key, and two variants of one name', async () => {
    await expect(play(`${HEAD}sweep: {favor.win: [5]}\n`)).rejects.toThrow(
      /^x\.yaml:4:9: unknown key "favor"/,
    )
    await expect(play(`${HEAD}variants: [{name: a}, {name: a}]\n`)).rejects.toThrow(
      /^x\.yaml:4:30: two variants are called "a"/,
    )
  })
})
