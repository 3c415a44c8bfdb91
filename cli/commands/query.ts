/** `evenhand query`: SQL over the tables of runs. */
import { join } from 'node:path'
import { InputError } from '../../documents/index.ts'
import { csvText, exportRuns, type QueryAnswer, queryRuns } from '../../library/command.ts'
import { type Declaration, flag, valueOption } from '../options/declare.ts'
import { type Args, filledText, positional } from '../options/values.ts'
import { print, printData, printJson } from '../terminal/output.ts'

export const declaration: Declaration = {
  usage: [
    'query DIR [SQL] [options]',
    'Runs a DuckDB SQL query on the tables of a run, or of all runs in a folder. Tables are named after the CSV files: summary, ' +
      'seats, units and so on. The column "run" gives the folder that a row comes from, and "rules.KEY" each rule in which the runs ' +
      'differ. The tables runs and rules list all runs and their rules. Needs the optional package @duckdb/node-api.',
  ],
  positionals: {
    folder: { describe: 'folder of a run, or a folder of runs' },
    sql: { describe: 'the query; it can read these tables, but no files' },
  },
  options: {
    parquet: valueOption('instead of a query, write all tables to this folder, as Parquet files', 'none'),
    csv: flag('print CSV instead of an aligned table'),
    json: flag('print a JSON array, with an object for each row'),
  },
  examples: [
    ['query runs "select run, question, state, date from runs order by date"', 'which runs are there?'],
    ['query runs "from rules where changed"', 'in which rules do they differ?'],
    ['query runs/big-1a2b3c4d "select seat, score from seats"', 'the score of each seat'],
    ['query runs "from summary select run, lineup, score order by score desc" --csv', 'all runs, best first'],
    ['query runs "show tables"', 'which tables are there?'],
    ['query runs --parquet archive', 'everything, for a notebook'],
  ],
  handler: async args => {
    if (args.csv === true && args.json === true)
      throw new InputError('--csv', "can't be combined with --json")
    const folder = positional(args, 'folder')
    const out = filledText(args, 'parquet', 'a folder for the tables')
    if (out !== undefined) return await exportTables(args, folder, out)
    if (args.sql === undefined)
      throw new InputError('SQL', 'is missing, expected a query or --parquet FOLDER')
    const answer = await queryRuns(folder, positional(args, 'sql'), 'SQL')
    if (args.json === true) printJson(objectsOf(answer))
    else if (args.csv === true) printData(csvOf(answer).trimEnd())
    else print(aligned(answer))
  },
}

async function exportTables(args: Args, folder: string, out: string): Promise<void> {
  for (const other of ['csv', 'json'])
    if (args[other] === true) throw new InputError('--parquet', `can't be combined with --${other}`)
  if (args.sql !== undefined) throw new InputError('--parquet', 'writes all tables, expected no query')
  for (const name of await exportRuns(folder, out)) print(join(out, name))
}

function objectsOf({ columns, rows }: QueryAnswer): object[] {
  return rows.map(row => Object.fromEntries(columns.map((column, c) => [column, row[c]])))
}

function csvOf({ columns, rows }: QueryAnswer): string {
  return csvText(
    columns,
    rows.map(row => row.map(value => value ?? Number.NaN)),
  )
}

/** Columns under their names, numbers to the right. Lines are not wrapped. */
function aligned({ columns, rows }: QueryAnswer): string {
  const cells = [columns, ...rows.map(row => row.map(textOf))]
  const widths = columns.map((_, c) => Math.max(...cells.map(row => row[c]!.length)))
  const isNumber = columns.map((_, c) => rows.every(row => row[c] === null || typeof row[c] === 'number'))
  const lines = cells.map(row =>
    row
      .map((cell, c) => (isNumber[c] ? cell.padStart(widths[c]!) : cell.padEnd(widths[c]!)))
      .join('  ')
      .trimEnd(),
  )
  const rule = widths.map(width => '-'.repeat(width)).join('  ')
  return [lines[0]!, rule, ...lines.slice(1)].join('\n')
}

/** Significant digits; CSV and JSON have all. */
const DIGITS = 6

function textOf(value: QueryAnswer['rows'][number][number]): string {
  if (value === null) return ''
  if (typeof value !== 'number' || Number.isInteger(value)) return String(value)
  return String(Number(value.toPrecision(DIGITS)))
}
