/**
 * The only way to DuckDB, an optional package: loaded on demand, with a hint to install it where it is
 * missing.
 */
import type { DuckDBConnection } from '@duckdb/node-api'
import { InputError } from '../../documents/index.ts'
import { isInstalled, OPTIONAL } from '../../engine/package.ts'
import type { CellValue, Format } from '../tables/index.ts'

const PACKAGE = '@duckdb/node-api'

/** Throws an InputError that begins with the label, and says what to install, if DuckDB is missing. */
export function requireDuckdb(label: string): void {
  if (!isInstalled(PACKAGE)) throw missing(label)
}

/**
 * Runs `act` with an empty database in memory. Rejects with an InputError that begins with the label if
 * DuckDB is missing or wasn't built for this machine, else as `act` does.
 */
export async function withDuckdb<T>(
  label: string,
  act: (database: DuckDBConnection) => Promise<T>,
): Promise<T> {
  requireDuckdb(label)
  const { DuckDBInstance } = (await import(PACKAGE).catch(() => {
    throw missing(label)
  })) as typeof import('@duckdb/node-api')
  // One thread writes the same bytes every time.
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' })
  const database = await instance.connect()
  try {
    return await act(database)
  } finally {
    database.closeSync()
    instance.closeSync()
  }
}

function missing(label: string): InputError {
  return new InputError(
    label,
    `needs DuckDB, which is not installed: npm install ${PACKAGE}@${OPTIONAL[PACKAGE]}`,
  )
}

const TYPES: Readonly<Record<Format, string | null>> = {
  text: 'VARCHAR',
  time: 'TIMESTAMP',
  flag: 'BOOLEAN',
  count: 'BIGINT',
  share: 'DOUBLE',
  p: 'DOUBLE',
  points: 'DOUBLE',
  elo: 'DOUBLE',
  decimal: 'DOUBLE',
  setting: null,
}

/**
 * SQL that reads a CSV file with a type for each column, in their order. Where one is null, DuckDB guesses from all
 * values, in memory that grows with the file.
 */
export function readingSql(file: string, columns: Readonly<Record<string, Format | null>>): string {
  const types = Object.entries(columns).flatMap(([id, format]) => {
    const type = format && TYPES[format]
    return type ? [`${sqlText(id)}: '${type}'`] : []
  })
  const isWhole = types.length === Object.keys(columns).length
  const how = isWhole
    ? `auto_detect = false, columns = {${types.join(', ')}}`
    : `sample_size = -1, types = {${types.join(', ')}}`
  return `read_csv(${sqlText(file)}, header = true, delim = ',', quote = '"', ${how})`
}

/** Rows of a group in a Parquet file: all of a group are in memory at once. */
const ROWS_GROUPED = 20_480

/** SQL that writes the rows of a query into a Parquet file. */
export function parquetSql(rows: string, file: string): string {
  return `COPY (${rows}) TO ${sqlText(file)} (FORMAT parquet, ROW_GROUP_SIZE ${ROWS_GROUPED})`
}

/** The type of a column; undefined where values decide. */
export function typeOf(format: Format): string | undefined {
  return TYPES[format] ?? undefined
}

/** A name in SQL. */
export function nameSql(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** A cell's value in SQL: nothing is NULL, as in a CSV file. */
export function valueSql(value: CellValue): string {
  if (typeof value === 'string') return value === '' ? 'NULL' : sqlText(value)
  return Number.isNaN(value) ? 'NULL' : String(value)
}

/** A text in SQL. */
export function sqlText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
