/** A run's folder: locked, with a journal that goes on where it stopped. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { holdsReports, removeReports, sweepReports, writeManifest } from '../reports/files/write.ts'
import { Results } from '../sim/chunks/results.ts'
import type { Shard } from '../sim/chunks/shard.ts'
import type { Experiment } from '../sim/experiment/index.ts'
import { onDisk, RefusedError } from '../sim/store/disk.ts'
import {
  type Entry,
  type Header,
  headerOf,
  JOURNAL,
  Journal,
  type Reading,
  readJournal,
  refuseOther,
} from '../sim/store/journal.ts'
import { Lock, sweepDrafts } from '../sim/store/lock.ts'
import { EXIT } from './errors.ts'
import { openFolder, say } from './terminal/output.ts'

const EXPECTED = 'expected the same run, another --out, or --fresh to start over'

/** A folder that is ours, with what its journal holds. */
export interface RunFolder {
  readonly dir: string
  readonly journal: Journal
  readonly results: Results
  /** Bytes of a line that a crash cut short: they were dropped. */
  readonly torn: number
  close(): void
}

/**
 * Opens a folder for a run and takes up what its journal holds; `fresh` throws that away first. Throws an InputError or
 * a DiskError if it can't be written, a RefusedError if it is in use, another run's (`expected` ends the message), or
 * damaged: then it is unchanged.
 */
export function openRunFolder(
  dir: string,
  experiment: Experiment,
  shard: Shard,
  fresh: boolean,
  expected = EXPECTED,
): RunFolder {
  const lock = openFolder(dir, () => new Lock(dir, () => endLocked(dir)))
  try {
    onDisk(dir, () => sweep(dir))
    if (fresh) onDisk(dir, () => clear(dir))
    const results = new Results(experiment)
    const header = headerOf(experiment, shard)
    const reading = restore(dir, results, journal => refuseOther(dir, journal, header, expected))
    if (reading.header === null && holdsReports(dir))
      throw new RefusedError(
        dir,
        `holds reports without their ${JOURNAL}, expected an empty folder, or --fresh to replace them`,
      )
    const journal = new Journal(dir, reading, header)
    if (reading.header === null) onDisk(dir, () => writeManifest(dir, results.result()))
    const close = (): void => {
      journal.close()
      lock.release()
    }
    return { dir, journal, results, torn: reading.torn, close }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** Somebody else has taken the folder: two must not write to one journal. */
function endLocked(dir: string): never {
  say(`${dir}: its lock was taken by another run while this one was under way, so this one ends`)
  process.exit(EXIT.refused)
}

/** Takes away what killed runs left half done. */
function sweep(dir: string): void {
  sweepDrafts(dir)
  sweepReports(dir)
}

function clear(dir: string): void {
  removeReports(dir)
  rmSync(join(dir, JOURNAL), { force: true })
}

/** Counts the entries of a folder's journal. Throws a RefusedError for one that can't be, or is there twice. */
function restore(dir: string, results: Results, check: (header: Header) => void): Reading {
  const file = join(dir, JOURNAL)
  return readJournal(file, check, entry => {
    if (!count(file, results, entry))
      throw new RefusedError(file, `holds ${placeOf(entry)} twice, expected every block once`)
  })
}

/** Counts an entry; false if some of its blocks are counted already. Throws a RefusedError for one that can't be. */
export function count(file: string, results: Results, entry: Entry): boolean {
  try {
    return results.add(entry)
  } catch (error) {
    const { message } = error as Error
    throw new RefusedError(
      file,
      `the line of ${placeOf(entry)} ${message}, expected the journal as it was written`,
    )
  }
}

function placeOf({ chunk: { lineup, from, to } }: Entry): string {
  return `blocks ${from} to ${to - 1} of line-up ${lineup}`
}
