/** What became of a run's folder. For tests and for scripts that run by themselves. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rangesIn } from '../../sim/chunks/chunk.ts'
import { countBlocks } from '../../sim/chunks/ranges.ts'
import { JOURNAL, readJournal } from '../../sim/store/journal.ts'

/**
 * What a run's folder is judged by: the text of every file but the journal and what `repair` kept of it, whose lines depend on chunks and clocks, and
 * the lock's drafts: one that was cut short says nothing, and is swept away only a minute later.
 */
export function reportsIn(dir: string): Record<string, string> {
  const names = readdirSync(dir).filter(name => !name.startsWith(JOURNAL) && !/^lock\.\d+$/.test(name))
  return Object.fromEntries(names.sort().map(name => [name, readFileSync(join(dir, name), 'utf8')]))
}

/** Reads a folder's journal, which must be whole: its blocks by line-up and number, as they were written. */
export function blocksIn(dir: string): string[] {
  const blocks: string[] = []
  const { torn } = readJournal(
    join(dir, JOURNAL),
    () => {},
    entry => {
      for (const { from, to } of rangesIn(entry))
        for (let block = from; block < to; block++) blocks.push(`${entry.chunk.lineup}/${block}`)
    },
  )
  assert.equal(torn, 0)
  return blocks
}

/** How many blocks a folder's journal has, those of a torn line aside. */
export function playedIn(dir: string): number {
  let blocks = 0
  if (existsSync(dir))
    readJournal(
      join(dir, JOURNAL),
      () => {},
      entry => {
        blocks += countBlocks(rangesIn(entry))
      },
    )
  return blocks
}

/** How many lines of chunks are in a folder's journal; a torn line is none. */
export function chunksIn(dir: string): number {
  let chunks = 0
  if (existsSync(dir))
    readJournal(
      join(dir, JOURNAL),
      () => {},
      () => chunks++,
    )
  return chunks
}
