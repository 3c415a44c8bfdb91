/** A run's records: which matches, in which file, and which of them it already holds. */
import { basename, join } from 'node:path'
import { InputError } from '../../documents/index.ts'
import { reportNames } from '../../reports/files/write.ts'
import { countBlocks, type Range, Ranges } from '../../sim/chunks/ranges.ts'
import type { Results, RunResult } from '../../sim/chunks/results.ts'
import type { Experiment } from '../../sim/experiment/index.ts'
import type { RecordsRequest } from '../../sim/records/details.ts'
import { HIGHLIGHTS, placeOf, RECORDS, RecordsFile } from '../../sim/records/file.ts'
import { RecordWriter } from '../../sim/records/line.ts'
import { nextAnalysis } from '../../sim/stopping.ts'
import { JOURNAL } from '../../sim/store/journal.ts'
import { LOCK } from '../../sim/store/lock.ts'

/** Which matches to record, and where. */
export interface RecordsOptions {
  /**
   * A file with a line per match, in order of line-up, block, variant and rotation; by default records.jsonl
   * in the run's folder. Records of this run in it are kept, unless the run starts afresh.
   */
  readonly file?: string
  /** Takes the lines, without line ends, instead of a file. */
  readonly write?: (line: string) => void
  /**
   * The first matches of each cell, rounded up to whole blocks; by default what the experiment says, else
   * all.
   */
  readonly matches?: number
  /** What errors call the file. */
  readonly label?: string
}

export interface OpenRecords extends RecordsRequest {
  /** Closes the file; a second time does nothing. Throws a DiskError. */
  close(): void
}

/** Matches of each cell to record: 0 for none, infinity for all. */
export function matchesRecorded({ records }: Experiment, options: RecordsOptions | undefined): number {
  const asked = options?.matches ?? records ?? (options ? 'all' : 0)
  return asked === 'all' ? Number.POSITIVE_INFINITY : asked
}

/** Throws an InputError for a run whose counted matches aren't known, or are played by others. */
export function refuseRecords(label: string, parts: keyof typeof UNRECORDED): never {
  const [who, instead] = UNRECORDED[parts]
  throw new InputError(
    label,
    `${who} can't write records, expected --recorded 0 or records: 0. Instead, ${instead}; evenhand then replays those matches`,
  )
}

const UNRECORDED = {
  shards: ['a shard', 'merge the shards, then run in the merged folder with records'],
  queue: [
    'a run through a queue',
    'run again in the same folder afterwards, with records and without the queue',
  ],
  rule: ['a run that may stop before those matches', 'rerun the command with records after it has stopped'],
} as const

/**
 * Throws an InputError if so many matches of each cell may be recorded that a rule may stop a line-up before
 * all of them count.
 */
export function refuseUnsettled(label: string, { experiment, complete }: RunResult, matches: number): void {
  const { lineups, seats } = experiment
  const unsettled = lineups.some(({ stop }) => stop && matches / seats.length > nextAnalysis(0, stop.from))
  if (unsettled && !complete) refuseRecords(label, 'rule')
}

/**
 * The named file for records, opened before the run is touched; null if there is none. Throws as RecordsFile
 * does, and an InputError for the name of another file of the run.
 */
export function openNamed({ file, write, label = 'records' }: RecordsOptions): RecordsFile | null {
  if (file === undefined || write) return null
  const name = basename(file)
  if ([JOURNAL, LOCK, HIGHLIGHTS, ...reportNames()].includes(name))
    throw new InputError(label, `every run writes a file named ${file}, expected a different name`)
  return new RecordsFile(file, label)
}

/**
 * Opens the records of a run that continues: into `write`, the named file, or one in its folder; null for
 * none of these. Throws an InputError or a DiskError.
 */
export function openRecords(
  experiment: Experiment,
  matches: number,
  { write, label = '--recorded' }: RecordsOptions,
  named: RecordsFile | null,
  folder: { readonly dir: string; readonly results: Results } | null,
): OpenRecords | null {
  const writer = new RecordWriter(experiment)
  const plan = experiment.lineups.map(({ blocks }, l): Range[] => {
    const to = Math.min(folder?.results.blocksOf(l) ?? blocks, Math.ceil(matches / experiment.seats.length))
    const lost = folder?.results.lost(l) ?? []
    return new Ranges(lost.map(({ block }) => ({ from: block, to: block + 1 }))).missing({ from: 0, to })
  })
  if (write) return { blocks: plan, take: (...match) => write(writer.line(...match)), close: () => {} }
  const file = named ?? (folder ? new RecordsFile(join(folder.dir, RECORDS), 'records') : null)
  if (!file) return null
  const counted = folder ? countedFirst(plan, folder.results) : []
  const group = experiment.variants.length * experiment.seats.length
  const { groups, next } = file.keep(starts(writer, experiment, counted), group)
  if (next !== null && isBeyond(next, writer, experiment, plan)) {
    file.abandon()
    throw new InputError(
      label,
      `found ${matches} of each, but the file holds more records of this run, which would be lost; expected at least as many, or a different file`,
    )
  }
  let isOpen = true
  return {
    blocks: without(plan, groups),
    take: (...match) => file.write(writer.line(...match)),
    close: () => {
      if (!isOpen) return
      isOpen = false
      file.close()
    },
  }
}

/** Whether a line is a record of this run, of a block not to be recorded. */
function isBeyond(
  line: string,
  writer: RecordWriter,
  { variants, lineups, seats }: Experiment,
  plan: readonly (readonly Range[])[],
): boolean {
  const place = placeOf(line)
  if (place === null || place.rotation >= seats.length) return false
  return lineups.some((_, lineup) => {
    if (plan[lineup]!.some(({ to }) => place.block < to)) return false
    return variants.some((_, variant) =>
      line.startsWith(writer.start(variant, lineup, place.block, place.rotation)),
    )
  })
}

/** The first blocks, in the order of records, that are all counted: later records can't be trusted. */
function countedFirst(plan: readonly (readonly Range[])[], results: Results): Range[][] {
  let open = true
  return plan.map((ranges, lineup) =>
    ranges.flatMap(range => {
      if (!open) return []
      const [gap] = results.ranges[lineup]!.missing(range)
      open = gap === undefined
      return [{ from: range.from, to: gap?.from ?? range.to }]
    }),
  )
}

/** The beginnings of these blocks' lines, in order. */
function* starts(
  writer: RecordWriter,
  { variants, seats }: Experiment,
  blocks: readonly (readonly Range[])[],
): Generator<string, void, undefined> {
  for (const [lineup, ranges] of blocks.entries())
    for (const { from, to } of ranges)
      for (let block = from; block < to; block++)
        for (let variant = 0; variant < variants.length; variant++)
          for (let rotation = 0; rotation < seats.length; rotation++)
            yield writer.start(variant, lineup, block, rotation)
}

/** Blocks in order, without the first `count`. */
function without(plan: readonly (readonly Range[])[], count: number): Range[][] {
  let left = count
  return plan.map(ranges =>
    ranges.flatMap(({ from, to }) => {
      const skipped = Math.min(left, countBlocks([{ from, to }]))
      left -= skipped
      return from + skipped < to ? [{ from: from + skipped, to }] : []
    }),
  )
}
