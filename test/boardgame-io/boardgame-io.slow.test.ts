/** Games of boardgame.io keep every law, and are played by the command, on any threads alike. */
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../../engine/package.ts'
import { loadGame } from '../../engine/registry/index.ts'
import { lawsOf } from '../../library/testing.ts'
import { evenhand, folder } from '../cli/command.ts'
import { GAMES, HERE } from './games.ts'

// The fast lane looks at the auction.
describe.each(GAMES.filter(file => file !== 'auction.js'))('%s', async file => {
  const { compile, schema } = await loadGame(join(HERE, file))
  it.each(lawsOf(compile(schema.parse({})), { samples: 60 }))('keeps the law: $name', ({ check }) => check())
})

it('a game of boardgame.io is loaded from the sources by tsx, as scripts do it', () => {
  const load = `import { loadGame } from ${JSON.stringify(join(ROOT, 'engine/registry/index.ts'))}
const { id } = await loadGame(${JSON.stringify(join(HERE, 'tic-tac-toe.js'))})
console.log(id)`
  const args = ['--import', 'tsx', '--input-type=module', '--eval', load]
  expect(execFileSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' })).toBe('tic-tac-toe-io\n')
})

describe('evenhand play', () => {
  it('plays a module as it is, on any threads alike', async () => {
    const cwd = folder({ 'package.json': '{"type":"module"}' })
    mkdirSync(join(cwd, 'node_modules'))
    symlinkSync(join(ROOT, 'node_modules/boardgame.io'), join(cwd, 'node_modules/boardgame.io'))
    for (const file of GAMES) copyFileSync(join(HERE, file), join(cwd, file))
    const play = (game: string, ...more: string[]) =>
      evenhand(['play', game, '--agents', 'mcts:iterations=10,greedy', '--matches', '12', ...more], { cwd })
    const one = await play('./tic-tac-toe.js', '--out', 'a', '--threads', '1', '--recorded', '1')
    expect(one.err).toContain("boardgame.io's reducer agree in 3 matches (28 states)")
    expect(one.code).toBe(0)
    await play('./tic-tac-toe.js', '--out', 'b', '--threads', '2', '--chunk', '3', '--quiet')
    for (const file of ['summary.csv', 'units.csv', 'curves.csv'])
      expect(readFileSync(join(cwd, 'b', file), 'utf8'), file).toBe(
        readFileSync(join(cwd, 'a', file), 'utf8'),
      )
    expect((await evenhand(['replay', 'a/records.jsonl', '--record', '1'], { cwd })).out).toContain(
      'clickCell(',
    )
  })

  it('plays what does not look like a game of boardgame.io where that is said', async () => {
    const cwd = folder({
      'package.json': '{"type":"module"}',
      'count.js': `export const rules = {
  moves: { one: ({ G }) => { G.n = (G.n ?? 0) + 1 }, two: ({ G }) => { G.n = (G.n ?? 0) + 2 } },
  turn: { minMoves: 1, maxMoves: 1 },
  endIf: ({ G, ctx }) => (G.n >= 10 ? { winner: ctx.currentPlayer } : undefined),
}`,
      'e.yaml':
        'name: e\ngame: boardgame.io:./count.js\nmatches: 20\nrecords: 2\nlineups: [{ agents: [greedy, random] }]\n',
    })
    const run = (...args: string[]) => evenhand(args, { cwd })
    const format = ['--format', 'boardgame.io']
    expect((await run('play', './count.js', '--matches', '4')).code).toBe(2)
    const sound = await run('check-game', './count.js', ...format)
    expect(sound.out).toContain('rule set default: sound')
    const play = await run('play', './count.js', ...format, '--matches', '4', '--out', 'p', '--quiet')
    expect([play.code, play.out]).toEqual([0, expect.stringContaining('4 matches of count')])
    expect((await run('run', 'e.yaml', '--out', 'r', '--threads', '2', '--quiet')).code).toBe(0)
    const longer = await run('run', 'e.yaml', '--out', 'r', '--matches', '40', '--quiet')
    expect([longer.code, longer.out]).toEqual([0, expect.stringContaining('40 matches of count')])
    expect((await run('report', 'r')).code).toBe(0)
    expect((await run('replay', 'r/records.jsonl', '--record', '1')).out).toContain('one')
  })

  it.each([
    ['./count.js', 'rune', '--format: found "rune", expected one of boardgame.io'],
    [
      'frontline',
      'boardgame.io',
      '--format: can\'t be used with "frontline", expected the path or the package of a game',
    ],
    [
      './none.js',
      'boardgame.io',
      'none.js cannot be loaded: exports a, expected a game of boardgame.io as its default',
    ],
  ])('refuses %s in the format %s', async (game, format, text) => {
    const cwd = folder({ 'none.js': 'export const a = { b: 1 }', 'package.json': '{"type":"module"}' })
    const { code, err } = await evenhand(['play', game, '--format', format, '--matches', '2'], { cwd })
    expect([code, err]).toEqual([2, expect.stringContaining(text)])
  })

  it('says that nothing was compared where boardgame.io is not installed', async () => {
    const cwd = folder({
      'package.json': '{"type":"module"}',
      // The package is found beside evenhand as well, so node is told that there is none.
      'hide.cjs': `const Module = require('node:module')
const { _resolveFilename: resolve } = Module
Module._resolveFilename = (name, ...all) => {
  if (!name.startsWith('boardgame.io')) return resolve(name, ...all)
  throw Object.assign(new Error(name + ' is not here'), { code: 'MODULE_NOT_FOUND' })
}`,
    })
    copyFileSync(join(HERE, 'auction.js'), join(cwd, 'auction.js'))
    const hidden = { cwd, own: true, env: { NODE_OPTIONS: '--require ./hide.cjs' } }
    const { code, err } = await evenhand(['play', './auction.js', '--matches', '2', '--no-keep'], hidden)
    expect(err).toMatch(/auction: boardgame\.io isn't installed, so evenhand can't compare its own play/)
    expect(code).toBe(0)
  })

  it('shows the first lines alone of what a game prints, on each thread', async () => {
    const cwd = folder({
      'package.json': '{"type":"module"}',
      'loud.js': `export default {
  setup: () => ({ n: 0 }),
  turn: { maxMoves: 1 },
  moves: { add: ({ G }) => { console.log('n is', G.n); process.stdout.write('added\\n'); G.n++ } },
  endIf: ({ G, ctx }) => (G.n >= 6 ? { winner: ctx.currentPlayer } : undefined),
}`,
    })
    const { code, out, err } = await evenhand(
      ['play', './loud.js', '--matches', '100', '--no-keep', '--threads', '1'],
      { cwd, own: true },
    )
    expect([code, out]).toEqual([0, expect.not.stringMatching(/n is|added/)])
    const told = err.split('\n').filter(line => /^n is \d|^added$/.test(line)).length
    const cuts = err.split('\n').filter(line => line.startsWith('(evenhand leaves out whatever else')).length
    expect(cuts).toBeGreaterThan(0)
    expect(told).toBe(20 * cuts)
  })

  it('stops reading a game that takes too long, and says where it was and what helps', async () => {
    const cwd = folder({
      'package.json': '{"type":"module"}',
      'slow.js': `export default {
  setup: () => ({ n: 0 }),
  moves: { add: ({ G }, by) => { let x = 0; for (let i = 0; i < 4e7; i++) x += i; G.n += x > 0 ? 1 : by } },
  turn: { minMoves: 1, maxMoves: 1 },
  ai: { enumerate: () => [{ move: 'add', args: [1] }] },
}`,
    })
    const { err, code } = await evenhand(['play', './slow.js', '--decision-seconds', '1'], { cwd })
    expect(code).toBe(2)
    expect(err).toMatch(
      /^reading the game \(\d+:\d\d\): playing trial match 1 of 3: move \d+ without an end/m,
    )
    expect(err).toMatch(
      /more than 6 s of CPU time, so evenhand stopped while playing trial match 1 of 3: move/,
    )
    expect(err).toContain(
      'export const evenhand = { maxMoves: ... }. Or allow more time: --decision-seconds 12',
    )
  })

  it('says of a game in one line why it cannot be played', async () => {
    const cwd = folder({ 'package.json': '{"type":"module"}' })
    writeFileSync(
      join(cwd, 'stub.js'),
      'export const Game = { setup: () => ({}), moves: { go: (_, x) => x } }',
    )
    const { code, err } = await evenhand(['play', './stub.js', '--matches', '2'], { cwd })
    expect(err).toMatch(/moves\.go returned .*, expected a new G/)
    expect(err.trim().split('\n')).toHaveLength(1)
    expect(code).toBe(2)
  })
})
