/** Games of boardgame.io keep every law, and are played by the command, on any threads alike. */
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

describe('evenhand play', () => {
  it('plays a module as it is, on any threads alike', async () => {
    const cwd = folder({ 'package.json': '{"type":"module"}' })
    mkdirSync(join(cwd, 'node_modules'))
    symlinkSync(join(ROOT, 'node_modules/boardgame.io'), join(cwd, 'node_modules/boardgame.io'))
    for (const file of GAMES) copyFileSync(join(HERE, file), join(cwd, file))
    const play = (game: string, ...more: string[]) =>
      evenhand(['play', game, '--agents', 'mcts:iterations=10,greedy', '--matches', '12', ...more], { cwd })
    const one = await play('./tic-tac-toe.js', '--out', 'a', '--threads', '1', '--recorded', '1')
    expect(one.err).toContain("3 matches (28 states) are the same in boardgame.io's reducer")
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

  it('says of a game in one line why it cannot be played', async () => {
    const cwd = folder({ 'package.json': '{"type":"module"}' })
    writeFileSync(
      join(cwd, 'stub.js'),
      'export const Game = { setup: () => ({}), moves: { go: (_, x) => x } }',
    )
    const { code, err } = await evenhand(['play', './stub.js', '--matches', '2'], { cwd })
    expect(err).toContain('the game has no ai.enumerate, and go takes arguments')
    expect(err.trim().split('\n')).toHaveLength(1)
    expect(code).toBe(2)
  })
})
