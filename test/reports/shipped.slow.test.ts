/** Every experiment that ships comes to its end in every report, whatever its variants and line-ups are. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { parseDocument } from '../../documents/index.ts'
import { consoleReport } from '../../reports/console/index.ts'
import { csvOf } from '../../reports/files/csv.ts'
import { pageOf } from '../../reports/page/index.ts'
import { TABLES } from '../../reports/tables/index.ts'
import type { RunResult } from '../../sim/chunks/results.ts'
import { type Participant, resolveExperiment } from '../../sim/experiment/index.ts'
import { Run } from '../../sim/run.ts'

const HOME = fileURLToPath(new URL('../../configs/experiments', import.meta.url))
const FILES = readdirSync(HOME, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.yaml'))

/** Two blocks of each cell, played at random: only what plays is another, and not what it is called. */
async function play(file: string): Promise<RunResult> {
  const path = join(HOME, file)
  const experiment = await resolveExperiment(parseDocument(readFileSync(path, 'utf8'), path))
  const random = ({ label }: Participant): Participant => ({ label, agent: 'random', options: {} })
  const lineups = experiment.lineups.map(lineup => ({
    ...lineup,
    participants: lineup.participants.map(random),
    blocks: 2,
  }))
  const { learn: _, ...untaught } = experiment
  return new Run({ ...untaught, lineups }, { threads: 0 }).finish()
}

describe.each(FILES)('%s', file => {
  it('is reported on the console, in every table and on the page', async () => {
    const result = await play(file)
    expect(consoleReport(result, { color: false, width: 80, files: true })).toMatch(/^(VERDICT|LADDER)/m)
    for (const table of TABLES) expect(csvOf(table, result)).not.toMatch(/undefined|NaN/)
    expect(pageOf(result)).not.toMatch(/undefined|NaN/)
  })
})
