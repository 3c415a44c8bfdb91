/** A disk that fills up in truth: a small one of its own, which gets room again. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { evenhand, folder } from '../cli/command.ts'
import { ARGS, expectFull } from './disks.ts'
import { chunksIn, reportsIn } from './folders.ts'
import { undisturbed } from './runs.ts'

const home = folder()
let expected: Record<string, string>
beforeAll(async () => {
  expected = await undisturbed(ARGS, home)
})

/** A small disk of its own needs the right to mount one. */
const mayMount = (() => {
  const dir = folder()
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', dir], { stdio: 'ignore' })
    execFileSync('umount', [dir])
    return true
  } catch {
    return false
  }
})()

describe.skipIf(!mayMount)('a small disk (skipped where mounting one is not allowed)', () => {
  const mounted: string[] = []
  afterEach(() => {
    for (const dir of mounted.splice(0)) execFileSync('umount', [dir])
  })

  function mount(cwd: string, kilobytes: number): string {
    const dir = join(cwd, 'disk')
    mkdirSync(dir)
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', dir])
    mounted.push(dir)
    return dir
  }

  test('that fills up with the journal, and then with the reports', async () => {
    const cwd = folder()
    const journal = statSync(join(home, 'undisturbed', 'journal.jsonl')).size
    const args = [...ARGS, '--out', 'disk/o', '--quiet']
    const disk = mount(cwd, Math.floor(journal / 2048))
    const first = await evenhand(args, { cwd })
    expect(first.out).toBe('')
    expectFull(first, 'disk/o/journal.jsonl')
    const kept = chunksIn(join(disk, 'o'))
    expect(kept).toBeGreaterThan(3)
    // Nothing changes while nothing is freed.
    expect((await evenhand(args, { cwd })).code).toBe(74)
    expect(chunksIn(join(disk, 'o'))).toBeGreaterThanOrEqual(kept)
    execFileSync('mount', ['-o', `remount,size=${Math.ceil(journal / 1024) + 48}k`, disk])
    const second = await evenhand(args, { cwd })
    expect(second.out).toBe('')
    expectFull(second, 'disk/o')
    expect(existsSync(join(disk, 'o', 'lock'))).toBe(false)
    execFileSync('mount', ['-o', 'remount,size=64m', disk])
    expect((await evenhand(args, { cwd })).code).toBe(0)
    expect(reportsIn(join(disk, 'o'))).toEqual(expected)
  })

  test('that is full already', async () => {
    const cwd = folder()
    const disk = mount(cwd, 4)
    writeFileSync(join(disk, 'all'), '.'.repeat(4096))
    expectFull(await evenhand([...ARGS, '--out', 'disk/o', '--quiet'], { cwd }), 'disk/o')
    execFileSync('mount', ['-o', 'remount,size=64m', disk])
    expect((await evenhand([...ARGS, '--out', 'disk/o', '--quiet'], { cwd })).code).toBe(0)
  })
})
