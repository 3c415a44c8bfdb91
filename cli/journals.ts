/** Journals as `status` and `merge` read them: without a lock, and without touching them. */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { InputError } from '../documents/index.ts'
import { Results } from '../sim/chunks/results.ts'
import { parseShard, type Shard } from '../sim/chunks/shard.ts'
import { type Entry, type Header, JOURNAL, readJournal, refuseOther } from '../sim/store/journal.ts'
import { count } from './folder.ts'

/** What was read of some folders' journals, added up. */
export interface Sum {
  readonly header: Header
  readonly results: Results
  readonly parts: readonly Part[]
}

/** One folder's share in the sum. */
export interface Part {
  readonly dir: string
  readonly shard: Shard
  /** Chunks that were not counted, because some of their blocks were already. */
  readonly repeated: number
}

/** The folders that DIR stands for: itself and those in it, as far as they have journals. Throws an InputError. */
export function runFolders(dir: string): string[] {
  const stats = statSync(dir, { throwIfNoEntry: false })
  if (!stats?.isDirectory()) throw new InputError(dir, 'is no folder, expected the folder of a run')
  const inside = readdirSync(dir)
    .sort(byNumber)
    .map(name => join(dir, name))
  const folders = [dir, ...inside].filter(folder => existsSync(join(folder, JOURNAL)))
  if (folders.length === 0) throw new InputError(dir, `holds no ${JOURNAL}, expected the folder of a run`)
  return folders
}

/** shard-2 before shard-10. */
function byNumber(a: string, b: string): number {
  const pad = (name: string): string => name.replaceAll(/\d+/g, digits => digits.padStart(8, '0'))
  return pad(a) < pad(b) ? -1 : 1
}

/**
 * Adds up the journals of folders, each block once. `onEntry` sees every entry that is counted, as it is. Throws a
 * RefusedError for a damaged journal, and for folders of different runs; an InputError if all of them are empty.
 */
export function addUp(folders: readonly string[], onEntry: (entry: Entry) => void = () => {}): Sum {
  let first: Header | null = null
  let results: Results | null = null
  const parts: Part[] = []
  for (const dir of folders) {
    let shard: Shard | null = null
    let repeated = 0
    readJournal(
      join(dir, JOURNAL),
      header => {
        // Shards of one run differ in nothing else.
        if (first) refuseOther(dir, header, { ...first, shard: header.shard }, 'expected folders of one run')
        first ??= header
        results ??= new Results(header.experiment)
        shard = parseShard(header.shard)
      },
      entry => {
        if (count(join(dir, JOURNAL), results!, entry)) onEntry(entry)
        else repeated++
      },
    )
    if (shard) parts.push({ dir, shard, repeated })
  }
  if (!first || !results)
    throw new InputError(folders[0]!, `holds an empty ${JOURNAL}, expected one of a run`)
  return { header: first, results, parts }
}
