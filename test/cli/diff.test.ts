/** `evenhand diff`: two runs of one game. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { readPage } from '../reports/well-formed.ts'
import { evenhand, folder } from './command.ts'

let cwd: string
beforeAll(async () => {
  cwd = folder()
  for (const [out, turns] of [
    ['spring', 12],
    ['autumn', 40],
  ] as const)
    await evenhand(
      [
        ...['play', 'frontline', '--agents', 'random', '--matches', '80', '--threads', '1', '--out', out],
        ...['--rules', 'cells=5', `turns=${turns}`, '--matches-table', 'csv', '--quiet'],
      ],
      { cwd },
    )
})
const diff = (...args: string[]) => evenhand(['diff', ...args], { cwd })

test('diff tells what differs between two runs, and what moved', async () => {
  const { code, out, err } = await diff('spring', 'autumn')
  expect([code, err]).toEqual([0, ''])
  expect(out).toMatch(/^frontline: spring → autumn\n/)
  expect(out).toContain('\n  turns: 12 → 40\n')
  expect(out).toMatch(/\n {2}draws +\d+\.\d % +\d+\.\d % +-\d+\.\d ± \d+\.\d points +fewer draws\n/)
})

test('diff prints data', async () => {
  const { out } = await diff('spring', 'autumn', '--json')
  const found = JSON.parse(out)
  expect(found).toMatchObject({
    ...{ game: 'frontline', before: { run: 'spring', seed: '1', matches: 80 }, after: { run: 'autumn' } },
    rules: [{ changes: [{ key: 'turns', before: 12, after: 40 }] }],
  })
  expect(found.moved).toContainEqual({
    ...{ variant: expect.any(String), lineup: 'random vs random', metric: 'draws', words: 'fewer draws' },
  })
  const csv = (await diff('spring', 'autumn', '--csv')).out.split('\n')
  expect(csv[0]).toMatch(/^variant,lineup,lineup_number,reference,metric,blocks,before,/)
  expect(csv).toHaveLength(found.comparisons.length + 2)
})

test('diff writes a page', async () => {
  const { out } = await diff('spring', 'autumn', '--page', 'diff.html')
  expect(out).toMatch(/\n\/.*diff\.html\n$/)
  const page = readFileSync(join(cwd, 'diff.html'), 'utf8')
  expect(page).toContain('<h1>What changed from spring to autumn?</h1>')
  expect(page).toContain('The second run changes turns (12 → 40).')
  expect(page).toContain('draws get rarer')
  expect(page).toMatch(/turns<\/th>\s*<td>12<\/td><td>40<\/td>/)
  expect(readPage(page).errors).toEqual([])
})

test('diff refuses what it cannot compare in one line', async () => {
  expect(await diff('spring', './spring')).toEqual({
    ...{ code: 2, out: '', err: 'RUN2: is ./spring again, expected another run\n' },
  })
  expect(await diff('spring', 'nowhere')).toEqual({
    ...{ code: 2, out: '', err: 'nowhere: no such folder, expected the folder of a run\n' },
  })
  const both = await diff('spring', 'autumn', '--csv', '--json')
  expect(both.err).toBe("--csv: can't be combined with --json\n")
  expect((await diff('spring', 'autumn', '--open')).err).toBe('--open: needs --page FILE\n')
})
