import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { parseDocument } from '../../documents/index.ts'
import { loadPage, writeReports } from '../../reports/files/write.ts'
import { TABLES } from '../../reports/tables/index.ts'
import type { RunResult } from '../../sim/chunks/results.ts'
import { resolveExperiment } from '../../sim/experiment/index.ts'
import { newRun, playRun } from '../../sim/run.ts'

const home = mkdtempSync(join(tmpdir(), 'evenhand-reports-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const pageOf = await loadPage()

const sha256 = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')

async function play(text: string, file: string, chunk: number): Promise<RunResult> {
  const experiment = await resolveExperiment(parseDocument(text, file))
  return playRun(newRun(experiment), { threads: 0, chunk })
}

const EXPERIMENT = `
game: elephant-men
seed: reports
lineups:
  - { agents: [random], matches: 40 }
  - { agents: [greedy, random], matches: 6 }
variants:
  - { name: short, rules: { limits.turns: 20 } }
  - { name: plain }
`

/** An agent that plays its first action, and fails now and then. */
const AGENT = `export default {
  id: 'brittle', summary: 'fails',
  make: () => ({ choose: (view, seat, legal, count, rng) => { if (count % 2) throw new Error('odd'); return legal[0] } }),
}`

describe('writeReports', () => {
  it('writes the same bytes for chunks of 1, 7 and 1000 blocks', async () => {
    const hashes = []
    for (const chunk of [1, 7, 1000]) {
      const dir = join(home, `chunk-${chunk}`)
      const names = writeReports(dir, await play(EXPERIMENT, join(home, 'x.yaml'), chunk), pageOf)
      hashes.push(names.map(name => `${name} ${sha256(join(dir, name))}`))
    }
    expect(hashes[0]).toHaveLength(TABLES.filter(({ isFor }) => !isFor).length + 2)
    expect(hashes[1]).toEqual(hashes[0])
    expect(hashes[2]).toEqual(hashes[0])
  })

  it('leaves nothing but its files, whose hashes the manifest tells, and replaces old ones', async () => {
    const dir = join(home, 'a', 'new', 'folder')
    mkdirSync(dir, { recursive: true })
    writeFileSync(join(dir, 'summary.csv'), 'old')
    const result = await play(EXPERIMENT, join(home, 'x.yaml'), 10)
    const names = writeReports(dir, result, pageOf)
    expect(readdirSync(dir).sort()).toEqual([...names].sort())
    const manifest = JSON.parse(readFileSync(join(dir, 'manifest.json'), 'utf8'))
    expect(Object.keys(manifest)).toEqual([
      ...['format', 'version', 'experiment', 'fingerprint', 'kind', 'question', 'seedDerivation'],
      ...['complete', 'cells', 'files'],
    ])
    for (const { name, sha256: hash } of manifest.files) expect(sha256(join(dir, name))).toBe(hash)
    expect(manifest.cells).toEqual([
      { variant: 'short', lineup: 'random vs random', matches: 40, blocks: 20 },
      { variant: 'short', lineup: 'greedy vs random', matches: 6, blocks: 3 },
      { variant: 'plain', lineup: 'random vs random', matches: 40, blocks: 20 },
      { variant: 'plain', lineup: 'greedy vs random', matches: 6, blocks: 3 },
    ])
    expect(manifest.complete).toBe(true)
  })

  it('adds up: outcomes to matches, seats to a whole, lengths and endings to the matches played out', async () => {
    const dir = join(home, 'sums')
    writeReports(dir, await play(EXPERIMENT, join(home, 'x.yaml'), 10), pageOf)
    const read = (name: string) => {
      const [head, ...lines] = readFileSync(join(dir, `${name}.csv`), 'utf8')
        .trimEnd()
        .split('\n')
      return lines.map(line =>
        Object.fromEntries(line.split(',').map((cell, i) => [head!.split(',')[i]!, cell])),
      )
    }
    const sum = (rows: Record<string, string>[], id: string) =>
      rows.reduce((s, row) => s + Number(row[id]), 0)
    expect(read('summary')).toHaveLength(4)
    for (const row of [...read('summary'), ...read('seats')])
      expect(
        ['wins', 'losses', 'draws', 'turn_limits', 'forfeits'].reduce((s, id) => s + Number(row[id]), 0),
      ).toBe(Number(row.matches))
    expect(sum(read('seats'), 'score')).toBeCloseTo(4, 5)
    expect(sum(read('lengths'), 'matches')).toBe(92)
    expect(sum(read('endings'), 'matches')).toBe(92)
    expect(sum(read('endings'), 'share')).toBeCloseTo(4, 4)
  })

  it('does not depend on where an agent by path lies', async () => {
    const manifests = []
    for (const place of ['here', 'there']) {
      const dir = join(home, place)
      mkdirSync(dir)
      writeFileSync(join(dir, 'brittle.mjs'), AGENT)
      const text = 'game: elephant-men\nmatches: 4\nlineups: [{ agents: [./brittle.mjs, random] }]\n'
      writeReports(join(dir, 'out'), await play(text, join(dir, 'x.yaml'), 1), pageOf)
      manifests.push(readFileSync(join(dir, 'out', 'manifest.json'), 'utf8'))
      expect(readFileSync(join(dir, 'out', 'faults.csv'), 'utf8')).toContain(',brittle,')
    }
    expect(manifests[1]).toBe(manifests[0])
    expect(manifests[0]).toContain('"agent": "brittle.mjs"')
    expect(manifests[0]).not.toContain(home)
  })
})
