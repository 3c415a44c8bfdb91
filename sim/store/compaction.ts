/**
 * Compaction: replaces lines of a journal by fewer that hold their sums, so that reading it takes no longer after
 * a night than after a minute. A sum is a line like any other, with its own checksum, and counts its blocks
 * as the lines before did. The old journal stays until the new one is on disk.
 */
import { closeSync, fstatSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Chunk, rangesIn } from '../chunks/chunk.ts'
import { Ranges } from '../chunks/ranges.ts'
import { firstFaults, type Results } from '../chunks/results.ts'
import { nextAnalysis } from '../stopping.ts'
import { mergeHighlights } from '../tally/highlights.ts'
import { addPacked, pack, unpack } from '../tally/packing.ts'
import {
  DiskError,
  diskCode,
  onDisk,
  RefusedError,
  readAt,
  syncFolder,
  UNFINISHED,
  writeAll,
} from './disk.ts'
import type { JournalEntry } from './entry.ts'
import { type JournalHeader, runIdOf } from './header.ts'
import { decodeLine, encodeLine, journalLines } from './journal.ts'

/** A journal is due for compaction after this many lines, or this many bytes: half a second of reading. */
export const LINES_DUE = 64
export const BYTES_DUE = 4 * 2 ** 20
/**
 * No sum holds more than one in this many parts of a line-up's playing time, which is lost if the line is damaged:
 * fewer parts where sums would take more than BYTES_DUE.
 */
const PARTS = 16
const PARTS_LEAST = 4
/** Lines that are added up at a time, since all are in memory. */
const LINES_AT_ONCE = 64
/** A longer gap between lines than a chunk took isn't playing time. */
const PAUSE_MS = 5_000

/** Facts about a line while compaction plans a new journal. */
interface Line {
  readonly number: number
  readonly from: number
  readonly to: number
  readonly entry: Pick<JournalEntry, 'chunk' | 'ranges' | 'at' | 'milliseconds' | 'elapsed'>
  /** Only lines with the same one are added up; null for those that stay. */
  readonly group: string | null
}

/** By entry: the milliseconds that the run took for it, without pauses. */
export function elapsedOf(
  entries: readonly Pick<JournalEntry, 'at' | 'milliseconds' | 'elapsed'>[],
): number[] {
  const elapsed = new Array<number>(entries.length)
  let last: number | null = null
  for (const i of [...entries.keys()].sort((a, b) => entries[a]!.at - entries[b]!.at)) {
    const { at, milliseconds, elapsed: known } = entries[i]!
    elapsed[i] =
      known ?? (last === null ? milliseconds : Math.max(0, Math.min(at - last, milliseconds + PAUSE_MS)))
    last = at
  }
  return elapsed
}

/**
 * Compacts a sound journal of `size` bytes. `guard` is called before it is replaced, and throws if the folder is
 * no longer ours. Returns its new length; null if nothing changes, because there is nothing to add up, a line
 * is damaged, or the disk has no room. Throws a DiskError once the journal may have been replaced.
 */
export function compactJournal(
  file: string,
  header: JournalHeader,
  size: number,
  { results, guard }: { readonly results: Results; readonly guard: () => void },
): number | null {
  const lines = linesOf(file, header)
  if (lines?.at(-1)?.to !== size) return null
  const parts = plan(lines)
  if (parts.length === lines.length) return null
  const length = rewritten(file, header, parts, results, guard)
  if (length !== null) onDisk(dirname(file), () => syncFolder(dirname(file)))
  return length
}

/** Null for a journal that is damaged or can't be read: whoever adds it up will say so. */
function linesOf(file: string, header: JournalHeader): Line[] | null {
  try {
    return soundLines(file, header)
  } catch (error) {
    if (error instanceof RefusedError || error instanceof DiskError) return null
    throw error
  }
}

function soundLines(file: string, header: JournalHeader): Line[] | null {
  const { lineups } = header.experiment
  const lines: Line[] = []
  const notes = lineups.map(() => 0)
  const ranges = lineups.map(() => new Ranges())
  const repeated = lineups.map(() => new Ranges())
  let from = 0
  for (const part of journalLines(file)) {
    const { number, end } = part.line
    if ('damaged' in part) return null
    if ('header' in part && JSON.stringify(part.header) !== JSON.stringify(header)) return null
    if ('entry' in part) {
      const { chunk, at, milliseconds, elapsed, worker, processor } = part.entry
      const { lineup, givenUp } = chunk
      for (const range of rangesIn(part.entry))
        if (!ranges[lineup]!.add(range))
          for (const gap of repeated[lineup]!.missing(range)) repeated[lineup]!.add(gap)
      // What is given up counts from its line on, so no line may pass it.
      if (chunk.from === chunk.to && givenUp) notes[lineup]!++
      const { stop } = lineups[lineup]!
      const analysis = stop ? nextAnalysis(chunk.from, stop.from) : null
      const group =
        chunk.from === chunk.to
          ? null
          : JSON.stringify([
              lineup,
              notes[lineup],
              analysis,
              givenUp ?? [],
              worker ?? null,
              processor === undefined,
            ])
      lines.push({
        ...{ number, from, to: end, group },
        entry: { chunk, ranges: part.entry.ranges, at, milliseconds, elapsed },
      })
    }
    from = end
  }
  // Lines of the same blocks are compared whenever the journal is read.
  return lines.map(line => (isIn(line.entry, repeated) ? { ...line, group: null } : line))
}

function isIn(entry: { chunk: Chunk; ranges?: JournalEntry['ranges'] }, blocks: readonly Ranges[]): boolean {
  return rangesIn(entry).some(range => blocks[entry.chunk.lineup]!.overlaps(range))
}

/** The lines of each line of the new journal, in order. */
function plan(lines: readonly Line[]): Line[][] {
  const lineups = groupedBy(lines, ({ entry }) => entry.chunk.lineup)
  const parts: Line[][] = []
  for (const all of lineups.values()) {
    const longest = all.reduce((most, { from, to }) => Math.max(most, to - from), 0)
    // Of sums in a row, any two hold more than a part.
    const fitting = Math.floor(BYTES_DUE / (2 * longest * lineups.size))
    const most = sumOf(all) / Math.min(PARTS, Math.max(PARTS_LEAST, fitting))
    for (const [group, its] of groupedBy(all, ({ group }) => group)) {
      let part: Line[] = []
      for (const line of its.sort((a, b) => a.entry.chunk.from - b.entry.chunk.from)) {
        const isFull = part.length === 0 || part.length === LINES_AT_ONCE || sumOf([...part, line]) > most
        if (group === null || isFull) {
          part = []
          parts.push(part)
        }
        part.push(line)
      }
    }
  }
  const firstOf = new Map(parts.map(part => [part, Math.min(...part.map(({ number }) => number))]))
  return parts.sort((a, b) => firstOf.get(a)! - firstOf.get(b)!)
}

function groupedBy<K>(lines: readonly Line[], keyOf: (line: Line) => K): Map<K, Line[]> {
  const groups = new Map<K, Line[]>()
  for (const line of lines) {
    const known = groups.get(keyOf(line))
    if (known) known.push(line)
    else groups.set(keyOf(line), [line])
  }
  return groups
}

function sumOf(lines: readonly Line[]): number {
  return lines.reduce((sum, { entry }) => sum + entry.milliseconds, 0)
}

/** Returns the length of the new journal; null if the old one stays. */
function rewritten(
  file: string,
  header: JournalHeader,
  parts: readonly (readonly Line[])[],
  results: Results,
  guard: () => void,
): number | null {
  const run = runIdOf(header)
  const lines = parts.flat()
  const elapsed = elapsedOf(lines.map(({ entry }) => entry))
  const elapsedIn = new Map(lines.map((line, i) => [line, elapsed[i]!]))
  const size = Math.max(...lines.map(({ to }) => to))
  const temporary = `${file}.${process.pid}${UNFINISHED}`
  const fds: number[] = []
  try {
    const from = openSync(file, 'r')
    fds.push(from)
    const to = openSync(temporary, 'w')
    fds.push(to)
    let length = 0
    const put = (bytes: Uint8Array): void => {
      writeAll(to, bytes)
      length += bytes.length
    }
    put(encodeLine(header, ''))
    for (const part of parts) {
      const bytes = part.map(line => readAt(from, line.from, line.to - line.from))
      const entries = bytes.map(line => decodeLine(line, run) as JournalEntry | null)
      if (entries.includes(null)) return null
      const sum = part.length > 1 ? addedUp(results, entries as JournalEntry[]) : null
      const time = part.reduce((all, line) => all + elapsedIn.get(line)!, 0)
      if (sum) put(encodeLine({ ...sum, elapsed: time }, run))
      else for (const line of bytes) put(line)
    }
    fsyncSync(to)
    guard()
    // A process that has lost its lock since may have added a line, or replaced the journal.
    const [now, then] = [statSync(file), fstatSync(from)]
    if (now.ino !== then.ino || now.size !== size) return null
    renameSync(temporary, file)
    return length
  } catch (error) {
    // Without room for a second journal the run continues with the one that it has.
    if (diskCode(error) !== undefined) return null
    throw error
  } finally {
    for (const fd of fds) closeSync(fd)
    if (fds.length === 2) rmSync(temporary, { force: true })
  }
}

/** Entries of one group as one; null if a sum would not be exact. */
function addedUp(results: Results, entries: readonly JournalEntry[]): JournalEntry | null {
  const { chunk, worker, processor } = entries[0]!
  const ranges = new Ranges(entries.flatMap(rangesIn)).list
  const all = <T>(listOf: (entry: JournalEntry) => readonly T[] | undefined): T[] | undefined => {
    const list = entries.flatMap(entry => listOf(entry) ?? [])
    return list.length === 0 ? undefined : list
  }
  const total = (of: (entry: JournalEntry) => number): number =>
    entries.reduce((sum, one) => sum + of(one), 0)
  try {
    return {
      chunk: { ...chunk, from: ranges[0]!.from, to: ranges.at(-1)!.to },
      ranges: ranges.length === 1 ? undefined : ranges,
      at: Math.max(...entries.map(({ at }) => at)),
      milliseconds: total(one => one.milliseconds),
      processor: processor === undefined ? undefined : total(one => one.processor!),
      variants: results.cellsOf(chunk.lineup).map((cell, v) => {
        const its = entries.map(({ variants }) => variants[v]!)
        const { layout, game } = cell
        const packed = (size: number, texts: readonly string[]): string => {
          const sum = new Float64Array(size)
          for (const text of texts) addPacked(sum, text)
          return pack(sum)
        }
        const each = (key: 'members' | 'selves') =>
          its[0]![key]?.map((_, m) =>
            packed(
              layout.size,
              its.map(one => one[key]![m]!),
            ),
          )
        const highlights = new Float64Array(cell.highlights.length)
        for (const one of its)
          mergeHighlights(highlights, unpack(one.highlights, highlights.length), game.info.endings.length)
        return {
          tally: packed(
            layout.size,
            its.map(({ tally }) => tally),
          ),
          members: each('members'),
          selves: each('selves'),
          pairs: packed(
            cell.pairs.length,
            its.map(({ pairs }) => pairs),
          ),
          highlights: pack(highlights),
          faults: firstFaults(its.flatMap(({ faults }) => faults)),
        }
      }),
      lost: all(({ lost }) => lost),
      checks: all(({ checks }) => checks),
      worker,
    }
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
