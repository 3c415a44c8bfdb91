/** Runs on disks that fail. */
import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { thisProcess } from '../../sim/store/holder.ts'
import { type Ended, evenhand, folder } from '../cli/command.ts'
import { expectError } from '../cli/messages.ts'
import { chunksIn, reportsIn } from './folders.ts'
import { beside } from './runs.ts'

export const ARGS = ['play', 'elephant-men', '--matches', '600', '--threads', '2', '--chunk', '10']

/** A command whose calls of the file system fail, as failing.mjs says. */
export function failing(args: readonly string[], cwd: string, faults: string): Promise<Ended> {
  return evenhand(args, { cwd, node: ['--import', beside('failing.mjs')], env: { FAILING: faults } })
}

/** A folder with a run that has begun. */
export async function begun(): Promise<string> {
  const started = folder()
  await failing([...ARGS, '--out', 'o', '--quiet'], started, 'writeSync:journal.jsonl:ENOSPC:9')
  expect(chunksIn(join(started, 'o'))).toBe(8)
  return started
}

/** A command, a call of the file system that fails, and what is said: the path, what was done with it, and why not. */
export type Failure = readonly [command: string, faults: string, path: string, doing: string, reason: string]

/** Expects a command on a copy of a started run to exit with 74, and the run to finish as expected afterwards. */
export async function expectFailure(
  [command, faults, path, doing, reason]: Failure,
  started: string,
  expected: Readonly<Record<string, string>>,
): Promise<void> {
  const cwd = folder()
  cpSync(started, cwd, { recursive: true })
  const args = [...ARGS, '--out', 'o', '--quiet']
  if (faults.includes('lock') && command === 'status')
    writeFileSync(join(cwd, 'o', 'lock'), JSON.stringify(thisProcess()))
  const ended = await failing(command === 'run' ? args : [command, 'o'], cwd, faults)
  expect([ended.code, ended.out], ended.err).toEqual([74, ''])
  expectError(ended.err, path, [`can't be ${doing}`, reason])
  if (command !== 'run') return
  expect((await evenhand(args, { cwd })).code).toBe(0)
  expect(reportsIn(join(cwd, 'o'))).toEqual(expected)
}

/** Sees that a command ended because a disk was full, and which path it names. */
export function expectFull({ code, err }: Ended, path: string): void {
  expect(code, err).toBe(74)
  expectError(err, path, ['no space left'])
}
