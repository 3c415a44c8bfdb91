/** Adds up lines of journals, each block once, wherever it comes from. */
import { createHash } from 'node:crypto'
import type { Results } from '../../sim/chunks/results.ts'
import { RefusedError } from '../../sim/store/disk.ts'
import { type JournalEntry, readJournal } from '../../sim/store/journal.ts'

/**
 * Counts the entries of journals. Two processes that both believed to hold a folder, or copies of one, leave lines for the
 * same blocks. The first counts; those that repeat it must say the same, which `settle` checks.
 */
export class Counter {
  readonly results: Results
  /** Files with repeated lines or before them. */
  readonly #files = new Set<string>()
  /** Chunks of repeated lines. */
  readonly #repeated = new Set<string>()

  constructor(results: Results) {
    this.results = results
  }

  /** Adds an entry; false if some of its blocks are counted already. Throws a RefusedError if it does not fit the run. */
  count(file: string, entry: JournalEntry, line: number): boolean {
    this.#files.add(file)
    try {
      if (this.results.add(entry)) return true
    } catch (error) {
      const { message } = error as Error
      throw new RefusedError(file, `line ${line} ${message}, expected the journal as it was written`)
    }
    this.#repeated.add(keyOf(entry))
    return false
  }

  /** Call once all entries are counted. Throws a RefusedError if two lines of one chunk differ. */
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
                'reproducible unless an agent uses a clock or a generator of its own',
            )
        },
      )
  }
}

/** The chunk of an entry. */
export function keyOf({ chunk: { lineup, from, to } }: JournalEntry): string {
  return `${lineup}/${from}/${to}`
}

/** A hash of what counts in an entry: not of when it was written, or how long it took. */
export function hashOf({ variants, lost }: JournalEntry): string {
  return createHash('sha256')
    .update(JSON.stringify([variants, lost]))
    .digest('hex')
}

function placeOf({ chunk: { lineup, from, to } }: JournalEntry): string {
  const blocks = to - from === 1 ? `block ${from}` : `blocks ${from} to ${to - 1}`
  return `${blocks} of line-up ${lineup + 1}`
}
