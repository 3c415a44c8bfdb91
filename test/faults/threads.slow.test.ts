/** Threads without memory, that die or are in the way cost nobody a match, and never the whole process. */
import { copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { evenhand, folder } from '../cli/command.ts'
import { expectError } from '../cli/messages.ts'
import { blocksIn, reportsIn } from './folders.ts'
import { beside, undisturbed, workshop } from './runs.ts'
import { run } from './sabotage.ts'

const NODE = ['--import', beside('threads.mjs')]
const ARGS = ['play', 'elephant-men', '--matches', '60', '--rules', 'limits.turns=20', '--threads', '2']

test('an agent of ours never forfeits for want of memory: the run ends, and goes on with more', async () => {
  const cwd = folder()
  const game = ['play', 'elephant-men', '--rules', 'limits.turns=1', '--matches', '2', '--threads', '1']
  const args = [...game, '--agents', 'mcts:iterations=30000,random', '--out', 'o', '--quiet']
  const { code, out, err } = await evenhand([...args, '--memory', '128'], { cwd, own: true })
  expect([code, out]).toEqual([1, ''])
  expect(err).toMatch(
    /^evenhand: blocks 0 to 0 of mcts:iterations=30000 vs random cannot be played: a thread ran out of memory: allow more with --memory, or use fewer --threads, 3 times/,
  )
  expect(blocksIn(join(cwd, 'o'))).toEqual([])
  expect((await evenhand(args, { cwd })).code).toBe(0)
  expect(readFileSync(join(cwd, 'o', 'faults.csv'), 'utf8').trimEnd()).not.toContain('\n')
})

test('a chunk that every thread dies of ends the run, which goes on once they live', async () => {
  const cwd = folder()
  const expected = await undisturbed(ARGS, cwd)
  const args = [...ARGS, '--out', 'o', '--quiet', '--chunk', '30']
  const { code, out, err } = await evenhand(args, {
    cwd,
    node: NODE,
    env: { DIE: 'always' },
  })
  expect([code, out]).toEqual([1, ''])
  expectError(err, 'evenhand', ['blocks 0 to 29 of random vs random', 'exit code 7', '3 times'])
  expect((await evenhand(args, { cwd })).code).toBe(0)
  expect(reportsIn(join(cwd, 'o'))).toEqual(expected)
})

test('a thread that dies with nobody to blame is replaced, and its chunk is played again', async () => {
  const cwd = folder()
  const expected = await undisturbed(ARGS, cwd)
  const env = { DIE: 'once', DIE_WHEN: join(cwd, 'died') }
  const { code, err } = await evenhand([...ARGS, '--out', 'o', '--quiet'], { cwd, node: NODE, env })
  expect([code, err]).toEqual([0, ''])
  expect(readFileSync(join(cwd, 'died'), 'utf8')).toBe('')
  expect(reportsIn(join(cwd, 'o'))).toEqual(expected)
})

test('timers and promises that agents leave behind end no run', async () => {
  const names = [1, 2, 3, 4, 5, 6].map(i => `saboteur-${i}.mjs`)
  const lineups = names.flatMap(name =>
    ['timer', 'rejection'].map(mode => `  - agents: ['./${name}:mode=${mode}:rarity=1', random]\n`),
  )
  const head = 'game: elephant-men\nmatches: 16\nrules: { limits.turns: 20 }\nlineups:\n'
  const cwd = workshop({ 'plot.yaml': head + lineups.join('') })
  for (const name of names) copyFileSync(beside('saboteur.mjs'), join(cwd, name))
  // Every thread loads the next line-up's module while the last one's timers are due.
  const told = await run(cwd, 'o', ['--threads', '4', '--chunk', '1'])
  expect(told.reports['faults.csv']!.trimEnd()).not.toContain('\n')
})
