/** `play`, `compare` and `ladder` keep what they play, so that the same command goes on with it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROOT } from '../../engine/package.ts'
import { evenhand, folder, hashes } from './command.ts'

const PLAY = ['play', 'elephant-men', '--matches']

/** The only folder in `runs`. */
function kept(cwd: string): string {
  const [name, ...others] = readdirSync(join(cwd, 'runs'))
  expect(others).toEqual([])
  return join(cwd, 'runs', name!)
}

/** The reports of a folder, without the journal, whose lines hold times. */
function reports(dir: string): Record<string, string> {
  const { 'journal.jsonl': _, ...others } = hashes(dir)
  return others
}

describe('a run that names no folder', () => {
  test('is kept in one that the same command finds again with more matches, to the bytes of one long run', async () => {
    const cwd = folder()
    const first = await evenhand([...PLAY, '6'], { cwd })
    const dir = kept(cwd)
    const place = dir.slice(cwd.length + 1)
    expect(first.out.trimEnd().split('\n').slice(-4)).toEqual([
      `all tables: ${join(ROOT, 'bin/evenhand')} report ${place} --details`,
      'To add matches, rerun with a larger --matches.',
      `reports: ${place}`,
      `page: ${join(ROOT, 'bin/evenhand')} report ${place}`,
    ])
    expect(readdirSync(dir)).not.toContain('report.html')
    const more = await evenhand([...PLAY, '10', '--threads', '1', '--chunk', '1'], { cwd })
    expect(more.err).toContain(`Resuming ${place}: 6 matches`)
    const long = await evenhand([...PLAY, '10', '--out', 'long'], { cwd })
    expect(long.out).toMatch(/\nreports: long\npage: long\/report\.html\n$/)
    const { 'report.html': page, 'manifest.json': manifest, ...tables } = reports(join(cwd, 'long'))
    const { 'manifest.json': own, ...others } = reports(kept(cwd))
    expect(others).toEqual(tables)
    expect([page, manifest, own].includes(undefined)).toBe(false)
    // A page that is there is one of all matches.
    expect((await evenhand(['report', dir])).code).toBe(0)
    expect((await evenhand([...PLAY, '12'], { cwd })).code).toBe(0)
    await evenhand([...PLAY, '12', '--out', 'long'], { cwd })
    expect(reports(dir)).toEqual(reports(join(cwd, 'long')))
  })

  test.each([
    ['compare', ['compare', 'elephant-men', 'v0.1', 'v0.2', '--agents', 'random', '--matches', '4']],
    ['elephant-men-ladder', ['ladder', 'elephant-men', '--agents', 'random,greedy', '--matches', '2']],
  ])('is kept by %s, too', async (name, args) => {
    const cwd = folder()
    expect((await evenhand(args, { cwd })).code).toBe(0)
    expect(kept(cwd)).toContain(join('runs', name))
    const { err, out } = await evenhand([...args, '--json'], { cwd })
    expect(err).toContain('All matches were already played')
    expect([JSON.parse(out).complete, err.trimEnd().split('\n').at(-1)]).toEqual([
      true,
      `page: ${join(ROOT, 'bin/evenhand')} report ${kept(cwd).slice(cwd.length + 1)}`,
    ])
  })

  test('is not kept with --no-keep, and never in two ways', async () => {
    const cwd = folder()
    const { code, out } = await evenhand([...PLAY, '2', '--no-keep'], { cwd })
    expect([code, out.includes('reports:'), readdirSync(cwd)]).toEqual([0, false, []])
    const both = await evenhand([...PLAY, '2', '--no-keep', '--out', 'o'], { cwd })
    expect([both.code, both.err]).toEqual([2, "--no-keep: can't be combined with --out\n"])
  })
})

describe('a folder that nobody named does not keep anybody from playing', () => {
  test('fewer matches than it holds', async () => {
    const cwd = folder()
    await evenhand([...PLAY, '6'], { cwd })
    const before = hashes(kept(cwd))
    const { code, out, err } = await evenhand([...PLAY, '4'], { cwd })
    expect([code, out.includes('elephant-men: 4 matches'), out.includes('reports:')]).toEqual([
      0,
      true,
      false,
    ])
    expect(err).toMatch(/^Nothing will be kept: runs.*holds a run of 6 matches/m)
    expect(hashes(kept(cwd))).toEqual(before)
    // Who names it means it.
    const named = await evenhand([...PLAY, '4', '--out', kept(cwd)], { cwd })
    expect(named.code).toBe(3)
    // Requested records must go somewhere.
    expect((await evenhand([...PLAY, '4', '--recorded', '2'], { cwd })).code).toBe(3)
  })

  test('a place that can not be written', async () => {
    const cwd = folder({ runs: 'a file' })
    const { code, out, err } = await evenhand([...PLAY, '2'], { cwd })
    expect([code, out.includes('2 matches'), readFileSync(join(cwd, 'runs'), 'utf8')]).toEqual([
      0,
      true,
      'a file',
    ])
    expect(err).toMatch(/^Nothing will be kept: --out: runs/m)
    const quiet = await evenhand([...PLAY, '2', '--quiet'], { cwd })
    expect([quiet.code, quiet.err]).toEqual([0, ''])
  })
})

test('a run that is interrupted says where it lies, and goes on', async () => {
  const cwd = folder()
  const args = [...PLAY, '1e6', '--threads', '1', '--chunk', '20']
  const { code, err } = await evenhand(args, {
    cwd,
    meanwhile: child => {
      const timer = setInterval(() => {
        const [dir] = existsSync(join(cwd, 'runs')) ? readdirSync(join(cwd, 'runs')) : []
        const journal = dir ? join(cwd, 'runs', dir, 'journal.jsonl') : ''
        if (journal === '' || !existsSync(journal)) return
        if (readFileSync(journal, 'utf8').split('\n').length < 4) return
        clearInterval(timer)
        child.kill('SIGINT')
      }, 20)
      child.once('exit', () => clearInterval(timer))
    },
  })
  const place = kept(cwd).slice(cwd.length + 1)
  expect([code, err]).toEqual([130, expect.stringContaining(`rerun the command to resume (${place})`)])
  const again = await evenhand(['status', kept(cwd)])
  expect(again.out).toMatch(/^stopped: [\d,]+ of 1,000,000 matches/m)
})
