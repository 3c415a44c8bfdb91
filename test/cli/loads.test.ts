/** What a command loads: what it has no use for costs each call its time. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROOT } from '../../engine/package.ts'
import { evenhand, folder, TINY } from './command.ts'

const HOOKS = join(ROOT, 'test', 'cli', 'hooks.mjs')

/** The packages and the folders of the project (two deep) whose modules a command loads. */
async function loadedBy(line: string): Promise<Set<string>> {
  const cwd = folder({ 'tiny.yaml': TINY })
  const file = join(cwd, 'loaded')
  const call = { cwd, env: { LOADED: file }, node: ['--import', HOOKS] }
  const { code, err } = await evenhand(line.split(' '), call)
  expect([line, code, err]).toEqual([line, 0, ''])
  const urls = readFileSync(file, 'utf8').trim().split('\n')
  const names = urls.flatMap(url => {
    const [, name] = /.*\/node_modules\/([^/]+)\//.exec(url) ?? /\/dist\/(\w+\/[\w-]+)/.exec(url) ?? []
    return name === undefined ? [] : [name]
  })
  return new Set(names)
}

describe.concurrent('what is loaded', () => {
  test('by --version: next to nothing', async () => {
    const names = await loadedBy('--version')
    expect([...names].sort()).toEqual(['cli/main', 'cli/shortage', 'engine/package'])
  })

  test('by a command: no other command, and what only help needs', async () => {
    const names = await loadedBy('play elephant-men --matches 2 --quiet --threads 1')
    expect([...names]).toEqual(expect.arrayContaining(['zod', 'yaml', 'yargs-parser', 'engine/elephant-men']))
    for (const unused of ['yargs', 'cli/help']) expect([...names]).not.toContain(unused)
  })
})
