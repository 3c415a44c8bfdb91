/** What modules of boardgame.io games import, as they are written for bundlers: found, stood in for, or named with its place. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fileHashes } from '../../engine/modules/index.ts'
import { ROOT } from '../../engine/package.ts'
import { MAIN } from '../built.ts'
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

/** A project as its authors keep it: types, aliases, data, pictures, components, a package in CommonJS. */
const project = folder({
  'package.json': '{}',
  'tsconfig.json':
    '{ "compilerOptions": { "baseUrl": ".", /* as below */ "paths": { "@rules/*": ["src/rules/*"], } } }',
  'src/rules/types.ts':
    "export interface State { n: number }\nexport enum Last { None = 'none', Some = 'some' }\n",
  'src/rules/config.json': '{ "goal": 6 }',
  'src/cards/ace.ts': 'export default { value: 1 }',
  'src/cards/king.ts': 'export default { value: 2 }',
  'src/Board.tsx':
    "import { State } from '@rules/types'\nexport const Board = ({ G }: { G: State }) => <p>{G.n}</p>\n",
  'src/Game.tsx': `import { Game } from 'boardgame.io'
import { sum, Missing } from 'common'
import { Last, State } from '@rules/types'
import config from 'src/rules/config.json'
import { Board } from './Board'
import picture, { ReactComponent as Drawing } from './card.svg'
import './board.css'

const cards = import.meta.glob<{ value: number }>('./cards/*.ts', { eager: true, import: 'default' })
const values = Object.values(cards).map(card => card.value)

export const Counting: Game<State & { last: string, by: Last }> = {
  name: 'counting',
  setup: () => ({ n: 0, last: '', by: Last.None }),
  turn: { maxMoves: 1 },
  moves: { add: ({ G, playerID }, by: number) => { G.n = sum([G.n, by]); G.last = playerID; G.by = Last.Some } },
  endIf: ({ G }) => {
    if (G.n > 99) throw new Error('too many')
    return G.n >= config.goal ? { winner: G.last } : undefined
  },
  ai: { enumerate: () => values.map(by => ({ move: 'add', args: [by] })) },
}
export const App = () => <Board G={{ n: 0 }} picture={picture} drawing={Drawing} missing={Missing} />
`,
})
mkdirSync(join(project, 'node_modules/common'), { recursive: true })
writeFileSync(
  join(project, 'node_modules/common/index.js'),
  'for (const [name, call] of [["sum", list => list.reduce((a, b) => a + b, 0)]]) module.exports[name] = call',
)
symlinkSync(join(ROOT, 'node_modules/boardgame.io'), join(project, 'node_modules/boardgame.io'))

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
    ['of files without endings, and of folders', 'ending', /reducer agree in/],
    ['of data, styles and pictures', 'data', /reducer agree in/],
    ['of what draws boardgame.io on a screen, as long as it is not called', 'screen', /reducer agree in/],
    ["of Immer, which is boardgame.io's own", 'drafts', /evenhand throws .*'current' expects a draft/],
    ['of components, which nobody renders', 'jsx', /reducer agree in/],
    ['of components without their endings', 'bare', /reducer agree in/],
  ])('are found: %s', (_what, name, note) => {
    expect(all[`./${name}.js`]).toMatch(note)
  })

  it.each([
    [
      'called',
      /calls Client of boardgame.io\/client.* in its own file, which the file with Client imports at called.js:\d+:1$/,
    ],
    [
      'package',
      /needs react-that-is-not, which isn't installed beside it .* without its screen\) at package.js:2:20$/,
    ],
    ['nothing', /Cannot find module .*nothing-here.* at nothing.js:1:23$/],
  ])('that cannot be followed are named with their place: %s', (name, reason) => {
    expect(all[`./${name}.js`]).toMatch(reason)
  })

  it('of a project in TypeScript are found from its source, on this Node', () => {
    const args = [MAIN, 'play', 'src/Game.tsx', '--agents', 'random,greedy', '--matches', '100', '--no-keep']
    const out = execFileSync(process.execPath, args, { cwd: project, encoding: 'utf8', stdio: 'pipe' })
    expect(out).toContain('counting: 100 matches of counting')
    expect(out).toContain('greedy')
  })

  it('of a project leave places where the author has them', () => {
    const text = readFileSync(join(project, 'src/Game.tsx'), 'utf8')
    writeFileSync(join(project, 'src/Late.tsx'), text.replace('G.n > 99', 'G.n > 3'))
    const args = [MAIN, 'check-game', 'src/Late.tsx']
    const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: project, encoding: 'utf8' })
    expect(stdout + stderr).toMatch(/src\/Late\.tsx:18:\d+: .*too many/)
    writeFileSync(join(project, 'src/Broken.tsx'), text.replace('goal ?', 'goal ? ?'))
    const broken = spawnSync(process.execPath, [MAIN, 'check-game', 'src/Broken.tsx'], {
      cwd: project,
      encoding: 'utf8',
    })
    expect(broken.stdout + broken.stderr).toMatch(
      /cannot be loaded: Unexpected token at src\/Broken\.tsx:19:\d+/,
    )
  })

  it('count for the hash of a game, without endings too', () => {
    expect(Object.keys(fileHashes(join(dir, 'ending.js')))).toEqual([
      'ending.js',
      'helpers.js',
      'lib/index.js',
    ])
    expect(Object.keys(fileHashes(join(dir, 'data.js')))).toEqual(['data.js', 'cards.json'])
    expect(Object.keys(fileHashes(join(project, 'src/Game.tsx')))).toEqual([
      'Game.tsx',
      'rules/types.ts',
      'rules/config.json',
      'Board.tsx',
    ])
  })
})
