/** Threads that die or are in the way cost nobody a match, and never the whole process. */
import { copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { evenhand, folder } from '../cli/command.ts'
import { reportsIn } from './folders.ts'
import { beside, undisturbed, workshop } from './runs.ts'
import { run } from './sabotage.ts'

const NODE = ['--import', beside('threads.mjs')]
const ARGS = ['play', 'elephant-men', '--matches', '60', '--rules', 'limits.turns=20', '--threads', '2']

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

test('no thread loads ES modules by require(): node 20 aborts if it is ended meanwhile', async () => {
  const cwd = folder()
  const required = join(cwd, 'required')
  const { code } = await evenhand([...ARGS, '--quiet'], { cwd, node: NODE, env: { REQUIRED: required } })
  expect(code).toBe(0)
  expect(new Set(readFileSync(required, 'utf8').trimEnd().split('\n'))).toEqual(new Set(['looking']))
})
