/** Threads without memory, or that die again and again, cost nobody a match. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { evenhand, folder } from '../cli/command.ts'
import { expectError } from '../cli/messages.ts'
import { blocksIn, reportsIn } from './folders.ts'
import { beside, undisturbed } from './runs.ts'

test('an agent of ours never forfeits for want of memory: the run ends, and goes on with more', async () => {
  const cwd = folder()
  const game = ['play', 'elephant-men', '--rules', 'limits.turns=1', '--matches', '2', '--threads', '1']
  const args = [...game, '--agents', 'mcts:iterations=30000,random', '--out', 'o', '--quiet']
  const { code, out, err } = await evenhand([...args, '--memory', '128'], { cwd, own: true })
  expect([code, out]).toEqual([1, ''])
  expect(err).toMatch(
    /^evenhand: blocks 0 to 0 of mcts:iterations=30000 vs random cannot be played: a thread ran out of memory, expected more --memory or fewer --threads, 3 times/,
  )
  expect(blocksIn(join(cwd, 'o'))).toEqual([])
  expect((await evenhand(args, { cwd })).code).toBe(0)
  expect(readFileSync(join(cwd, 'o', 'faults.csv'), 'utf8').trimEnd()).not.toContain('\n')
})

test('a chunk that every thread dies of ends the run, which goes on once they live', async () => {
  const cwd = folder()
  const game = ['play', 'elephant-men', '--matches', '60', '--rules', 'limits.turns=20', '--threads', '2']
  const expected = await undisturbed(game, cwd)
  const args = [...game, '--out', 'o', '--quiet', '--chunk', '30']
  const { code, out, err } = await evenhand(args, {
    cwd,
    node: ['--import', beside('threads.mjs')],
    env: { DIE: 'always' },
  })
  expect([code, out]).toEqual([1, ''])
  expectError(err, 'evenhand', ['blocks 0 to 29 of random vs random', 'exit code 7', '3 times'])
  expect((await evenhand(args, { cwd })).code).toBe(0)
  expect(reportsIn(join(cwd, 'o'))).toEqual(expected)
})
