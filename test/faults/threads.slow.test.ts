/** Threads without memory cost nobody a match. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { evenhand, folder } from '../cli/command.ts'
import { blocksIn } from './folders.ts'

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
