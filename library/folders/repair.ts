/** Repairs a damaged journal: keeps its sound lines. */
import { closeSync, constants, copyFileSync, existsSync, fsyncSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { Results } from '../../sim/chunks/results.ts'
import { onDisk } from '../../sim/store/disk.ts'
import type { JournalEntry } from '../../sim/store/entry.ts'
import { experimentIn, type JournalHeader } from '../../sim/store/header.ts'
import { JOURNAL, journalLines } from '../../sim/store/journal.ts'
import { Lock, type LockOptions } from '../../sim/store/lock.ts'
import { rewriteJournal } from '../../sim/store/writer.ts'
import { addUpJournals, hashOf, keyOf } from './journals.ts'

export interface Repaired {
  readonly dir: string
  readonly lines: number
  /** Line numbers left out, from 1; empty if all are sound, and then nothing changed. */
  readonly dropped: readonly number[]
  /** The copy of the damaged journal, or null. */
  readonly copy: string | null
  /** Matches that a repaired journal holds, of all that were asked of the run or its shard; null if nothing changed. */
  readonly held: { readonly matches: number; readonly total: number } | null
}

/**
 * Leaves out lines that are damaged, don't fit the run, or contradict each other, keeping a copy of the
 * journal; their blocks are played when the run resumes. Throws a RefusedError if the folder is in use or the
 * header damaged, and a DiskError.
 */
export function repair(dir: string, options: Pick<LockOptions, 'onWait'> = {}): Repaired {
  const file = join(dir, JOURNAL)
  const lock = onDisk(dir, () => new Lock(dir, options))
  try {
    const { header, lines, dropped } = judge(file)
    if (header === null || dropped.size === 0) return { dir, lines, dropped: [], copy: null, held: null }
    const copy = onDisk(dir, () => copyOf(file))
    lock.check()
    rewriteJournal(file, header, line => !dropped.has(line))
    const { results, folders } = addUpJournals([dir])
    const held = { matches: results.matches, total: results.total(folders[0]!.shard) }
    return { dir, lines, dropped: [...dropped].sort((a, b) => a - b), copy, held }
  } finally {
    lock.release()
  }
}

/** Which lines can't count. Of two that contradict each other, either may be right. */
function judge(file: string): { header: JournalHeader | null; lines: number; dropped: Set<number> } {
  let header: JournalHeader | null = null
  let results: Results | null = null
  let lines = 0
  const dropped = new Set<number>()
  const first = new Map<string, { line: number; hash: string }>()
  for (const part of journalLines(file)) {
    lines = part.line.number
    if ('header' in part) {
      header = part.header
      results = new Results(experimentIn(header))
    } else if ('damaged' in part || !fits(results!, part.entry)) dropped.add(lines)
    else {
      const key = keyOf(part.entry)
      const hash = hashOf(part.entry)
      const known = first.get(key)
      if (known === undefined) first.set(key, { line: lines, hash })
      else if (known.hash !== hash) dropped.add(known.line).add(lines)
    }
  }
  return { header, lines, dropped }
}

function fits(results: Results, entry: JournalEntry): boolean {
  try {
    results.add(entry)
    return true
  } catch {
    return false
  }
}

/** Copies a file under a free name beside it. */
function copyOf(file: string): string {
  let copy = `${file}.damaged`
  for (let i = 2; existsSync(copy); i++) copy = `${file}.damaged-${i}`
  copyFileSync(file, copy, constants.COPYFILE_EXCL)
  const fd = openSync(copy, 'r+')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
  return copy
}
