/** The game of docs/adding-a-game.md, as that page lists it, keeps the laws. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { lawsOf } from '../../engine/laws/index.ts'
import { ROOT } from '../../engine/package.ts'

const PAGE = readFileSync(join(ROOT, 'docs', 'adding-a-game.md'), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'evenhand-guide-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The listings with their file names, in a folder of their own: what they import of the project is found from there. */
const files = [...PAGE.matchAll(/^`engine\/footrace\/(\w+\.ts)`:\n\n```ts\n([\s\S]*?)```/gm)]
for (const [, name, code] of files)
  writeFileSync(
    join(folder, name!),
    code!
      .replaceAll("'../", `'${join(ROOT, 'engine')}/`)
      .replaceAll("'zod'", `'${import.meta.resolve('zod').replace(pathToFileURL('/').href, '/')}'`),
  )
const { compile, schema } = await import(/* @vite-ignore */ join(folder, 'index.ts'))

describe('the game of docs/adding-a-game.md', () => {
  it('is listed in full', () => {
    expect(files.map(([, name]) => name)).toEqual([
      'rules.ts',
      'state.ts',
      'info.ts',
      'text.ts',
      'game.ts',
      'index.ts',
    ])
  })

  for (const rules of [{}, { goal: 1, stride: 9 }, { rounds: 3 }])
    for (const { name, check } of lawsOf(compile('footrace', schema.parse(rules))))
      it(`${JSON.stringify(rules)}: ${name}`, check)
})
