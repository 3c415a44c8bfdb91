/** The folder of a run: a lock, the journal from which the run resumes, and the reports. */
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { InputError, refuseOutside } from '../../documents/index.ts'
import { holdsReports, removeReports, sweepReports, writeManifest } from '../../reports/files/write.ts'
import type { Shard } from '../../sim/chunks/ranges.ts'
import { type Planned, plannedIn, Results } from '../../sim/chunks/results.ts'
import type { Experiment } from '../../sim/experiment/index.ts'
import { FACTS } from '../../sim/records/facts-file.ts'
import { HIGHLIGHTS, RECORDS, removeRecords } from '../../sim/records/file.ts'
import {
  DiskError,
  diskCode,
  diskReason,
  isFull,
  onDisk,
  RefusedError,
  UNFINISHED,
} from '../../sim/store/disk.ts'
import {
  experimentIn,
  headerOf,
  type JournalHeader,
  type MatchChange,
  matchChanges,
  requireSameRun,
} from '../../sim/store/header.ts'
import { headerIn, hostOf, JOURNAL, type JournalReading, readJournal } from '../../sim/store/journal.ts'
import { Lock, type LockOptions, removeLeftoverLocks } from '../../sim/store/lock.ts'
import { Journal, rewriteJournal } from '../../sim/store/writer.ts'
import { Counter, keptText, LEARNING, leastBlocks } from './journals.ts'

export interface FolderOptions {
  readonly shard: Shard
  /** Discards the journal and reports of an earlier run. */
  readonly fresh?: boolean | undefined
  /**
   * The end of the refusal of another run's folder: what was expected. `kept` is what a fresh start deletes.
   */
  readonly expected?: ((kept: string) => string) | undefined
  /** What errors call the folder; its path by default. */
  readonly label?: string | undefined
  readonly lock?: LockOptions | undefined
  /** False keeps every chunk's line: a plan draws from them. */
  readonly compact?: boolean | undefined
  /** The plans that the folder is opened for; by default the experiment's own matches. */
  readonly planned?: Planned | undefined
}

/** A locked folder, and the results in its journal. */
export interface RunFolder {
  readonly dir: string
  readonly journal: Journal
  readonly results: Results
  /** Bytes dropped from the journal's end: a line that a crash cut short. */
  readonly torn: number
  /** Throws unless the folder is still this run's: call it before every write. */
  check(): void
  /**
   * Takes out what the machine of a queue's worker answered, so that it is played again, and what was made of
   * it; the run must end then. Returns the number of chunks.
   */
  drop(worker: string): number
  /** Closes the journal and releases the lock. */
  close(): void
}

const EXPECTED = (kept: string): string =>
  `expected the same run, a different folder, or a fresh start (--fresh), which deletes ${kept}`

/**
 * Opens a folder for a run, creates it if necessary, and adds up its journal; a run of more matches continues
 * what is there. Throws an InputError or a DiskError if the folder can't be read or written, and a
 * RefusedError, changing nothing, if it is in use, damaged, or holds another run or one of more matches.
 */
export function openRunFolder(dir: string, asked: Experiment, options: FolderOptions): RunFolder {
  const { shard, fresh = false, expected = EXPECTED, label = dir } = options
  const lock = makeWritable(dir, label, () => new Lock(dir, options.lock))
  const check = (): void => lock.check()
  try {
    onDisk(dir, () => sweep(dir))
    if (fresh) onDisk(dir, () => clear(dir))
    const found = headerIn(join(dir, JOURNAL))
    const experiment = found ? continued(asked, found.experiment) : asked
    const planned = plannedAgain(found?.planned ?? [], options.planned ?? plannedIn(experiment))
    const results = new Results(experiment, planned)
    const header = headerOf(experiment, shard, planned)
    const ending = (): string => expected(keptText(dir))
    const { reading, beyond } = restore(dir, results, found => {
      requireSameRun(dir, found, header, ending)
      refuseOtherMatches(dir, found, header, shard, ending)
    })
    if (reading.header === null && holdsReports(dir))
      throw new RefusedError(
        dir,
        `holds reports but no ${JOURNAL}, expected an empty folder, or a fresh start (--fresh), which deletes these reports`,
      )
    const journal = new Journal(dir, reading, header, {
      guard: check,
      keep: line => !beyond.has(line),
      results: options.compact === false ? null : results,
    })
    if (reading.header === null) onDisk(dir, () => writeManifest(dir, results.result()))
    const close = (): void => {
      journal.close()
      lock.release()
    }
    const drop = (worker: string): number => {
      check()
      return dropAnswers(dir, header, worker)
    }
    return { dir, journal, results, torn: reading.torn, check, drop, close }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** All plans of a run, in the order in which they were first made. */
function plannedAgain(before: Planned, now: Planned): Planned {
  const known = new Set(before.map(blocks => blocks.join()))
  return [...before, ...now.filter(blocks => !known.has(blocks.join()))]
}

/**
 * The experiment as it continues what a folder holds. Chunks cut without a rule don't end at its interim
 * analyses, so the first comes after all matches asked for before. One rule replaces another from the start.
 */
export function continued(asked: Experiment, { lineups: before }: Experiment): Experiment {
  const lineups = asked.lineups.map((lineup, l) => {
    const { stop } = lineup
    const old = before[l]
    return stop && old ? { ...lineup, stop: { ...stop, from: old.stop?.from ?? old.blocks } } : lineup
  })
  return { ...asked, lineups }
}

/** Throws a RefusedError if a run asks for fewer matches than its journal, or a shard for another number. */
function refuseOtherMatches(
  dir: string,
  journal: JournalHeader,
  asked: JournalHeader,
  { count }: Shard,
  expected: () => string,
): void {
  const all = matchChanges(journal, asked)
  const isLess = ({ was, now }: MatchChange) => now < was
  // Of a line-up that a rule stopped or would have, the matches that count matter, not the most it asked for.
  const least = all.some(isLess)
    ? leastBlocks(dir, experimentIn({ ...asked, experiment: journal.experiment }))
    : []
  const others = all.map(one =>
    isLess(one) ? { ...one, was: least[one.at]! * asked.experiment.seats.length } : one,
  )
  const other = others.find(isLess) ?? (count > 1 ? others[0] : undefined)
  if (!other) return
  const { lineup, was, now } = other
  const why =
    now < was
      ? `you can raise the number of matches, but not lower it${sameMatches(journal, was) ? ` (--matches ${was} resumes it)` : ''}`
      : "you can't give a shard more matches, because its share of the blocks would change. Merge the shards, then run the merged folder with more matches"
  throw new RefusedError(
    dir,
    `holds a run of ${was} matches of "${lineup}" in each variant, not ${now}: ${why}; ${expected()}`,
  )
}

/** Whether one --matches fits all line-ups. */
function sameMatches({ experiment: { lineups, seats } }: JournalHeader, matches: number): boolean {
  return lineups.every(({ blocks }) => blocks * seats.length === matches)
}

/** Creates and locks a run's folder before hours of learning. Throws as `openRunFolder` does. */
export function lockFolder(
  dir: string,
  { label = dir, lock, expected }: Pick<FolderOptions, 'label' | 'lock'> & { readonly expected?: string },
): Lock {
  return makeWritable(dir, label, () => new Lock(dir, lock), expected)
}

/** Creates a folder and does what needs it to be writable. */
function makeWritable<T>(dir: string, label: string, act: () => T, expected = 'a folder for the reports'): T {
  refuseOutside(dir)
  try {
    makeFolder(resolve(dir))
    return act()
  } catch (error) {
    if (diskCode(error) === undefined) throw error
    if (isFull(error)) throw new DiskError(dir, diskReason(error))
    const path = label === dir ? '' : `${dir} `
    throw new InputError(label, `${path}can't be written: ${diskReason(error)}, expected ${expected}`)
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
  for (const name of readdirSync(dir)) {
    const isPart = name.endsWith(UNFINISHED) && [JOURNAL, LEARNING].some(of => name.startsWith(`${of}.`))
    // Who plays has learned.
    if (isPart || name === LEARNING) rmSync(join(dir, name))
  }
}

function clear(dir: string): void {
  removeReports(dir)
  for (const name of [RECORDS, HIGHLIGHTS]) removeRecords(join(dir, name))
  for (const name of [FACTS, JOURNAL]) rmSync(join(dir, name), { force: true })
}

function dropAnswers(dir: string, header: JournalHeader, worker: string): number {
  const file = join(dir, JOURNAL)
  const dropped = new Set<number>()
  const noted = new Set<number>()
  readJournal(
    file,
    () => {},
    (entry, line) => {
      if (entry.worker !== undefined && hostOf(entry.worker) === hostOf(worker)) dropped.add(line)
      // Check their replacements, too.
      if (entry.passed) noted.add(line)
    },
  )
  rewriteJournal(file, header, line => !dropped.has(line) && !noted.has(line))
  removeRecords(join(dir, HIGHLIGHTS))
  rmSync(join(dir, FACTS), { force: true })
  return dropped.size
}

/**
 * Adds up a folder's journal. Chunks that a run with a rule played beyond its end may lie beyond the matches
 * asked for now: these are not counted, but numbered in `beyond`. Throws a RefusedError for an entry that
 * doesn't fit the run.
 */
function restore(
  dir: string,
  results: Results,
  check: (header: JournalHeader) => void,
): { readonly reading: JournalReading; readonly beyond: ReadonlySet<number> } {
  const file = join(dir, JOURNAL)
  const counter = new Counter(results)
  const beyond = new Set<number>()
  let before: Experiment['lineups'] = []
  const reading = readJournal(
    file,
    header => {
      check(header)
      before = header.experiment.lineups
    },
    (entry, line) => {
      const { lineup, to } = entry.chunk
      const isAhead = before[lineup]?.stop && to <= before[lineup].blocks
      if (isAhead && to > results.experiment.lineups[lineup]!.blocks) beyond.add(line)
      else counter.count(file, entry, line)
    },
  )
  counter.settle()
  return { reading, beyond }
}
