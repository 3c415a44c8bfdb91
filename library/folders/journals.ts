/** The journals of folders, read without locking or changing them: for status, merging and reports. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { InputError } from '../../documents/index.ts'
import { Ranges } from '../../sim/chunks/ranges.ts'
import { Results } from '../../sim/chunks/results.ts'
import { parseShard, type Shard } from '../../sim/chunks/shard.ts'
import type { Experiment } from '../../sim/experiment/index.ts'
import { onDisk, RefusedError } from '../../sim/store/disk.ts'
import { statsOf } from '../../sim/store/files.ts'
import { experimentIn, type JournalHeader, otherMatches, refuseOther } from '../../sim/store/header.ts'
import { JOURNAL, type JournalEntry, readJournal } from '../../sim/store/journal.ts'
import { Counter } from './counting.ts'
import { LEARNING } from './names.ts'

/** The sum of the journals of some folders. */
export interface JournalSum {
  readonly header: JournalHeader
  readonly results: Results
  readonly folders: readonly JournalFolder[]
}

/** One folder's share in the sum. */
export interface JournalFolder {
  readonly dir: string
  readonly shard: Shard
  /** Chunks that were not added, because some of their blocks had been. */
  readonly repeated: number
}

/** The folders with journals at a path: the folder itself, and those directly in it. Throws an InputError if there are none. */
export function journalFolders(dir: string): string[] {
  if (!statsOf(dir)?.isDirectory()) throw new InputError(dir, 'is not a folder, expected the folder of a run')
  const inside = onDisk(dir, () => readdirSync(dir), 'read')
    .sort(byNumber)
    .map(name => join(dir, name))
  const folders = [dir, ...inside].filter(folder => statsOf(join(folder, JOURNAL)) !== undefined)
  if (folders.length > 0) return folders
  const isLearning = [dir, ...inside].some(folder => statsOf(join(folder, LEARNING)) !== undefined)
  throw new InputError(
    dir,
    isLearning
      ? 'holds no match yet, since its players have still to learn; evenhand status tells how far they are'
      : `holds no ${JOURNAL}, expected the folder of a run`,
  )
}

/** shard-2 before shard-10. */
function byNumber(a: string, b: string): number {
  const pad = (name: string): string => name.replaceAll(/\d+/g, digits => digits.padStart(8, '0'))
  return pad(a) < pad(b) ? -1 : 1
}

/** The blocks in a folder's journal, by line-up. Throws a RefusedError for a damaged journal. */
export function blocksIn(dir: string, lineups: number): Ranges[] {
  const blocks = Array.from({ length: lineups }, () => new Ranges())
  readJournal(
    join(dir, JOURNAL),
    () => {},
    ({ chunk }) => blocks[chunk.lineup]!.add(chunk),
  )
  return blocks
}

/**
 * The fewest blocks of each line-up that a run may ask for which goes on with a folder: those that the folder's run asks for; of a line-up that has a rule, those that
 * count so far, since the rule may stop it there. Throws a RefusedError for a damaged journal.
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
 * Adds up the journals of folders, each block once. `onEntry` sees every entry that is counted. Throws a RefusedError for a
 * damaged journal and for folders of different runs, an InputError if all journals are empty.
 */
export function addUpJournals(
  dirs: readonly string[],
  onEntry: (entry: JournalEntry) => void = () => {},
): JournalSum {
  let first: JournalHeader | null = null
  let counter: Counter | null = null
  const folders: JournalFolder[] = []
  for (const dir of dirs) {
    const file = join(dir, JOURNAL)
    let shard: Shard | null = null
    let repeated = 0
    readJournal(
      file,
      header => {
        // Shards of one run differ in nothing else.
        if (first) refuseOtherRun(dir, header, { ...first, shard: header.shard })
        first ??= header
        counter ??= new Counter(new Results(experimentIn(header)))
        shard = parseShard(header.shard)
        if (shard === null) throw new RefusedError(file, `holds shard "${header.shard}", expected I/N`)
      },
      (entry, line) => {
        if (counter!.count(file, entry, line)) onEntry(entry)
        // One without blocks says what is given up.
        else if (entry.chunk.to > entry.chunk.from) repeated++
      },
    )
    if (shard) folders.push({ dir, shard, repeated })
  }
  const sum = counter as Counter | null
  if (!first || !sum) throw new InputError(dirs[0]!, `holds an empty ${JOURNAL}, expected one of a run`)
  sum.settle()
  return { header: first, results: sum.results, folders }
}

const EXPECTED = 'expected folders of one run'

function refuseOtherRun(dir: string, header: JournalHeader, first: JournalHeader): void {
  refuseOther(dir, header, first, () => EXPECTED)
  const [other] = otherMatches(header, first)
  if (other)
    throw new RefusedError(
      dir,
      `holds a run of ${other.was} matches of "${other.lineup}" in each variant, not ${other.now}; ${EXPECTED}`,
    )
}
