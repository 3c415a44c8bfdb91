/** Runs from their folders: read as they are, merged from shards, or resumed. */
import { InputError } from '../../documents/index.ts'
import { loadPage, writeReports } from '../../reports/files/write.ts'
import type { Range } from '../../sim/chunks/ranges.ts'
import type { Results, RunResult } from '../../sim/chunks/results.ts'
import { WHOLE } from '../../sim/chunks/shard.ts'
import { onDisk } from '../../sim/store/disk.ts'
import { experimentIn, headerOf, refuseOther } from '../../sim/store/header.ts'
import type { OnWait } from '../../sim/store/lock.ts'
import { openRunFolder } from '../folders/folder.ts'
import { addUpJournals, type JournalFolder, journalFolders } from '../folders/journals.ts'
import { defaultFolder, type RunOptions, run } from './run.ts'

/** What the folder of a run holds, complete or not; a folder of shards is added up. Throws as `merge` does. */
export function readRun(...dirs: string[]): RunResult {
  return addUpJournals(dirs.flatMap(journalFolders)).results.result()
}

/**
 * Plays what the run in a folder still lacks, and writes its reports. Throws an InputError if one of its agents came from a
 * module: such a run resumes from its experiment alone, since a journal does not know where the module lies.
 */
export async function resume(
  dir: string,
  options: Omit<RunOptions, 'out' | 'fresh'> = {},
): Promise<RunResult> {
  const { header, folders } = addUpJournals(journalFolders(dir).slice(0, 1))
  const experiment = experimentIn(header)
  const foreign = experiment.lineups.flatMap(l => l.participants).find(p => p.module !== undefined)
  if (foreign)
    throw new InputError(
      dir,
      `was played with ${foreign.agent}, expected the experiment itself, which says where that module lies`,
    )
  return await run(experiment, { ...options, out: dir, shard: folders[0]!.shard })
}

/** The result of a merge. */
export interface Merged {
  /** Folder of the journal and the reports. */
  readonly dir: string
  readonly result: RunResult
  readonly folders: readonly JournalFolder[]
  /** Blocks that no folder holds, by line-up. */
  readonly missing: readonly (readonly Range[])[]
}

/**
 * Adds up the folders of one run, each block once, into a folder of its own, and writes the reports that one machine would
 * have written. Throws a RefusedError for damaged journals, folders of different runs, and a target that holds another run.
 */
export async function merge(
  dirs: readonly string[],
  options: { readonly out?: string; readonly label?: string; readonly onWait?: OnWait } = {},
): Promise<Merged> {
  const { header, folders } = addUpJournals(dirs.flatMap(journalFolders))
  const experiment = experimentIn(header)
  const asked = headerOf(experiment, WHOLE)
  const expected = (): string => 'expected shards that this evenhand played'
  refuseOther(dirs[0]!, { ...header, shard: asked.shard }, asked, expected)
  const out = options.out ?? defaultFolder(experiment)
  const folder = openRunFolder(out, experiment, {
    shard: WHOLE,
    expected: () => 'expected another folder',
    ...(options.label === undefined ? {} : { label: options.label }),
    ...(options.onWait === undefined ? {} : { lock: { onWait: options.onWait } }),
  })
  try {
    const { results, journal, dir } = folder
    addUpJournals(
      folders.map(part => part.dir),
      entry => {
        if (results.add(entry)) journal.copy(entry)
      },
    )
    journal.sync()
    const result = results.result()
    const pageOf = await loadPage()
    folder.check()
    onDisk(dir, () => writeReports(dir, result, pageOf))
    return { dir, result, folders, missing: missingBlocks(results) }
  } finally {
    folder.close()
  }
}

function missingBlocks(results: Results): Range[][] {
  const { experiment, ranges } = results
  return experiment.lineups.map((_, l) => ranges[l]!.missing({ from: 0, to: results.blocksOf(l) }))
}
