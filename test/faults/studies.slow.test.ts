/** Studies that are killed at random steps, and started again each time, come to the bytes of those that nothing disturbed. */
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { evenhand, folder } from '../cli/command.ts'
import { reportsIn } from './folders.ts'
import { storm } from './storming.ts'

const GAME = `seed: one
matchesTable: csv
`
const FILES = {
  'levers.yaml': `name: levers
game: frontline
rules: { cells: 5, turns: 20 }
${GAME}matches: 40
lineups: [{ agents: [random] }, { agents: [greedy, random] }]
levers: { goal: { draws: < 20 % } }
`,
  'usefulness.yaml': `name: usefulness
game: frontline
rules: { cells: 5, turns: 20 }
${GAME}matches: 400
lineups: [{ agents: [random] }, { agents: [greedy, random] }]
usefulness: true
`,
  'learn.yaml': `name: learn
game: tic-tac-toe
${GAME}matches: 1000
learn: { rounds: 3, matches: 60, tests: 8, seeds: 2 }
lineups: [{ agents: [learned, random] }, { agents: [random] }]
`,
}
type Name = keyof typeof FILES

/** The reports without what a run keeps in the order in which chunks ended. */
function comparable({ 'facts.bin': _, ...reports }: Readonly<Record<string, string>>): object {
  return reports
}

const wholes = new Map<Name, Promise<object>>()

/** What an experiment comes to where nothing was learned before, and nothing is disturbed: played once. */
function whole(name: Name): Promise<object> {
  const known = wholes.get(name) ?? playedWhole(name)
  wholes.set(name, known)
  return known
}

async function playedWhole(name: Name): Promise<object> {
  const cwd = folder(FILES)
  // Of players that learned, stderr says how good they are.
  expect((await evenhand(['run', name, '--out', 'whole', '--quiet'], { cwd })).code).toBe(0)
  const reports = reportsIn(join(cwd, 'whole'))
  expect(Object.keys(reports)).toEqual(expect.arrayContaining(['matches.csv', 'highlights.jsonl']))
  return comparable(reports)
}

test.each<[Name, number]>([
  ['levers.yaml', 3],
  ['usefulness.yaml', 3],
  ['learn.yaml', 3],
])('%s, killed %i times, comes to the same bytes', async (name, times) => {
  const expected = await whole(name)
  const { kills } = await storm({
    args: count => ['run', name, '--chunk', '3', '--threads', count % 3 === 0 ? '2' : '1'],
    cwd: folder(FILES),
    seed: `${name} ${inject('seed')}`,
    enough: count => count >= times,
    check: dir => expect(comparable(reportsIn(dir))).toEqual(expected),
  })
  expect(kills).toBe(times)
})

test('the pilot of a plan, killed twice, is one that the run goes on from', async () => {
  const cwd = folder(FILES)
  const planned: string[] = []
  // Of the studies here, the one whose plan is worked out soonest, since each pilot that ends before it is killed has its plan worked out.
  await storm({
    args: () => ['plan', 'usefulness.yaml', '--pilot', '40'],
    cwd,
    seed: `plan ${inject('seed')}`,
    enough: count => count >= 2,
    check: dir => planned.push(dir),
  })
  const expected = await whole('usefulness.yaml')
  // The last one was killed: nothing ends before there were kills enough.
  const dir = planned.at(-1)!
  const { code, err } = await evenhand(['run', 'usefulness.yaml', '--out', dir], { cwd })
  expect(code).toBe(0)
  expect(err).toMatch(/Resuming .*: [\d,]+ matches/)
  expect(comparable(reportsIn(dir))).toEqual(expected)
})

test('a shard that is killed twice is merged with the other one to the bytes of one machine', async () => {
  const cwd = folder(FILES)
  const args = ['run', 'usefulness.yaml', '--chunk', '3']
  const shards: string[] = []
  await storm({
    args: () => [...args, '--shard', '1/2'],
    cwd,
    seed: `shard ${inject('seed')}`,
    enough: count => count >= 2,
    check: dir => shards.push(dir),
  })
  expect((await evenhand([...args, '--shard', '2/2', '--out', 'two', '--quiet'], { cwd })).code).toBe(0)
  const expected = await whole('usefulness.yaml')
  const { code } = await evenhand(
    ['merge', shards.at(-1)!, 'two', '--out', 'all', '--matches-table', 'csv', '--quiet'],
    { cwd },
  )
  expect(code).toBe(0)
  expect(comparable(reportsIn(join(cwd, 'all')))).toEqual(expected)
})
