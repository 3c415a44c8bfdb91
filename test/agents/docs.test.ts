/** docs/reference/agents.md and docs/guides/adding-an-agent.md agree with the code. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { listAgents, makeAgent } from '../../agents/index.ts'
import { listKeys, literal } from '../../documents/index.ts'
import { newEvents, newState } from '../../engine/contract/index.ts'
import { ROOT } from '../../engine/package.ts'
import { resolveExperiment } from '../../sim/experiment/index.ts'
import { newRun, playRun } from '../../sim/run.ts'
import { gameOf } from '../frontline/load.ts'

const PAGE = readFileSync(join(ROOT, 'docs/guides/adding-an-agent.md'), 'utf8')
const AGENTS = readFileSync(join(ROOT, 'docs/reference/agents.md'), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'evenhand-agent-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('docs/reference/agents.md', () => {
  it.each(listAgents().map(kind => kind.id))('lists every option of %s with its default', id => {
    const kind = listAgents().find(agent => agent.id === id)!
    const section = AGENTS.slice(AGENTS.indexOf(`### ${id}\n`)).split(/\n##/)[0]!
    expect(section.length).toBeGreaterThan(20)
    const rows = listKeys(kind.options, kind.options.parse({})).filter(({ key }) => key !== '')
    for (const { key, default: value } of rows)
      expect(section.replaceAll('`', '')).toContain(`| ${key} | ${String(value ?? '')} |`)
    // None that doesn't exist, and no source or limit is missing.
    expect(section.match(/^\| `/gm)?.length ?? 0).toBe(rows.length)
    expect(section).toMatch(/\nSource: .+\n\nWhat it can't do: .+/)
  })
})

describe('docs/guides/adding-an-agent.md', () => {
  it('shows a module that plays without a fault', async () => {
    const code = /```js\n([\s\S]*?export default[\s\S]*?)```/.exec(PAGE)![1]!
    const file = join(folder, 'try-out.js')
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    // As if the package were installed there.
    mkdirSync(join(folder, 'node_modules'))
    symlinkSync(ROOT, join(folder, 'node_modules', 'evenhand'))
    writeFileSync(file, code)
    const document = literal(
      { game: 'elephant-men', matches: 4, lineups: [{ agents: [file, 'random'] }] },
      'test',
    )
    const { cells } = await playRun(newRun(await resolveExperiment(document)), { threads: 0 })
    expect(cells[0]!.faults).toEqual([])
    expect(cells[0]!.tally[cells[0]!.layout.matches]).toBe(4)
  })

  it('shows an agent for the registry that plays', async () => {
    const code = /```ts\n([\s\S]*?export const idle[\s\S]*?)```/.exec(PAGE)![1]!
    const file = join(folder, 'idle.ts')
    writeFileSync(
      file,
      code
        .replace(/^ {3}/gm, '')
        .replace("'zod'", `'${import.meta.resolve('zod').replace(pathToFileURL('/').href, '/')}'`),
    )
    const { idle } = await import(/* @vite-ignore */ file)
    const game = gameOf('lean')
    const agent = makeAgent(idle, game, idle.options.parse({}))
    const state = newState(game.info)
    game.start(state, newEvents(game.info))
    expect(agent.choose(state, 0, Int32Array.of(0, 1), 2, new Int32Array(4))).toBe(0)
  })
})
