/** What `evenhand new` writes works at once, in a folder where nothing is installed. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { evenhand, folder } from './command.ts'

/** Runs the tests in a folder as the README that is written says; the output of those that fail is in the error. */
const test = (cwd: string): string =>
  execFileSync(process.execPath, ['--test'], {
    cwd,
    encoding: 'utf8',
    // Node's own runner says nothing to a process that it believes to be one of its tests.
    env: { ...process.env, NODE_TEST_CONTEXT: undefined },
  })

it('a new game is sound and played to the end, say its tests, and its experiment compares its rule sets', async () => {
  const cwd = folder()
  expect((await evenhand(['new', 'game', 'stairs'], { cwd })).code).toBe(0)
  const dir = join(cwd, 'stairs')
  const tested = test(dir)
  expect(tested).toContain('stairs.js: stairs, rule sets default, short: sound in ')
  expect(tested).toMatch(/pass 2\n/)
  const { code, out } = await evenhand(
    ['run', 'experiment.yaml', '--matches', '4', '--out', 'run', '--details'],
    {
      cwd: dir,
    },
  )
  expect([code, out]).toEqual([0, expect.stringContaining('CHANGES against long')])
  expect(existsSync(join(dir, 'run/report.html'))).toBe(true)
})

it('a new agent plays its experiment without a forfeit, says its test', async () => {
  const cwd = folder()
  expect((await evenhand(['new', 'agent', 'ahead'], { cwd })).code).toBe(0)
  expect(test(join(cwd, 'ahead'))).toMatch(/pass 1\n/)
})

it('a new experiment runs', async () => {
  const cwd = folder()
  expect((await evenhand(['new', 'experiment', 'price'], { cwd })).code).toBe(0)
  const { code, out } = await evenhand(['run', 'price.yaml', '--matches', '2', '--quiet', '--details'], {
    cwd,
  })
  expect([code, out]).toEqual([0, expect.stringContaining('CHANGES against as it is')])
})
