/** The folder of a run: a lock, the journal from which the run resumes, and the reports. */
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { InputError } from '../../documents/index.ts'
import { holdsReports, removeReports, sweepReports, writeManifest } from '../../reports/files/write.ts'
import { Results } from '../../sim/chunks/results.ts'
import type { Shard } from '../../sim/chunks/shard.ts'
import type { Experiment } from '../../sim/experiment/index.ts'
import { DiskError, diskCode, diskReason, isFull, onDisk, RefusedError } from '../../sim/store/disk.ts'
import {
  headerOf,
  JOURNAL,
  Journal,
  type JournalEntry,
  type JournalHeader,
  type JournalReading,
  readJournal,
  refuseOther,
} from '../../sim/store/journal.ts'
import { Lock, removeLeftoverLocks } from '../../sim/store/lock.ts'
import { RECORDS } from './records.ts'

/** How to open a folder. */
export interface FolderOptions {
  readonly shard: Shard
  /** Whether to discard an earlier run's journal and reports. */
  readonly fresh?: boolean
  /** The end of the error about a folder that holds another run: what was expected. */
  readonly expected?: string
  /** What errors call the folder: an option of the command line, or its path. */
  readonly label?: string
  /** Called, every few seconds, if another process has taken the folder's lock. */
  readonly onLost?: () => void
}

/** A locked folder, and the results in its journal. */
export interface RunFolder {
  readonly dir: string
  readonly journal: Journal
  readonly results: Results
  /** Bytes of an incomplete last line of the journal, after a crash; they were dropped. */
  readonly torn: number
  /** Closes the journal and releases the lock. */
  close(): void
}

const EXPECTED = 'expected the same run, another folder, or a fresh start'

/**
 * Opens a folder for a run, creates it if necessary, and adds up its journal. Throws an InputError or a DiskError if
 * it cannot be written, and a RefusedError if it is in use, holds another run, or is damaged: then it is unchanged.
 */
export function openRunFolder(dir: string, experiment: Experiment, options: FolderOptions): RunFolder {
  const { shard, fresh = false, expected = EXPECTED, label = dir, onLost } = options
  const lock = makeWritable(dir, label, () => new Lock(dir, onLost))
  try {
    onDisk(dir, () => sweep(dir))
    if (fresh) onDisk(dir, () => clear(dir))
    const results = new Results(experiment)
    const header = headerOf(experiment, shard)
    const reading = restore(dir, results, journal => refuseOther(dir, journal, header, expected))
    if (reading.header === null && holdsReports(dir))
      throw new RefusedError(
        dir,
        `holds reports without their ${JOURNAL}, expected an empty folder, or a fresh start (--fresh) to replace them`,
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

/** Creates a folder, and runs what needs it to be writable. */
function makeWritable<T>(dir: string, label: string, act: () => T): T {
  try {
    makeFolder(resolve(dir))
    return act()
  } catch (error) {
    if (diskCode(error) === undefined) throw error
    if (isFull(error)) throw new DiskError(dir, diskReason(error))
    const path = label === dir ? '' : `${dir} `
    throw new InputError(
      label,
      `${path}can't be written: ${diskReason(error)}, expected a folder for the reports`,
    )
  }
}

/** Folder by folder: node's own recursive mkdir never returns for a path below /proc. */
function makeFolder(dir: string): void {
  if (existsSync(dir)) return
  makeFolder(dirname(dir))
  mkdirSync(dir)
}

/** Removes temporary files of killed runs. */
function sweep(dir: string): void {
  removeLeftoverLocks(dir)
  sweepReports(dir)
}

function clear(dir: string): void {
  removeReports(dir)
  rmSync(join(dir, RECORDS), { force: true })
  rmSync(join(dir, JOURNAL), { force: true })
}

/** Adds up a folder's journal. Throws a RefusedError for an entry that does not fit the run, or is there twice. */
function restore(dir: string, results: Results, check: (header: JournalHeader) => void): JournalReading {
  const file = join(dir, JOURNAL)
  return readJournal(file, check, entry => {
    if (!countEntry(file, results, entry))
      throw new RefusedError(file, `holds ${placeOf(entry)} twice, expected every block once`)
  })
}

/** Adds an entry to the results; false if some of its blocks are counted already. Throws a RefusedError if it does not fit. */
export function countEntry(file: string, results: Results, entry: JournalEntry): boolean {
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

function placeOf({ chunk: { lineup, from, to } }: JournalEntry): string {
  return `blocks ${from} to ${to - 1} of line-up ${lineup}`
}
