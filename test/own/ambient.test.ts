/** What games by path read besides their arguments: a clock that stands still, and seeded randomness. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { boardsOf, briefOf } from '../../cli/terminal/match-text.ts'
import { parseDocument } from '../../documents/index.ts'
import { CHANCE, CHANCE_BIT, newEvents, newState, settle } from '../../engine/contract/index.ts'
import { unpooled } from '../../engine/modules/specifiers.ts'
import { loadGame } from '../../engine/registry/index.ts'
import { momentsOf } from '../../reports/page/match/moments.ts'
import { RecordReader } from '../../sim/records/record.ts'
import { positions } from '../boardgame-io/small.ts'
import { DRAWING, own } from './own.ts'

const CLOCKS = `class Day extends Date {}
const odd = () => [
  [new Date(0).getTime() === 0, 'a given time'],
  [Date.UTC(2000, 0) === 946684800000, 'UTC'],
  [new Date() instanceof Date && new Day() instanceof Date && new Day(5).getTime() === 5, 'classes'],
  [new Date().constructor === Date && Object.getPrototypeOf(new Date()) === Date.prototype, 'constructor'],
  [Date.now() === new Date().getTime() && Date.now() === Date.UTC(2020, 0), 'now'],
  [String(new Date()) === Date(), 'a call'],
  [performance.now() === 900000 && process.uptime() === 900, 'time since the start'],
  [new Intl.DateTimeFormat('en', { timeZone: 'UTC' }).format() === '1/1/2020', 'a format'],
].filter(([isFine]) => !isFine).map(([, name]) => name)
const loaded = odd()
export default { id: 'clocks', seats: ['a', 'b'], setup: () => ({ odd: [...loaded, ...odd()], turn: 0 }),
  toMove: ({ turn }) => turn, moves: () => [1], apply: s => { s.turn++ },
  outcome: ({ turn }) => (turn < 2 ? null : {}) }`

const ROLES = `export default { id: 'roles', seats: ['a', 'b', 'c'], roles: ['wolves', 'crew'],
  setup: () => ({ wolf: Math.floor(Math.random() * 3), turn: 0 }), toMove: ({ turn }) => turn, moves: () => [1],
  apply: s => { s.turn++ }, roleOf: ({ wolf }, { seat }) => (seat === wolf ? 'wolves' : 'crew'),
  outcome: ({ turn }) => (turn < 3 ? null : { role: 'wolves' }) }`

describe('a game by path', () => {
  it('that draws its roles in setup must say who holds them', async () => {
    const module = await loadGame(join(own({ 'roles.mjs': ROLES }), 'roles.mjs'))
    expect(positions(module.compile({})).at(-1)).toMatchObject({ turn: 3 })
  })

  it('that draws in setup and apply has these numbers from chance', async () => {
    const module = await loadGame(join(own({ 'drawing.mjs': DRAWING }), 'drawing.mjs'))
    const game = module.compile({})
    expect(game.notes).toEqual([
      expect.stringMatching(/^drawing: its rules draw from Math.random or crypto: evenhand draws these/),
      expect.stringMatching(/^drawing: its rules read the clock, which stands still at 2020-01-01$/),
    ])
    const played = (seed: number): string => JSON.stringify(positions(game, seed))
    expect(played(1)).toBe(played(1))
    expect(new Set([0, 1, 2, 3].map(played)).size).toBe(4)
    const last = positions(game).at(-1)
    expect(last).toMatchObject({ turn: 6, ids: [36, 2, Date.UTC(2020)] })
    expect(last.loaded.slice(2)).toEqual([Date.UTC(2020), 900_000])
    const state = newState(game.info)
    const events = newEvents(game.info)
    game.start(state, events)
    expect(game.toMove(state)).toBe(CHANCE_BIT)
    for (const text of ['seed 1/4: 200', 'seed 2/4: 0', 'seed 3/4: 255', 'seed 4/4: 7']) {
      settle(game, state, events)
      game.apply(state, CHANCE, game.text.parse(state, CHANCE, text), events)
    }
    settle(game, state, events)
    expect(game.toMove(state)).toBe(1)
    game.apply(state, 0, game.text.parse(state, 0, 'roll'), events)
    settle(game, state, events)
    expect(game.toMove(state)).toBe(CHANCE_BIT)
    expect(Date.now()).toBeGreaterThan(Date.UTC(2025))
  })

  it('that draws has a line for each draw where people read it', async () => {
    const file = join(own({ 'drawing.mjs': DRAWING }), 'drawing.mjs')
    await loadGame(file)
    const draw = [200, 0, 255, 7].map((byte, at) => `chance seed ${at + 1}/4: ${byte}`)
    const decisions = [...draw, 'a draw', ...draw, 'b roll', ...draw, 'a draw']
    const record = new RecordReader().read(
      parseDocument(JSON.stringify({ game: file, decisions }), 'x.json'),
      '.',
    )
    const folded = ['chance draws random numbers', 'a draw', 'chance draws random numbers', 'b roll']
    const expected = [...folded, 'chance draws random numbers', 'a draw']
    const boards = boardsOf(record, 80).split('\n')
    expect(boards.flatMap(line => (line.startsWith('> ') ? [line.slice(2)] : []))).toEqual(expected)
    expect(momentsOf(record, 'board').flatMap(moment => moment.decisions)).toEqual(expected)
    expect(briefOf(record, 120)).not.toContain('seed')
  })

  it('reads a clock that stands still, and dates are as ever', async () => {
    const module = await loadGame(join(own({ 'clocks.mjs': CLOCKS }), 'clocks.mjs'))
    expect(positions(module.compile({}))[0].odd).toEqual([])
  })

  it.each([
    ['nanoid', 'index.js', 'index.browser.js'],
    ['nanoid', 'index.cjs', 'index.browser.cjs'],
    ['uuid/dist', 'rng.js', 'rng-browser.js'],
  ])('takes the file of %s that has no pool of bytes: not %s, but %s', (folder, file, twin) => {
    const dir = join(own(), 'packages/node_modules', folder)
    mkdirSync(dir, { recursive: true })
    for (const name of [file, 'other.js']) writeFileSync(join(dir, name), '')
    expect(unpooled(join(dir, file))).toBe(join(dir, file))
    writeFileSync(join(dir, twin), '')
    expect(unpooled(join(dir, file))).toBe(join(dir, twin))
    expect(unpooled(join(dir, 'other.js'))).toBe(join(dir, 'other.js'))
  })
})
