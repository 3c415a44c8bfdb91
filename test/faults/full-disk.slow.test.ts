/** A disk that is full ends a run with exit code 74 and its path; with space again, the same command goes on. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { evenhand, folder } from '../cli/command.ts'
import { expectError } from '../cli/messages.ts'
import { ARGS, begun, expectFailure, expectFull, type Failure, failing } from './disks.ts'
import { chunksIn, reportsIn } from './folders.ts'
import { undisturbed } from './runs.ts'

let expected: Record<string, string>
beforeAll(async () => {
  expected = await undisturbed(ARGS, folder())
})

test('a disk that is full at a line of the journal ends the run with 74; with space, it goes on to the same bytes', async () => {
  const cwd = folder()
  const args = [...ARGS, '--out', 'o', '--quiet']
  const ended = await failing(args, cwd, 'writeSync:journal.jsonl:ENOSPC:5')
  expect(ended.out).toBe('')
  expectFull(ended, 'o/journal.jsonl')
  expect(chunksIn(join(cwd, 'o'))).toBe(4)
  expect((await evenhand(args, { cwd })).code).toBe(0)
  expect(reportsIn(join(cwd, 'o'))).toEqual(expected)
})

describe('a disk that reports errors', () => {
  let started: string
  beforeAll(async () => {
    started = await begun()
  })

  test.each<Failure>([
    ['run', 'fdatasyncSync:journal.jsonl:EIO:2', 'o/journal.jsonl', 'written', 'the device reports an error'],
    ['status', 'readSync:journal.jsonl:EIO', 'o/journal.jsonl', 'read', 'the device reports an error'],
    ['repair', 'openSync:journal.jsonl:EIO', 'o/journal.jsonl', 'read', 'the device reports an error'],
  ])('evenhand %s whose %s fails ends with 74 and the path', (...failure) =>
    expectFailure(failure, started, expected),
  )
})

describe('odd files in a folder', () => {
  test.each([
    ['a pipe', (file: string) => execFileSync('mkfifo', [file])],
    ['a device', (file: string) => symlinkSync('/dev/zero', file)],
    ['a folder', (file: string) => mkdirSync(file)],
  ])('%s in place of its lock or its journal is refused, and never waited for', async (kind, make) => {
    const cwd = folder()
    for (const name of ['lock', 'journal.jsonl']) {
      const dir = `with-${name}`
      mkdirSync(join(cwd, dir))
      make(join(cwd, dir, name))
      const args = [
        [...ARGS, '--out', dir],
        ['repair', dir],
        ['status', dir],
        ['merge', dir, '--out', 'm'],
      ]
      for (const command of args) {
        const ended = await evenhand(command, { cwd })
        // A folder without a journal is none of a run.
        if (name === 'lock' && command !== args[0]) expect(ended.code).toBe(2)
        else {
          expect([ended.code, ended.out], ended.err).toEqual([3, ''])
          expectError(ended.err, `${dir}/${name}`, [`is ${kind}`, 'expected a regular file'])
        }
      }
    }
  })
})

test('a folder that cannot be written is told before anything is played', async () => {
  const cwd = folder({ file: '' })
  const { code, err } = await evenhand([...ARGS, '--out', 'file/o', '--quiet'], { cwd })
  expect(code).toBe(2)
  expectError(err, '--out', ['file/o', "isn't a folder"])
  expect(readFileSync(join(cwd, 'file'), 'utf8')).toBe('')
})
