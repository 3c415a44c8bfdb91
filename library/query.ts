/** The tables of runs: one run's as data, and SQL over those of many. */
import { existsSync, readdirSync } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { InputError, oneLine } from '../documents/index.ts'
import { readingSql, sqlText, withDuckdb } from '../reports/files/duckdb.ts'
import { matchesFiles } from '../reports/files/matches.ts'
import { holdsReports } from '../reports/files/write.ts'
import { type Format, matches, matchesFormat, RUN_COLUMNS, Stack, TABLES } from '../reports/tables/index.ts'
import type { RunResult } from '../sim/chunks/results.ts'
import { onDisk, statsOf } from '../sim/store/disk.ts'

/** Levels of folders searched for runs. */
const DEPTH = 3

/** Rows of values in the order of the columns; null is an empty CSV cell. */
export interface QueryAnswer {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly (string | number | boolean | null)[])[]
}

/**
 * Asks SQL of the tables of one run, or of all runs in a folder. Tables are named like their files: summary,
 * seats, matches; the column `run` is the run's folder. Rejects with an InputError if DuckDB isn't installed,
 * if there is no run, or, beginning with the label, for a wrong query.
 */
export async function queryRuns(dir: string, sql: string, label = 'query'): Promise<QueryAnswer> {
  const runs = runsIn(dir)
  if (runs.length === 0)
    throw new InputError(dir, 'holds no run with reports, expected the folder of a run or a folder of runs')
  return await withDuckdb('query', async database => {
    const wanted = tablesIn(sql)
    for (const table of wanted) await load(database, table, dir, runs)
    // Others may have written reports and queries: they must not read or write files here, or fetch code.
    // What is queried is in memory by now.
    await database.run('SET enable_external_access = false; SET lock_configuration = true')
    try {
      return answerOf(await database.runAndReadAll(sql))
    } catch (error) {
      throw new InputError(label, reasonOf(error))
    }
  })
}

/** Folders with reports: this one, or those in it. */
function runsIn(dir: string, depth = DEPTH): string[] {
  if (!statsOf(dir)?.isDirectory())
    throw new InputError(dir, 'is not a folder, expected the folder of a run or a folder of runs')
  if (holdsReports(dir)) return [dir]
  if (depth === 0) return []
  const entries = onDisk(dir, () => readdirSync(dir, { withFileTypes: true }), 'read')
  const folders = entries.filter(entry => entry.isDirectory()).map(({ name }) => name)
  return folders.sort().flatMap(name => runsIn(join(dir, name), depth - 1))
}

/** Tables to load: those that the query names, to save time, or all if it names none. */
function tablesIn(sql: string): string[] {
  const ids = [...TABLES.map(({ id }) => id), matches.id]
  const named = ids.filter(id => new RegExp(`\\b${id}\\b`, 'i').test(sql))
  return named.length > 0 ? named : ids
}

async function load(
  database: DuckDBConnection,
  table: string,
  dir: string,
  runs: readonly string[],
): Promise<void> {
  const names = table === matches.id ? matchesFiles() : [`${table}.csv`]
  const selects: { sql: string; isEmpty: boolean }[] = []
  for (const run of runs) {
    const name = names.find(one => existsSync(join(run, one)))
    if (name === undefined) continue
    const { sql, isEmpty } = await sourceOf(database, table, join(run, name))
    const place = relative(dir, run) || basename(resolve(dir))
    selects.push({ sql: `SELECT ${sqlText(place)} AS run, * FROM ${sql}`, isEmpty })
  }
  // Of an empty file nobody can say what a rule key holds: it would make texts of the numbers of others.
  const filled = selects.filter(({ isEmpty }) => !isEmpty)
  const used = filled.length > 0 ? filled : selects.slice(0, 1)
  if (used.length > 0)
    await database.run(`CREATE TABLE ${table} AS ${used.map(({ sql }) => sql).join(' UNION ALL BY NAME ')}`)
}

/** The SQL that reads a file, and whether it has no rows. */
async function sourceOf(
  database: DuckDBConnection,
  table: string,
  file: string,
): Promise<{ sql: string; isEmpty: boolean }> {
  const plain = file.endsWith('.parquet')
    ? `read_parquet(${sqlText(file)})`
    : `read_csv(${sqlText(file)}, header = true, delim = ',', quote = '"', all_varchar = true)`
  try {
    const first = await database.runAndReadAll(`FROM ${plain} LIMIT 1`)
    const isEmpty = first.getRows().length === 0
    if (file.endsWith('.parquet')) return { sql: plain, isEmpty }
    const formats = first.columnNames().map(id => [id, formatOf(table, id)] as const)
    return { sql: readingSql(file, Object.fromEntries(formats)), isEmpty }
  } catch (error) {
    throw new InputError(file, `can't be read: ${reasonOf(error)}, expected a table written by a run`)
  }
}

/** Null for a column that tables don't declare, such as a rule key. */
function formatOf(table: string, id: string): Format | null {
  const declared = { ...TABLES.find(one => one.id === table)?.columns, ...RUN_COLUMNS }[id]?.format
  return declared ?? (table === matches.id ? matchesFormat(id) : undefined) ?? null
}

/** DuckDB's reason without its copy of the query. */
function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  const lines = text.split('\n').map(line => line.trim())
  const end = lines.findIndex(line => line.startsWith('LINE '))
  return oneLine(
    lines
      .slice(0, end < 0 ? lines.length : end)
      .filter(Boolean)
      .join(' '),
  )
}

type Reader = Awaited<ReturnType<DuckDBConnection['runAndReadAll']>>

function answerOf(reader: Reader): QueryAnswer {
  const columns = reader.deduplicatedColumnNames()
  return { columns, rows: reader.getRowsJS().map(row => row.map(plainOf)) }
}

/** Whole numbers are numbers while exact; what JSON has no word for is text. */
function plainOf(value: unknown): string | number | boolean | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  if (typeof value === 'boolean' || typeof value === 'string') return value
  return JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? String(one) : one))
}

/** Rows, with columns in the order of the CSV file. A number without data is NaN. */
export type Rows = readonly Readonly<Record<string, string | boolean | number>>[]

/** A run's tables by the names of their CSV files without the ending: summary, seats, ... */
export function tablesOf(result: RunResult): Readonly<Record<string, Rows>> {
  const stack = new Stack(result.experiment)
  return Object.fromEntries(TABLES.map(table => [table.id, table.rows(result).map(row => stack.rowOf(row))]))
}
