/** The table of single matches of a run: what its folder keeps for it, and when it is written. */
import { join } from 'node:path'
import { InputError } from '../../documents/index.ts'
import { requireDuckdb } from '../../reports/files/duckdb.ts'
import { removeMatches, writeMatches } from '../../reports/files/matches.ts'
import { Ranges } from '../../sim/chunks/ranges.ts'
import type { Results, RunResult } from '../../sim/chunks/results.ts'
import { WHOLE } from '../../sim/chunks/shard.ts'
import { type Experiment, gameOf, type MatchesTable } from '../../sim/experiment/index.ts'
import { factWords } from '../../sim/records/facts.ts'
import { FACTS, FactsFile } from '../../sim/records/facts-file.ts'
import type { FactsTaking } from '../../sim/run.ts'
import { onDisk } from '../../sim/store/disk.ts'
import { headerOf, runIdOf } from '../../sim/store/header.ts'
import type { RunFolder } from '../folders/folder.ts'

/** A table with a row for every match, in the run's folder. */
export interface MatchesTableOptions {
  /** `csv`, `csv.gz`, or `parquet`, which needs the optional package @duckdb/node-api. */
  readonly format: MatchesTable
  /** What errors call the option. */
  readonly label?: string
}

/** How a run is going to be played, as far as a table depends on it. */
interface Play {
  readonly hasFolder: boolean
  readonly isShard: boolean
  readonly isQueued: boolean
}

/**
 * The table that a run is asked for by its options, or else by its experiment if it has a folder; null for none. Throws an InputError if there is no
 * place for it, if others play the matches, or if DuckDB is missing.
 */
export function tableAsked(
  { matchesTable: byExperiment }: Experiment,
  byOptions: MatchesTableOptions | undefined,
  { hasFolder, isShard, isQueued }: Play,
): Required<MatchesTableOptions> | null {
  const format = byOptions?.format ?? (hasFolder ? byExperiment : undefined)
  if (format === undefined) return null
  const label = byOptions?.label ?? 'matchesTable'
  const refuse = (text: string): never => {
    throw new InputError(label, text)
  }
  if (!hasFolder) refuse('found no folder, expected a place for the table: the run without --no-keep')
  const again = 'which plays the matches again for it'
  if (isShard)
    refuse(
      `a shard writes no table: merge the shards, then run in the merged folder with the table, ${again}`,
    )
  if (isQueued)
    refuse(
      `a run through a queue writes no table: run in the same folder without the queue afterwards, with the table, ${again}`,
    )
  if (format === 'parquet') requireDuckdb(label)
  return { format, label }
}

/** The table of a run that is open: takes the facts of matches, and is written with the reports. */
export class OpenTable {
  /** What the run is to be asked for. */
  readonly taking: FactsTaking
  readonly #asked: Required<MatchesTableOptions>
  readonly #folder: RunFolder
  readonly #file: FactsFile

  /** Opens what the folder keeps. Throws a DiskError or a RefusedError. */
  constructor(asked: Required<MatchesTableOptions>, experiment: Experiment, folder: RunFolder) {
    const { lineups, variants, seats } = experiment
    this.#asked = asked
    this.#folder = folder
    const run = runIdOf(headerOf(experiment, WHOLE))
    const sizes = variants.map(variant => seats.length * factWords(gameOf(experiment, variant).info))
    folder.check()
    const file = new FactsFile(join(folder.dir, FACTS), run, sizes, lineups.length)
    this.#file = file
    if (!isCounted(file, folder.results)) file.clear()
    this.taking = {
      blocks: lineups.map(({ blocks }, l) => new Ranges(file.held(l).missing({ from: 0, to: blocks }))),
      take: facts => {
        folder.check()
        file.append(facts)
      },
    }
  }

  /** Writes the table, unless some of its matches are still to be played again: then there is none. Rejects with a DiskError. */
  async write(result: RunResult): Promise<void> {
    const { dir, results, check } = this.#folder
    const { format, label } = this.#asked
    const file = this.#file
    const isWhole = results.ranges.every(({ list }, l) =>
      list.every(range => file.held(l).missing(range).length === 0),
    )
    check()
    if (!isWhole) return onDisk(dir, () => removeMatches(dir))
    await writeMatches(dir, result, format, l => file.of(l, results.ranges[l]!.list), label)
  }

  close(): void {
    this.#file.close()
  }
}

/** Whether all blocks that a file holds facts of are counted: those of others may have gone otherwise, where an agent came to its time. */
function isCounted(file: FactsFile, results: Results): boolean {
  return results.ranges.every((_, l) =>
    results.missing(l, WHOLE).every(range => !file.held(l).overlaps(range)),
  )
}
