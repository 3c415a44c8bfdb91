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
  'ending.js': `import { help } from './helpers'\nimport { deep } from './lib'\nimport { deep as same } from './lib/up'${GAME}`,
  'data.js': `import cards from './cards.json'\nimport './board.css'\nimport picture from './card.png'${GAME}`,
  'screen.js': `${CLIENT}import { Local } from 'boardgame.io/multiplayer'${GAME}export const start = () => Client({ game: Game, multiplayer: Local() })`,
  'drafts.js': `import { current } from 'immer'${GAME.replace('G.n += by', 'G.n = current(G).n + by')}`,
  'called.js': `${CLIENT}${GAME}\nClient({ game: Game }).start()`,
  'bare.js': `import { Board } from './Board'${GAME}`,
  'jsx.js': `import { help } from './helpers'\nimport { Board } from './Board.jsx'${GAME}`,
  'package.js': `\nimport chess from 'chess-that-is-not'\nimport { more } from 'more-that-is-not'${GAME}`,
  'old.js': `import { Game } from 'boardgame.io/core'\nexport default Game({ setup: () => ({}), moves: {}, flow: {} })`,
  'browser.js': `document.title = 'A game'${GAME}`,
  'App.jsx': `${CLIENT}import * as React from 'react-that-is-not'
import { Button } from '@mui/that-is-not'
${GAME.replace('export ', '')}
class App extends React.Component { render() { return <Button/> } }
Client({ game: Game, numPlayers: 2 }).start()
export default App`,
  'required.js': `import { help } from './helpers'\nconst { deep } = require('./lib')\nconst [first] = require('./cards.json')\nconst folder = require('deep-package/folder')
if (deep + first + folder.inside !== 6) throw new Error('wrong imports')${GAME}`,
  'deep.js': `import inside from 'deep-package/folder'\nimport file from 'deep-package/file'
if (inside.inside + file.name !== 7) throw new Error('wrong imports')${GAME}`,
  'beside.js': `${GAME.replace('export const Game', 'const game')}export default { game, board: null }`,
  'made.js': `${GAME.replace('export const Game', 'const game')}export const createGame = () => game`,
  'sized.js': `${GAME.replace('export const Game', 'const game')}export const createGame = size => game`,
  'several.js': `${GAME.replace('const Game', 'const Small')}export const Large = { ...Small }`,
  'nothing.js': `import { help } from './nothing-here'${GAME}`,
  'Screen.jsx': `import { Client } from 'boardgame.io/react'\n${GAME.replace('export ', '')}
const App = Client({ game: Game, board: () => <div/> })
export default App`,
  'Page.jsx': `import { Client } from 'boardgame.io/react'\n${GAME.replace('export ', '')}
const App = Client({ game: Game })
document.getElementById('root').append(App)`,
  'page.js': `import { help } from './helpers'\nimport './board.css'\ndocument.title = help`,
  'nested.js': `${GAME.replace('export const Game', 'const game')}export const games = { small: game }`,
  'both.js': `${GAME.replace('export const Game', 'const game')}export const games = { small: game, large: { ...game } }`,
  'class.js': `${GAME.replace('export const Game', 'const game')}export class SmallGame { constructor() { return game } }`,
  'unnamed.js': GAME.replace('export ', ''),
  'fetched.js': `const cards = await (await fetch('http://127.0.0.1:1/')).json()${GAME}`,
})
mkdirSync(join(dir, 'lib'))
mkdirSync(join(dir, 'node_modules/deep-package/folder'), { recursive: true })
writeFileSync(join(dir, 'node_modules/deep-package/folder/index.js'), 'exports.inside = 3')
writeFileSync(join(dir, 'node_modules/deep-package/file.js'), 'exports.name = 4')
writeFileSync(join(dir, 'lib', 'index.js'), 'export const deep = 2')
writeFileSync(join(dir, 'lib', 'up.js'), "export { deep } from '.'\nexport { help } from '..'")
writeFileSync(join(dir, 'index.js'), "export { help } from './helpers'")
symlinkSync(join(ROOT, 'node_modules/boardgame.io'), join(dir, 'node_modules/boardgame.io'))

/** Nothing is installed here. */
const bare = folder({
  'core.mjs': `import { INVALID_MOVE } from 'boardgame.io/core'\nif (INVALID_MOVE !== 'INVALID_MOVE') throw new Error('wrong import')${GAME}`,
})
const BARE = join(bare, 'core.mjs')

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
  const NAMES =
    'ending data screen drafts called jsx bare package nothing browser old required deep beside made sized several page nested both class unnamed fetched'
  const FILES = [
    ...NAMES.split(' ').map(name => `./${name}.js`),
    ...['App', 'Screen', 'Page'].map(name => `./${name}.jsx`),
    BARE,
  ]
  const node = (...args: string[]): string =>
    execFileSync(process.execPath, args, { cwd: dir, encoding: 'utf8' })
  const all = JSON.parse(node('--input-type=module', '--eval', LOAD, ...FILES)) as Record<string, string>

  it.each([
    ['of files without endings, and of folders', 'ending', /reducer agree in/],
    ['of data, styles and pictures', 'data', /reducer agree in/],
    ['of what draws boardgame.io on a screen', 'screen', /reducer agree in/],
    ['of what draws boardgame.io on a screen, also where it is called', 'called', /reducer agree in/],
    ['by require() beside import', 'required', /reducer agree in/],
    ['of files and folders within a package', 'deep', /reducer agree in/],
    ["of Immer, which is boardgame.io's own", 'drafts', /evenhand throws .*'current' expects a draft/],
    ['of components, which nobody renders', 'jsx', /reducer agree in/],
    ['of components without their endings', 'bare', /reducer agree in/],
  ])('are found: %s', (_what, name, note) => {
    expect(all[`./${name}.js`]).toMatch(note)
  })

  it("of boardgame.io are evenhand's own where it isn't installed", () => {
    expect(all[BARE]).toMatch(/reducer agree in/)
  })

  it.each([
    [
      'package',
      /needs chess-that-is-not, more-that-is-not, which aren't installed .* "npm install chess-that-is-not more-that-is-not" in .* without them\) at package.js:2:20$/,
    ],
    ['browser', /while it loads, it uses document, which only browsers have; .* at browser.js:1:1$/],
    [
      'page',
      /document, which only browsers have; .*, perhaps \.\/helpers, which it imports, at page.js:3:1$/,
    ],
    ['fetched', /while it loads, it fetches from the network; .* at fetched.js:1:\d+$/],
    ['old', /makes its game with Game\(.*before 0\.33; expected a plain object, .* at old.js:1:10$/],
    ['nothing', /Cannot find module .*nothing-here.* at nothing.js:1:23$/],
  ])('that cannot be followed are named with their place: %s', (name, reason) => {
    expect(all[`./${name}.js`]).toMatch(reason)
  })

  it('lead to the game of a file that exports only its screen', () => {
    for (const name of ['App', 'Screen', 'Page']) expect(all[`./${name}.jsx`]).toMatch(/reducer agree in/)
  })

  it.each([
    ['lies beside its board', 'beside', /reducer agree in/],
    ['is one of a table', 'nested', /reducer agree in/],
    [
      'is one of several of a table',
      'both',
      /2 games \(games.small, games.large\), .* import \{ games \} from '.\/both.js'; export default games.small,/,
    ],
    ['is an instance', 'class', /call it: export default new SmallGame\(\.\.\.\) as the last line/],
    ['is not exported', 'unnamed', /it exports nothing, .* add the last line export default Game\b/],
    ['is made by a function without arguments', 'made', /reducer agree in/],
    [
      'is made by a function with arguments',
      'sized',
      /no game, but it exports the function createGame. If this function creates the game, call it: export default createGame\(\.\.\.\)/,
    ],
    [
      'is one of several',
      'several',
      /2 games \(Large, Small\), .* export \{ Large as default \} from '.\/several.js'/,
    ],
  ])('are of a game that %s', (_what, name, note) => {
    expect(all[`./${name}.js`]).toMatch(note)
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
      'lib/up.js',
      'index.js',
    ])
    expect(Object.keys(fileHashes(join(dir, 'data.js')))).toEqual(['data.js', 'cards.json'])
    expect(Object.keys(fileHashes(join(project, 'src/Game.tsx')))).toEqual([
      'Game.tsx',
      'rules/types.ts',
      'rules/config.json',
      'Board.tsx',
      'cards/ace.ts',
      'cards/king.ts',
    ])
  })
})
