/** The matches that a page plays, from the records that a run's folder keeps. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { InputError, parseDocument } from '../../documents/index.ts'
import type { RunResult } from '../../sim/chunks/results.ts'
import { HIGHLIGHTS } from '../../sim/records/file.ts'
import { RecordWriter } from '../../sim/records/line.ts'
import { RecordReader } from '../../sim/records/record.ts'
import { watchedOf } from '../findings/highlights.ts'
import type { WatchedMatch } from '../page/index.ts'

/** The matches to watch that the folder holds; those of a game that can't be read any more are left out. */
export function keptMatches(dir: string, result: RunResult): WatchedMatch[] {
  const file = join(dir, HIGHLIGHTS)
  const watched = existsSync(file) ? watchedOf(result) : null
  if (!watched) return []
  const { lineups } = result.experiment
  const [variant, lineup] = [Math.floor(watched.index / lineups.length), watched.index % lineups.length]
  const lines = readFileSync(file, 'utf8').split('\n')
  const writer = new RecordWriter(result.experiment)
  const reader = new RecordReader()
  return watched.highlights.flatMap(({ id, block, rotation }) => {
    const start = writer.start(variant, lineup, block, rotation)
    const line = lines.find(text => text.startsWith(start))
    if (line === undefined) return []
    try {
      return [{ id, record: reader.read(parseDocument(line, HIGHLIGHTS), dir) }]
    } catch (error) {
      if (error instanceof InputError) return []
      throw error
    }
  })
}
