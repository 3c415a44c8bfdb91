/** What assets are worth: a game with a known answer, and what the reports say of it. */
import { describe, expect, it } from 'vitest'
import { literal } from '../../documents/index.ts'
import { consoleReport } from '../../reports/console/index.ts'
import { csvOf } from '../../reports/files/csv.ts'
import { summaryDocument } from '../../reports/files/json.ts'
import {
  disagreementWords,
  isToldOf,
  type Usefulness,
  usefulnessOf,
  worthWords,
} from '../../reports/findings/changes/usefulness.ts'
import { differencesText, type MemberDifferences } from '../../reports/findings/members.ts'
import { pageOf } from '../../reports/page/index.ts'
import { comparisons, summary, usefulness } from '../../reports/tables/index.ts'
import type { CellResult, RunResult } from '../../sim/chunks/results.ts'
import { resolveExperiment } from '../../sim/experiment/index.ts'
import { newRun, playRun } from '../../sim/run.ts'
import { checkPairs, measuresIn } from '../../sim/tally/checks/pairs.ts'
import { addTally, type Tally } from '../../sim/tally/layout.ts'

/** Big beats small and nothing else does: who can't choose big scores 1/4 against random, who can't choose small 3/4. */
const GAME = {
  game: 'matrix-game',
  rules: {
    row: ['big', 'small'],
    column: ['big', 'small'],
    payoffs: [
      [0, 1],
      [-1, 0],
    ],
  },
  matches: 2000,
}

async function play(more: object, chunk = 50): Promise<RunResult> {
  const experiment = await resolveExperiment(literal({ ...GAME, ...more }, 'x'))
  return playRun(newRun(experiment), { threads: 0, chunk })
}

describe('usefulness', async () => {
  const result = await play({ usefulness: true })
  const rows = usefulness.rows(result)

  it('finds what is known', () => {
    expect(rows.map(({ asset, seat }) => [asset, seat])).toEqual(
      ['big', 'small'].flatMap(asset => ['', 'row', 'column'].map(seat => [asset, seat])),
    )
    for (const row of rows) {
      const lost = row.asset === 'big' ? 0.25 : -0.25
      expect(row.score_lost_anytime_low).toBeLessThan(lost)
      expect(row.score_lost_anytime_high).toBeGreaterThan(lost)
      expect(row.score_lost).toBeCloseTo(row.score_with - row.score_without, 9)
      expect(row.verdict).toBe(row.asset === 'big' ? 'useful' : 'better without')
    }
    // Of two seats' uses, 1/2 each, those of the agent are gone.
    expect(rows[0]!.used_with).toBeCloseTo(1, 1)
    expect(rows[0]!.used_without).toBeCloseTo(0.5, 1)
  })

  it('shows in every report, and in no figure about the game as it is', async () => {
    const text = consoleReport(result, { color: false, width: 80 })
    expect(text).toContain('experiment: 6,000 matches')
    expect(text).toContain('Helps: big. Hurts: small.')
    expect(
      text
        .slice(0, text.indexOf('VERDICT'))
        .split('\n')
        .every(line => line.length <= 80),
    ).toBe(true)
    expect(text).not.toContain('VERDICT on without')
    expect(summaryDocument(result)).toMatchObject({ usefulness: expect.arrayContaining([expect.anything()]) })
    const page = pageOf(result)
    expect(page).toContain('What is each unit worth?')
    // What each unit is worth comes before what was used: the first is causal.
    expect(page.indexOf('id="worth"')).toBeLessThan(page.indexOf('id="use"'))
    expect(page).toContain('6,000 matches of ')
    const worth = page.slice(page.indexOf('<section id="worth"'), page.indexOf('<section id="fair"'))
    expect(worth).toContain('<p>Helps: big. Hurts: small.</p>')
    expect(worth).toMatch(/aria-label="[^"]+, the largest loss first\. Shown: big: 2\d\.\d points lost \(/)
    expect(worth.indexOf('<th scope="row">big</th>')).toBeLessThan(
      worth.indexOf('<th scope="row">small</th>'),
    )
    const plain = await play({})
    for (const table of [summary, comparisons]) expect(table.rows(result)).toEqual(table.rows(plain))
    expect(csvOf(usefulness, plain).split('\n')).toHaveLength(2)
  })

  it('is not told of the rules where one of two players alone shows it', () => {
    const [reference] = result.cells as [CellResult]
    /** Two players; the differences of as many of them count. */
    const both = (one: CellResult, first: Tally, second: Tally, times = 1): CellResult => {
      const tally = first.slice()
      addTally(tally, second)
      const pairings = { members: 2, draws: 1, drawOf: [0, 0] }
      return { ...one, tally, members: [first, second], pairs: one.pairs.map(sum => times * sum), pairings }
    }
    const before = both(reference, reference.tally, reference.tally)
    const found = usefulnessOf({
      ...result,
      cells: [before],
      // The second player loses nothing by it.
      handicaps: result.handicaps.map(one => both(one, one.tally, reference.tally)),
    })
    expect(found.map(({ name, seat, verdict }) => [name, seat, verdict])).toEqual(
      ['big', 'small'].flatMap(name =>
        ['', 'row', 'column'].map(seat => [name, seat, 'other players may differ']),
      ),
    )
    expect(worthWords(found.filter(({ seat }) => seat === ''))).toBe(
      'Nothing makes a clear difference. May depend on the player: big, small.',
    )
    expect(found.some(isToldOf)).toBe(false)
    const mixed = pageOf({
      ...result,
      cells: [before],
      handicaps: result.handicaps.map((one, i) =>
        i === 0 ? both(one, one.tally, one.tally, 2) : both(one, one.tally, reference.tally),
      ),
    })
    expect(mixed).toContain('How much small matters may depend on the player.')
    expect(mixed).toContain('Helps: big. May depend on the player: small. The 2 players disagree on small (')
    // Both lose it: the report says so.
    const same = usefulnessOf({
      ...result,
      cells: [before],
      handicaps: result.handicaps.map(one => both(one, one.tally, one.tally, 2)),
    })
    expect(same.every(isToldOf)).toBe(true)
  })

  it('says on the page where no difference is shown', async () => {
    const few = pageOf(await play({ usefulness: true, matches: 4 }))
    expect(few).toContain('<p>Nothing makes a clear difference.</p>')
    expect(few).toContain('No difference is shown."')
  })

  it('is the same whatever the chunks, and fits the tallies', async () => {
    const other = await play({ usefulness: true }, 7)
    expect(csvOf(usefulness, other)).toBe(csvOf(usefulness, result))
    const [before] = result.cells
    const [after] = result.handicaps
    const [a, b] = [before!, after!].map(({ game, layout, tally }) => measuresIn(game, layout, tally))
    expect(() => checkPairs(after!.metrics, after!.pairs, a!, b!, 1000)).not.toThrow()
    const wrong = after!.pairs.slice()
    wrong[0]! += 60
    expect(() => checkPairs(after!.metrics, wrong, a!, b!, 1000)).toThrow('differences in own')
  })

  it('says so where no difference is shown', async () => {
    const even = await play({
      rules: {
        ...GAME.rules,
        payoffs: [
          [0, 0],
          [0, 0],
        ],
      },
      usefulness: true,
    })
    expect(consoleReport(even, { color: false, width: 80 })).toContain(
      'random vs random: Nothing makes a clear difference.',
    )
  })

  it('takes some assets or groups, beside variants', async () => {
    const { experiment } = await play({
      game: 'frontline',
      rules: { turns: 5 },
      matches: 2,
      variants: [{ name: 'a' }, { name: 'b', rules: { 'gold.start': 20 } }],
      usefulness: { assets: ['archer'] },
    })
    expect(experiment.variants.map(({ name }) => name)).toEqual(['a', 'b', 'without archer'])
    const units = await play({ game: 'frontline', rules: {}, matches: 2, usefulness: { assets: ['unit'] } })
    expect(units.handicaps.map(({ cell }) => cell.variant.without)).toEqual([
      'infantry',
      'archer',
      'catapult',
    ])
  })

  it.each([
    [
      { usefulness: { assets: ['bigg'] } },
      'no asset is called "bigg", expected one of big, small; did you mean big?; or a group, one of choice',
    ],
    [
      { game: 'frontline', rules: {}, usefulness: { assets: ['super-soldier'] } },
      'no decision uses super-soldier',
    ],
    [{ usefulness: true, lineups: [{ agents: ['cfr'] }] }, "cfr can't play without an asset"],
    [
      {
        game: 'prestige',
        ruleset: 'two',
        rules: {},
        variants: Array.from({ length: 190 }, (_, i) => ({ name: `v${i}` })),
        usefulness: true,
      },
      'variants in all, expected at most 200',
    ],
    [{ usefulness: true, exploit: 10 }, 'found both usefulness and exploit'],
  ])('refuses %j', async (more, message) => {
    await expect(play(more)).rejects.toThrow(message)
  })
})

describe('members of a population', () => {
  const groups = { n: 3, mean: 0, low: -1, high: 1 }
  const of = (p: number, sd: number, ...points: number[]): MemberDifferences => ({
    differences: points.map(mean => ({ n: 9, mean: mean / 100, low: -1, high: 1 })),
    spread: { groups, next: groups, sd, p },
  })
  const asset = (name: string, members: MemberDifferences | null) => ({ name, members }) as Usefulness

  it('are told one by one, but for a crowd, of which the ends are told', () => {
    expect(differencesText(of(1, 0, 12.4, -3, -0.2))).toBe('+12, -3, 0')
    expect(differencesText(of(1, 0, 4, 1, -3, 7, 2))).toBe('-3 to +7')
    // Of a run that was stopped early, some may have played nothing.
    expect(differencesText(of(1, 0, 4, Number.NaN))).toBe('+4, ?')
    expect(differencesText(of(1, 0, 4, Number.NaN, -3, 7, 2))).toBe('-3 to +7')
    expect(differencesText(of(1, 0, ...Array(5).fill(Number.NaN)))).toBe('?')
  })

  it('disagree on an asset if their losses differ beyond chance, for so many assets', () => {
    const differ = asset('monk', of(0.01, 0.05, 10, 0))
    const far = asset('golem', of(0.001, 0.2, 40, 0))
    expect(disagreementWords([differ, far])).toBe(
      'The 2 players disagree on golem (+40, 0) and monk (+10, 0)',
    )
    const many = Array.from({ length: 5 }, (_, i) => asset(`other ${i}`, of(0.5, 0, 1, 1)))
    expect(disagreementWords([differ, ...many])).toBe('')
    expect(disagreementWords([asset('monk', null)])).toBe('')
  })
})
