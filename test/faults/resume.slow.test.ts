/** More ways in which runs go on than unfinished.slow.test.ts has; kill.test.ts is the short case. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { runIdOf } from '../../sim/store/header.ts'
import { encodeLine } from '../../sim/store/journal.ts'
import { evenhand } from '../cli/command.ts'
import { expectError } from '../cli/messages.ts'
import { reportsIn } from './folders.ts'
import { begin, edit, expected, go, half, home, linesOf, writeLines } from './resuming.ts'

beforeAll(begin)

describe('a line of a journal', () => {
  test('of another run, or of another shard, is damage', async () => {
    const cwd = half()
    for (const more of [
      ['--seed', 'two'],
      ['--shard', '1/2'],
    ]) {
      const out = join(cwd, more[1]!.replace('/', '-'))
      expect(
        (await evenhand(['run', 'plot.yaml', '--out', out, '--chunk', '2', ...more], { cwd })).code,
      ).toBe(0)
      const other = readFileSync(join(out, 'journal.jsonl'), 'utf8').trimEnd().split('\n')
      const lines = linesOf(home)
      writeLines(cwd, [
        ...lines.slice(0, 3),
        other.find(line => line.includes(chunkOf(lines[3]!)))!,
        lines[4]!,
      ])
      const { code, err } = await go(cwd)
      expect(code).toBe(3)
      expectError(err, 'o/journal.jsonl', ['line 4', 'of another run'])
    }
  })

  /** Its chunk, as it is written. */
  function chunkOf(line: string): string {
    return JSON.stringify(JSON.parse(line)[1].chunk)
  }

  test('that is there twice counts once; one that says something else is refused, and both can be left out', async () => {
    const cwd = half()
    writeLines(cwd, [...linesOf(home), linesOf(home)[2]!])
    expect((await go(cwd)).code).toBe(0)
    expect(reportsIn(join(cwd, 'o'))).toEqual(expected)

    const lines = linesOf(home)
    const third = JSON.parse(lines[2]!)[1]
    const other = JSON.parse(lines.find(line => line.includes('"lineup":0') && line !== lines[2])!)[1]
    writeLines(cwd, [
      ...lines,
      encodeLine({ ...third, variants: other.variants }, runOf(home))
        .toString()
        .trimEnd(),
    ])
    const { code, err } = await go(cwd)
    expect(code).toBe(3)
    expectError(err, 'o/journal.jsonl', ['line 7 and line 3 of o/journal.jsonl', 'different results'])
    const repaired = await evenhand(['repair', 'o'], { cwd })
    expect(repaired.out).toContain('removed lines 3, 7 of the 7 lines')
    expect((await go(cwd)).code).toBe(0)
    expect(reportsIn(join(cwd, 'o'))).toMatchObject(expected)
  })

  function runOf(cwd: string): string {
    return runIdOf(JSON.parse(linesOf(cwd)[0]!)[1])
  }
})

test('more matches extend a finished run: what was played is kept, and the bytes are those of any run asked for the same', async () => {
  const cwd = half()
  expect((await go(cwd)).code).toBe(0)
  const before = linesOf(cwd)
  const long = await go(cwd, '--matches', '50', '--chunk', '3')
  expect([long.code, long.err]).toEqual([0, expect.stringMatching(/^Resuming o: 96 matches/m)])
  expect(linesOf(cwd).slice(1, before.length)).toEqual(before.slice(1))
  for (const more of [[], ['--matches', '50']])
    expect((await evenhand(['run', 'plot.yaml', '--out', 'whole', ...more], { cwd })).code).toBe(0)
  expect(reportsIn(join(cwd, 'o'))).toEqual(reportsIn(join(cwd, 'whole')))
})

test('more matches in the file extend a run in the folder that it has by default', async () => {
  const cwd = half()
  const first = await evenhand(['run', 'plot.yaml'], { cwd })
  edit(cwd, 'plot.yaml', 'matches: 24', 'matches: 26')
  const second = await evenhand(['run', 'plot.yaml'], { cwd })
  const [, dir] = /^reports: (.*)$/m.exec(first.out)!
  expect(second.out).toContain(`reports: ${dir}\n`)
  expect(second.err).toContain(`Resuming ${dir}: 96 matches`)
})

test('what only reports read may change: the same journal, other reports', async () => {
  const cwd = half()
  edit(cwd, 'plot.yaml', 'matches: 24', 'matches: 24\nmargin: 9')
  edit(cwd, 'plot.yaml', 'name: journal', 'name: other')
  edit(cwd, 'plot.yaml', 'name: longer', 'name: renamed')
  const { code, err } = await go(cwd)
  expect(code, err).toBe(0)
  expect(err).toContain('40 matches were already played')
  const whole = await evenhand(['run', 'plot.yaml', '--out', 'whole'], { cwd })
  expect(whole.code).toBe(0)
  expect(reportsIn(join(cwd, 'o'))).toEqual(reportsIn(join(cwd, 'whole')))
  expect(reportsIn(join(cwd, 'o'))['summary.csv']).toContain('renamed')
})
