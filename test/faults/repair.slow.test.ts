/** Folders of runs that are repaired, get more matches, or are in use. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { thisProcess } from '../../sim/store/holder.ts'
import { type Ended, evenhand, folder, hashes } from '../cli/command.ts'
import { expectError } from '../cli/messages.ts'
import { blocksIn, chunksIn, reportsIn } from './folders.ts'
import { begin, expected, go, half, home, journalOf, linesOf, writeLines } from './resuming.ts'

beforeAll(begin)

describe('evenhand repair', () => {
  test('keeps the sound lines of a journal, and a copy of what was there', async () => {
    const cwd = half()
    for (const [name, bad] of [
      ['journal.jsonl.damaged', 2],
      ['journal.jsonl.damaged-2', 4],
    ] as const) {
      const lines = linesOf(home)
      writeLines(cwd, lines.with(bad, lines[bad]!.replace('"at":', '"at":1')))
      const before = readFileSync(journalOf(cwd))
      const { code, out, err } = await evenhand(['repair', 'o'], { cwd })
      expect([code, err]).toEqual([0, ''])
      expect(out).toContain(`o: removed line ${bad + 1} of the 6 lines of its journal`)
      expect(out).toContain(`the old journal: o/${name}`)
      expect(readFileSync(join(cwd, 'o', name))).toEqual(before)
      expect(linesOf(cwd)).toEqual(lines.toSpliced(bad, 1))
    }
    expect((await go(cwd)).code).toBe(0)
    expect(reportsIn(join(cwd, 'o'))).toMatchObject(expected)
    const { out } = await evenhand(['repair', 'o'], { cwd })
    expect(out).toMatch(/^o: all \d+ lines of its journal are undamaged; nothing to repair\n$/)
  })

  test('refuses a folder without a journal, one in use, and a journal without its header', async () => {
    const cwd = half()
    mkdirSync(join(cwd, 'empty'))
    const empty = await evenhand(['repair', 'empty'], { cwd })
    expect(empty.code).toBe(2)
    expectError(empty.err, 'empty', ['no journal.jsonl'])
    writeFileSync(join(cwd, 'o', 'lock'), JSON.stringify(thisProcess()))
    const used = await evenhand(['repair', 'o'], { cwd })
    expect(used.code).toBe(3)
    expectError(used.err, 'o', ['in use by process'])
    rmSync(join(cwd, 'o', 'lock'))
    writeLines(cwd, linesOf(cwd).slice(1))
    const headless = await evenhand(['repair', 'o'], { cwd })
    expect(headless.code).toBe(3)
    expectError(headless.err, 'o/journal.jsonl', ['line 1', 'header'])
  })
})

describe('more matches', () => {
  test('extend an interrupted run: what was played is kept, and the bytes are those of any run asked for the same', async () => {
    const cwd = half()
    const before = linesOf(cwd)
    const long = await go(cwd, '--matches', '50', '--chunk', '3')
    expect([long.code, long.err]).toEqual([0, expect.stringMatching(/^Resuming o: 40 matches/m)])
    expect(linesOf(cwd).slice(1, before.length)).toEqual(before.slice(1))
    expect(blocksIn(join(cwd, 'o')).length).toBe(50)
    for (const more of [[], ['--matches', '50']])
      expect((await evenhand(['run', 'plot.yaml', '--out', 'whole', ...more], { cwd })).code).toBe(0)
    expect(reportsIn(join(cwd, 'o'))).toEqual(reportsIn(join(cwd, 'whole')))
    const again = await go(cwd, '--matches', '50')
    expect(again.err).toContain('All matches were already played')
  })

  test('of a shard are refused, with the way out', async () => {
    const cwd = half()
    const shard = (...more: string[]) =>
      evenhand(['run', 'plot.yaml', '--out', 's', '--shard', '1/2', ...more], { cwd })
    expect((await shard()).code).toBe(0)
    const { code, err } = await shard('--matches', '50')
    expect(code).toBe(3)
    expectError(err, 's', ['24 matches', 'not 50', 'Merge the shards', '--fresh (deletes its 48 matches'])
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
            expect.soft(err.startsWith(text) && err.endsWith(', expected a free folder\n'), err).toBe(true)
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
