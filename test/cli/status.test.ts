/** What `status` says of a run that is not complete. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { MAIN } from '../built.ts'
import { evenhand, folder, TINY } from './command.ts'

/** Cuts a journal down to its header and first chunk. */
function cutJournal(dir: string): void {
  const file = join(dir, 'journal.jsonl')
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, 2)
  writeFileSync(file, `${lines.join('\n')}\n`)
}

describe.concurrent('evenhand status', () => {
  test('of a run in progress says that it is running, and nowhere that it was stopped', async () => {
    const cwd = folder({ 'tiny.yaml': TINY })
    const args = ['run', 'tiny.yaml', '--matches', '1e7', '--out', 'o', '--threads', '1', '--chunk', '1']
    const child = spawn(process.execPath, [MAIN, ...args], { cwd })
    try {
      await once(child.stderr, 'data')
      let told = await evenhand(['status', 'o'], { cwd })
      while (told.out.includes('No match is counted yet')) told = await evenhand(['status', 'o'], { cwd })
      expect(told.out).toMatch(/^running: [\d,]+ of 20,000,000 matches(.*\n)+o: run by process \d+ /)
      expect(told.out).toContain('  player ')
      expect(told.out).not.toContain('stopped')
    } finally {
      child.kill('SIGKILL')
      await once(child, 'close')
    }
  })

  test('says how far players are that learn for a run, and where that was interrupted', async () => {
    const learn = 'learn: {seeds: 1, rounds: 50, matches: 5000}\nlineups: [{agents: [learned]}]\n'
    const cwd = folder({ 'long.yaml': `name: long\ngame: nim\n${learn}` })
    const args = ['run', 'long.yaml', '--out', 'o', '--threads', '1', '--quiet']
    const child = spawn(process.execPath, [MAIN, ...args], { cwd })
    const isNoted = () => existsSync(join(cwd, 'o', 'learning.json'))
    try {
      while (!isNoted()) await once(child.stderr, 'data', { signal: AbortSignal.timeout(50) }).catch(() => {})
      const { out } = await evenhand(['status', 'o'], { cwd })
      expect(out).toMatch(
        /^learning: a policy, [\d,]+ of [\d,]+ matches\n {2}.+: round \d+ of 50\n(.*\n)*o: run by process \d+ /,
      )
    } finally {
      child.kill('SIGKILL')
      await once(child, 'close')
    }
    const { out } = await evenhand(['status', 'o'], { cwd })
    expect(out).toMatch(/^stopped during training: a policy, (.*\n)+o: not running\n/)
    const { state, learning } = JSON.parse((await evenhand(['status', 'o', '--json'], { cwd })).out)
    expect(state).toBe('stopped')
    expect(learning).toMatchObject([
      { dir: 'o', holder: null, total: 6_527_750, policies: [{ state: 'learning', rounds: 51 }] },
    ])
    writeFileSync(join(cwd, 'o', 'learning.json'), '{"matches":-1}')
    const { code, err } = await evenhand(['status', 'o'], { cwd })
    expect([code, err]).toEqual([
      3,
      `${join('o', 'learning.json')}: is damaged, expected the file that the run wrote during training\n`,
    ])
  })

  test('of a stopped run says so once', async () => {
    const cwd = folder({ 'tiny.yaml': TINY })
    await evenhand(['run', 'tiny.yaml', '--out', 'o', '--quiet', '--chunk', '2'], { cwd })
    cutJournal(join(cwd, 'o'))
    const { out } = await evenhand(['status', 'o'], { cwd })
    expect(out).toMatch(/^stopped: 4 of 48 matches, 8 %\n(.*\n)+o: not running\n/)
    expect(out.match(/stopped/g)).toHaveLength(1)
  })
})
