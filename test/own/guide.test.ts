/** The games of docs/tutorials/adding-a-game.md are games. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { guideSteps, writeStep } from '../../docs/scripts/guide.ts'
import { ROOT } from '../../engine/package.ts'
import { loadGame } from '../../engine/registry/index.ts'
import { tryGame } from '../../sim/match/trial.ts'
import { folder } from '../cli/command.ts'

it('README.md shows the game that docs/tutorials/adding-a-game.md begins with, and what a run of it prints', () => {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')
  const page = readFileSync(join(ROOT, 'docs/tutorials/adding-a-game.md'), 'utf8')
  const gameIn = (text: string): string => /```js\n\/\/ pearls\.js\n[\s\S]*?```/.exec(text)![0]
  expect(gameIn(readme)).toBe(gameIn(page))
  const printed = (text: string): string =>
    /play \.\/pearls\.js .*\n```\n\n```text\n([\s\S]*?)```/.exec(text)![1]!
  expect(printed(page).startsWith(printed(readme).replace(/\.\.\.\n$/, ''))).toBe(true)
})

it('the games of docs/tutorials/adding-a-game.md are played', async () => {
  const dir = folder({ 'package.json': '{"type":"module"}' })
  const names = new Set<string>()
  for (const step of guideSteps()) {
    if (!('file' in step)) continue
    writeStep(dir, step.file)
    names.add(step.file.name)
  }
  expect([...names]).toEqual([
    'pearls.js',
    'rules/deep.yaml',
    'chests/chests.js',
    'bluff/bluff.js',
    'pearls.test.js',
    'heap/heap.ts',
    'heap/tsconfig.json',
    'tic-tac-toe.js',
  ])
  for (const name of ['pearls.js', 'chests/chests.js', 'bluff/bluff.js', 'tic-tac-toe.js']) {
    const { compile, schema } = await loadGame(join(dir, name))
    tryGame(() => compile(schema.parse({})))
  }
  expect(readFileSync(join(dir, 'pearls.js'), 'utf8').split('\n').length).toBeLessThan(60)
})
