/**
 * The journal of a run, from which it resumes: a header, then a line for every finished chunk, which is on disk before the
 * chunk counts. The reports depend on nothing else.
 */
import { dirname } from 'node:path'
import type { Chunk, VariantResult } from '../chunks/chunk.ts'
import type { LostBlock } from '../match/fault.ts'
import { RefusedError } from './disk.ts'
import { checkedHeader, type JournalHeader, runIdOf } from './header.ts'
import { bodyOf, type Line, linesOf } from './lines.ts'

/** Name of the journal in a run's folder. */
export const JOURNAL = 'journal.jsonl'

/** A finished chunk; `chunk` covers only the blocks that were played. */
export interface JournalEntry {
  readonly chunk: Chunk
  /** When it was written, in milliseconds since 1970. Only `status` uses it; no report depends on it. */
  readonly at: number
  readonly milliseconds: number
  /** Milliseconds on a processor; absent where they are not known. */
  readonly processor?: number
  readonly variants: readonly Omit<VariantResult, 'records'>[]
  /** The blocks that count in no sum; absent if there are none. */
  readonly lost?: readonly LostBlock[]
}

/** The outcome of reading a journal. */
export interface JournalReading {
  /** Null if the journal has no whole line yet. */
  readonly header: JournalHeader | null
  /** Bytes up to the end of the last whole line. */
  readonly length: number
  /** Bytes after that: a line that a crash cut short. */
  readonly torn: number
}

/** What one line of a journal turns out to be. */
export type Part =
  | { readonly line: Line; readonly header: JournalHeader }
  | { readonly line: Line; readonly entry: JournalEntry }
  | { readonly line: Line; readonly damaged: true }

/**
 * The lines of a journal, sound or not. Throws a RefusedError if its header is damaged or of another format: then nothing can
 * be said of the other lines. A header alone that was cut short is damaged, and no error.
 */
export function* partsOf(file: string): Generator<Part, void, undefined> {
  let run: string | null = null
  let cut: Line | null = null
  for (const line of linesOf(file)) {
    if (cut)
      throw new RefusedError(
        file,
        'line 1 is damaged (its checksum is wrong), expected the header of a run: without it, no other line can be checked or kept. ' +
          'Put a copy of the journal back, or play into another folder: --out',
      )
    const body = bodyOf(line.bytes, run ?? '')
    if (body === null) {
      if (run === null) cut = line
      yield { line, damaged: true }
    } else if (run === null) {
      const header = checkedHeader(file, body)
      run = runIdOf(header)
      yield { line, header }
    } else yield { line, entry: body as JournalEntry }
  }
}

/** The header of a journal; null if there is no whole one yet. Throws a RefusedError as `partsOf` does. */
export function headerIn(file: string): JournalHeader | null {
  for (const part of partsOf(file)) return 'header' in part ? part.header : null
  return null
}

/**
 * Reads a journal, entry by entry, with the numbers of their lines; an absent file reads as an empty one. Throws a RefusedError
 * that tells damaged and sound lines apart if anything is damaged but the end, which a crash may have cut short; by then
 * all sound entries were passed on.
 */
export function readJournal(
  file: string,
  onHeader: (header: JournalHeader) => void,
  onEntry: (entry: JournalEntry, line: number) => void,
): JournalReading {
  let header: JournalHeader | null = null
  let length = 0
  let size = 0
  let lines = 0
  const damaged: number[] = []
  for (const part of partsOf(file)) {
    const { number, end } = part.line
    size = end
    lines = number
    if ('damaged' in part) {
      damaged.push(number)
      continue
    }
    if ('header' in part) {
      header = part.header
      onHeader(header)
    } else onEntry(part.entry, number)
    length = end
  }
  // Only the last line can have been cut short by a crash.
  if (damaged.length > (damaged.at(-1) === lines ? 1 : 0)) throw damage(file, damaged, lines)
  return { header, length, torn: size - length }
}

/** The refusal of a journal with damaged lines, which are numbered from 1 up to `lines`. */
function damage(file: string, damaged: readonly number[], lines: number): RefusedError {
  const bad = new Set(damaged)
  const sound = Array.from({ length: lines }, (_, i) => i + 1).filter(line => !bad.has(line))
  const [are, sums] = damaged.length === 1 ? ['is', 'its checksum is'] : ['are', 'their checksums are']
  return new RefusedError(
    file,
    `${linesText(damaged)} ${are} damaged or of another run (${sums} wrong), ${linesText(sound)} of ${lines} ` +
      `${sound.length === 1 ? 'is' : 'are'} sound; expected the journal as it was written. It is safe to delete ` +
      `${linesText(damaged)}, whose blocks are then played again: evenhand repair ${dirname(file)} does it, and keeps a copy`,
  )
}

/** Ranges of line numbers that a message lists. */
const RANGES_SHOWN = 5

/** Ascending line numbers as "line 3" or "lines 1-2, 5". */
export function linesText(numbers: readonly number[]): string {
  const ranges: [number, number][] = []
  for (const number of numbers) {
    const last = ranges.at(-1)
    if (last && last[1] === number - 1) last[1] = number
    else ranges.push([number, number])
  }
  const shown = ranges
    .slice(0, RANGES_SHOWN)
    .map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`))
    .join(', ')
  return `${numbers.length === 1 ? 'line' : 'lines'} ${shown}${ranges.length > RANGES_SHOWN ? ', ...' : ''}`
}
