/** Every call of the file system on which a run rests reports its errors, and folders may go; full-disk.slow.test.ts has what follows. */
import { closeSync, existsSync, openSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { evenhand, folder } from '../cli/command.ts'
import { expectError, expectWords } from '../cli/messages.ts'
import { ARGS, begun, expectFailure, expectFull, type Failure } from './disks.ts'
import { chunksIn, reportsIn } from './folders.ts'
import { undisturbed } from './runs.ts'

let started: string
let expected: Record<string, string>
beforeAll(async () => {
  expected = await undisturbed(ARGS, folder())
  started = await begun()
})

test.each<Failure>([
  ['run', 'openSync:journal.jsonl:EIO', 'o/journal.jsonl', 'read', 'the device reports an error'],
  ['run', 'readSync:journal.jsonl:EIO', 'o/journal.jsonl', 'read', 'the device reports an error'],
  ['run', 'readSync:lock:EIO:2', 'o/lock', 'read', 'the device reports an error'],
  ['run', 'openSync:lock:ESTALE', 'o/lock', 'read', 'the network disk no longer knows it'],
  ['run', 'renameSync:.tmp:EIO:1', 'o', 'written', 'the device reports an error'],
  ['run', 'fsyncSync:.tmp:EIO:1', 'o', 'written', 'the device reports an error'],
  ['run', 'openSync:journal.jsonl:EMFILE', 'o/journal.jsonl', 'read', 'too many files open'],
  ['status', 'statSync:journal.jsonl:EIO', 'o/journal.jsonl', 'read', 'the device reports an error'],
  ['status', 'readdirSync:o:EIO', 'o', 'read', 'the device reports an error'],
  ['status', 'openSync:lock:EIO', 'o/lock', 'read', 'the device reports an error'],
  ['merge', 'readSync:journal.jsonl:EIO', 'o/journal.jsonl', 'read', 'the device reports an error'],
])('evenhand %s whose %s fails ends with 74 and the path', (...failure) =>
  expectFailure(failure, started, expected),
)

describe('a folder that disappears while its run goes on', () => {
  test.each<[string, (cwd: string) => void]>([
    ['deleted', cwd => rmSync(join(cwd, 'o'), { recursive: true })],
    ['renamed', cwd => renameSync(join(cwd, 'o'), join(cwd, 'p'))],
  ])('that is %s ends the run with 74, and is named', async (_, remove) => {
    const cwd = folder()
    const args = ARGS.map(arg => (arg === '600' ? '1e9' : arg))
    const ended = await evenhand([...args, '--out', 'o', '--quiet'], {
      cwd,
      meanwhile: async child => {
        while (child.exitCode === null && chunksIn(join(cwd, 'o')) < 2) await sleep(5)
        child.kill('SIGSTOP')
        remove(cwd)
        child.kill('SIGCONT')
      },
    })
    expect(ended.code, ended.err).toBe(74)
    expectError(ended.err, 'o', ['deleted, renamed or unmounted during the run'])
    expect(existsSync(join(cwd, 'o'))).toBe(false)
  })
})

test.skipIf(!existsSync('/dev/full'))(
  'stdout that is full loses the JSON, and nothing in the folder',
  async () => {
    const cwd = folder()
    const args = [...ARGS, '--out', 'o', '--quiet', '--json']
    const stdout = openSync('/dev/full', 'w')
    const { code, err } = await evenhand(args, { cwd, stdout })
    closeSync(stdout)
    expect(code).toBe(74)
    expectError(err, 'stdout', ['no space left'])
    expect(reportsIn(join(cwd, 'o'))).toEqual(expected)
    const again = await evenhand(args, { cwd })
    expect([again.code, again.out]).toEqual([0, expect.stringContaining('"complete": true')])
  },
)

describe.skipIf(!existsSync('/dev/full'))('a device that is always full', () => {
  test('as stdout: the folder is whole nevertheless', async () => {
    const cwd = folder()
    const args = [...ARGS, '--out', 'o', '--quiet']
    const stdout = openSync('/dev/full', 'w')
    expectFull(await evenhand(args, { cwd, stdout }), 'stdout')
    closeSync(stdout)
    expect(reportsIn(join(cwd, 'o'))).toEqual(expected)
    const again = await evenhand(args, { cwd })
    expect(again.code).toBe(0)
    expect(again.out).toContain('  player ')
  })

  test('as the file for records', async () => {
    const args = [...ARGS, '--records-file', '/dev/full', '--quiet']
    const ended = await evenhand(args, { cwd: folder() })
    expect(ended.out).toBe('')
    expectFull(ended, '/dev/full')
  })

  test('as stdout for records', async () => {
    const stdout = openSync('/dev/full', 'w')
    const args = [...ARGS, '--records-file', '-', '--quiet']
    const { code, err } = await evenhand(args, { cwd: folder(), stdout })
    closeSync(stdout)
    expect(code).toBe(74)
    expectWords(err.split('\n')[0]!, 'stdout', ['no space left'])
  })
})
