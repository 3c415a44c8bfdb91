/** Rules changed in the middle of a match, agents that play each other, and matches in the terminal. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { loadGame } from '../../engine/registry/index.ts'
import { PlayTable, type TableOptions } from '../../library/playing/table.ts'
import type { Position } from '../../sim/playing/protocol.ts'
import { evenhand, folder } from '../cli/command.ts'

const open: PlayTable[] = []

async function tableOf(name: string, options: Partial<TableOptions> = {}): Promise<PlayTable> {
  const game = await loadGame(name)
  const common = { game, ruleset: game.ruleset, changes: {}, agents: ['human', 'random'], folder: null }
  const table = await PlayTable.open({ ...common, seed: 'a match', ...options })
  open.push(table)
  return table
}

afterAll(async () => {
  for (const table of open) await table.close()
})

async function settled(table: PlayTable): Promise<Position> {
  let now = table.position()
  while (now.phase === 'thinking' || now.phase === 'watching') now = await table.next(now.version, 1000)
  return now
}

async function choose(table: PlayTable): Promise<void> {
  const { version, moves } = await settled(table)
  await table.act({ act: 'choose', version, move: moves.at(-1)!.id })
}

describe('a change of rules', () => {
  test('goes on from the position where it fits, or from the opening', async () => {
    const table = await tableOf('frontline', { changes: { cells: 5, turns: 20 } })
    const opening = await settled(table)
    for (let n = 0; n < 4; n++) await choose(table)
    const before = await settled(table)
    const changes = { cells: '5', turns: '30' }
    await table.act({ act: 'rules', version: before.version, changes, from: 'here' })
    const here = await settled(table)
    expect(here.changes).toContainEqual({ key: 'turns', base: 100, value: 30 })
    expect([here.board, here.title, here.match]).toEqual([before.board, before.title, 2])
    // Both rules can play this position on, so both say who is ahead.
    await table.act({ act: 'evaluate', version: here.version, on: true })
    let both = table.position()
    while (both.evaluation === null || both.oldEvaluation === null)
      both = await table.next(both.version, 1000)
    expect(both.oldEvaluation.shares).toHaveLength(2)
    await table.act({ act: 'evaluate', version: table.version, on: false })
    await table.act({ act: 'rules', version: table.version, changes, from: 'opening' })
    const anew = { title: opening.title, board: opening.board, oldEvaluation: null }
    expect(await settled(table)).toMatchObject(anew)
  })

  test('is refused with the reason, and changes nothing', async () => {
    const table = await tableOf('frontline', { changes: { cells: 5, turns: 20 } })
    await choose(table)
    const before = await settled(table)
    for (const [changes, reason] of [
      [{ cells: '7' }, /under the new rules; begin at the opening instead$/],
      [{ cells: 'many' }, /cells/],
      [{ nothing: '1' }, /nothing/],
    ] as const)
      await expect(
        table.act({ act: 'rules', version: before.version, changes, from: 'here' }),
      ).rejects.toThrow(reason)
    expect(table.position()).toEqual(before)
  })

  test('is kept as a rule set, and compared in the background', async () => {
    const kept: string[] = []
    const table = await tableOf('frontline', {
      changes: { turns: 30 },
      keepRules: (name, text) => `${name}: ${kept.push(text)}`,
      compare: async (ruleset, changes) => ({
        address: 'http://here/',
        words: JSON.stringify([ruleset, changes]),
      }),
    })
    await table.act({ act: 'keep-rules', version: table.version, name: 'long' })
    expect([kept, table.position().message]).toEqual([['base: "default"\nturns: 30\n'], 'long: 1'])
    await table.act({ act: 'compare', version: table.version })
    const now = await table.next(table.version, 1000)
    expect(now.comparison).toEqual({ address: 'http://here/', words: '["default",{"turns":30}]' })
  })
})

test('tabs that ask for a new match at once get one after the other', async () => {
  const table = await tableOf('tic-tac-toe')
  await Promise.all([table.act({ act: 'new' }), table.act({ act: 'new' })])
  expect((await settled(table)).match).toBe(3)
})

test('agents play each other at a pace, and wait while it is 0', async () => {
  const table = await tableOf('tic-tac-toe', { agents: ['random'], pace: 0 })
  const waiting = table.position()
  expect([waiting.phase, waiting.pace, waiting.viewer]).toEqual(['watching', 0, null])
  expect((await table.next(waiting.version, 50)).version).toBe(waiting.version)
  await table.act({ act: 'pace', version: waiting.version, seconds: 0.001 })
  expect((await settled(table)).phase).toBe('over')
})

test('an agent that fails stops the match, which goes on once that turn is taken back', async () => {
  const file = `let asked = 0
export default {
  id: 'once',
  summary: 'fails at first',
  make: () => ({
    choose(_view, _seat, legal) {
      if (asked++ === 0) throw new Error('out of ideas')
      return legal[0]
    },
  }),
}
`
  const path = join(folder({ 'once.mjs': file }), 'once.mjs')
  const table = await tableOf('tic-tac-toe', { agents: ['human', path] })
  await choose(table)
  const stopped = await settled(table)
  expect(stopped).toMatchObject({
    phase: 'stopped',
    status: 'The match has stopped. Take back, or start a new match',
    message: expect.stringContaining('out of ideas'),
  })
  await table.act({ act: 'take-back', version: stopped.version })
  await choose(table)
  expect(await settled(table)).toMatchObject({ phase: 'choose', message: '', moves: { length: 7 } })
})

describe('a match that was left', () => {
  const kept = (dir: string) => JSON.parse(readFileSync(join(dir, 'frontline-1.json'), 'utf8'))
  const changes = { cells: 5, turns: 20 }

  test('is on disk after every decision, and goes on as it would have', async () => {
    const dir = folder()
    const table = await tableOf('frontline', { changes, folder: dir })
    for (let n = 0; n < 4; n++) await choose(table)
    const left = await settled(table)
    await table.act({ act: 'note', version: left.version, text: 'so far so good' })
    const { version } = table.position()
    await table.act({ act: 'take-back', version })
    await choose(table)
    const { decisions } = kept(dir)
    expect(decisions).toEqual(table.session.decisions.map(({ written }) => written))
    expect(kept(dir)).toMatchObject({ takeBacks: 1, notes: [{ text: 'so far so good' }] })
    // Another process, by other rules: the match brings its own.
    const next = await tableOf('frontline', { folder: dir, seed: 'another' })
    expect(next.position().unfinished).toMatchObject({ id: 'frontline-1', takeBacks: 1, result: 'left' })
    await next.act({ act: 'resume', id: 'frontline-1' })
    const pick = ({ title, board, moves, changes }: Position) => ({ title, board, moves, changes })
    expect(pick(await settled(next))).toEqual(pick(await settled(table)))
    expect(next.position()).toMatchObject({ unfinished: null, notes: [{ text: 'so far so good' }] })
    for (const one of [table, next]) {
      await choose(one)
      expect(kept(dir).decisions.length).toBeGreaterThan(decisions.length)
    }
    expect(next.session.decisions).toEqual(table.session.decisions)
    expect(readdirSync(dir)).toEqual(['frontline-1.json'])
  })

  test('shows its record to nobody before its end', async () => {
    const table = await tableOf('frontline', { changes, folder: folder() })
    await choose(table)
    expect(table.played()).toEqual([])
  })

  test('keeps the rules that were changed in it, at their turn', async () => {
    const dir = folder()
    const table = await tableOf('frontline', { changes, folder: dir })
    for (let n = 0; n < 3; n++) await choose(table)
    const { version } = await settled(table)
    const changed = { cells: '5', turns: '30' }
    const before = table.session.decisions.length
    await table.act({ act: 'rules', version, changes: changed, from: 'here' })
    for (let n = 0; n < 2; n++) await choose(table)
    expect(kept(dir)).toMatchObject({
      rules: { cells: 5, turns: 20 },
      changed: [{ decision: before, rules: { cells: 5, turns: 30 } }],
      decisions: table.session.decisions.map(({ written }) => written),
    })
    const { out } = await evenhand(['replay', join(dir, 'frontline-1.json')])
    expect(out).toContain('Note: The rules change to default cells=5 turns=30.')
    const next = await tableOf('frontline', { folder: dir })
    await next.act({ act: 'resume', id: 'frontline-1' })
    expect((await settled(next)).changes).toContainEqual({ key: 'turns', base: 100, value: 30 })
    expect(next.session.decisions).toEqual(table.session.decisions)
  })
})

describe('in the terminal', () => {
  test('a match is played by numbers and words, and kept', async () => {
    const cwd = folder()
    const args = ['play', 'tic-tac-toe', '--agents', 'human,random', '--terminal', '--seed', '1']
    const stdin = ['99', '/nonsense', '/note so far so good', '1', '/back', ...'123456789'].join('\n')
    const { code, out, err } = await evenhand(args, { cwd, stdin, own: true })
    expect(code).toBe(0)
    expect(err).toContain('found 99, expected a number from 1 to 9')
    expect(out).toMatch(/cross to move/)
    const record = JSON.parse(readFileSync(join(cwd, 'runs/played/tic-tac-toe-1.json'), 'utf8'))
    expect(record).toMatchObject({
      agents: ['human', 'random'],
      notes: [{ decision: 0, text: 'so far so good' }],
    })
    const listed = await evenhand(['play', '--records'], { cwd, own: true })
    expect(listed.out).toMatch(/runs\/played\/tic-tac-toe-1\.json(.|\n)*human vs random/)
  })

  test('a match that was left goes on', async () => {
    const cwd = folder()
    const args = ['play', 'tic-tac-toe', '--agents', 'human,human', '--terminal']
    await evenhand(args, { cwd, stdin: 'a1\nb2\n/quit\n', own: true })
    const { out, err } = await evenhand(args, { cwd, stdin: '/resume nothing\n/resume\n/quit\n', own: true })
    expect(err).toContain('nothing is not a match of tic-tac-toe to go on with')
    expect(err).toMatch(/You left a match against people on .*; \/resume continues it/)
    expect(out).toMatch(/3 \. \. \.\n2 \. o \.\n1 x \. \./)
    expect(readdirSync(join(cwd, 'runs/played'))).toEqual(['tic-tac-toe-1.json'])
  })

  test('options that make no sense are refused, and so is human elsewhere', async () => {
    for (const [args, reason] of [
      [['play', 'pig', '--agents', 'human,random', '--matches', '9'], "--matches: can't be used"],
      [['play', 'pig', '--agents', 'human', '--watch'], '--watch: found human'],
      [['play', 'pig', '--agents', 'random', '--terminal'], '--agents: found no human'],
      [['play', 'pig', '--watch', '--pace', 'fast'], '--pace: found fast'],
      [['ladder', 'pig', '--agents', 'human,random'], 'human plays only in evenhand play'],
    ] as const) {
      const { code, err } = await evenhand(args)
      expect([code, err]).toEqual([2, expect.stringContaining(reason)])
    }
  })
})
