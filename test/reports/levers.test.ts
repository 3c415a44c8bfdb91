/** Levers and single changes: games with known answers, and what the reports say of them. */
import { describe, expect, it } from 'vitest'
import { literal } from '../../documents/index.ts'
import { consoleReport } from '../../reports/console/index.ts'
import { csvOf } from '../../reports/files/csv.ts'
import { summaryDocument } from '../../reports/files/json.ts'
import { changesApart } from '../../reports/findings/changes/levers.ts'
import { pageOf } from '../../reports/page/index.ts'
import { comparisons, levers, summary } from '../../reports/tables/index.ts'
import type { RunResult } from '../../sim/chunks/results.ts'
import { playedHash, resolveExperiment, stepOf } from '../../sim/experiment/index.ts'
import { newRun, playRun } from '../../sim/run.ts'

/** Between random players, each of the four cells is played a quarter of the time; the first pays row, the others nobody. */
const GAME = {
  game: 'matrix-game',
  rules: {
    row: ['up', 'down'],
    column: ['left', 'right'],
    payoffs: [
      [1, 0],
      [0, 0],
    ],
  },
  matches: 2000,
}

/** Too short for a win between random players: a match takes two half-turns a turn. */
const SHORT = { game: 'frontline', rules: { turns: 5 }, matches: 60 }

const resolve = (more: object) => resolveExperiment(literal({ ...GAME, ...more }, 'x'))

async function play(more: object, chunk = 50): Promise<RunResult> {
  return playRun(newRun(await resolve(more)), { threads: 0, chunk })
}

const text = (result: RunResult, width: number) => consoleReport(result, { color: false, width, files: true })
const upTo = (whole: string, end: string) => whole.slice(0, whole.indexOf(end)).split('\n')

describe('levers', async () => {
  const asked = { levers: { keys: ['payoffs'], goal: { draws: '< 60 %', 'first-seat': '50..75' } } }
  const result = await play(asked)
  const rows = levers.rows(result)
  const of = (key: string, to: number, metric: string) =>
    rows.find(row => row.key === key && row.to === to && row.metric === metric)!

  it('finds what is known of each step', () => {
    expect(result.probes.map(({ cell }) => cell.variant.name)).toEqual([
      ...['step payoffs[0][0]=0', 'step payoffs[0][0]=2', 'step payoffs[0][1]=-1', 'step payoffs[0][1]=1'],
      ...['step payoffs[1][0]=-1', 'step payoffs[1][0]=1', 'step payoffs[1][1]=-1', 'step payoffs[1][1]=1'],
    ])
    const known: [string, number, Record<string, number>][] = [
      ['payoffs[0][0]', 0, { 'score:row': -0.125, draws: 0.25, 'payoff:row': -0.25 }],
      ['payoffs[0][0]', 2, { 'score:row': 0, draws: 0, 'payoff:row': 0.25 }],
      ['payoffs[0][1]', -1, { 'score:row': -0.125, draws: -0.25, 'payoff:row': -0.25 }],
      ['payoffs[1][1]', 1, { 'score:row': 0.125, draws: -0.25, 'payoff:row': 0.25 }],
    ]
    for (const [key, to, effects] of known)
      for (const [metric, effect] of Object.entries(effects)) {
        const row = of(key, to, metric)
        expect(row.difference_anytime_low).toBeLessThanOrEqual(effect)
        expect(row.difference_anytime_high).toBeGreaterThanOrEqual(effect)
        expect(row.verdict === 'no difference shown').toBe(effect === 0)
        expect([row.probe, row.reference, row.from]).toEqual([
          'step',
          'rock-paper-scissors',
          key === 'payoffs[0][0]' ? 1 : 0,
        ])
      }
    // The same seeds make the same choices, so a payoff doesn't change their uses at all.
    expect(of('payoffs[1][0]', 1, 'uses:up')).toMatchObject({ differing: 0, difference: 0 })
  })

  it('shows in every report, and in no figure about the game as it is', async () => {
    for (const width of [80, 120]) {
      const lines = upTo(text(result, width), 'VERDICT')
      expect(lines.filter(line => line.length > width)).toEqual([])
    }
    const told = text(result, 80)
    expect(told).toContain('experiment: 18,000 matches')
    expect(told).toMatch(/payoffs\[0]\[0] {2}1 → 0 +#+\| +-1\d\.\d ± 1\.\d\*/)
    expect(told).toMatch(/payoffs\[0]\[1] {2}0 → -1 +#+\| +-1\d\.\d ± \d\.\d\*\n +0 → 1 +\|#+ +\+1/)
    expect(told).toContain('uses per match: no clear difference')
    expect(told).not.toContain('VERDICT on step')
    expect(pageOf(result)).toContain('What does each number in the rules do?')
    const plain = await play({})
    for (const table of [summary, comparisons]) expect(table.rows(result)).toEqual(table.rows(plain))
    expect(csvOf(summary, result)).not.toContain('rules.')
    expect(text(plain, 80)).not.toContain('LEVERS')
  })

  it('names what moves a figure towards a goal, and what reaches it', () => {
    const told = text(result, 120).replaceAll(/\s+/g, ' ')
    expect(told).toMatch(
      /draws < 60 %, random vs random: not met under the current rules: 7\d\.\d % ± \d\.\d\. Reached: payoffs/,
    )
    expect(told).toMatch(/first-seat 50\.\.75, random vs random: met under the current rules/)
    const { goals } = summaryDocument(result) as {
      goals: { figure: string; steps: { key: string; to: number; way: string; verdict: string }[] }[]
    }
    const [draws] = goals
    const step = (key: string, to: number) => draws!.steps.find(one => one.key === key && one.to === to)
    expect(step('payoffs[1][1]', 1)).toMatchObject({ way: 'towards', verdict: 'met' })
    expect(step('payoffs[0][0]', 0)).toMatchObject({ way: 'away', verdict: 'not met' })
    expect(step('payoffs[0][0]', 2)).toMatchObject({ way: 'not shown', verdict: 'not met' })
  })

  it('is the same whatever the chunks, and is played the same whatever the goal', async () => {
    const few = { ...asked, matches: 100 }
    expect(csvOf(levers, await play(few, 7))).toBe(csvOf(levers, await play(few)))
    const hashes = await Promise.all(
      [asked, { levers: { keys: ['payoffs'] } }, { levers: { keys: ['payoffs[0]'] } }].map(async one =>
        playedHash(await resolve(one)),
      ),
    )
    expect(hashes[0]).toBe(hashes[1])
    expect(hashes[0]).not.toBe(hashes[2])
    // The page's file plays the same again.
    const again = JSON.parse(
      /What again.json says<\/summary><pre tabindex="0">(.*?)<\/pre>/s
        .exec(pageOf(result))![1]!
        .replaceAll('&quot;', '"')
        .replaceAll('&lt;', '<'),
    )
    expect(playedHash(await resolveExperiment(literal(again, 'x')))).toBe(hashes[0])
  })

  it('moves what has a key of its own, and says what it leaves out', async () => {
    const short = await play({ ...SHORT, levers: { keys: ['turns', 'gold.st*'] } })
    const effect = (to: number, key: string) =>
      levers.rows(short).find(row => row.key === key && row.to === to && row.metric === 'length')
    expect(effect(4, 'turns')).toMatchObject({ before: 10, after: 8, difference: -2, verdict: 'shorter' })
    expect(effect(6, 'turns')).toMatchObject({ difference: 2 })
    expect(effect(-1, 'gold.start')).toBeUndefined()
    expect(text(short, 80).replaceAll(/\s+/g, ' ')).toContain(
      'Skipped 1 step that the rules forbid: gold.start is -1, expected an integer from 0 to 9999.',
    )
    // Numbers have steps, and texts that anybody may write are no choices.
    expect(text(short, 80).replaceAll(/\s+/g, ' ')).toMatch(
      /Skipped \d+ on\/off or multiple-choice rules: first, tiebreak, advanceAfterAttack, promotion, secondAttack and \d+ more \(use evenhand compare/,
    )
    const { variants, probing } = await resolve({ game: 'prestige', ruleset: 'two', rules: {}, levers: true })
    expect(variants.some(({ probe }) => probe?.key.startsWith('map'))).toBe(false)
    expect(probing!.inner).toBeGreaterThan(20)
  })

  it('draws what only some steps have: too few matches of the others have a leader at half-time', async () => {
    const some = await play({
      game: 'elephant-men',
      ruleset: 'v0.2',
      rules: {},
      seed: '1',
      matches: 100,
      levers: { keys: ['phases', 'pray.favour'] },
    })
    const own = levers.rows(some)
    const steps = (metric: string) =>
      own.filter(row => row.metric === metric).map(({ key, to }) => `${key} ${to}`)
    expect(steps('half-leader').length).toBeLessThan(steps('length').length)
    expect(steps('half-leader')).not.toEqual([])
    expect(pageOf(some)).toContain('What does each number in the rules do?')
  })

  it('steps by a tenth, at least by one where numbers are whole', () => {
    expect([stepOf(0, true), stepOf(4, true), stepOf(16, true), stepOf(-100, true)]).toEqual([1, 1, 2, 10])
    expect([stepOf(0, false), stepOf(1, false), stepOf(1.5, false)]).toEqual([0.1, 0.1, expect.closeTo(0.15)])
  })

  const square = (n: number) => Array.from({ length: n }, (_, i) => `c${i}`)
  it.each([
    [
      { levers: true },
      'all 4 numbers in the rules are inside lists, maps or decks, expected their keys, such as payoffs[0][0]',
    ],
    [{ levers: { keys: ['payoffs', 'pay'] } }, 'no number, switch or choice in the rules is called "pay"'],
    [{ levers: { keys: ['payoffs'], goal: { drawz: '< 5 %' } } }, 'unknown figure "drawz"'],
    [
      { levers: { keys: ['payoffs'], goal: { 'turn-limit': '< 5 %' } } },
      'found the goal turn-limit, expected first-seat',
    ],
    [{ levers: { keys: ['payoffs'], goal: { 'change.draws': '< 5' } } }, 'found the goal change.draws'],
    [{ levers: { keys: ['payoffs'] }, exploit: 10 }, 'found both levers and exploit'],
    [
      {
        rules: {
          row: square(15),
          column: square(15),
          payoffs: square(15).map(() => square(15).map(() => 0)),
        },
        levers: { keys: ['*'] },
      },
      'levers makes more than 200 variants, expected keys for fewer than 225 numbers',
    ],
    [
      { variants: [{ name: 'a' }, { name: 'b' }], apart: true },
      'no variant changes several keys of the first one',
    ],
  ])('refuses %j', async (more, message) => {
    await expect(resolve(more)).rejects.toThrow(message)
  })
})

describe('changes apart', async () => {
  const result = await play({
    ...SHORT,
    against: 'previous',
    variants: [{ name: 'before' }, { name: 'after', rules: { turns: 7, 'gold.start': 40 } }],
    apart: true,
  })

  it('says what each does alone, and what it adds to the others', () => {
    expect(result.probes.map(({ cell }) => cell.variant.name)).toEqual([
      ...[
        'after: only turns=7',
        'after: only gold.start=40',
        'after: all but turns=7',
        'after: all but gold.start=40',
      ].map(name => name.replace('after: ', '')),
    ])
    const [one] = changesApart(result)
    const length = (row: readonly { metric: { kind: string }; difference: number }[]) =>
      row.find(({ metric }) => metric.kind === 'length')!.difference
    expect(one!.changes.map(({ change, alone, last }) => [change, length(alone), length(last)])).toEqual([
      ['turns 5 → 7', 4, 4],
      ['gold.start 0 → 40', 0, 0],
    ])
    expect(length(one!.together)).toBe(4)
    expect(levers.rows(result).map(({ reference }) => reference)).toEqual(
      expect.arrayContaining(['before', 'after']),
    )
  })

  it('shows beside the changes as a whole', () => {
    const told = text(result, 80)
    expect(told).toContain('APART: each change alone, and all together')
    expect(told).toMatch(/turns 5 → 7 +\+4\.0.*\* +\+4\.0.*\*\n/)
    expect(told).toMatch(/all together +\+4\.0/)
    expect(pageOf(result)).toContain('What does each change do by itself?')
    expect(told).not.toContain('VERDICT on only')
  })
})
