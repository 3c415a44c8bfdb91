/** Games of the user, by the path of their module: experiments, rule sets, runs, records and folders treat them as those that ship. */
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { LoadError, moduleFile } from '../../engine/modules/index.ts'
import { ROOT } from '../../engine/package.ts'
import { loadGame } from '../../engine/registry/index.ts'
import { defineExperiment, fingerprint, run, serveRuns, tablesOf } from '../../library/index.ts'
import { lawsOf } from '../../library/testing.ts'
import { portable } from '../../sim/experiment/index.ts'
import { ask } from '../cli/asking.ts'
import { evenhand } from '../cli/command.ts'
import { changed, counting, HERE, own, refusesBad } from './own.ts'

const RACE = join(HERE, 'race.js')

describe('a game by path', async () => {
  const { compile, schema } = await loadGame(RACE)

  it.each(lawsOf(compile(schema.parse({}))))('keeps the law: $name', ({ check }) => check())

  it('is played by what its file says, and by no file elsewhere', async () => {
    const experiment = await defineExperiment({ name: 'steps', game: RACE, matches: 40 })
    expect(experiment).toMatchObject({ game: 'race', source: { file: RACE, sha256: /^[0-9a-f]{64}$/ } })
    expect(JSON.stringify(portable(experiment))).not.toContain(HERE)
    const result = await run(experiment, { threads: 0 })
    expect(tablesOf(result).summary[0]).toMatchObject({ matches: 40 })
    const dir = own({})
    writeFileSync(join(dir, 'steps.js'), 'export const STEPS = 2')
    const other = await defineExperiment({ name: 'steps', game: join(dir, 'race.js'), matches: 40 })
    expect(fingerprint(other)).not.toBe(fingerprint(experiment))
  })

  it('is missed by the server of its runs once it is gone', async () => {
    const dir = own()
    const file = join(dir, 'race.js')
    const experiment = await defineExperiment({ name: 'gone', game: file, matches: 4 })
    await run(experiment, { threads: 0, out: join(dir, 'runs/gone') })
    rmSync(file)
    const live = await serveRuns(join(dir, 'runs'))
    const { text } = await ask(live.url)
    await live.close()
    expect(text).toMatch(/game module .*race\.js, which no longer exists/)
  })

  it('plays, whatever the package.json beside it says about .js files', async () => {
    const dir = own()
    for (const description of ['{"type":"commonjs"}', '{}']) {
      writeFileSync(join(dir, 'package.json'), description)
      const { code, err } = await evenhand(['play', './race.js', '--matches', '4', '--no-keep', '--quiet'], {
        cwd: dir,
      })
      expect([code, err]).toEqual([0, ''])
    }
  })

  it('is played if it is CommonJS that requires evenhand', async () => {
    const text = `exports.default = require('evenhand/game').defineGame({
      id: 'built', seats: ['a', 'b'], setup: () => ({ left: 9, turn: 0 }), toMove: s => s.turn, moves: () => [1, 2],
      apply(s, n) { s.left -= n; s.turn = 1 - s.turn }, outcome: s => s.left > 0 ? null : { winner: 1 - s.turn },
    })`
    const cwd = own({ 'built.js': text })
    writeFileSync(join(cwd, 'package.json'), '{}')
    const { code, out } = await evenhand(['play', './built.js', '--matches', '4', '--no-keep'], { cwd })
    expect([code, out]).toEqual([0, expect.stringContaining('  player ')])
  })

  it("reports that require() can't load a module with a top-level await", async () => {
    const cwd = own({
      'late.mjs': 'export default await 1',
      'built.js': "exports.default = require('./late.mjs')",
    })
    writeFileSync(join(cwd, 'package.json'), '{}')
    const { err } = await evenhand(['play', './built.js', '--matches', '4', '--no-keep'], { cwd })
    expect(err).toContain(
      `it is CommonJS, and require() can't load a module with a top-level await; expected import and export. Set "type": "module"`,
    )
  })

  it('has the rule sets beside it, and the defaults of its schema', async () => {
    const rules = async (ruleset?: string) =>
      (await defineExperiment({ name: 'x', game: RACE, ...(ruleset ? { ruleset } : {}) })).variants[0]!.rules
    expect(await rules()).toEqual({ goal: 20 })
    expect(await rules('long')).toEqual({ goal: 30 })
    await expect(rules('longer')).rejects.toThrow(
      /race has no rule set "longer", expected one of default, long/,
    )
    await expect(defineExperiment({ name: 'x', game: RACE, rules: { goal: 99 } })).rejects.toThrow(
      /goal is 99, expected an integer from 5 to 60/,
    )
  })

  it('is found by the name of its package, from the folder of the experiment, and its run goes on', async () => {
    const dir = own()
    const inside = join(dir, 'node_modules/evenhand-game-race')
    mkdirSync(inside)
    writeFileSync(
      join(inside, 'package.json'),
      '{"name":"evenhand-game-race","type":"module","main":"race.js"}',
    )
    for (const file of ['race.js', 'steps.js']) copyFileSync(join(HERE, file), join(inside, file))
    expect(moduleFile('evenhand-game-race', dir)).toBe(join(inside, 'race.js'))
    const go = async (matches: number) => {
      const text = `name: named\ngame: evenhand-game-race\nmatches: ${matches}\nlineups:\n  - agents: [random]\n`
      writeFileSync(join(dir, 'named.yaml'), text)
      return await evenhand(['run', 'named.yaml', '--out', 'named', '--threads', '1'], { cwd: dir })
    }
    expect((await go(20)).out).toContain('named: 20 matches of race')
    const more = await go(40)
    expect(more.err).toContain('Resuming named: 20 matches')
    expect(more.out).toContain('named: 40 matches of race')
    expect(() => moduleFile('evenhand-game-chess', dir)).toThrow(
      /is not installed.*npm install evenhand-game-chess/,
    )
  })
})

describe('the example of docs/tutorials/adding-a-game.md', () => {
  it('is played by all agents, on any threads alike, and replayed', async () => {
    const cwd = own()
    copyFileSync(join(ROOT, 'docs/examples/my-game.js'), join(cwd, 'my-game.js'))
    const play = (...more: string[]) =>
      evenhand(
        [
          'play',
          './my-game.js',
          '--agents',
          'mcts:iterations=20,greedy',
          '--matches',
          '16',
          '--quiet',
          ...more,
        ],
        { cwd },
      )
    const one = await play('--out', 'a', '--threads', '1', '--recorded', '1')
    expect(one).toMatchObject({ code: 0, out: expect.stringContaining('dice-race: 16 matches of dice-race') })
    await play('--out', 'b', '--threads', '2', '--chunk', '3')
    for (const file of ['summary.csv', 'units.csv', 'curves.csv'])
      expect(readFileSync(join(cwd, 'b', file), 'utf8'), file).toBe(
        readFileSync(join(cwd, 'a', file), 'utf8'),
      )
    expect((await evenhand(['replay', 'a/records.jsonl', '--record', '1'], { cwd })).out).toContain(
      'places: [0,0]',
    )
  })
})

it("a module whose import of evenhand fails hears where to install it, and a game that it doesn't need it", () => {
  const reasonOf = (module: string) =>
    new LoadError(`${module} module /x.js`, ['/x.js'], new Error("Cannot find package 'evenhand'")).reason
  const where =
    "Cannot find package 'evenhand'; expected a clone of evenhand, or a folder with evenhand installed"
  expect(reasonOf('agent')).toBe(where)
  expect(reasonOf('game')).toBe(
    `${where}. A game in one file needs no import: export default { ... } with what it passes to defineGame`,
  )
})

describe('a bad game', () => {
  it.each([
    [
      'that is no game',
      'export default 7',
      "its default export isn't a game: expected export default { id, seats, setup, toMove, moves, apply, outcome }",
    ],
    [
      'that is no default export',
      "export const game = { id: 'a', setup: () => ({}) }",
      'its game game is not the default export; expected a last line: export default game',
    ],
    [
      'that exports nothing',
      'const game = {}',
      'it exports nothing, expected its game as its default export: add the last line export default game',
    ],
    [
      'that is written as CommonJS',
      'module.exports = {}\nexport {}',
      'module is CommonJS, but Node reads the file as an ES module; expected export default instead at bad.js:1:1',
    ],
    [
      'that throws in a match',
      changed('game.legal = () => { throw new Error("no dice") }'),
      'bad.js:4:30: no dice',
    ],
    [
      'whose apply does otherwise at every fourth call',
      `let n = 0\n${counting('apply: s => { s.n += n++ % 4 === 3 ? 2 : 1; s.turn = 1 - s.turn }')}`,
      'the same match went differently the second time: n of a position is',
    ],
    [
      'whose moves are others at every fourth call',
      `let n = 0\n${counting("moves: () => (n++ % 4 === 3 ? ['a', 'b'] : ['a'])")}`,
      'the same match went differently the second time: the same position offers ',
    ],
  ])('%s is refused in one line before anything is played', (_name, text, reason) => refusesBad(text, reason))

  it('that prints does not print among the data', async () => {
    const text = `process.stdout.write('at the top')\n${counting("setup: () => { console.log('my move'); return { n: 0, turn: 0 } }")}`
    const args = ['play', './bad.js', '--matches', '20', '--agents', 'random', '--no-keep', '--json']
    const { code, out, err } = await evenhand(args, { cwd: own({ 'bad.js': text }) })
    expect(err).toContain('my move')
    expect(err).toContain('at the top')
    expect(JSON.parse(out)).toMatchObject({ experiment: { game: 'count' } })
    expect(code).toBe(0)
  })
})
