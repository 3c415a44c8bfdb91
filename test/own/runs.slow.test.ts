/** Runs of a game by path through the command: the same bytes on any threads, more matches, records, shards, and code that changes. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ask } from '../cli/asking.ts'
import { evenhand } from '../cli/command.ts'
import { own } from './own.ts'

const EXPERIMENT = `name: steps
game: ./race.js
matches: 60
lineups: [{ agents: [random] }, { agents: [greedy, random] }]
sweep: { goal: [10, 20] }
`

describe('the command', () => {
  it('plays, resumes, records, replays and reports on a game by path, with the same bytes on any threads', async () => {
    const cwd = own({ 'steps.yaml': EXPERIMENT })
    const race = join(cwd, 'race.js')
    const text = readFileSync(race, 'utf8')
    // With a copy of zod that is not evenhand's.
    writeFileSync(race, text.replace(', z }', ' }').replace('\n', "\nimport { z } from 'zod'\n"))
    const one = await evenhand(['run', 'steps.yaml', '--out', 'a', '--threads', '1', '--recorded', '2'], {
      cwd,
    })
    expect(one).toMatchObject({ code: 0, err: expect.stringContaining('matches of race') })
    await evenhand(['run', 'steps.yaml', '--out', 'b', '--threads', '2', '--chunk', '3', '--quiet'], { cwd })
    for (const file of ['manifest.json', 'report.html', 'summary.csv', 'units.csv'])
      expect(readFileSync(join(cwd, 'b', file), 'utf8'), file).toBe(
        readFileSync(join(cwd, 'a', file), 'utf8'),
      )
    const more = await evenhand(['run', 'steps.yaml', '--out', 'a', '--matches', '80', '--quiet'], { cwd })
    expect(more.code).toBe(0)
    const shown = await evenhand(['replay', 'a/records.jsonl', '--record', '1'], { cwd })
    expect(shown.out).toMatch(/red 0, blue 0\n\n> red \d\nred \d, blue 0/)
    expect((await evenhand(['status', 'a'], { cwd })).out).toContain('complete: 320 of 320')
    expect((await evenhand(['report', 'a'], { cwd })).code).toBe(0)
    writeFileSync(join(cwd, 'steps.js'), 'export const STEPS = 2')
    const changed = await evenhand(['report', 'a'], { cwd, own: true })
    expect(changed).toMatchObject({
      code: 3,
      err: expect.stringMatching(
        /race\.js, and \/.*steps\.js, which game module .*race\.js imports, has changed since/,
      ),
    })
    const resumed = await evenhand(['run', 'steps.yaml', '--out', 'a'], { cwd, own: true })
    expect(resumed).toMatchObject({
      code: 3,
      err: expect.stringMatching(
        /holds a run of a different version of the game: steps\.js differs from what was/,
      ),
    })
  })

  it('serves its run in a browser', async () => {
    const cwd = own()
    const play = [
      'play',
      './race.js',
      '--agents',
      'random',
      '--matches',
      '20',
      '--out',
      'runs/one',
      '--quiet',
    ]
    expect((await evenhand(play, { cwd })).code).toBe(0)
    let text = Promise.resolve('')
    await evenhand(['serve'], {
      cwd,
      meanwhile: child =>
        child.stdout!.on('data', url => {
          text = ask(String(url).trim()).then(page => page.text)
          void text.finally(() => child.kill('SIGINT'))
        }),
    })
    expect(await text).toContain('complete <small>20 matches</small>')
  })

  it('merges shards of it', async () => {
    const cwd = own({ 'steps.yaml': EXPERIMENT })
    for (const shard of ['1/2', '2/2'])
      await evenhand(['run', 'steps.yaml', '--shard', shard, '--out', `s/${shard[0]}`, '--quiet'], { cwd })
    const merged = await evenhand(['merge', 's', '--out', 'all', '--quiet'], { cwd })
    expect(merged).toMatchObject({ code: 0, out: expect.stringContaining('reports: all') })
  })
})
