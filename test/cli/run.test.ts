import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { MAIN } from '../built.ts'
import { evenhand, folder, hashes, TINY } from './command.ts'

describe.concurrent('evenhand run', () => {
  test('writes reports and prints the verdict and their path', async () => {
    const cwd = folder({ 'tiny.yaml': TINY })
    const { code, out, err } = await evenhand(['run', 'tiny.yaml'], { cwd })
    expect(code).toBe(0)
    expect(out).toContain('  player ')
    const reports = /reports: (runs\/tiny-[0-9a-f]{8})\npage: \1\/report\.html\n$/.exec(out)?.[1]
    expect(readdirSync(join(cwd, reports ?? ''))).toEqual(
      expect.arrayContaining(['manifest.json', 'seats.csv', 'summary.csv']),
    )
    expect(err).toMatch(
      /^tiny: 48 matches of elephant-men on \d+ threads?\n {2}random vs random: 24\n {2}greedy vs random: 24\n$/,
    )
    expect(`${out}${err}`).not.toContain('\u001b')
  })

  test('says nothing on stderr with --quiet', async () => {
    const cwd = folder({ 'tiny.yaml': TINY })
    const { code, err } = await evenhand(['run', 'tiny.yaml', '--quiet', '--out', 'a/b'], { cwd })
    expect([code, err]).toEqual([0, ''])
    expect(existsSync(join(cwd, 'a/b/manifest.json'))).toBe(true)
  })

  test('--json prints one document with rows, --matches and --seed count', async () => {
    const cwd = folder({ 'tiny.yaml': TINY })
    const args = ['run', 'tiny.yaml', '--json', '--matches', '1e1', '--seed', 'two', '--out', 'o']
    const { code, out, err } = await evenhand(args, { cwd })
    expect(code).toBe(0)
    const document = JSON.parse(out)
    expect(document.complete).toBe(true)
    expect(document.experiment.seed).toBe('two')
    expect(document.summary.length).toBeGreaterThan(0)
    for (const row of document.summary) expect(row.matches).toBe(10)
    expect(err).toMatch(/\nreports: o\npage: o\/report\.html\n$/)
  })

  test('gives the same bytes for any threads and chunks', async () => {
    const cwd = folder({ 'tiny.yaml': TINY })
    const ways = [
      { threads: 1, chunk: 1000 },
      { threads: 2, chunk: 7 },
      { threads: 3, chunk: 1 },
    ]
    const found = []
    for (const { threads, chunk } of ways) {
      const out = join(cwd, `t${threads}c${chunk}`)
      const options = ['--threads', String(threads), '--chunk', String(chunk), '--out', out, '--quiet']
      const { code } = await evenhand(['run', 'tiny.yaml', ...options], { cwd })
      const { 'journal.jsonl': journal, ...reports } = hashes(out)
      expect(journal).toBeDefined()
      found.push({ code, hashes: reports })
    }
    const [first] = found
    expect(Object.keys(first!.hashes).length).toBeGreaterThan(5)
    for (const one of found) expect(one).toEqual({ code: 0, hashes: first!.hashes })
  })
})

describe.concurrent('signals', () => {
  const long = ['run', 'tiny.yaml', '--matches', '1e6', '--out', 'o', '--threads', '2', '--chunk', '50']
  const soon = (signal: NodeJS.Signals) => (child: import('node:child_process').ChildProcess) => {
    child.stderr?.once('data', () => setTimeout(() => child.kill(signal), 700))
  }

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s ends a run cleanly, with reports of what was played', async (signal, expected) => {
    const cwd = folder({ 'tiny.yaml': TINY })
    const { code, out, err } = await evenhand(long, { cwd, meanwhile: soon(signal) })
    expect(code).toBe(expected)
    expect(err).toContain(`${signal}: stopping after the blocks being played`)
    expect(err).toMatch(
      /\nInterrupted after [\d,]+ of 2,000,000 matches; rerun the command to resume \(o\)\n$/,
    )
    expect(out).toContain('This run is unfinished')
    expect(JSON.parse(readFileSync(join(cwd, 'o/manifest.json'), 'utf8')).complete).toBe(false)
  })

  test('a second one ends it at once', async () => {
    const args = ['play', 'elephant-men', '--agents', 'mcts:iterations=1000000', '--matches', '2']
    const { code, out } = await evenhand(args, {
      meanwhile: child => {
        child.stderr?.once('data', () => setTimeout(() => child.kill('SIGINT'), 500))
        child.stderr?.on('data', text => {
          if (String(text).startsWith('SIGINT')) child.kill('SIGINT')
        })
      },
    })
    expect([code, out]).toEqual([130, ''])
  })
})

describe.concurrent('pipes', () => {
  /** Exit code of a command piped into `head`, and what went to stderr. */
  function headOf(
    args: readonly string[],
    cwd: string,
  ): Promise<{ code: number | null; out: string; err: string }> {
    const script = `"$0" "$@" | head -1; exit "\${PIPESTATUS[0]}"`
    const child = spawn('bash', ['-c', script, process.execPath, MAIN, ...args], { cwd })
    return new Promise(resolve => {
      const text = { out: '', err: '' }
      child.stdout.on('data', part => {
        text.out += String(part)
      })
      child.stderr.on('data', part => {
        text.err += String(part)
      })
      child.on('close', code => resolve({ code, ...text }))
    })
  }

  test('a reader that goes away ends the command quietly', async () => {
    const cwd = folder()
    const many = ['play', 'elephant-men', '--matches', '20000', '--records-file', '-', '--quiet']
    const { code, out, err } = await headOf(many, cwd)
    expect([code, err]).toEqual([0, ''])
    expect(JSON.parse(out).game).toBe('elephant-men')
    expect(await headOf(['rules', 'elephant-men'], cwd)).toEqual({
      code: 0,
      out: 'elephant-men, rule set v0.2\n',
      err: '',
    })
  })
})

describe.concurrent('colour', () => {
  /** What a terminal gets to see: `script` lends one. */
  function onTerminal(env: Readonly<Record<string, string>>, cwd: string): Promise<string> {
    const command = `${process.execPath} ${MAIN} run tiny.yaml --out o`
    const child = spawn('script', ['-qec', command, '/dev/null'], { cwd, env: { ...process.env, ...env } })
    return new Promise(resolve => {
      let text = ''
      child.stdout.on('data', part => {
        text += String(part)
      })
      child.on('close', () => resolve(text))
    })
  }

  test.skipIf(!existsSync('/usr/bin/script'))(
    'a terminal gets a bar and colours, unless NO_COLOR is set',
    async () => {
      const cwd = folder({ 'tiny.yaml': TINY })
      const bright = await onTerminal({ TERM: 'xterm', NO_COLOR: '' }, cwd)
      expect(bright).toContain('\u001b[33minconclusive')
      expect(bright).toMatch(/\[=+\] 100% 48 of 48 matches/)
      // The cursor that the bar hid is back.
      expect(bright).toContain('\u001b[?25h')
      const plain = await onTerminal({ TERM: 'xterm', NO_COLOR: '1' }, cwd)
      expect(plain).toMatch(/^ {2}player /m)
      expect(await onTerminal({ TERM: 'dumb' }, cwd)).not.toContain('\u001b')
    },
  )
})

test('evenhand run refuses players that learn over a queue, before it makes a folder', async () => {
  const learning = 'name: l\ngame: nim\nlearn: true\nlineups: [{agents: [learned]}]\n'
  const exploiting = 'name: l\ngame: nim\nlineups: [{agents: [random]}]\nexploit: {matches: 4, by: learned}\n'
  const cwd = folder({ 'learning.yaml': learning, 'exploiting.yaml': exploiting })
  // Nobody listens there.
  const queue = ['--backend', 'bullmq', '--redis', 'redis://127.0.0.1:1']
  for (const file of ['learning.yaml', 'exploiting.yaml']) {
    const { code, err } = await evenhand(['run', file, '--out', 'o', ...queue], { cwd })
    expect([code, err]).toEqual([
      2,
      "learn: can't use a queue, because its workers don't have the trained policies; expected this machine, or shards, which all train the same policies\n",
    ])
    expect(existsSync(join(cwd, 'o'))).toBe(false)
  }
})

test('evenhand run refuses a file that asks for a tuning, and names the command', async () => {
  const cwd = folder({ 'fix.yaml': 'game: pig\ntune: { goal: { length: ..29 } }\n' })
  const { code, err } = await evenhand(['run', 'fix.yaml'], { cwd })
  expect(err).toBe('fix.yaml: has tune, expected evenhand tune fix.yaml, or a file without it\n')
  expect(code).toBe(2)
})
