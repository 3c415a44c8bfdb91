/** Runs from their folders: read as they are, merged from shards, or resumed. */
import { join, resolve as resolvePath } from 'node:path'
import { InputError } from '../../documents/index.ts'
import { removeMatches } from '../../reports/files/matches.ts'
import { loadPage, writeReports } from '../../reports/files/write.ts'
import { rangesIn } from '../../sim/chunks/chunk.ts'
import { giveUp } from '../../sim/chunks/giving-up.ts'
import { countBlocks, type Range, type Ranges, WHOLE } from '../../sim/chunks/ranges.ts'
import type { Results, RunResult } from '../../sim/chunks/results.ts'
import { onDisk } from '../../sim/store/disk.ts'
import { experimentIn, headerOf, type JournalHeader, requireSameRun } from '../../sim/store/header.ts'
import { headerIn, JOURNAL, readJournal } from '../../sim/store/journal.ts'
import type { OnWait } from '../../sim/store/lock.ts'
import { openRunFolder, type RunFolder } from '../folders/folder.ts'
import {
  addUpJournals,
  blocksIn,
  type JournalFolder,
  type JournalSum,
  journalFolders,
} from '../folders/journals.ts'
import { foreignIn, keepHighlights, playableOf } from './highlights.ts'
import { defaultFolder, run } from './run.ts'
import type { RunOptions } from './run-options.ts'
import { type MatchesTableOptions, OpenTable, tableAsked } from './table.ts'

/** What folders hold of a run, complete or not; shards are added up. Throws as `merge` does. */
export function readRun(...dirs: string[]): RunResult {
  return addUpJournals(dirs.flatMap(journalFolders)).results.result()
}

/**
 * Plays what the run in a folder lacks, and writes its reports. Throws an InputError for an agent by path:
 * the journal doesn't know where its module lies, only the experiment does.
 */
export async function resume(
  dir: string,
  options: Omit<RunOptions, 'out' | 'fresh'> = {},
): Promise<RunResult> {
  const { header, folders } = addUpJournals(journalFolders(dir).slice(0, 1))
  const experiment = experimentIn(header)
  const foreign = experiment.lineups.map(foreignIn).find(agent => agent !== undefined)
  if (foreign !== undefined)
    throw new InputError(
      dir,
      `was played with ${foreign}, expected the experiment file, which says where that module is`,
    )
  return await run(experiment, { ...options, out: dir, shard: folders[0]!.shard })
}

export interface Merged {
  readonly dir: string
  readonly result: RunResult
  readonly folders: readonly JournalFolder[]
  /** Blocks that no folder holds, by line-up. */
  readonly missing: readonly (readonly Range[])[]
  /** Highlights not kept, since their agents aren't at hand. */
  readonly unkept: number
  /** Counted blocks without the facts that the table of matches needs; if there are any, it isn't written. */
  readonly lacking: number
}

export interface MergeOptions {
  /** Folder of the journal and the reports; that of a run of the whole by default. */
  readonly out?: string | undefined
  /** What errors call it. */
  readonly label?: string | undefined
  readonly onWait?: OnWait | undefined
  /** A table with a row for every match, from the facts that shards keep. */
  readonly matchesTable?: MatchesTableOptions | undefined
  /** Called with the number of highlights to replay. */
  readonly onReplay?: ((matches: number) => void) | undefined
}

/**
 * Adds up the folders of one run, each block once, into a new folder, and writes the reports that one
 * machine would have written; of a whole run the highlights, too, as far as their agents are at hand. Rejects
 * with a RefusedError for damaged journals, different runs, or a target with another run, and with an
 * InputError for a table that can't be written.
 */
export async function merge(dirs: readonly string[], options: MergeOptions = {}): Promise<Merged> {
  const sum = addUpJournals(dirs.flatMap(journalFolders))
  const { header, folders } = sum
  const experiment = experimentIn(header)
  const asked = headerOf(experiment, WHOLE)
  const expected = (): string => 'expected shards that this evenhand played'
  requireSameRun(dirs[0]!, { ...header, shard: asked.shard }, asked, expected)
  const table = tableAsked(experiment, options.matchesTable, true)
  const out = options.out ?? defaultFolder(experiment)
  const folder = openRunFolder(out, experiment, {
    shard: WHOLE,
    planned: header.planned,
    fresh: isSuperseded(out, asked, sum),
    expected: () => 'expected another folder',
    label: options.label,
    lock: { onWait: options.onWait },
  })
  try {
    const { results, journal, dir } = folder
    const wasComplete = results.result().complete
    addUpJournals(
      folders.map(part => part.dir),
      entry => {
        if (results.add(entry)) journal.copy(entry)
      },
    )
    journal.sync()
    // Played again as far as their agents are at hand.
    const playable = { ...playableOf(results.experiment), onReplay: options.onReplay }
    const onMismatch = (lineup: number, reason: string): void =>
      giveUp(results, lineup, null, reason, one => journal.append(one))
    const unkept = results.complete()
      ? await keepHighlights(results.result(), folder, { ...playable, onMismatch })
      : 0
    const result = results.result()
    const pageOf = await loadPage()
    folder.check()
    onDisk(dir, () => writeReports(dir, result, pageOf))
    if (!table && !wasComplete) onDisk(dir, () => removeMatches(dir))
    const lacking = table ? await mergeTable(table, folder, folders) : 0
    return { dir, result, folders, missing: missingBlocks(results), unkept, lacking }
  } finally {
    folder.close()
  }
}

/**
 * Whether a folder holds a part of what is merged, such as the pilot of a plan, in chunks cut otherwise. Chunks that
 * overlap it couldn't be added, so it starts afresh. Throws a RefusedError if it holds another run.
 */
function isSuperseded(out: string, asked: JournalHeader, { results, folders }: JournalSum): boolean {
  const header = headerIn(join(out, JOURNAL))
  if (!header || folders.some(({ dir }) => resolvePath(dir) === resolvePath(out))) return false
  requireSameRun(out, header, asked, () => 'expected another folder')
  const held = blocksIn(out, asked.experiment.lineups.length)
  const isPart = held.every(({ list }, l) =>
    list.every(range => results.ranges[l]!.missing(range).length === 0),
  )
  return isPart && folders.some(({ dir }) => cuts(dir, held))
}

/** Whether a folder has a chunk of which some blocks are in `held`, and others are not. */
function cuts(dir: string, held: readonly Ranges[]): boolean {
  let found = false
  readJournal(
    join(dir, JOURNAL),
    () => {},
    entry => {
      const ranges = rangesIn(entry)
      const missing = countBlocks(ranges.flatMap(range => held[entry.chunk.lineup]!.missing(range)))
      if (missing > 0 && missing < countBlocks(ranges)) found = true
    },
  )
  return found
}

/** Writes the table of matches from the folders' facts. Resolves with the number of blocks that lack them. */
async function mergeTable(
  asked: Required<MatchesTableOptions>,
  folder: RunFolder,
  parts: readonly JournalFolder[],
): Promise<number> {
  const { results } = folder
  const table = new OpenTable(asked, results.experiment, folder)
  try {
    for (const { dir } of parts) table.copy(dir, blocksIn(dir, results.experiment.lineups.length))
    await table.write(results.result())
    return table.lacking
  } finally {
    table.close()
  }
}

function missingBlocks(results: Results): Range[][] {
  const { experiment, ranges } = results
  return experiment.lineups.map((_, l) => ranges[l]!.missing({ from: 0, to: results.blocksOf(l) }))
}
