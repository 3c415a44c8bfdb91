/** The table of single matches of a run: what its folder keeps for it, and when it is written. */
import { join } from 'node:path'
import { InputError } from '../../documents/index.ts'
import { requireDuckdb } from '../../reports/files/duckdb.ts'
import { removeMatches, writeMatches } from '../../reports/files/matches.ts'
import { countBlocks, Ranges, type Shard, shareOf, WHOLE } from '../../sim/chunks/ranges.ts'
import type { Results, RunResult } from '../../sim/chunks/results.ts'
import { type Experiment, gameOf, type MatchesTable } from '../../sim/experiment/index.ts'
import type { FactsRequest } from '../../sim/records/details.ts'
import { factWords } from '../../sim/records/facts.ts'
import { FACTS, FactsFile, type FactsShape } from '../../sim/records/facts-file.ts'
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

/**
 * The table that a run is asked for by its options, or else by its experiment if it has a folder; null for none. Throws an InputError if there is no
 * place for it, or if DuckDB is missing.
 */
export function tableAsked(
  { matchesTable: byExperiment }: Experiment,
  byOptions: MatchesTableOptions | undefined,
  hasFolder: boolean,
): Required<MatchesTableOptions> | null {
  const format = byOptions?.format ?? (hasFolder ? byExperiment : undefined)
  if (format === undefined) return null
  const label = byOptions?.label ?? 'matchesTable'
  if (!hasFolder)
    throw new InputError(label, 'found no folder, expected a place for the table: the run without --no-keep')
  if (format === 'parquet') requireDuckdb(label)
  return { format, label }
}

/** The table of a run that is open: takes the facts of matches, and is written with the reports. */
export class OpenTable {
  /** What the run is to be asked for. */
  readonly taking: FactsRequest
  readonly #asked: Required<MatchesTableOptions>
  readonly #folder: RunFolder
  readonly #file: FactsFile

  /** Opens what the folder of a run, or of its share, keeps. Throws a DiskError or a RefusedError. */
  constructor(
    asked: Required<MatchesTableOptions>,
    experiment: Experiment,
    folder: RunFolder,
    shard: Shard = WHOLE,
  ) {
    const { lineups } = experiment
    this.#asked = asked
    this.#folder = folder
    folder.check()
    const file = new FactsFile(join(folder.dir, FACTS), factsShape(experiment))
    this.#file = file
    if (!isCounted(file, folder.results)) file.clear()
    this.taking = {
      blocks: lineups.map(({ blocks }, l) => new Ranges(file.held(l).missing(shareOf(shard, blocks)))),
      take: facts => {
        folder.check()
        file.append(facts)
      },
    }
  }

  /**
   * Takes over the facts of a shard's blocks, those of each line-up that are in `counted` and not here yet. Throws a DiskError or a
   * RefusedError.
   */
  copy(dir: string, counted: readonly Ranges[]): void {
    const source = FactsFile.toRead(join(dir, FACTS), factsShape(this.#folder.results.experiment))
    if (!source) return
    try {
      for (const [l, { list }] of counted.entries())
        for (const range of list)
          for (const facts of source.of(l, this.#file.held(l).missing(range))) this.taking.take(facts)
    } finally {
      source.close()
    }
  }

  /** Blocks that are counted, of all line-ups, and whose facts are not here: they are to be played again before there can be a table. */
  get lacking(): number {
    return this.#folder.results.ranges.reduce(
      (sum, { list }, l) => sum + countBlocks(list.flatMap(range => this.#file.held(l).missing(range))),
      0,
    )
  }

  /** Writes the table, unless some of its matches are still to be played again: then there is none. Rejects with a DiskError. */
  async write(result: RunResult): Promise<void> {
    const { dir, results, check } = this.#folder
    const { format, label } = this.#asked
    const file = this.#file
    check()
    if (this.lacking > 0) return onDisk(dir, () => removeMatches(dir))
    await writeMatches(dir, result, format, l => file.of(l, results.ranges[l]!.list), label)
  }

  close(): void {
    this.#file.close()
  }
}

/** What the facts of a run are held to: shards of it have the same. */
function factsShape(experiment: Experiment): FactsShape {
  const { lineups, variants, seats } = experiment
  return {
    run: runIdOf(headerOf(experiment, WHOLE)),
    sizes: variants.map(variant => seats.length * factWords(gameOf(experiment, variant).info)),
    lineups: lineups.length,
  }
}

/** Whether all blocks that a file holds facts of are counted: those of others may have gone otherwise, where an agent came to its time. */
function isCounted(file: FactsFile, results: Results): boolean {
  return results.ranges.every((_, l) =>
    results.missing(l, WHOLE).every(range => !file.held(l).overlaps(range)),
  )
}
