/** What a command loads: what it has no use for costs each call its time. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROOT } from '../../engine/package.ts'
import { evenhand, folder } from './command.ts'

const AGENT =
  'export default { id: "mine", summary: "the first", make: () => ({ choose: (_, __, legal) => legal[0] }) }\n'

const HOOKS = join(ROOT, 'test', 'cli', 'hooks.mjs')

/** The packages and the folders of the project (two deep) whose modules a command loads. */
async function loadedBy(line: string): Promise<Set<string>> {
  const cwd = folder({ 'mine.mjs': AGENT })
  const file = join(cwd, 'loaded')
  const call = { cwd, env: { LOADED: file }, node: ['--import', HOOKS] }
  const { code, err } = await evenhand(line.split(' '), call)
  expect([line, code], err).toEqual([line, 0])
  const urls = readFileSync(file, 'utf8').trim().split('\n')
  const names = urls.flatMap(url => {
    const [, name] = /.*\/node_modules\/([^/]+)\//.exec(url) ?? /\/dist\/(\w+\/[\w@-]+)/.exec(url) ?? []
    return name === undefined ? [] : [name]
  })
  return new Set(names)
}

describe.concurrent('what is loaded', () => {
  test('by --version: next to nothing', async () => {
    const names = await loadedBy('--version')
    expect([...names].sort()).toEqual([
      'cli/main',
      'parts/rolldown-runtime',
      'parts/shortage',
      'plays/package',
    ])
  })

  /** What no run without a terminal and a queue needs, and other games. */
  const UNUSED = ['yargs', 'cli/help', 'cli-progress', 'bullmq', 'ioredis', 'reports/page', 'plays/laws']
  const OTHERS = ['frontline', 'bulwark', 'prestige', 'classics'].map(name => `engine/${name}`)

  test('is told by names that the build has', () => {
    for (const name of [...UNUSED, ...OTHERS].filter(name => name.includes('/')))
      expect([
        name,
        [`${name}.js`, `${name}/index.js`].some(file => existsSync(join(ROOT, 'dist', file))),
      ]).toEqual([name, true])
  })

  test('by a few quick matches: their game, and no threads', async () => {
    const names = await loadedBy('play elephant-men --matches 2 --agents greedy,random')
    expect([...names]).toContain('engine/elephant-men')
    expect([...UNUSED, ...OTHERS, 'piscina'].filter(name => names.has(name))).toEqual([])
  })

  test('by a run with a folder: what draws its page', async () => {
    const names = await loadedBy('play elephant-men --matches 2 --out run')
    expect([...names]).toContain('reports/page')
  })

  test.each([
    ['what is asked to have threads', '--matches 2 --threads 1'],
    ['agents that search', '--matches 2 --agents mcts:iterations=1'],
    ['agents by path', '--matches 2 --agents ./mine.mjs,random'],
    ['many matches', '--matches 100'],
  ])('by %s: threads, and their game alone', async (_, options) => {
    const names = await loadedBy(`play elephant-men ${options}`)
    expect([...names]).toEqual(expect.arrayContaining(['piscina', 'engine/elephant-men']))
    expect([...UNUSED, ...OTHERS].filter(name => names.has(name))).toEqual([])
  })
})
