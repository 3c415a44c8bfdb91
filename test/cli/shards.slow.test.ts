/** Shards that are merged hold what one machine would have written: records of highlights and the table of matches among it. */
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { JOURNAL } from '../../sim/store/journal.ts'
import { evenhand, folder, hashes } from './command.ts'

const FILE = `name: big
game: frontline
seed: one
matches: 120
rules: { cells: 5 }
matchesTable: csv
variants:
  - { name: short, rules: { turns: 12 } }
  - { name: long, rules: { turns: 20 } }
lineups:
  - agents: [random]
  - agents: [greedy, random]
`
const AGENT = `export default {
  id: 'last',
  summary: 'the last that it may',
  make: () => ({ choose: (view, seat, legal, count) => legal[count - 1] }),
}
`

/** All but the journal and the facts of matches, whose parts come in the order of time. */
function reportsIn(dir: string): Record<string, string> {
  const { [JOURNAL]: _, 'facts.bin': __, ...reports } = hashes(dir)
  return reports
}

/** Plays an experiment on one machine, and in three shards. */
async function play(cwd: string, ...how: string[]): Promise<void> {
  const args = ['run', 'big.yaml', '--quiet', ...how]
  expect((await evenhand([...args, '--out', 'whole'], { cwd })).code).toBe(0)
  for (const i of [1, 2, 3]) {
    const { code, err } = await evenhand([...args, '--shard', `${i}/3`, '--out', `s/${i}`], { cwd })
    expect([code, err]).toEqual([0, ''])
  }
}

test('shards are merged into the folder that a plan played its pilot in', async () => {
  const cwd = folder({ 'big.yaml': FILE.replace('matchesTable: csv\n', '') })
  await play(cwd)
  const plan = await evenhand(['plan', 'big.yaml', '--pilot', '17', '--quiet', '--out', 'all'], { cwd })
  expect(plan.code).toBe(0)
  const { code, err } = await evenhand(['merge', 's', '--out', 'all', '--quiet'], { cwd })
  expect([code, err]).toEqual([0, ''])
  expect(reportsIn(join(cwd, 'all'))).toEqual(reportsIn(join(cwd, 'whole')))
})

test('merged shards are the folder of one machine, byte for byte', async () => {
  const cwd = folder({ 'big.yaml': FILE })
  await play(cwd)
  const expected = reportsIn(join(cwd, 'whole'))
  expect(Object.keys(expected)).toEqual(
    expect.arrayContaining(['highlights.jsonl', 'matches.csv', 'report.html']),
  )
  const merged = await evenhand(['merge', 's', '--out', 'all', '--matches-table', 'csv'], { cwd })
  expect(merged.code).toBe(0)
  expect(merged.err).toMatch(/^replaying \d+ matches worth watching\n$/)
  expect(reportsIn(join(cwd, 'all'))).toEqual(expected)
  // Nothing is played a second time, and a run finds nothing to do.
  expect((await evenhand(['merge', 's', '--out', 'all', '--matches-table', 'csv'], { cwd })).err).toBe('')
  expect((await evenhand(['run', 'big.yaml', '--out', 'all', '--quiet'], { cwd })).code).toBe(0)
  expect(reportsIn(join(cwd, 'all'))).toEqual(expected)
})

test('a highlight that is there already is not played again, and one that is damaged is', async () => {
  const cwd = folder({ 'big.yaml': FILE })
  await play(cwd, '--matches', '24')
  expect((await evenhand(['merge', 's', '--out', 'all'], { cwd })).code).toBe(0)
  const file = join(cwd, 'all', 'highlights.jsonl')
  const lines = readFileSync(file, 'utf8')
  writeFileSync(file, lines.replace(/^.*\n/, 'not a record\n'))
  const { code, err } = await evenhand(['merge', 's', '--out', 'all'], { cwd })
  expect([code, err]).toEqual([0, 'replaying 1 match worth watching\n'])
  expect(readFileSync(file, 'utf8')).toBe(lines)
})

test('what shards did not keep is told, and a run in the merged folder plays it again', async () => {
  const cwd = folder({
    'big.yaml': FILE.replace('[greedy, random]', '[./last.js, random]'),
    'last.js': AGENT,
  })
  await play(cwd)
  const expected = reportsIn(join(cwd, 'whole'))
  rmSync(join(cwd, 's/2/facts.bin'))
  const { code, err } = await evenhand(['merge', 's', '--out', 'all', '--matches-table', 'csv'], { cwd })
  expect(code).toBe(1)
  expect(err).toMatch(
    /^no table of matches: 40 blocks were played without --matches-table; run the experiment with --out all --matches-table csv /m,
  )
  expect(err).toMatch(
    /^\d+ matches worth watching can't be replayed here, .* run the experiment with --out all to replay them/m,
  )
  const kept = readFileSync(join(cwd, 'all/highlights.jsonl'), 'utf8')
  expect(kept).toContain('"agents":["random","random"]')
  expect(kept).not.toContain('last')
  expect((await evenhand(['run', 'big.yaml', '--out', 'all', '--quiet'], { cwd })).code).toBe(0)
  expect(reportsIn(join(cwd, 'all'))).toEqual(expected)
})

test('shards that are not all there have no records of highlights, which may be others in the end', async () => {
  const cwd = folder({ 'big.yaml': FILE })
  await play(cwd)
  cpSync(join(cwd, 's'), join(cwd, 'two'), { recursive: true })
  rmSync(join(cwd, 'two/2'), { recursive: true })
  const { code, err } = await evenhand(['merge', 'two', '--out', 'all', '--matches-table', 'csv'], { cwd })
  expect(code).toBe(1)
  expect(err).toContain('are missing; run the experiment with --out all to play them')
  const names = Object.keys(reportsIn(join(cwd, 'all')))
  expect(names).toContain('matches.csv')
  expect(names).not.toContain('highlights.jsonl')
  // The shard that comes late completes it.
  expect((await evenhand(['merge', 's', '--out', 'all', '--matches-table', 'csv'], { cwd })).code).toBe(0)
  expect(reportsIn(join(cwd, 'all'))).toEqual(reportsIn(join(cwd, 'whole')))
})
