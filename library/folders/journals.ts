/** The journals of folders, read without locking: each block counts once, wherever it comes from. */
import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { InputError } from '../../documents/index.ts'
import { thousands } from '../../reports/formatting.ts'
import { rangesIn } from '../../sim/chunks/chunk.ts'
import { countBlocks, parseShard, Ranges, type Shard } from '../../sim/chunks/ranges.ts'
import { Results } from '../../sim/chunks/results.ts'
import type { Experiment } from '../../sim/experiment/index.ts'
import { onDisk, RefusedError, statsOf } from '../../sim/store/disk.ts'
import type { JournalEntry } from '../../sim/store/entry.ts'
import { experimentIn, type JournalHeader, matchChanges, requireSameRun } from '../../sim/store/header.ts'
import { JOURNAL, readJournal } from '../../sim/store/journal.ts'

/** The note in a run's folder while its players learn. */
export const LEARNING = 'learning.json'
/** What a tuning was asked, and how far its search is. */
export const TUNING = 'tuning.json'
/** Why the folder of a tuning that still searches holds no answer, and no run. */
export const UNFINISHED_TUNING = 'holds a tuning that is not finished; rerun its command to finish it'

export interface JournalSum {
  readonly header: JournalHeader
  readonly results: Results
  readonly folders: readonly JournalFolder[]
}

export interface JournalFolder {
  readonly dir: string
  readonly shard: Shard
  /** Chunks not added, since some of their blocks had been. */
  readonly repeated: number
  /** When its lines were written. */
  readonly times: readonly TimedLine[]
}

type TimedLine = Pick<JournalEntry, 'chunk' | 'ranges' | 'at' | 'milliseconds' | 'elapsed'>

/** Throws an InputError for a path that isn't a folder. */
export function requireFolder(path: string, expected: string): void {
  const stats = statsOf(path)
  if (stats?.isDirectory()) return
  throw new InputError(path, `${stats ? 'is not a folder' : 'no such folder'}, expected ${expected}`)
}

/** The folders with journals: this one, and those directly in it. Throws an InputError for none. */
export function journalFolders(dir: string): string[] {
  requireFolder(dir, 'the folder of a run')
  const inside = onDisk(dir, () => readdirSync(dir), 'read')
    .sort(byNumber)
    .map(name => join(dir, name))
  const folders = [dir, ...inside].filter(folder => statsOf(join(folder, JOURNAL)) !== undefined)
  if (folders.length > 0) return folders
  if (statsOf(join(dir, TUNING)) !== undefined) throw new InputError(dir, UNFINISHED_TUNING)
  const isLearning = [dir, ...inside].some(folder => statsOf(join(folder, LEARNING)) !== undefined)
  throw new InputError(
    dir,
    isLearning
      ? 'holds no match yet, because its players are still being trained; evenhand status shows their progress'
      : `holds no ${JOURNAL}, expected the folder of a run`,
  )
}

/** shard-2 before shard-10. */
function byNumber(a: string, b: string): number {
  const pad = (name: string): string => name.replaceAll(/\d+/g, digits => digits.padStart(8, '0'))
  return pad(a) < pad(b) ? -1 : 1
}

/** Blocks in a folder's journal, by line-up. Throws a RefusedError for a damaged one. */
export function blocksIn(dir: string, lineups: number): Ranges[] {
  const blocks = Array.from({ length: lineups }, () => new Ranges())
  readJournal(
    join(dir, JOURNAL),
    () => {},
    entry => addBlocks(blocks[entry.chunk.lineup]!, entry),
  )
  return blocks
}

/** Adds the blocks of a line to those of others, which may hold some. */
function addBlocks(blocks: Ranges, entry: JournalEntry): void {
  for (const range of rangesIn(entry)) for (const gap of blocks.missing(range)) blocks.add(gap)
}

/**
 * The fewest blocks of each line-up for a run that continues a folder: those asked for there, or those
 * counted if a rule may stop the line-up. Throws a RefusedError for a damaged journal.
 */
export function leastBlocks(dir: string, before: Experiment): number[] {
  const asked = before.lineups.map(({ blocks }) => blocks)
  if (before.lineups.every(({ stop }) => !stop)) return asked
  const counter = new Counter(new Results(before))
  const file = join(dir, JOURNAL)
  readJournal(
    file,
    () => {},
    (entry, line) => counter.count(file, entry, line),
  )
  const { ranges } = counter.results
  return before.lineups.map(({ stop }, l) => (stop ? (ranges[l]!.list.at(-1)?.to ?? 0) : asked[l]!))
}

/**
 * Adds up the journals of folders, each block once; `onEntry` sees every counted entry. Throws a RefusedError
 * for damaged journals or different runs, an InputError if all are empty.
 *
 * Of two copies of a journal one may hold the sum of chunks that the other holds one by one. Counted in the wrong
 * order these would shut out the sum, so folders with more blocks then come first.
 */
export function addUpJournals(
  dirs: readonly string[],
  onEntry: (entry: JournalEntry) => void = () => {},
): JournalSum {
  let first: JournalHeader | null = null
  let counter: Counter | null = null
  const folders: JournalFolder[] = []
  const held = new Map<string, number>()
  let isCut = false
  for (const dir of dirs) {
    const file = join(dir, JOURNAL)
    let shard: Shard | null = null
    let repeated = 0
    const times: TimedLine[] = []
    const blocks: Ranges[] = []
    readJournal(
      file,
      header => {
        // Shards of one run differ in nothing else.
        if (first) refuseOtherRun(dir, header, { ...first, shard: header.shard })
        first ??= header
        counter ??= new Counter(new Results(experimentIn(header), header.planned))
        shard = parseShard(header.shard)
        if (shard === null) throw new RefusedError(file, `holds shard "${header.shard}", expected I/N`)
      },
      (entry, line) => {
        const { chunk, ranges, at, milliseconds, elapsed } = entry
        const counted = counter!.results.ranges[chunk.lineup]!
        const missing = countBlocks(rangesIn(entry).flatMap(range => counted.missing(range)))
        blocks[chunk.lineup] ??= new Ranges()
        addBlocks(blocks[chunk.lineup]!, entry)
        if (counter!.count(file, entry, line)) {
          times.push({ chunk, ranges, at, milliseconds, elapsed })
          onEntry(entry)
        } else if (chunk.to > chunk.from) {
          // One without blocks says what is given up.
          repeated++
          isCut ||= missing > 0
        }
      },
    )
    if (shard) folders.push({ dir, shard, repeated, times })
    held.set(
      dir,
      blocks.reduce((sum, { count }) => sum + count, 0),
    )
  }
  const byBlocks = [...dirs].sort((a, b) => held.get(b)! - held.get(a)!)
  if (isCut && byBlocks.some((dir, i) => dir !== dirs[i])) return addUpJournals(byBlocks, onEntry)
  const sum = counter as Counter | null
  if (!first || !sum)
    throw new InputError(dirs[0]!, `holds an empty ${JOURNAL}, expected the journal of a run`)
  sum.settle()
  return { header: first, results: sum.results, folders }
}

const EXPECTED = 'expected folders of one run'

function refuseOtherRun(dir: string, header: JournalHeader, first: JournalHeader): void {
  requireSameRun(dir, header, first, () => EXPECTED)
  const [other] = matchChanges(header, first)
  if (other)
    throw new RefusedError(
      dir,
      `holds a run of ${other.was} matches of "${other.lineup}" in each variant, not ${other.now}; ${EXPECTED}`,
    )
}

/** What a fresh start deletes: `its 40 matches`, or less exactly if the journal is damaged. */
export function keptText(dir: string): string {
  const counted: Ranges[] = []
  let matchesPerBlock = 0
  try {
    readJournal(
      join(dir, JOURNAL),
      ({ experiment: { seats, variants } }) => {
        matchesPerBlock = seats.length * variants.length
      },
      entry => {
        counted[entry.chunk.lineup] ??= new Ranges()
        addBlocks(counted[entry.chunk.lineup]!, entry)
      },
    )
  } catch {
    return 'everything in it'
  }
  const matches = matchesPerBlock * counted.reduce((sum, { count }) => sum + count, 0)
  return matches === 1 ? 'its one match' : `its ${thousands(matches)} matches`
}

/**
 * Counts entries of journals. Two processes that both believed to hold a folder, or copies of one, leave
 * lines of the same blocks. The first counts; `settle` checks that repeats say the same.
 */
export class Counter {
  readonly results: Results
  /** Files to search for repeats. */
  readonly #files = new Set<string>()
  readonly #repeated = new Set<string>()

  constructor(results: Results) {
    this.results = results
  }

  /**
   * False if some blocks are counted already. Throws a RefusedError for an entry that doesn't fit the run.
   */
  count(file: string, entry: JournalEntry, line: number): boolean {
    this.#files.add(file)
    try {
      if (this.results.add(entry)) return true
    } catch (error) {
      const { message } = error as Error
      throw new RefusedError(file, `line ${line} ${message}, expected an undamaged journal`)
    }
    this.#repeated.add(keyOf(entry))
    return false
  }

  /** Call at the end. Throws a RefusedError if two lines of one chunk differ. */
  settle(): void {
    if (this.#repeated.size === 0) return
    const first = new Map<string, { place: string; hash: string }>()
    for (const file of this.#files)
      readJournal(
        file,
        () => {},
        (entry, line) => {
          const key = keyOf(entry)
          if (!this.#repeated.has(key)) return
          const hash = hashOf(entry)
          const known = first.get(key)
          if (known === undefined) first.set(key, { place: `line ${line} of ${file}`, hash })
          else if (known.hash !== hash)
            throw new RefusedError(
              file,
              `line ${line} and ${known.place} give different results for ${placeOf(entry)}, expected the same: play is ` +
                'reproducible unless an agent uses a clock or its own random numbers',
            )
        },
      )
  }
}

export function keyOf(entry: JournalEntry): string {
  return [entry.chunk.lineup, ...rangesIn(entry).map(({ from, to }) => `${from}-${to}`)].join()
}

/** A hash of what counts: not of times. */
export function hashOf({ variants, lost }: JournalEntry): string {
  return createHash('sha256')
    .update(JSON.stringify([variants, lost]))
    .digest('hex')
}

function placeOf({ chunk: { lineup, from, to } }: JournalEntry): string {
  const blocks = to - from === 1 ? `block ${from}` : `blocks ${from} to ${to - 1}`
  return `${blocks} of line-up ${lineup + 1}`
}
