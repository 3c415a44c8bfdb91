/** docs/adding-an-agent.md agrees with the code. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { listAgents } from '../../agents/index.ts'
import { listKeys, literal } from '../../documents/index.ts'
import { ROOT } from '../../engine/package.ts'
import { resolveExperiment } from '../../sim/experiment/index.ts'
import { Run } from '../../sim/run.ts'

const PAGE = readFileSync(join(ROOT, 'docs', 'adding-an-agent.md'), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'evenhand-agent-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('docs/adding-an-agent.md', () => {
  it.each(listAgents().map(kind => kind.id))('lists every option of %s with its default', id => {
    const kind = listAgents().find(agent => agent.id === id)!
    const section = PAGE.slice(PAGE.indexOf(`### ${id}\n`)).split(/\n##/)[0]!
    expect(section.length).toBeGreaterThan(20)
    const rows = listKeys(kind.options, kind.options.parse({})).filter(({ key }) => key !== '')
    for (const { key, default: value } of rows)
      expect(section.replaceAll('`', '')).toContain(`| ${key} | ${String(value)} |`)
  })

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
    const { cells } = await new Run(await resolveExperiment(document), { threads: 0 }).finish()
    expect(cells[0]!.faults).toEqual([])
    expect(cells[0]!.tally[cells[0]!.layout.matches]).toBe(4)
  })
})
