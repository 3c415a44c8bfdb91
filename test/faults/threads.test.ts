/** How threads load modules; those that die or are in the way are in threads.slow.test.ts. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { evenhand, folder } from '../cli/command.ts'
import { beside } from './runs.ts'

const NODE = ['--import', beside('threads.mjs')]
const ARGS = ['play', 'elephant-men', '--matches', '60', '--rules', 'limits.turns=20', '--threads', '2']

test('no thread loads ES modules by require(): node 20 aborts if the thread is ended meanwhile', async () => {
  const cwd = folder()
  const required = join(cwd, 'required')
  const { code } = await evenhand([...ARGS, '--quiet'], { cwd, node: NODE, env: { REQUIRED: required } })
  expect(code).toBe(0)
  expect(new Set(readFileSync(required, 'utf8').trimEnd().split('\n'))).toEqual(new Set(['looking']))
})
