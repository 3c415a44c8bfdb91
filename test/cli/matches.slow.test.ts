/** The matches of a run: which are worth looking at, and any of them played again. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { evenhand, folder, hashes } from './command.ts'
import { expectError } from './messages.ts'

const EXPERIMENT = `name: some
game: elephant-men
matches: 24
variants: [{}, { name: rich, rules: { 'favour.win': 5 } }]
lineups: [{ agents: [random] }, { agents: [greedy, random] }]
`

const linesOf = (file: string): string[] => readFileSync(file, 'utf8').split('\n').slice(0, -1)

async function played(cwd: string, out: string, ...more: string[]): Promise<void> {
  const { code, err } = await evenhand(['run', 'some.yaml', '--out', out, '--quiet', ...more], { cwd })
  expect([code, err]).toEqual([0, ''])
}

test('highlights are the same for any threads, chunks and resumption, and records of the run', async () => {
  const cwd = folder({ 'some.yaml': EXPERIMENT })
  await played(cwd, 'a', '--threads', '1', '--recorded', '24')
  await played(cwd, 'b', '--threads', '2', '--chunk', '3', '--matches', '8')
  await played(cwd, 'b', '--threads', '2', '--chunk', '3')
  for (const name of ['highlights.csv', 'highlights.jsonl', 'report.html'])
    expect([
      name,
      readFileSync(join(cwd, 'b', name), 'utf8') === readFileSync(join(cwd, 'a', name), 'utf8'),
    ]).toEqual([name, true])
  const kept = linesOf(join(cwd, 'a/highlights.jsonl'))
  const records = new Set(linesOf(join(cwd, 'a/records.jsonl')))
  expect(kept.length).toBeGreaterThan(8)
  expect(kept.filter(line => !records.has(line))).toEqual([])
  // A whole run plays nothing again, but writes what is missing.
  rmSync(join(cwd, 'a/highlights.jsonl'))
  await played(cwd, 'a', '--recorded', '24')
  expect(linesOf(join(cwd, 'a/highlights.jsonl'))).toEqual(kept)
})

test('replay shows a highlight by its name and any block, as they were played', async () => {
  const cwd = folder({ 'some.yaml': EXPERIMENT })
  await played(cwd, 'a', '--recorded', '24')
  const records = linesOf(join(cwd, 'a/records.jsonl'))
  const show = async (...args: string[]) => await evenhand(['replay', 'a', ...args], { cwd })
  const list = await show()
  expect(list.out).toMatch(/^cell +variant +line-up +--pick +block +rotation +the match\n/)
  expect((await show('--list')).out).toBe(list.out)
  const [, block, rotation] = /\n4 .* longest +(\d+) +(\d+) +the longest\n/.exec(list.out)!
  const wanted = records.filter(line => {
    const { variant, agents, block: b, rotation: r } = JSON.parse(line)
    return variant === 'rich' && new Set(agents).size === 2 && b === Number(block) && r === Number(rotation)
  })
  writeFileSync(join(cwd, 'one.jsonl'), `${wanted.join('\n')}\n`)
  const one = (await evenhand(['replay', 'one.jsonl', '--json', '--labels'], { cwd })).out
  expect(one).not.toBe('')
  const picked = await show('--cell', '4', '--pick', 'longest', '--json', '--labels')
  expect([picked.code, picked.err, picked.out]).toEqual([0, '', one])
  rmSync(join(cwd, 'a/highlights.jsonl'))
  expect((await show('--cell', '4', '--pick', 'longest', '--json', '--labels')).out).toBe(one)
  const block4 = await show('--cell', '4', '--block', block!, '--rotation', rotation!, '--json', '--labels')
  expect(block4.out).toBe(one)
  const both = await show('--block', '3', '--brief')
  expect(both.out).toMatch(/^== record 1: .*block 3, rotation 0\n(.*\n)*== record 2: .*rotation 1\n/)
  expect(both.out.split('\n').every(line => line.length <= 100)).toBe(true)
})

test.each([
  [['a', '--pick', 'best'], '--pick', ['no match called best', 'typical']],
  [['a', '--block', '12'], '--block', ['0 to 11']],
  [['a', '--block', '1', '--rotation', '2'], '--rotation', ['0 to 1']],
  [['a', '--cell', '9', '--pick', 'typical'], '--cell', ['1 to 4']],
  [['a', '--record', '1'], '--record', ['--pick or --block']],
  [['a', '--rotation', '1'], '--rotation', ['needs --block']],
  [['a', '--pick', 'typical', '--block', '1'], '--pick', ['with --block']],
  [['a/records.jsonl', '--pick', 'typical'], '--pick', ['is for runs']],
  [['a', '--list', '--json'], '--list', ['with --json']],
])('replay %j is refused in one line', async (args, place, words) => {
  const { code, err } = await evenhand(['replay', ...args], { cwd: await shared() })
  expect(code).toBe(2)
  expectError(err, place, words)
})

let made: Promise<string> | null = null
/** A folder with a run that all may look at. */
function shared(): Promise<string> {
  made ??= (async () => {
    const cwd = folder({ 'some.yaml': EXPERIMENT })
    await played(cwd, 'a', '--recorded', '2')
    return cwd
  })()
  return made
}

test('fewer records than a file holds are refused, and leave it as it is', async () => {
  const cwd = folder({ 'some.yaml': EXPERIMENT })
  await played(cwd, 'a', '--recorded', '24')
  const before = hashes(join(cwd, 'a'))
  const { code, err } = await evenhand(['run', 'some.yaml', '--out', 'a', '--quiet', '--recorded', '2'], {
    cwd,
  })
  expect(code).toBe(2)
  expectError(err, '--recorded', ['found 2', 'would be lost'])
  expect(hashes(join(cwd, 'a'))).toEqual(before)
})

test('a match that an agent forfeited is kept up to its fault', async () => {
  const cwd = folder({
    'bad.js': `export default { id: 'bad', summary: 'throws', make: () => ({
      choose: (view, seat, legal, count) => { if (count > 2) throw new Error('no <idea>'); return legal[0] },
    }) }`,
  })
  const args = ['play', 'frontline', '--agents', './bad.js,random', '--matches', '4', '--out', 'a', '--quiet']
  expect((await evenhand(args, { cwd })).code).toBe(0)
  const { out } = await evenhand(['replay', 'a', '--pick', 'forfeit:1', '--brief'], { cwd })
  expect(out).toMatch(/\nB won \(forfeit\) after [0-9]+ half-turns, A threw .*no <idea>\n$/)
})
