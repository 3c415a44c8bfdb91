/** The games of docs/guides/fast-game.md and fast-game-examples.md, as these pages list them, keep the laws. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { lawsOf } from '../../engine/laws/index.ts'
import { ROOT } from '../../engine/package.ts'

const PAGE = ['fast-game.md', 'fast-game-examples.md']
  .map(name => readFileSync(join(ROOT, 'docs/guides', name), 'utf8'))
  .join('\n')
const folder = mkdtempSync(join(tmpdir(), 'evenhand-guide-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The listings with their games and file names, each game in a folder: what they import of the project is found from there. */
const files = [...PAGE.matchAll(/^`engine\/([\w-]+)\/(\w+\.ts)`:\n\n```ts\n([\s\S]*?)```/gm)]
for (const [, game, name, code] of files) {
  mkdirSync(join(folder, game!), { recursive: true })
  writeFileSync(
    join(folder, game!, name!),
    code!
      .replaceAll("'../", `'${join(ROOT, 'engine')}/`)
      .replaceAll("'zod'", `'${import.meta.resolve('zod').replace(pathToFileURL('/').href, '/')}'`),
  )
}

/** The games of the page, and rules to check them under: the defaults, the narrowest, the widest. */
const GAMES: Readonly<Record<string, readonly object[]>> = {
  footrace: [{}, { goal: 1, stride: 9 }, { rounds: 3 }],
  takeaway: [{}, { heap: 1, most: 1 }, { heap: 2, most: 9 }],
  'one-card': [{}, { cards: 2 }, { cards: 50, pot: 31 }],
}

it('docs/guides/fast-game.md and fast-game-examples.md list their games in full', () => {
  expect(files.map(([, game, name]) => `${game}/${name}`)).toEqual([
    'footrace/rules.ts',
    'footrace/state.ts',
    'footrace/info.ts',
    'footrace/text.ts',
    'footrace/game.ts',
    'footrace/index.ts',
    'takeaway/index.ts',
    'one-card/index.ts',
  ])
})

for (const [game, all] of Object.entries(GAMES)) {
  const { compile, schema } = await import(/* @vite-ignore */ join(folder, game, 'index.ts'))
  describe(`the game ${game} of the guide`, () => {
    for (const rules of all)
      for (const { name, check } of lawsOf(compile(game, schema.parse(rules)), { samples: 1000 }))
        it(`${JSON.stringify(rules)}: ${name}`, check)
  })
}
