import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fill, runsOf } from '../../docs/scripts/studies.ts'
import { ROOT } from '../../engine/package.ts'

type Row = Record<string, string>
const summary: Row[] = [
  {
    variant: 'old',
    lineup: 'mcts:iterations=100 vs mcts:iterations=100',
    matches: '4000',
    score: '0.500000',
    score_low: '0.490000',
    score_high: '0.520000',
    draw_share: '0.250000',
    turn_limit_share: '0.500000',
  },
  {
    variant: 'new | better',
    lineup: 'mcts:iterations=100 vs mcts:iterations=100',
    matches: '4000',
    score: '0.625000',
    score_low: '',
    score_high: '',
    draw_share: '0.000000',
    turn_limit_share: '0.000000',
  },
]
const units: Row[] = ['A', 'B'].map(seat => ({
  variant: 'old',
  lineup: 'x',
  seat,
  asset: 'archer',
  used: '3',
  gold: '4',
}))
const comparisons: Row[] = ['draws', 'score:A'].map(metric => ({
  variant: 'new | better',
  lineup: summary[0]!.lineup!,
  metric,
  difference: metric === 'draws' ? '-0.7500' : '0.1250',
  difference_low: metric === 'draws' ? '-0.8000' : '-0.1000',
  difference_high: metric === 'draws' ? '-0.7200' : '0.3500',
  p_adjusted: metric === 'draws' ? '0.0000' : '0.2000',
}))

const seats: Row[] = summary.map(({ variant, lineup }) => ({
  variant: variant!,
  lineup: lineup!,
  verdict: 'fair',
  lead: '1.5000',
  lead_low: '1.0000',
  lead_high: '2.0000',
}))

const table = (spec: string, run = 'one') =>
  fill(
    `<!-- names\n'mcts:iterations=100': mcts\n-->\n\nBefore.\n\n<!-- table\nrun: ${run}\n${spec}\n-->\n| stale |\n\nAfter.\n`,
    name => (name === 'one' ? report => ({ summary, units, comparisons, seats })[report]! : undefined),
  )
const rows = (spec: string) => table(spec).split('-->\n')[2]!.split('\n\n')[0]!.split('\n')

describe('a table of a study', () => {
  it('replaces what stood there, and nothing else', () => {
    const text = table("rows: variant\ncells: { n: '{matches}' }")
    expect(text).toMatch(/\n\nBefore\.\n\n<!-- table\n/)
    expect(text).toMatch(/\n\nAfter\.\n$/)
    expect(text).not.toContain('stale')
  })

  it('stays as it is where its run is not at hand', () => {
    expect(table("rows: variant\ncells: { n: '{matches}' }", 'two')).toContain('| stale |')
  })

  it('shows figures with the longer arm of their interval, in percent if asked', () => {
    expect(rows("rows: variant\ncells: { n: '{matches}', score: '{score:%}', raw: '{score:3}' }")).toEqual([
      '| variant | n | score | raw |',
      '| --- | --- | --- | --- |',
      '| old | 4,000 | 50.0 ± 2.0 | 0.500 ± 0.020 |',
      '| new \\| better | 4,000 | 62.5 | 0.625 |',
    ])
  })

  it('has a column for each text of a column, by the name given to it', () => {
    expect(
      rows(
        "rows: { variant: rules }\ncolumns: lineup\ncells: { none: '{draw_share + turn_limit_share:%0}' }",
      ).slice(0, 3),
    ).toEqual(['| rules | mcts none |', '| --- | --- |', '| old | 75 |'])
  })

  it('shows differences to the baseline, bold where they stand after correction', () => {
    expect(rows("rows: variant\ncells: { d: '{draws~:%}', s: '{score:A~:%}' }").slice(2)).toEqual([
      '| old |  |  |',
      '| new \\| better | **-75.0 ± 5.0** | +12.5 ± 22.5 |',
    ])
  })

  it('marks a difference that other players may not show', () => {
    const shown = (players: object) =>
      fill(
        "<!-- table\nrun: one\nrows: variant\ncells: { d: '{draws~:%}' }\n-->\n| stale |\n",
        () => report =>
          report === 'comparisons'
            ? comparisons.map(row => ({ ...row, ...players }))
            : ({ summary, units, seats } as Record<string, Row[]>)[report]!,
      )
        .split('\n')
        .at(-2)
    const players = { difference_players_low: '-0.9', difference_players_high: '0.1', players_p: '0.0100' }
    expect(shown(players)).toBe('| new \\| better | -75.0 ± 5.0 † |')
    expect(shown({ ...players, difference_players_high: '-0.1' })).toBe(
      '| new \\| better | **-75.0 ± 5.0** |',
    )
    expect(shown({ ...players, players_p: '0.9000' })).toBe('| new \\| better | -75.0 ± 5.0 † |')
  })

  it('takes a figure from another report on the same line-up', () => {
    expect(rows("rows: variant\ncells: { m: '{seats.verdict} of {seats.lead}' }")[2]).toBe(
      '| old | fair of 1.5 ± 0.5 |',
    )
  })

  it('adds up rows and divides what it added', () => {
    const spec = "from: units\nrows: asset\ncells: { r: '{sum used / sum gold:2}', u: '{sum used:0}' }"
    expect(rows(spec)[2]).toBe('| archer | 0.75 | 6 |')
    const one = "from: units\nwhere: { seat: A }\nrows: asset\ncells: { u: '{used}' }"
    expect(rows(one)[2]).toBe('| archer | 3 |')
  })

  it.each([
    ["from: units\nrows: asset\ncells: { u: '{used}' }", '2 rows fall into one cell'],
    ["rows: variant\ncells: { u: '{speed}' }", 'no column speed'],
    ["where: { variant: none }\nrows: variant\ncells: { n: '{matches}' }", 'no row of summary'],
    ["rows: variant\ncell: { n: '{matches}' }", 'Unrecognized key'],
  ])('that cannot be had is an error: %j', (spec, message) => {
    expect(() => table(spec)).toThrow(message)
  })
})

const EXPERIMENTS = readdirSync(join(ROOT, 'configs', 'experiments'), {
  recursive: true,
  encoding: 'utf8',
}).map(path => basename(path))
const files = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' }).map(name =>
  join('docs', name),
)
describe.each(files.filter(file => file.endsWith('.md')))('%s', file => {
  const text = readFileSync(join(ROOT, file), 'utf8').replace(/<!-- names\n.*?\n-->\n/s, '')

  it('rests on experiments that ship', () => {
    for (const run of runsOf(text)) expect(EXPERIMENTS).toContain(`${run}.yaml`)
  })

  it('has a table below each of its descriptions', () => {
    expect(text.match(/<!-- table\n(?:(?!-->).)*-->\n(?!\|)/s)).toBeNull()
    expect(text.match(/<!-- table/g)?.length ?? 0).toBe(runsOf(text).length)
  })
})
