/** A disk that is full ends a run with exit code 74 and its path; with space again, the same command goes on. */
import { execFileSync } from 'node:child_process'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { evenhand, folder } from '../cli/command.ts'
import { chunksIn, reportsIn } from './folders.ts'
import { undisturbed } from './runs.ts'

const ARGS = ['play', 'elephant-men', '--matches', '600', '--threads', '2', '--chunk', '10']
const FULL = "can't be written: no space left on the device\n"

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
    expect([first.code, first.out, first.err]).toEqual([74, '', `disk/o/journal.jsonl: ${FULL}`])
    const kept = chunksIn(join(disk, 'o'))
    expect(kept).toBeGreaterThan(3)
    // Nothing changes while nothing is freed.
    expect((await evenhand(args, { cwd })).code).toBe(74)
    expect(chunksIn(join(disk, 'o'))).toBeGreaterThanOrEqual(kept)
    execFileSync('mount', ['-o', `remount,size=${Math.ceil(journal / 1024) + 48}k`, disk])
    const second = await evenhand(args, { cwd })
    expect([second.code, second.out, second.err]).toEqual([74, '', `disk/o: ${FULL}`])
    expect(existsSync(join(disk, 'o', 'lock'))).toBe(false)
    execFileSync('mount', ['-o', 'remount,size=64m', disk])
    expect((await evenhand(args, { cwd })).code).toBe(0)
    expect(reportsIn(join(disk, 'o'))).toEqual(expected)
  })

  test('that is full already', async () => {
    const cwd = folder()
    const disk = mount(cwd, 4)
    writeFileSync(join(disk, 'all'), '.'.repeat(4096))
    const { code, err } = await evenhand([...ARGS, '--out', 'disk/o', '--quiet'], { cwd })
    expect([code, err]).toEqual([74, `disk/o: ${FULL}`])
    execFileSync('mount', ['-o', 'remount,size=64m', disk])
    expect((await evenhand([...ARGS, '--out', 'disk/o', '--quiet'], { cwd })).code).toBe(0)
  })
})

describe.skipIf(!existsSync('/dev/full'))('a device that is always full', () => {
  test('as the journal', async () => {
    const cwd = folder()
    mkdirSync(join(cwd, 'o'))
    symlinkSync('/dev/full', join(cwd, 'o', 'journal.jsonl'))
    const args = [...ARGS, '--out', 'o', '--quiet']
    const { code, out, err } = await evenhand(args, { cwd })
    expect([code, out, err]).toEqual([74, '', `o/journal.jsonl: ${FULL}`])
    rmSync(join(cwd, 'o', 'journal.jsonl'))
    expect((await evenhand(args, { cwd })).code).toBe(0)
    expect(reportsIn(join(cwd, 'o'))).toEqual(expected)
  })

  test.each(['', '--json'])('as stdout %s: the folder is whole nevertheless', async more => {
    const cwd = folder()
    const args = [...ARGS, '--out', 'o', '--quiet', ...(more ? [more] : [])]
    const stdout = openSync('/dev/full', 'w')
    const { code, err } = await evenhand(args, { cwd, stdout })
    closeSync(stdout)
    expect([code, err]).toEqual([74, `stdout: ${FULL}`])
    expect(reportsIn(join(cwd, 'o'))).toEqual(expected)
    const again = await evenhand(args, { cwd })
    expect(again.code).toBe(0)
    expect(again.out).toContain(more ? '"complete": true' : 'VERDICT')
  })

  test('as the file for records', async () => {
    const args = [...ARGS, '--records', '/dev/full', '--quiet']
    const { code, out, err } = await evenhand(args, { cwd: folder() })
    expect([code, out, err]).toEqual([74, '', `/dev/full: ${FULL}`])
  })

  test('as stdout for records', async () => {
    const stdout = openSync('/dev/full', 'w')
    const args = [...ARGS, '--records', '-', '--quiet']
    const { code, err } = await evenhand(args, { cwd: folder(), stdout })
    closeSync(stdout)
    expect([code, err.split('\n')[0]]).toEqual([74, `stdout: ${FULL.trimEnd()}`])
  })
})

test('a folder that can not be written is told before anything is played', async () => {
  const cwd = folder({ file: '' })
  const { code, err } = await evenhand([...ARGS, '--out', 'file/o', '--quiet'], { cwd })
  expect([code, err]).toEqual([
    2,
    "--out: file/o can't be written: a part of its path is not a folder, expected a folder for the reports\n",
  ])
  expect(readFileSync(join(cwd, 'file'), 'utf8')).toBe('')
})
