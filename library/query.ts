/** The tables of runs: one run's as data, and SQL over those of many. */
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { InputError, oneLine } from '../documents/index.ts'
import {
  nameSql,
  parquetSql,
  readingSql,
  sqlText,
  typeOf,
  valueSql,
  withDuckdb,
} from '../reports/files/duckdb.ts'
import { matchesFiles } from '../reports/files/matches.ts'
import {
  ARCHIVE_TABLES,
  type CellValue,
  type Columns,
  column,
  FACTOR_COLUMN,
  type Format,
  matches,
  matchesFormat,
  RULES,
  RUN_COLUMNS,
  RUNS,
  type RunTables,
  Stack,
  settingFormat,
  TABLES,
} from '../reports/tables/index.ts'
import type { RunResult } from '../sim/chunks/results.ts'
import { DiskError, onDisk } from '../sim/store/disk.ts'
import { type ArchivedRun, changedRules, isRun, ruleRows, runName, runRows, timeText } from './archive.ts'
import { requireFolder } from './folders/journals.ts'

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
  const archive = archiveIn(dir)
  return await withDuckdb('query', async database => {
    const wanted = tablesIn(sql)
    await loadArchive(database, archive, wanted)
    for (const table of wanted) {
      const rows = await rowsSql(database, table, archive)
      if (rows !== null) await database.run(`CREATE TABLE ${table} AS ${rows}`)
    }
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

/** Folders of runs: this one, or those in it. */
function runsIn(dir: string, depth = DEPTH): string[] {
  requireFolder(dir, 'the folder of a run or a folder of runs')
  if (isRun(dir)) return [dir]
  if (depth === 0) return []
  const entries = onDisk(dir, () => readdirSync(dir, { withFileTypes: true }), 'read')
  const folders = entries.filter(entry => entry.isDirectory()).map(({ name }) => name)
  return folders.sort().flatMap(name => runsIn(join(dir, name), depth - 1))
}

/**
 * Writes every table of one run, or of all runs in a folder, as Parquet files into a folder, made if need be; returns
 * their names. Rejects as `queryRuns` does, and with a DiskError.
 */
export async function exportRuns(dir: string, out: string): Promise<string[]> {
  const archive = archiveIn(dir)
  onDisk(out, () => mkdirSync(out, { recursive: true }))
  return await withDuckdb('query', async database => {
    await loadArchive(database, archive, OF_ARCHIVE)
    const written: string[] = []
    for (const table of [...OF_ARCHIVE, ...REPORTED]) {
      const rows = OF_ARCHIVE.includes(table) ? `FROM ${table}` : await rowsSql(database, table, archive)
      if (rows === null) continue
      const file = join(out, `${table}.parquet`)
      try {
        await database.run(parquetSql(rows, file))
      } catch (error) {
        throw new DiskError(file, reasonOf(error))
      }
      written.push(`${table}.parquet`)
    }
    return written
  })
}

/** The runs in a folder, and the rules in which they differ. */
interface Archive {
  readonly runs: readonly ArchivedRun[]
  readonly changed: ReturnType<typeof changedRules>
}

function archiveIn(dir: string): Archive {
  const runs = runsIn(dir).map(one => ({ dir: one, name: runName(dir, one) }))
  if (runs.length === 0)
    throw new InputError(dir, 'holds no run, expected the folder of a run or a folder of runs')
  return { runs, changed: changedRules(runs) }
}

/** Tables of reports, and the matches. */
const REPORTED = [...TABLES.map(({ id }) => id), matches.id]
const OF_ARCHIVE = ARCHIVE_TABLES.map(({ id }) => id)

/** Tables to load: those that the query names, to save time, or all if it names none. */
function tablesIn(sql: string): string[] {
  const named = [...OF_ARCHIVE, ...REPORTED].filter(id => new RegExp(`\\b${id}\\b`, 'i').test(sql))
  return named.length > 0 ? named : [...OF_ARCHIVE, ...REPORTED]
}

/** The rules in which the runs differ, by run and variant. No table of reports is called that. */
const CHANGED = 'changed_rules'

/** Loads what other tables are joined with, and the tables of the archive that are wanted. */
async function loadArchive(
  database: DuckDBConnection,
  { changed: { keys, rows }, runs }: Archive,
  wanted: readonly string[],
): Promise<void> {
  const make = async (table: string, columns: Columns, rows: readonly (readonly CellValue[])[]) => {
    const types = Object.entries(columns).map(
      ([id, { format }]) => `${nameSql(id)} ${typeOf(format) ?? 'VARCHAR'}`,
    )
    await database.run(`CREATE TABLE ${table} (${types.join(', ')})`)
    for (let from = 0; from < rows.length; from += BATCH) {
      const values = rows.slice(from, from + BATCH).map(row => `(${row.map(valueSql).join(', ')})`)
      await database.run(`INSERT INTO ${table} VALUES ${values.join(', ')}`)
    }
  }
  if (wanted.includes('runs'))
    await make(
      'runs',
      RUNS,
      runRows(runs).map(row => Object.values(row)),
    )
  if (wanted.includes('rules'))
    await make(
      'rules',
      RULES,
      ruleRows(runs).map(row => Object.values(row)),
    )
  const ofKeys = keys.map((key, k) => [
    FACTOR_COLUMN + key,
    column(settingFormat(rows.map(({ values }) => values[k]!)), ''),
  ])
  await make(
    CHANGED,
    { run: RUNS.run, variant: RULES.variant, ...Object.fromEntries(ofKeys) },
    rows.map(({ run, variant, values }) => [run, variant, ...values]),
  )
}

/** Rows inserted at a time. */
const BATCH = 500

/** SQL of a table of all runs: with the run, and every rule in which the runs differ. Null if no run has it. */
async function rowsSql(
  database: DuckDBConnection,
  table: string,
  { changed, runs }: Archive,
): Promise<string | null> {
  if (OF_ARCHIVE.includes(table)) return null
  const ofKeys = changed.keys.map(key => FACTOR_COLUMN + key)
  const names = table === matches.id ? matchesFiles() : [`${table}.csv`]
  const sources: { sql: string; columns: readonly string[]; isEmpty: boolean }[] = []
  for (const { dir, name: run } of runs) {
    const name = names.find(one => existsSync(join(dir, one)))
    if (name === undefined) continue
    const { sql, ...rest } = await sourceOf(database, table, join(dir, name), ofKeys)
    sources.push({ sql: `SELECT ${sqlText(run)} AS run, * FROM ${sql}`, ...rest })
  }
  // An empty file has no types: its rule keys would turn numbers of other files into texts.
  const filled = sources.filter(({ isEmpty }) => !isEmpty)
  const used = filled.length > 0 ? filled : sources.slice(0, 1)
  if (used.length === 0) return null
  const known = new Set(used.flatMap(({ columns }) => columns))
  // Within a run, only the keys in which its variants differ are columns.
  const own = ofKeys.filter(id => known.has(id))
  const exclude = own.length > 0 ? ` EXCLUDE (${own.map(nameSql).join(', ')})` : ''
  const added = ofKeys.map(id => `, c.${nameSql(id)}`).join('')
  const stacked = used.map(({ sql }) => sql).join(' UNION ALL BY NAME ')
  return `SELECT t.*${exclude}${added} FROM (${stacked}) t LEFT JOIN ${CHANGED} c USING (run, variant)`
}

/** The SQL that reads a file, and whether it has no rows. */
async function sourceOf(
  database: DuckDBConnection,
  table: string,
  file: string,
  replaced: readonly string[],
): Promise<{ sql: string; columns: readonly string[]; isEmpty: boolean }> {
  const plain = file.endsWith('.parquet')
    ? `read_parquet(${sqlText(file)})`
    : `read_csv(${sqlText(file)}, header = true, delim = ',', quote = '"', all_varchar = true)`
  try {
    const first = await database.runAndReadAll(`FROM ${plain} LIMIT 1`)
    const isEmpty = first.getRows().length === 0
    const columns = first.columnNames()
    if (file.endsWith('.parquet')) return { sql: plain, columns, isEmpty }
    const formats = columns.map(id => [id, replaced.includes(id) ? 'text' : formatOf(table, id)] as const)
    return { sql: readingSql(file, Object.fromEntries(formats)), columns, isEmpty }
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
  if (value instanceof Date) return timeText(value)
  return JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? String(one) : one))
}

/**
 * A run's tables by the names of their CSV files without the ending: summary, seats, ... A number without data is
 * NaN. Columns of rules that the run varies are called `rules.KEY`.
 */
export function tablesOf(result: RunResult): RunTables {
  const stack = new Stack(result.experiment)
  return Object.fromEntries(
    TABLES.map(table => [table.id, table.rows(result).map(row => stack.rowOf(row))]),
  ) as unknown as RunTables
}
