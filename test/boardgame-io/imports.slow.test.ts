/** What modules of boardgame.io games import, as they are written for bundlers: found, stood in for, or named with its place. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fileHashes } from '../../engine/modules/index.ts'
import { ROOT } from '../../engine/package.ts'
import { folder } from '../cli/command.ts'

const GAME = `
const add = ({ G, playerID }, by) => { G.n += by; G.last = playerID }
export const Game = {
  setup: () => ({ n: 0, last: null }),
  turn: { maxMoves: 1 },
  moves: { add },
  endIf: ({ G }) => (G.n >= 6 ? { winner: G.last } : undefined),
  ai: { enumerate: () => [1, 2].map(by => ({ move: 'add', args: [by] })) },
}
`
const CLIENT = "import { Client } from 'boardgame.io/client'\n"

const dir = folder({
  'package.json': '{"type":"module"}',
  'helpers.js': 'export const help = 1',
  'Board.jsx': 'export const Board = () => <div/>',
  'cards.json': '[1, 2]',
  'ending.js': `import { help } from './helpers'\nimport { deep } from './lib'${GAME}`,
  'data.js': `import cards from './cards.json'\nimport './board.css'\nimport picture from './card.png'${GAME}`,
  'screen.js': `${CLIENT}import { Local } from 'boardgame.io/multiplayer'${GAME}export const start = () => Client({ game: Game, multiplayer: Local() })`,
  'drafts.js': `import { current } from 'immer'${GAME.replace('G.n += by', 'G.n = current(G).n + by')}`,
  'called.js': `${CLIENT}${GAME}\nClient({ game: Game }).start()`,
  'bare.js': `import { Board } from './Board'${GAME}`,
  'jsx.js': `import { help } from './helpers'\nimport { Board } from './Board.jsx'${GAME}`,
  'package.js': `\nimport React from 'react-that-is-not'${GAME}`,
  'nothing.js': `import { help } from './nothing-here'${GAME}`,
})
mkdirSync(join(dir, 'lib'))
mkdirSync(join(dir, 'node_modules'))
writeFileSync(join(dir, 'lib', 'index.js'), 'export const deep = 2')
symlinkSync(join(ROOT, 'node_modules/boardgame.io'), join(dir, 'node_modules/boardgame.io'))

/** Loads each file with node's own imports, which the test runner replaces; the notes of each game, or what was wrong. */
const LOAD = `import { loadGame } from ${JSON.stringify(join(ROOT, 'dist/engine/registry/index.js'))}
const all = {}
for (const file of process.argv.slice(1))
  try {
    const { compile, schema } = await loadGame(file)
    all[file] = compile(schema.parse({})).notes.join()
  } catch (error) {
    all[file] = error.message
  }
console.log(JSON.stringify(all))`

describe('imports', () => {
  const FILES = ['ending', 'data', 'screen', 'drafts', 'called', 'jsx', 'bare', 'package', 'nothing'].map(
    name => `./${name}.js`,
  )
  const node = (...args: string[]): string =>
    execFileSync(process.execPath, args, { cwd: dir, encoding: 'utf8' })
  const all = JSON.parse(node('--input-type=module', '--eval', LOAD, ...FILES)) as Record<string, string>

  it.each([
    ['of files without endings, and of folders', 'ending', /are the same/],
    ['of data, styles and pictures', 'data', /are the same/],
    ['of what draws boardgame.io on a screen, as long as it is not called', 'screen', /are the same/],
    ["of Immer, which is boardgame.io's own", 'drafts', /flow throws .*'current' expects a draft/],
  ])('are found: %s', (_what, name, note) => {
    expect(all[`./${name}.js`]).toMatch(note)
  })

  it.each([
    [
      'called',
      /Client of boardgame.io\/client is called.*a file of its own, which the one with the Client imports at called.js:\d+:1$/,
    ],
    ['jsx', /Node.js loads no JSX; expected a file for the game alone.* at jsx.js:2:24$/],
    ['bare', /it imports Board.jsx: Node.js loads no JSX; expected .* at bare.js:1:24$/],
    ['package', /needs react-that-is-not, which is not installed.* at package.js:2:20$/],
    ['nothing', /Cannot find module .*nothing-here.* at nothing.js:1:23$/],
  ])('that cannot be followed are named with their place: %s', (name, reason) => {
    expect(all[`./${name}.js`]).toMatch(reason)
  })

  it('count for the hash of a game, without endings too', () => {
    expect(Object.keys(fileHashes(join(dir, 'ending.js')))).toEqual([
      'ending.js',
      'helpers.js',
      'lib/index.js',
    ])
    expect(Object.keys(fileHashes(join(dir, 'data.js')))).toEqual(['data.js', 'cards.json'])
  })
})
