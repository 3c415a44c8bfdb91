/**
 * docs/guides/boardgame-io.md: every game in it is one, is played as the page says, and its lines are those that are printed.
 * traps.md: the tests that it names exist.
 */
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../../engine/package.ts'
import { loadGame } from '../../engine/registry/index.ts'
import { tryGame } from '../../sim/match/trial.ts'
import { folder } from '../cli/command.ts'

const PAGE = readFileSync(join(ROOT, 'docs/guides/boardgame-io.md'), 'utf8')
const MODULES = [...PAGE.matchAll(/```js\n\/\/ (\S+)\n([\s\S]*?)```/g)].map(
  ([, name, text]) => [name!, text!] as const,
)

describe('docs/guides/boardgame-io.md', () => {
  const dir = folder({ ...Object.fromEntries(MODULES), 'package.json': '{"type":"module"}' })
  mkdirSync(join(dir, 'node_modules'))
  symlinkSync(join(ROOT, 'node_modules/boardgame.io'), join(dir, 'node_modules/boardgame.io'))

  it('has games', () => {
    expect(MODULES).toHaveLength(5)
    expect(PAGE.match(/```js/g)).toHaveLength(MODULES.length)
  })

  it.each(MODULES)('%s is played, and is the same in the reducer', async name => {
    const { compile, schema } = await loadGame(join(dir, name))
    const game = compile(schema.parse({}))
    tryGame(() => game)
    const line = /^take-away: evenhand and .*/m.exec(PAGE)![0]
    if (name === 'take-away.js') expect(game.notes).toEqual([line])
    else expect(game.notes).toEqual([expect.stringMatching(/and boardgame.io's reducer agree in/)])
    if (name === 'fair-take-away.js') expect(game.info.seats).toHaveLength(3)
  })
})

describe('test/boardgame-io/traps.md', () => {
  const page = readFileSync(join(ROOT, 'test/boardgame-io/traps.md'), 'utf8')
  const TRAPS = [...page.matchAll(/^\| (.+?) \| `([\w-]+)` \| (.+) \|$/gm)]

  it('lists traps', () => expect(TRAPS.length).toBeGreaterThan(20))

  it.each(TRAPS.map(([, trap, file, name]) => [trap!, file!, name!] as const))(
    'has a test that holds: %s',
    (_trap, file, name) => {
      const text = readFileSync(join(ROOT, `test/boardgame-io/${file}.test.ts`), 'utf8')
      expect(text).toContain(name)
    },
  )
})
