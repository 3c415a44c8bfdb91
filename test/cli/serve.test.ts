/** Runs in a browser while they are played: who is let in, and what they see. */
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { defineExperiment, type Live, openRun, run, serveRuns } from '../../library/index.ts'
import { ask } from './asking.ts'
import { evenhand, folder } from './command.ts'

const EXPERIMENT = { name: '<b>bold', game: 'frontline', rules: { cells: 5, turns: 20 }, matches: 40 }
const named = (name: string) => defineExperiment({ ...EXPERIMENT, name })

/** A page's text, with each run of blanks as one. */
const textOf = (page: string) => page.replace(/<[^>]+>|&nbsp;/g, ' ').replace(/\s+/g, ' ')

describe('a server of runs', () => {
  let runs = ''
  let live: Live
  beforeAll(async () => {
    runs = folder({ 'secret.txt': 'secret' })
    await run(await named('first'), { threads: 0, out: join(runs, 'a <b>run') })
    live = await serveRuns(runs)
  })
  afterAll(() => live.close())

  test('lists them with question, date, state and answer, names inert, and shows the report of each', async () => {
    const { code, text, headers } = await ask(live.url)
    expect(code).toBe(200)
    expect(text).toContain('<a href="a%20%3Cb%3Erun/">a &lt;b&gt;run</a>')
    expect(text).toContain('<td>Is Frontline fair?</td>')
    expect(text).toMatch(/<time>20\d\d-\d\d-\d\d \d\d:\d\d<\/time>/)
    expect(text).toContain('<td>complete <small>40 matches</small></td>')
    expect(textOf(text)).toContain('Too many draws to tell. When random plays itself, every match is a draw.')
    expect(text).not.toContain('<b>')
    expect(headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; .*script-src 'sha256-.*frame-ancestors 'none'$/,
      ),
    })
    const watched = await ask(`${live.url}a%20%3Cb%3Erun/`)
    expect(watched.text).toContain('<iframe src="report" title="Report of a &lt;b&gt;run">')
    const report = await ask(`${live.url}a%20%3Cb%3Erun/report`)
    expect([report.code, report.text]).toEqual([200, expect.stringContaining('<h1>Is Frontline fair?</h1>')])
    expect(report.headers).toMatchObject({ 'content-security-policy': "frame-ancestors 'self'" })
  })

  test('lists the newest first, and reads a run again when its journal changes', async () => {
    for (const [name, time] of [
      ['a', 1_000],
      ['c', 3_000],
      ['b', 2_000],
    ] as const) {
      await run(await named(name), { threads: 0, out: join(runs, name) })
      utimesSync(join(runs, name, 'journal.jsonl'), time, time)
    }
    const namesIn = async () =>
      [...(await ask(live.url)).text.matchAll(/<a href="([^"]*)\/"/g)].map(([, address]) => address)
    expect(await namesIn()).toEqual(['a%20%3Cb%3Erun', 'c', 'b', 'a'])
    utimesSync(join(runs, 'a', 'journal.jsonl'), 4_000, 4_000)
    expect(await namesIn()).toEqual(['a%20%3Cb%3Erun', 'a', 'c', 'b'])
    for (const name of ['a', 'b', 'c']) rmSync(join(runs, name), { recursive: true })
  })

  test('plays the matches of a run in its report', async () => {
    const { text } = await ask(`${live.url}a%20%3Cb%3Erun/report`)
    expect(text).toContain('<summary>A typical match</summary>')
    expect(text).toContain('<script type="application/json">')
  })

  test('says how far the players of a run have learned that has no matches yet', async () => {
    const policy = { name: 'default', state: 'learned', over: 2, rounds: 2 }
    const progress = {
      matches: 1234,
      total: 5000,
      left: 9,
      leftLater: 0,
      policies: [policy, { ...policy, state: 'waiting', over: 0 }],
    }
    mkdirSync(join(runs, 'learning'))
    writeFileSync(join(runs, 'learning', 'learning.json'), JSON.stringify(progress))
    const { text } = await ask(live.url)
    expect(text).toContain('stopped during training: 1 of 2 policies trained, 1,234 of 5,000 matches')
    rmSync(join(runs, 'learning'), { recursive: true })
  })

  test('has a token in its address, another one each time, and listens on this machine alone', async () => {
    expect(live.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{32}\/$/)
    const other = await serveRuns(runs)
    expect(new URL(other.url).pathname).not.toBe(new URL(live.url).pathname)
    await other.close()
  })

  test('serve --token-file makes a token that only this user can read, and keeps the address', async () => {
    const address = async (): Promise<string> => {
      let code = 0
      const { out } = await evenhand(['serve', runs, '--token-file', 'token'], {
        cwd: runs,
        meanwhile: child =>
          void child.stdout!.once('data', async text => {
            code = (await ask(String(text).trim())).code
            child.kill('SIGTERM')
          }),
      })
      expect(code).toBe(200)
      return new URL(out.trim()).pathname
    }
    const first = await address()
    const file = join(runs, 'token')
    expect(first).toBe(`/${readFileSync(file, 'utf8').trim()}/`)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(await address()).toBe(first)
    writeFileSync(file, 'short')
    const { code, err } = await evenhand(['serve', runs, '--token-file', 'token'], { cwd: runs })
    expect([code, err]).toEqual([2, 'token: holds no token, expected at least 16 letters, digits, - or _\n'])
  })

  test.each([
    ['no token', { path: '/' }, 403],
    ['wrong token', { path: `/${'a'.repeat(32)}/` }, 403],
    ['another host', { headers: { host: 'evil.example' } }, 403],
    ['another port', { headers: { host: '127.0.0.1:1' } }, 403],
    ['its name', {}, 200],
    ['POST', { method: 'POST' }, 405],
    ['HEAD', { method: 'HEAD' }, 200],
    ['DELETE', { method: 'DELETE' }, 405],
  ])('answers %s with %o: %i', async (_, options, code) => {
    expect((await ask(live.url, options)).code).toBe(code)
  })

  test('leads to the list from its address without the last slash', async () => {
    const { pathname } = new URL(live.url)
    const { code, headers } = await ask(live.url, { path: pathname.slice(0, -1) })
    expect([code, headers.location]).toEqual([308, pathname])
  })

  test.each([
    '../',
    '..%2f/report',
    '../secret.txt',
    'secret.txt',
    'secret.txt/report',
    'a%20%3Cb%3Erun/journal.jsonl',
    'a%20%3Cb%3Erun/report/x',
    '%00/report',
    '//etc/passwd',
  ])('finds nothing at %s', async path => {
    const { code, text } = await ask(live.url, { path: new URL(live.url).pathname + path })
    expect(code).toBe(404)
    expect(text).not.toContain('secret\n')
  })

  test('answers a known tag with nothing new, and sends more once there is more', async () => {
    const growing = openRun(await named('growing'), {
      threads: 0,
      chunk: 5,
      out: join(runs, 'growing'),
      onProgress: () => growing.stop(),
    })
    await growing.finish()
    growing.close()
    const half = await ask(live.url)
    expect(half.text).toMatch(/stopped <small>\d+ of 40 matches/)
    const tag = { 'if-none-match': String(half.headers.etag) }
    expect(await ask(live.url, { headers: tag })).toMatchObject({ code: 304, text: '' })
    const report = await ask(`${live.url}growing/report`)
    expect(report.text).toContain('This run is unfinished')
    await run(await named('growing'), { threads: 0, out: join(runs, 'growing') })
    // A run is drawn again two seconds later at the soonest.
    await expect
      .poll(async () => (await ask(live.url, { headers: tag })).text, { interval: 300 })
      .toMatch(/complete <small>40 matches.*complete <small>40 matches/s)
    const headersOfReport = { 'if-none-match': String(report.headers.etag) }
    await expect
      .poll(async () => await ask(`${live.url}growing/report`, { headers: headersOfReport }), {
        interval: 300,
      })
      .toMatchObject({ code: 200, text: expect.not.stringContaining('This run is unfinished') })
  })

  test('answers 503 while its folder is missing, and the list again once it is back', async () => {
    const away = `${runs}-away`
    renameSync(runs, away)
    try {
      const { code, text, headers } = await ask(live.url)
      expect([code, text, headers['retry-after']]).toEqual([
        503,
        expect.stringContaining('no such folder'),
        '2',
      ])
    } finally {
      renameSync(away, runs)
    }
    expect((await ask(live.url)).code).toBe(200)
  })

  test('is refused a folder that is none, and a port that is taken', async () => {
    await expect(serveRuns(join(runs, 'nowhere'))).rejects.toThrow(/nowhere: no such folder, expected/)
    await expect(serveRuns(runs, { port: Number(new URL(live.url).port) })).rejects.toThrow(
      /^--port: \d+ can't be used: .*expected a free port$/,
    )
  })
})

test('evenhand serve tells its address, and ends with Ctrl-C', async () => {
  const cwd = folder({})
  await evenhand(['play', 'nim', '--matches', '4', '--out', 'run', '--quiet'], { cwd })
  const answers: number[] = []
  const { code, out, err } = await evenhand(['serve', 'run'], {
    cwd,
    meanwhile: child => {
      child.stdout!.once('data', async (url: string) => {
        answers.push((await ask(String(url).trim())).code)
        child.kill('SIGINT')
      })
    },
  })
  expect([code, err, answers]).toEqual([0, '', [200]])
  expect(out).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{32}\/\n$/)
})
