/** A table served to browsers of this machine: who is let in, what they hear, and what their acts do. */
import { readdirSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadGame } from '../../engine/registry/index.ts'
import { type Live, recordsIn } from '../../library/index.ts'
import { playedIn } from '../../library/playing/played.ts'
import { serveTable } from '../../library/playing/server.ts'
import { PlayTable, type TableOptions } from '../../library/playing/table.ts'
import type { Act, Position } from '../../sim/playing/protocol.ts'
import { ask } from '../cli/asking.ts'
import { evenhand, folder } from '../cli/command.ts'

const open: Live[] = []

async function served(options: Partial<TableOptions> & { readonly name: string }): Promise<Live> {
  const game = await loadGame(options.name)
  const table = await PlayTable.open({
    game,
    ruleset: game.ruleset,
    changes: {},
    agents: ['human', 'greedy'],
    seed: 'a match',
    folder: null,
    ...options,
  })
  const live = await serveTable(table)
  open.push(live)
  return live
}

afterAll(async () => {
  for (const live of open) await live.close()
})

interface Answer {
  readonly code: number
  readonly body: Position & { readonly error?: string; readonly position?: Position }
}

async function post(url: string, act: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await fetch(`${url}act`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: typeof act === 'string' ? act : JSON.stringify(act),
  })
  const text = await response.text()
  return { code: response.status, body: text.startsWith('{') ? JSON.parse(text) : { error: text } }
}

async function position(url: string, after?: number): Promise<Position> {
  const response = await fetch(`${url}position${after === undefined ? '' : `?after=${after}`}`)
  return (await response.json()) as Position
}

/** The code that answers a path as it stands; URLs would change it. */
function codeOf(url: string, path: string): Promise<number | undefined> {
  const { hostname, port } = new URL(url)
  return new Promise((done, reject) => {
    get({ hostname, port, path }, response => done(response.resume().statusCode)).once('error', reject)
  })
}

/** Waits until somebody must choose, or the match is over. */
async function settled(url: string): Promise<Position> {
  let now = await position(url)
  while (now.phase === 'thinking' || now.phase === 'watching') now = await position(url, now.version)
  return now
}

describe('a server of a match', () => {
  let live: Live
  beforeAll(async () => {
    live = await served({ name: 'tic-tac-toe' })
  })

  test('lets in only this machine with the token, and acts only of its own page', async () => {
    const first = await settled(live.url)
    const act = { act: 'choose', version: first.version, move: 0 }
    expect((await ask(live.url)).code).toBe(200)
    expect((await ask(live.url.replace(/\/[^/]+\/$/, '/wrong/'))).code).toBe(403)
    expect((await ask(live.url, { headers: { Host: 'evil.example' } })).code).toBe(403)
    for (const path of ['//', '///', '/\\']) expect(await codeOf(live.url, path)).toBe(403)
    const { origin } = new URL(live.url)
    for (const headers of [
      { Origin: 'http://evil.example' },
      { Origin: 'null' },
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Content-Type': 'text/plain' },
    ])
      expect([headers, (await post(live.url, act, headers)).code]).toEqual([headers, 403])
    expect((await post(live.url.replace(/\/[^/]+\/$/, '/wrong/'), act)).code).toBe(403)
    expect(await settled(live.url)).toEqual(first)
    expect((await post(live.url, { ...act, act: 'note', text: 'x' }, { Origin: origin })).code).toBe(400)
  })

  test('refuses what is no act, and changes nothing', async () => {
    const first = await settled(live.url)
    for (const bad of [
      '',
      '{',
      '[]',
      { act: 'peek', version: first.version },
      { act: 'choose', version: first.version, move: 99 },
      { act: 'seal', version: first.version },
      { act: 'take-back', version: first.version },
      'x'.repeat(70_000),
    ]) {
      const { code, body } = await post(live.url, bad)
      expect([JSON.stringify(bad).slice(0, 50), code]).toEqual([JSON.stringify(bad).slice(0, 50), 400])
      expect(body.error).toMatch(/\w/)
    }
    expect(await settled(live.url)).toEqual(first)
  })

  test('tells every tab what happens, and refuses acts about an older version', async () => {
    const first = await settled(live.url)
    const news = position(live.url, first.version)
    const { code, body } = await post(live.url, {
      act: 'choose',
      version: first.version,
      move: first.moves[0]!.id,
    })
    expect(code).toBe(200)
    expect(body.version).toBeGreaterThan(first.version)
    expect((await news).version).toBeGreaterThan(first.version)
    const stale = await post(live.url, { act: 'choose', version: first.version, move: first.moves[1]!.id })
    expect(stale.code).toBe(409)
    const now = await settled(live.url)
    expect(now.moves).toHaveLength(7)
    const { body: back } = await post(live.url, { act: 'take-back', version: now.version })
    expect(back.moves).toHaveLength(9)
  })

  test('gives hints and odds', async () => {
    let now = await settled(live.url)
    await post(live.url, { act: 'hint', version: now.version })
    do now = await position(live.url, now.version)
    while (now.hint === null)
    expect(now.moves.map(({ id }) => id)).toContain(now.hint.move)
    expect(now.hint.plusMinus).toBeGreaterThan(0)
    await post(live.url, { act: 'evaluate', version: now.version, on: true })
    do now = await position(live.url, now.version)
    while (now.working.includes('evaluation') || now.evaluation === null)
    const [x, o] = now.evaluation.shares as [number, number]
    expect(x + o).toBeCloseTo(1)
    expect(now.evaluation.by).toBe('200 matches of greedy from here')
  })
})

test('a match of a person is kept with its notes, and can be replayed', async () => {
  const dir = folder()
  const played = join(dir, 'played')
  const live = await served({ name: 'frontline', folder: played, changes: { cells: 5, turns: 20 } })
  let noted = false
  for (;;) {
    const now = await settled(live.url)
    if (now.phase === 'over') break
    const act: Act = noted
      ? { act: 'choose', version: now.version, move: now.moves[0]!.id }
      : { act: 'note', version: now.version, text: ' this felt\n <b>hopeless' }
    noted = true
    expect((await post(live.url, act)).code).toBe(200)
  }
  const over = await settled(live.url)
  expect(over.notes).toEqual([{ title: 'Turn 2, half-turn 1', text: 'this felt <b>hopeless' }])
  expect(readdirSync(played)).toEqual(['frontline-1.json'])
  expect(over.replay).toBe('frontline-1')
  const page = await ask(`${live.url}replay/frontline-1`)
  expect(page.text).toContain('Note: this felt &lt;b&gt;hopeless')
  expect((await ask(`${live.url}replay/..%2Ffrontline-1`)).code).toBe(404)
  expect(playedIn(played)).toMatchObject([
    {
      id: 'frontline-1',
      game: 'frontline',
      agents: ['human', 'greedy'],
      rules: 'default cells=5 turns=20',
      notes: 1,
    },
  ])
  const records: number[] = []
  for await (const { number } of recordsIn(join(played, 'frontline-1.json'))) records.push(number)
  expect(records).toEqual([1])
  const { out } = await evenhand(['replay', join(played, 'frontline-1.json')])
  expect(out).toContain('Note: this felt <b>hopeless')
  // Another match begins, and this one stays.
  await post(live.url, { act: 'new' })
  const again = await settled(live.url)
  expect([again.match, again.notes]).toEqual([2, []])
})
