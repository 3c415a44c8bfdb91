/** Records of a run: the same bytes however and whenever they are made. */
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Ended, evenhand, folder, hashes } from './command.ts'
import { expectError } from './messages.ts'

const EXPERIMENT = `name: records
game: elephant-men
seed: one
matches: 12
ruleset: ./mine.yaml
variants:
  - { name: short, rules: { limits.turns: 5 } }
  - { name: longer, rules: { perPhase: one } }
lineups:
  - agents: [random]
  - agents: [greedy, random]
`
const FILES = {
  'plot.yaml': EXPERIMENT,
  'some.yaml': `${EXPERIMENT}records: 4\n`,
  'mine.yaml': 'limits: { turns: 9 }\nunits: { soldier: { hp: 4 } }\n',
}
/** Records of 12 matches of two variants with two line-ups. */
const ALL = 48

/** A folder with a whole run that was not recorded; `records` are those of the same run, recorded at once. */
let home: string
let records: string
let reports: Record<string, string>
beforeAll(async () => {
  home = folder(FILES)
  expect((await go(home, 'o', '--chunk', '2')).code).toBe(0)
  expect((await go(home, 'r', '--records-file', 'r.jsonl')).code).toBe(0)
  records = readFileSync(join(home, 'r.jsonl'), 'utf8')
  reports = reportsOf(home, 'o')
  expect(reportsOf(home, 'r')).toEqual(reports)
})

function go(cwd: string, out: string, ...more: string[]): Promise<Ended> {
  return evenhand(['run', 'plot.yaml', '--out', out, ...more], { cwd })
}

function reportsOf(cwd: string, dir: string): Record<string, string> {
  const { 'journal.jsonl': _, 'records.jsonl': __, ...rest } = hashes(join(cwd, dir))
  return rest
}

/** A copy of the folder, with the run in it. */
function copy(): string {
  const cwd = folder()
  cpSync(home, cwd, { recursive: true })
  return cwd
}

describe('records of a run', () => {
  test('are in order of line-up, block, variant and rotation, and replay to the end without the file of their rules', async () => {
    const lines = records.trimEnd().split('\n')
    const found = lines.map(line => JSON.parse(line))
    expect(
      found.map(({ agents, block, variant, rotation }) => [agents.join(), block, variant, rotation]),
    ).toEqual(
      [0, 1].flatMap(lineup =>
        Array.from({ length: 24 }, (_, i) => [
          lineup === 0 ? 'random,random' : i % 2 ? 'random,greedy' : 'greedy,random',
          Math.floor(i / 4),
          Math.floor(i / 2) % 2 ? 'longer' : 'short',
          i % 2,
        ]),
      ),
    )
    expect(found[0].rules).toEqual({ 'limits.turns': 5, 'units.soldier.hp': 4 })
    const cwd = folder({ 'r.jsonl': records })
    const { code, out, err } = await evenhand(['replay', 'r.jsonl', '--json'], { cwd })
    expect([code, err]).toEqual([0, ''])
    expect(out.split('\n').filter(line => line !== '' && JSON.parse(line).winner !== null)).toHaveLength(ALL)
  })

  test('are the same bytes for any threads and chunks', async () => {
    const cwd = copy()
    for (const [threads, chunk] of [
      [1, 1],
      [2, 5],
      [3, 1000],
    ]) {
      const out = `t${threads}`
      const more = [
        '--records-file',
        `${out}/records.jsonl`,
        '--threads',
        `${threads}`,
        '--chunk',
        `${chunk}`,
      ]
      mkdirSync(join(cwd, out))
      expect((await go(cwd, out, ...more)).code).toBe(0)
      expect(readFileSync(join(cwd, out, 'records.jsonl'), 'utf8')).toBe(records)
    }
  })

  test('that was played already play its matches again, and change nothing else', async () => {
    const cwd = copy()
    const before = hashes(join(cwd, 'o'))
    const { code, err } = await go(cwd, 'o', '--records-file', 'added.jsonl')
    expect(code).toBe(0)
    expect(err).toContain('All matches were already played; replaying 48 matches for records')
    expect(readFileSync(join(cwd, 'added.jsonl'), 'utf8')).toBe(records)
    expect(hashes(join(cwd, 'o'))).toEqual(before)
    // Nothing is missing now.
    expect((await go(cwd, 'o', '--records-file', 'added.jsonl')).err).toContain(
      'All matches were already played',
    )
    expect(readFileSync(join(cwd, 'added.jsonl'), 'utf8')).toBe(records)
  })

  test('go on from what a crash left of the journal and of themselves', async () => {
    const cwd = copy()
    const journal = readFileSync(join(cwd, 'o/journal.jsonl'), 'utf8').split('\n')
    writeFileSync(join(cwd, 'o/journal.jsonl'), `${journal.slice(0, 5).join('\n')}\n`)
    const at = records.split('\n').slice(0, 6).join('\n').length
    writeFileSync(join(cwd, 'o/records.jsonl'), records)
    truncateSync(join(cwd, 'o/records.jsonl'), at + 100)
    expect((await go(cwd, 'o', '--recorded', '12', '--chunk', '2')).code).toBe(0)
    expect(readFileSync(join(cwd, 'o/records.jsonl'), 'utf8')).toBe(records)
    expect(reportsOf(cwd, 'o')).toEqual(reports)
  })

  test('of another run, of blocks that are not counted, or in another order are made anew', async () => {
    const cwd = copy()
    const lines = records.trimEnd().split('\n')
    for (const before of [
      records.replace('"one"', '"two"'),
      [...lines.slice(4), ...lines.slice(0, 4)].join('\n'),
    ]) {
      writeFileSync(join(cwd, 'o/records.jsonl'), before)
      expect((await go(cwd, 'o', '--recorded', '12')).code).toBe(0)
      expect(readFileSync(join(cwd, 'o/records.jsonl'), 'utf8')).toBe(records)
    }
    // A file may come from other code, which is known only of matches in the journal.
    writeFileSync(join(cwd, 'old.jsonl'), records.replace('white done', 'white dome'))
    expect((await go(cwd, 'new', '--records-file', 'old.jsonl')).code).toBe(0)
    expect(readFileSync(join(cwd, 'old.jsonl'), 'utf8')).toBe(records)
  })

  test('are those that the experiment asks for, which makes it no other experiment', async () => {
    const cwd = copy()
    const wanted = records.split('\n').filter(line => /"block":[01],/.test(line))
    expect((await evenhand(['run', 'some.yaml', '--out', 'o', '--quiet'], { cwd })).code).toBe(0)
    expect(readFileSync(join(cwd, 'o/records.jsonl'), 'utf8').trimEnd().split('\n')).toEqual(wanted)
    expect(reportsOf(cwd, 'o')).toEqual(reports)
    const none = ['run', 'some.yaml', '--out', 'none', '--recorded', '0', '--quiet']
    expect((await evenhand(none, { cwd })).code).toBe(0)
    expect(reportsOf(cwd, 'none')).toEqual(reports)
    expect(Object.keys(hashes(join(cwd, 'none')))).not.toContain('records.jsonl')
    // More of them, and all of them again after --fresh.
    await go(cwd, 'o', '--recorded', '12')
    expect(readFileSync(join(cwd, 'o/records.jsonl'), 'utf8')).toBe(records)
    await go(cwd, 'o', '--fresh')
    expect(Object.keys(hashes(join(cwd, 'o')))).not.toContain('records.jsonl')
  })

  test('of play and compare go to stdout, or to a file that held records', async () => {
    const cwd = copy()
    const args = ['play', 'elephant-men', '--matches', '4', '--seed', 'one', '--quiet', '--records-file']
    const { out } = await evenhand([...args, '-'], { cwd })
    expect(out.trimEnd().split('\n')).toHaveLength(4)
    appendFileSync(join(cwd, 'r.jsonl'), 'torn')
    expect((await evenhand([...args, 'r.jsonl'], { cwd })).code).toBe(0)
    expect(readFileSync(join(cwd, 'r.jsonl'), 'utf8')).toBe(out)
    const both = ['compare', 'elephant-men', 'v0.1', 'v0.2', ...args.slice(2), '-', '--agents', 'random']
    const compared = await evenhand(both, { cwd })
    expect(compared.out.match(/"variant":"v0.1"/g)).toHaveLength(4)
  })
})

describe('a file that is not of records, or is another one of the run, stays', () => {
  test.each<[string, string]>([
    ['some.json', '{"game":"elephant-men","seed":"one","matches":24}'],
    ['one.json', '{"game":"elephant-men","ruleset":"v0.1","agents":["random"]}\n'],
    ['list.jsonl', '{"game":1}\n'],
    ['journal.jsonl', ''],
    ['lock', ''],
    ['summary.csv', ''],
  ])('%s', async (name, text) => {
    const cwd = copy()
    writeFileSync(join(cwd, name), text)
    const before = readdirSync(cwd)
    const { code, err } = await go(cwd, 'new', '--records-file', name)
    expect(code, err).toBe(2)
    expectError(err, '--records-file', [
      name,
      text === '' ? 'every run writes a file named' : "doesn't contain records",
    ])
    expect([readFileSync(join(cwd, name), 'utf8'), readdirSync(cwd)]).toEqual([text, before])
  })

  test('even with --fresh, in the folder', async () => {
    const cwd = copy()
    writeFileSync(join(cwd, 'o/records.jsonl'), 'mine')
    expect((await evenhand(['run', 'plot.yaml', '--out', 'o', '--fresh'], { cwd })).code).toBe(0)
    expect(readFileSync(join(cwd, 'o/records.jsonl'), 'utf8')).toBe('mine')
  })
})

describe('records are refused before anything is played', () => {
  const QUEUE = ['--backend', 'bullmq', '--redis', 'redis://127.0.0.1:1']
  test.each([
    [
      ['run', 'plot.yaml', '--records-file', 'x.jsonl', '--shard', '1/2'],
      '--records-file',
      ['a shard', 'merge'],
    ],
    [['run', 'some.yaml', '--shard', '1/2'], 'records', ['a shard', 'merge']],
    [['run', 'some.yaml', ...QUEUE], 'records', ['queue', 'replays those matches']],
    [['run', 'plot.yaml', '--recorded', '-1'], '--recorded', ['"-1"', '0 to']],
    [['run', 'plot.yaml', '--records-file='], '--records-file', ['empty']],
    [['play', 'elephant-men', '--no-keep', '--recorded', '3'], '--recorded', ['no folder', '--records-file']],
  ] as const)('%j', async (args, place, words) => {
    const cwd = folder(FILES)
    const { code, out, err } = await evenhand([...args], { cwd })
    expect([code, out]).toEqual([2, ''])
    expectError(err, place, words)
    expect(Object.keys(hashes(cwd)).sort()).toEqual(Object.keys(FILES).sort())
  })
})
