/** Highlights are played again after a run: where one differs from what the journal says, its line-up is given up. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { literal } from '../../documents/index.ts'
import { openRun } from '../../library/index.ts'
import type { ChunkResult } from '../../sim/chunks/chunk.ts'
import { type ChunkPool, inlinePool, type PoolSettings } from '../../sim/chunks/pool.ts'
import { gameOf, resolveExperiment } from '../../sim/experiment/index.ts'
import { highlightWords } from '../../sim/tally/highlights.ts'
import { pack, unpack } from '../../sim/tally/packing.ts'
import { folder } from '../cli/command.ts'

/** Words of the highlights where the extremes' second begins, the most lopsided, and its lead. */
const LEAD = 4

const lineups = [{ agents: ['random'] }, { agents: ['greedy', 'random'] }]
const experiment = await resolveExperiment(literal({ game: 'frontline', matches: 400, lineups }, 'test'))

/** A pool that says of the first line-up's most lopsided match that it was more so. */
function boasting(settings: PoolSettings): ChunkPool {
  const pool = inlinePool(settings)
  const boast = (result: ChunkResult): ChunkResult => {
    const variants = result.variants.map(one => {
      const words = unpack(one.highlights, highlightWords(ENDINGS))
      words[LEAD]! += 100
      return { ...one, highlights: pack(words) }
    })
    return { ...result, variants }
  }
  const run: ChunkPool['run'] = async (chunk, detail) => {
    const result = await pool.run(chunk, detail)
    return chunk.lineup === 0 ? boast(result) : result
  }
  return { ...pool, run }
}
const ENDINGS = gameOf(experiment, experiment.variants[0]!).info.endings.length

test('a highlight that differs gives its line-up up, now and when the run is resumed', async () => {
  const out = folder()
  const words =
    /^random vs random: block \d+, rotation \d of random vs random gave a different result when evenhand replayed it: a lead of (\d+) after (\d+) steps, then a lead of (\d+) after \2 steps, expected the same/
  for (const pool of [boasting, undefined]) {
    const run = openRun(experiment, { out, threads: 0, ...(pool && { pool }) })
    await expect(run.finish(() => run.writeReports())).rejects.toThrow(words)
    run.close()
  }
  const page = readFileSync(join(out, 'report.html'), 'utf8')
  expect(page).toContain('trust the line-ups that were given up: random vs random')
})

test('highlights that are the same are kept', async () => {
  const out = folder()
  const run = openRun(experiment, { out, threads: 0 })
  await run.finish()
  run.close()
  expect(readFileSync(join(out, 'highlights.jsonl'), 'utf8').split('\n').length).toBeGreaterThan(2)
})
