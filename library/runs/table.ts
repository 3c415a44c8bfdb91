/** The table of single matches: the facts that a folder keeps for it, and when it is written. */
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

export interface MatchesTableOptions {
  /** `csv`, `csv.gz`, or `parquet`, which needs the optional package @duckdb/node-api. */
  readonly format: MatchesTable
  /** What errors call the option. */
  readonly label?: string
}

/**
 * The table asked for by the options, or else, with a folder, by the experiment; null for none. Throws an
 * InputError if there is no folder for it, or no DuckDB.
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
    throw new InputError(label, 'needs a folder for the table, expected a run without --no-keep')
  if (format === 'parquet') requireDuckdb(label)
  return { format, label }
}

/** Takes the facts of matches during a run, and writes the table with the reports. */
export class OpenTable {
  readonly taking: FactsRequest
  readonly #asked: Required<MatchesTableOptions>
  readonly #folder: RunFolder
  readonly #file: FactsFile

  /** Opens the facts of a run's folder. Throws a DiskError or a RefusedError. */
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
   * Copies the facts of a shard's counted blocks that aren't here yet. Throws a DiskError or a RefusedError.
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

  /** Counted blocks without facts, of all line-ups: they must be replayed before there can be a table. */
  get lacking(): number {
    return this.#folder.results.ranges.reduce(
      (sum, { list }, l) => sum + countBlocks(list.flatMap(range => this.#file.held(l).missing(range))),
      0,
    )
  }

  /** Writes the table; removes it if facts are lacking or it must wait. Rejects with a DiskError. */
  async write(result: RunResult, waits = false): Promise<void> {
    const { dir, results, check } = this.#folder
    const { format, label } = this.#asked
    const file = this.#file
    check()
    if (waits || this.lacking > 0) return onDisk(dir, () => removeMatches(dir))
    await writeMatches(dir, result, format, l => file.of(l, results.ranges[l]!.list), label)
  }

  close(): void {
    this.#file.close()
  }
}

/** The run that facts belong to, and their sizes; shards have the same. */
export function factsShape(experiment: Experiment): FactsShape {
  const { lineups, variants, seats } = experiment
  return {
    run: runIdOf(headerOf(experiment, WHOLE)),
    sizes: variants.map(variant => seats.length * factWords(gameOf(experiment, variant).info)),
    lineups: lineups.length,
  }
}

/**
 * Whether a file holds facts of counted blocks only: others may be replayed differently if an agent overran
 * its time.
 */
function isCounted(file: FactsFile, results: Results): boolean {
  return results.ranges.every((_, l) =>
    results.missing(l, WHOLE).every(range => !file.held(l).overlaps(range)),
  )
}
