/** A run's folder: what goes on, and what is refused; repair.slow.test.ts has more. */
import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { type JournalHeader, runIdOf } from '../../sim/store/header.ts'
import { encodeLine } from '../../sim/store/journal.ts'
import { evenhand, hashes } from '../cli/command.ts'
import { expectError } from '../cli/messages.ts'
import { blocksIn, reportsIn } from './folders.ts'
import { begin, edit, expected, go, half, home, journalOf, linesOf, writeLines } from './resuming.ts'

beforeAll(begin)

describe('a folder with an unfinished run', () => {
  test('goes on where it stopped, with other threads, chunks, memory and talk', async () => {
    const cwd = half()
    const { code, err } = await go(cwd, '--threads', '1', '--chunk', '5', '--memory', '4000')
    expect(code).toBe(0)
    expect(err).toMatch(
      /^journal: 96 matches .* 1 thread\n(?: {2}.* vs random: \d+ in 2 variants\n)+Resuming o: 40 .*--fresh.*\n/,
    )
    expect(reportsIn(join(cwd, 'o'))).toEqual(expected)
    // Each block was played once.
    const all = [0, 1].flatMap(lineup => Array.from({ length: 12 }, (_, block) => `${lineup}/${block}`))
    expect(blocksIn(join(cwd, 'o')).sort()).toEqual(all.sort())
    expect(linesOf(cwd).slice(0, 6)).toEqual(linesOf(home))
  })

  test('starts over with --fresh', async () => {
    const cwd = half()
    const { code, err } = await go(cwd, '--fresh')
    expect(code).toBe(0)
    expect(err).not.toContain('already')
    expect(reportsIn(join(cwd, 'o'))).toEqual(expected)
    expect(blocksIn(join(cwd, 'o')).length).toBe(24)
  })

  test('goes on when it was moved, with all that it needs', async () => {
    const cwd = half()
    for (const name of ['plot.yaml', 'mine.yaml', 'saboteur.mjs', 'o']) {
      mkdirSync(join(cwd, 'elsewhere'), { recursive: true })
      renameSync(join(cwd, name), join(cwd, 'elsewhere', name))
    }
    const { code, err } = await evenhand(['run', 'elsewhere/plot.yaml', '--out', 'elsewhere/o'], { cwd })
    expect(code).toBe(0)
    expect(err).toContain('40 matches were already played')
    expect(reportsIn(join(cwd, 'elsewhere', 'o'))).toEqual(expected)
  })
})

describe('a folder with a finished run', () => {
  test('makes its reports of the journal alone', async () => {
    const cwd = half()
    await go(cwd)
    for (const name of Object.keys(expected)) rmSync(join(cwd, 'o', name))
    const before = linesOf(cwd)
    const { code, err } = await go(cwd)
    expect(code).toBe(0)
    expect(err).toContain(
      'All matches were already played; rebuilding the report. Use --fresh to start over.',
    )
    expect(reportsIn(join(cwd, 'o'))).toEqual(expected)
    expect(linesOf(cwd)).toEqual(before)
  })
})

describe('a folder with another run is refused, and unchanged', () => {
  const now = (cwd: string, from: string, to: string) => edit(cwd, 'plot.yaml', from, to)

  test.each<[string, (cwd: string) => void, string | RegExp, (readonly string[])?]>([
    ['another seed', () => {}, 'its seed is "one", not "two"', ['--seed', 'two']],
    [
      'fewer matches',
      () => {},
      'o: holds a run of 24 matches of "random vs random" in each variant, not 20: you can raise the number of matches, but not lower it (--matches 24 resumes it); ',
      ['--matches', '20'],
    ],
    [
      'a changed rule',
      cwd => now(cwd, 'turns: 5', 'turns: 6'),
      'its rules.limits.turns of variant "short" is 5, not 6',
    ],
    [
      'a changed rule file',
      cwd => edit(cwd, 'mine.yaml', 'turns: 9', 'turns: 8'),
      'its rules.limits.turns of variant "longer" is 9, not 8',
    ],
    [
      'a variant more',
      cwd => now(cwd, 'lineups:', '  - { name: third }\nlineups:'),
      /its variant "third" is nothing, not \{"rules":\{.*\.\.\./,
    ],
    [
      'another time limit',
      cwd => now(cwd, 'seed:', 'decisionSeconds: 5\nseed:'),
      'its decisionSeconds is 60, not 5',
    ],
    [
      'another agent',
      cwd => now(cwd, '[random]', '[greedy]'),
      'its participants[0].agent of line-up "greedy vs greedy" is "random", not "greedy"',
    ],
    [
      'an agent with other options',
      cwd => now(cwd, 'mode=throw', 'mode=nan'),
      'its participants[0].options.mode of line-up "saboteur:mode=nan vs random" is "throw", not "nan"',
    ],
    [
      'an agent module with other text',
      cwd => appendFileSync(join(cwd, 'saboteur.mjs'), '// changed\n'),
      /participants\[0\]\.module of line-up "saboteur:mode=throw vs random" is "[0-9a-f]{12,}.*, not "[0-9a-f]{12,}/,
    ],
    [
      'another version of the engine',
      cwd => header(cwd, header => ({ ...header, version: '0.0.9' })),
      /version is "0\.0\.9", not "\d+\.\d+\.\d+"/,
    ],
    [
      'other code of the same version',
      cwd => header(cwd, header => ({ ...header, code: 'f'.repeat(64) })),
      /its code of evenhand is "f{12,}.*, not "[0-9a-f]{12,}/,
    ],
    ['a shard of it', () => {}, 'its shard is "1/1", not "1/2"', ['--shard', '1/2']],
  ])('%s', async (_, alter, text, more = []) => {
    const cwd = half()
    alter(cwd)
    const before = hashes(join(cwd, 'o'))
    const { code, out, err } = await go(cwd, ...more)
    expect([code, out], err).toEqual([3, ''])
    if (text instanceof RegExp) expect(err).toMatch(text)
    else expect(err).toContain(text)
    expectError(err, 'o', ['the same run', 'a different --out', '--fresh (deletes its 40 matches'])
    expect(hashes(join(cwd, 'o'))).toEqual(before)
  })

  /** Changes the journal's header, and binds all lines to it. */
  function header(cwd: string, change: (header: JournalHeader) => JournalHeader): void {
    const [first, ...chunks] = linesOf(cwd).map(line => JSON.parse(line)[1])
    const changed = change(first)
    const lines = [encodeLine(changed, ''), ...chunks.map(chunk => encodeLine(chunk, runIdOf(changed)))]
    writeFileSync(journalOf(cwd), Buffer.concat(lines))
  }

  test('reports whose journal is gone, unless --fresh replaces them', async () => {
    const cwd = half()
    await go(cwd)
    rmSync(journalOf(cwd))
    const before = hashes(join(cwd, 'o'))
    const { code, err } = await go(cwd)
    expect(code).toBe(3)
    expectError(err, 'o', ['journal.jsonl', 'an empty folder', '--fresh'])
    expect(hashes(join(cwd, 'o'))).toEqual(before)
    expect((await go(cwd, '--fresh')).code).toBe(0)
    expect(reportsIn(join(cwd, 'o'))).toEqual(expected)
  })

  test('with records into a file that holds something else, which stays; so does the run, even with --fresh', async () => {
    const cwd = half()
    writeFileSync(join(cwd, 'notes.txt'), 'mine\n')
    const before = hashes(join(cwd, 'o'))
    const { code, err } = await go(cwd, '--records-file', 'notes.txt', '--fresh')
    expect(code).toBe(2)
    expectError(err, '--records-file', ['notes.txt', "doesn't contain records", 'a file of records'])
    expect(readFileSync(join(cwd, 'notes.txt'), 'utf8')).toBe('mine\n')
    expect(hashes(join(cwd, 'o'))).toEqual(before)
  })
})

describe('a damaged journal', () => {
  test('whose last line was torn loses that line, and says so', async () => {
    const cwd = half()
    const [last] = linesOf(cwd).slice(-1)
    appendFileSync(journalOf(cwd), last!.slice(0, 100))
    const { code, err } = await go(cwd)
    expect(code).toBe(0)
    expect(err).toContain(
      '\no: the last line of the journal is incomplete; dropping its 100 bytes and playing that chunk again\n',
    )
    expect(reportsIn(join(cwd, 'o'))).toEqual(expected)
    expect(blocksIn(join(cwd, 'o')).length).toBe(24)
  })

  test.each<[string, (lines: string[]) => string[], string[]]>([
    [
      'in a line before the last',
      lines => lines.with(2, lines[2]!.replace('"lineup":', '"lineuq":')),
      [
        'line 3 is damaged',
        'checksum',
        'lines 1-2, 4-6 of 6 are sound',
        'safe to delete line 3',
        'evenhand repair o does it',
        'keeps a copy',
      ],
    ],
    [
      'in its header',
      lines => lines.with(0, lines[0]!.replace('one', 'two')),
      ['line 1', 'damaged', 'checksum'],
    ],
    ['by the loss of its header', lines => lines.slice(1), ['line 1', 'damaged', 'header of a run']],
    [
      'in many lines',
      lines => lines.map((line, i) => (i === 1 || i > 2 ? line.slice(0, -9) : line)),
      ['lines 2, 4-6 are damaged', 'lines 1, 3 of 6 are sound'],
    ],
  ])('%s is refused, and unchanged', async (_, damage, words) => {
    const cwd = half()
    writeLines(cwd, damage(linesOf(cwd)))
    const before = hashes(join(cwd, 'o'))
    const { code, out, err } = await go(cwd)
    expect([code, out]).toEqual([3, ''])
    expectError(err, 'o/journal.jsonl', words)
    expect(hashes(join(cwd, 'o'))).toEqual(before)
  })
})

describe('a journal of another format', () => {
  test('is refused by its number, not called damaged', async () => {
    const cwd = half()
    const old = { journal: 1, version: '0.1.0', code: 'x', shard: '1/1', experiment: {} }
    writeFileSync(journalOf(cwd), Buffer.concat([encodeLine(old, ''), encodeLine({ chunk: {} }, '')]))
    for (const args of [
      ['run', 'plot.yaml', '--out', 'o'],
      ['status', 'o'],
      ['merge', 'o'],
      ['repair', 'o'],
    ]) {
      const { code, err } = await evenhand(args, { cwd })
      expect(code).toBe(3)
      expectError(err, 'o/journal.jsonl', ['journal format 1', 'evenhand 0.1.0', 'reads formats 3 and 4'])
      expect(err).not.toContain('damaged')
    }
  })
})
