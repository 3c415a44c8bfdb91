/** The only way to DuckDB, an optional package: it is loaded when it is asked for, and what lacks it says what to install. */
import type { DuckDBConnection } from '@duckdb/node-api'
import { InputError } from '../../documents/index.ts'
import { isInstalled, OPTIONAL } from '../../engine/package.ts'
import type { Columns, Format } from '../tables/index.ts'

const PACKAGE = '@duckdb/node-api'

/** Throws an InputError that begins with the label, and says what to install, if DuckDB is missing. */
export function requireDuckdb(label: string): void {
  if (!isInstalled(PACKAGE)) throw missing(label)
}

/**
 * Does something with an empty database in memory, which is gone afterwards. Rejects with an InputError that begins with the label if DuckDB is
 * missing or was not built for this machine, else with what `act` rejects with.
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
  flag: 'BOOLEAN',
  count: 'BIGINT',
  share: 'DOUBLE',
  p: 'DOUBLE',
  points: 'DOUBLE',
  elo: 'DOUBLE',
  rating: 'DOUBLE',
  decimal: 'DOUBLE',
  setting: null,
}

/** What reads CSV files of these columns, as SQL. What a rule key holds, DuckDB finds out from its values. */
export function readingSql(files: readonly string[], columns: Columns): string {
  const types = Object.entries(columns).flatMap(([id, { format }]) => {
    const type = TYPES[format]
    return type === null ? [] : [`${sqlText(id)}: '${type}'`]
  })
  const list = files.map(sqlText).join(', ')
  return `read_csv([${list}], header = true, delim = ',', quote = '"', union_by_name = true, sample_size = -1, types = {${types.join(', ')}})`
}

/** A text in SQL. */
export function sqlText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
