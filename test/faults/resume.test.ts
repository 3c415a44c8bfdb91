/** A run's folder: what goes on, what is refused, and that nobody else is in it. */
import { createHash } from 'node:crypto'
import { appendFileSync, cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { TABLES } from '../../reports/tables/index.ts'
import { type Ended, evenhand, folder, hashes } from '../cli/command.ts'
import { expectError } from '../cli/messages.ts'
import { blocksIn, chunksIn, reportsIn } from './folders.ts'
import { workshop } from './runs.ts'

const EXPERIMENT = `name: journal
game: elephant-men
seed: one
matches: 24
ruleset: ./mine.yaml
variants:
  - { name: short, rules: { limits.turns: 5 } }
  - { name: longer }
lineups:
  - agents: [random]
  - agents: ['./saboteur.mjs:mode=throw', random]
`
const RULES = 'limits: { turns: 9 }\n'
const FILES = { 'plot.yaml': EXPERIMENT, 'mine.yaml': RULES }

/** A folder with half a run in it, and what the whole run comes to. */
let home: string
let expected: Record<string, string>
beforeAll(async () => {
  home = workshop(FILES)
  const args = ['run', 'plot.yaml', '--out', 'o', '--chunk', '2', '--threads', '2']
  expect((await evenhand(args, { cwd: home })).code).toBe(0)
  expected = reportsIn(join(home, 'o'))
  expect(expected['faults.csv']).toContain('sabotage')
  const lines = linesOf(home)
  writeLines(home, lines.slice(0, 6))
  for (const name of TABLES) rmSync(join(home, 'o', `${name.id}.csv`))
})

/** A copy of that folder. */
function half(): string {
  const cwd = folder()
  cpSync(home, cwd, { recursive: true, verbatimSymlinks: true })
  return cwd
}

function journalOf(cwd: string): string {
  return join(cwd, 'o', 'journal.jsonl')
}
function linesOf(cwd: string): string[] {
  return readFileSync(journalOf(cwd), 'utf8').trimEnd().split('\n')
}
function writeLines(cwd: string, lines: readonly string[]): void {
  writeFileSync(journalOf(cwd), lines.map(line => `${line}\n`).join(''))
}
function edit(cwd: string, file: string, from: string, to: string): void {
  const text = readFileSync(join(cwd, file), 'utf8')
  expect(text).toContain(from)
  writeFileSync(join(cwd, file), text.replace(from, to))
}
function go(cwd: string, ...more: string[]): Promise<Ended> {
  return evenhand(['run', 'plot.yaml', '--out', 'o', ...more], { cwd })
}

describe('a folder with an unfinished run', () => {
  test('goes on where it stopped, with other threads, chunks, memory and talk', async () => {
    const cwd = half()
    const { code, err } = await go(cwd, '--threads', '1', '--chunk', '5', '--memory', '4000')
    expect(code).toBe(0)
    expect(err).toMatch(/^journal: 96 matches .* 1 thread\no .*40 .*--fresh.*\n$/)
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
    for (const name of ['plot.yaml', 'mine.yaml', 'saboteur.mjs', 'node_modules', 'o']) {
      mkdirSync(join(cwd, 'elsewhere'), { recursive: true })
      renameSync(join(cwd, name), join(cwd, 'elsewhere', name))
    }
    const { code, err } = await evenhand(['run', 'elsewhere/plot.yaml', '--out', 'elsewhere/o'], { cwd })
    expect(code).toBe(0)
    expect(err).toContain('already holds 40 of them')
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
      'o already holds all of them: reporting from its journal (--fresh plays them again)',
    )
    expect(reportsIn(join(cwd, 'o'))).toEqual(expected)
    expect(linesOf(cwd)).toEqual(before)
  })
})

describe('a folder with another run is refused, and unchanged', () => {
  const now = (cwd: string, from: string, to: string) => edit(cwd, 'plot.yaml', from, to)

  test.each<[string, (cwd: string) => void, string | RegExp, (readonly string[])?]>([
    ['another seed', () => {}, 'its seed is "one", not "two"', ['--seed', 'two']],
    ['more matches', () => {}, 'its lineups[0].blocks is 12, not 50', ['--matches', '100']],
    [
      'a changed rule',
      cwd => now(cwd, 'turns: 5', 'turns: 6'),
      'its variants[0].rules.limits.turns is 5, not 6',
    ],
    [
      'a changed rule file',
      cwd => edit(cwd, 'mine.yaml', 'turns: 9', 'turns: 8'),
      'its variants[1].rules.limits.turns is 9, not 8',
    ],
    [
      'a variant more',
      cwd => now(cwd, 'lineups:', '  - { name: third }\nlineups:'),
      /its variants\[2\] is nothing, not \{"name":"third",.*\.\.\./,
    ],
    [
      'another time limit',
      cwd => now(cwd, 'seed:', 'decisionSeconds: 5\nseed:'),
      'its decisionSeconds is 60, not 5',
    ],
    [
      'another agent',
      cwd => now(cwd, '[random]', '[greedy]'),
      'its lineups[0].name is "random vs random", not "greedy vs greedy"',
    ],
    [
      'an agent with other options',
      cwd => now(cwd, 'mode=throw', 'mode=nan'),
      /lineups\[1\]\.name is .*mode=throw.*, not .*mode=nan/,
    ],
    [
      'an agent module with other text',
      cwd => appendFileSync(join(cwd, 'saboteur.mjs'), '// changed\n'),
      /lineups\[1\]\.participants\[0\]\.module is "[0-9a-f]{12,}.*, not "[0-9a-f]{12,}/,
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
    expectError(err, 'o', ['the same run', 'another --out', '--fresh'])
    expect(hashes(join(cwd, 'o'))).toEqual(before)
  })

  /** Changes the journal's header, with its checksum. */
  function header(cwd: string, change: (header: object) => object): void {
    const [first, ...lines] = linesOf(cwd)
    const text = JSON.stringify(change(JSON.parse(first!)[1]))
    const sum = createHash('sha256').update(text).digest('hex').slice(0, 16)
    writeLines(cwd, [`["${sum}",${text}]`, ...lines])
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
    const { code, err } = await go(cwd, '--records', 'notes.txt', '--fresh')
    expect(code).toBe(2)
    expectError(err, '--records', ['notes.txt', 'something else', 'one of records'])
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
      "\no: the journal's last line was cut short; its 100 bytes are dropped, and its chunk is played again\n",
    )
    expect(reportsIn(join(cwd, 'o'))).toEqual(expected)
    expect(blocksIn(join(cwd, 'o')).length).toBe(24)
  })

  test.each<[string, (lines: string[]) => string[], string[]]>([
    [
      'in a line before the last',
      lines => lines.with(2, lines[2]!.replace('"lineup":', '"lineuq":')),
      ['line 3', 'damaged', 'checksum'],
    ],
    [
      'in its header',
      lines => lines.with(0, lines[0]!.replace('one', 'two')),
      ['line 1', 'damaged', 'checksum'],
    ],
    ['by a line that is there twice', lines => [...lines, lines[2]!], ['blocks', 'line-up', 'twice']],
    ['by the loss of its header', lines => lines.slice(1), ['line 1', 'header of journal format 1']],
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

describe('a folder in use', () => {
  test('is refused to a second run at once, which changes nothing; the first comes to its end', async () => {
    const cwd = folder()
    const args = [
      'play',
      'elephant-men',
      '--matches',
      '6000',
      '--threads',
      '1',
      '--chunk',
      '20',
      '--out',
      'o',
    ]
    let second: Ended | null = null
    const third: Ended[] = []
    const first = await evenhand(args, {
      cwd,
      meanwhile: child => {
        child.stderr?.once('data', async () => {
          while (child.exitCode === null && chunksIn(join(cwd, 'o')) < 1) await sleep(5)
          // Stopped, so that whatever changes is the others' work.
          child.kill('SIGSTOP')
          const before = hashes(join(cwd, 'o'))
          second = await evenhand(args, { cwd })
          third.push(await evenhand([...args, '--fresh', '--seed', 'other'], { cwd }))
          expect.soft(hashes(join(cwd, 'o'))).toEqual(before)
          const text = `o: is in use by process ${child.pid} on `
          for (const { code, out, err } of [second, ...third]) {
            expect.soft([code, out]).toEqual([3, ''])
            expect
              .soft(
                err.startsWith(text) && err.endsWith(', expected a folder that no other run is using\n'),
                err,
              )
              .toBe(true)
          }
          child.kill('SIGCONT')
        })
      },
    })
    expect(second).not.toBeNull()
    expect(first.code).toBe(0)
    expect(blocksIn(join(cwd, 'o')).length).toBe(3000)
  })
})
