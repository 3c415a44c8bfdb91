/** Writes the table of single matches: the largest file of a run by far, so it goes to disk in pieces. */
import { closeSync, createWriteStream, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { RunResult } from '../../sim/chunks/results.ts'
import { type Experiment, MATCHES_TABLES, type MatchesTable } from '../../sim/experiment/index.ts'
import { type FactsOfBlocks, factsAt, factWords, isLostAt } from '../../sim/records/facts.ts'
import { DiskError, diskCode, diskReason, UNFINISHED } from '../../sim/store/disk.ts'
import { MatchRows, matches } from '../tables/index.ts'
import { CsvWriter } from './csv.ts'
import { parquetSql, readingSql, withDuckdb } from './duckdb.ts'

/** Rows that are written at a time. */
const BATCH = 4096

/** The facts of the counted blocks of a line-up, ascending. */
export type FactsSource = (lineup: number) => Iterable<FactsOfBlocks>

/** The name of the file in each format. */
export function matchesFile(format: MatchesTable): string {
  return `${matches.id}.${format}`
}

/** The names of all files that a table of matches may be in. */
export function matchesFiles(): string[] {
  return MATCHES_TABLES.map(matchesFile)
}

/**
 * Writes the table of a run's matches into its folder, replacing one in any format: whole, or not at all. In
 * order of line-up, block, variant and rotation. Rejects with a DiskError, or with an InputError that begins
 * with the label if DuckDB is missing.
 */
export async function writeMatches(
  dir: string,
  { experiment }: RunResult,
  format: MatchesTable,
  facts: FactsSource,
  label: string,
): Promise<void> {
  await diskErrors(join(dir, matchesFile(format)), () => write(dir, experiment, format, facts, label))
}

async function write(
  dir: string,
  experiment: Experiment,
  format: MatchesTable,
  facts: FactsSource,
  label: string,
): Promise<void> {
  const file = join(dir, matchesFile(format))
  const temporary = `${file}.${process.pid}${UNFINISHED}`
  const csv = `${join(dir, matchesFile('csv'))}.${process.pid}${UNFINISHED}`
  const rows = new MatchRows(experiment)
  const lines = Readable.from(linesOf(experiment, rows, facts))
  try {
    if (format === 'csv.gz') await pipeline(lines, createGzip(), createWriteStream(temporary))
    else await pipeline(lines, createWriteStream(csv))
    if (format === 'parquet') await convert(csv, temporary, rows, label)
    removeMatches(dir)
    sync(temporary)
    renameSync(temporary, file)
  } finally {
    rmSync(csv, { force: true })
    rmSync(temporary, { force: true })
  }
}

async function diskErrors(file: string, act: () => Promise<void>): Promise<void> {
  try {
    await act()
  } catch (error) {
    throw diskCode(error) === undefined ? error : new DiskError(file, diskReason(error))
  }
}

/** Takes a table of matches out of a folder, in whatever format. */
export function removeMatches(dir: string): void {
  for (const name of matchesFiles()) rmSync(join(dir, name), { force: true })
}

function sync(file: string): void {
  const fd = openSync(file, 'r+')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

async function convert(csv: string, parquet: string, rows: MatchRows, label: string): Promise<void> {
  await withDuckdb(label, database =>
    database.run(parquetSql(`FROM ${readingSql(csv, rows.formats)}`, parquet)),
  )
}

/** The lines of the file, some thousands at a time. */
function* linesOf(
  { lineups, variants, seats }: Experiment,
  rows: MatchRows,
  facts: FactsSource,
): Generator<string, void, undefined> {
  const writer = new CsvWriter(rows.columns)
  let text = `${writer.head()}\n`
  let waiting = 0
  for (const lineup of lineups.keys())
    for (const { from, to, variants: words } of facts(lineup))
      for (let block = from; block < to; block++)
        for (const v of variants.keys())
          for (const rotation of seats.keys()) {
            const info = rows.infos[v]!
            const at = ((block - from) * seats.length + rotation) * factWords(info)
            if (isLostAt(words[v]!, at)) continue
            text += `${writer.line(rows.rowOf(lineup, v, block, rotation, factsAt(words[v]!, at, info)))}\n`
            if (++waiting < BATCH) continue
            yield text
            text = ''
            waiting = 0
          }
  yield text
}
