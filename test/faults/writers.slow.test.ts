/** Two processes that both believe that a folder is theirs: one of them goes on, and the journal stays one that is read. */
import type { ChildProcess } from 'node:child_process'
import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { type Ended, evenhand, folder } from '../cli/command.ts'
import { playedIn, reportsIn } from './folders.ts'
import { beside, undisturbed } from './runs.ts'

const ARGS = ['play', 'elephant-men', '--rules', 'limits.turns=10', '--matches', '6000', '--threads', '1']
const COMMAND = [...ARGS, '--chunk', '20', '--out', 'o']

let expected: Record<string, string>
beforeAll(async () => {
  expected = await undisturbed(ARGS)
})

/** Options of a process on another machine. */
function elsewhere(host: string, env: Readonly<Record<string, string>> = {}) {
  return { node: ['--import', beside('elsewhere.mjs')], env: { ELSEWHERE: host, ...env } }
}

/** Waits until the folder has more chunks than that, or the process has ended. */
async function grown(cwd: string, beyond: number, child: ChildProcess): Promise<void> {
  while (child.exitCode === null && child.signalCode === null && playedIn(join(cwd, 'o')) <= beyond)
    await sleep(5)
}

/** Runs the command; once it has played a little, `meddle` is called with its process. */
async function first(
  cwd: string,
  call: object,
  meddle: (child: ChildProcess) => Promise<void>,
): Promise<Ended> {
  let meddling: Promise<void> = Promise.resolve()
  const ended = await evenhand(COMMAND, {
    cwd,
    ...call,
    meanwhile: child => {
      meddling = grown(cwd, 1, child).then(() => meddle(child))
    },
  })
  await meddling
  return ended
}

/** Runs the command beside a process that is stopped, which goes on once the folder has grown. */
async function overtake(cwd: string, stopped: ChildProcess, call: object): Promise<Ended> {
  const before = playedIn(join(cwd, 'o'))
  return await evenhand(COMMAND, {
    cwd,
    ...call,
    meanwhile: child => void grown(cwd, before, child).then(() => stopped.kill('SIGCONT')),
  })
}

/** Sees that the folder holds the whole run, and that another run of the command reads it. */
async function expectWhole(cwd: string): Promise<void> {
  const { code, err } = await evenhand(COMMAND, { cwd })
  expect([code, reportsIn(join(cwd, 'o'))], err).toEqual([0, expected])
  expect(err).toContain('All matches were already played')
}

test('the lock of another machine whose clock is slow is not stolen while its holder lives', async () => {
  const cwd = folder()
  let second: Promise<Ended> | undefined
  // It has more to play than there is time for.
  const args = COMMAND.map(arg => (arg === '6000' ? '1e9' : arg))
  const ended = await evenhand(args, {
    cwd,
    ...elsewhere('slow', { BEHIND: '90000', EVENHAND_LOCK_SECONDS: '15' }),
    meanwhile: async child => {
      await grown(cwd, 1, child)
      // Once it was touched, its time is by the slow clock.
      while (statSync(join(cwd, 'o', 'lock')).mtimeMs > Date.now() - 80_000) await sleep(20)
      second = evenhand(args, { cwd, ...elsewhere('here') })
      await second
      child.kill('SIGKILL')
    },
  })
  const { code, err } = (await second)!
  expect(code, err).toBe(3)
  expect(err).toMatch(/^o: is in use by process \d+ on "slow", expected /m)
  expect(ended.signal, ended.err).toBe('SIGKILL')
})

test('a run that was stopped for too long, and lost its folder to another machine, ends when it goes on', async () => {
  const cwd = folder()
  let second: Ended | null = null
  const ended = await first(cwd, elsewhere('stopped', { EVENHAND_LOCK_SECONDS: '1' }), async child => {
    child.kill('SIGSTOP')
    second = await overtake(cwd, child, elsewhere('here'))
  })
  expect(second!.code, second!.err).toBe(0)
  expect(ended.code, ended.err).toBe(3)
  expect(ended.err).toMatch(/^o: lost its lock/m)
  await expectWhole(cwd)
})

test('of two runs in one folder, whose lock was removed by hand, the first one ends', async () => {
  const cwd = folder()
  let second: Ended | null = null
  const ended = await first(cwd, {}, async child => {
    child.kill('SIGSTOP')
    rmSync(join(cwd, 'o', 'lock'))
    second = await overtake(cwd, child, {})
  })
  expect(second!.code, second!.err).toBe(0)
  expect(ended.code, ended.err).toBe(3)
  expect(ended.err).toMatch(/^o: lost its lock/m)
  await expectWhole(cwd)
})
