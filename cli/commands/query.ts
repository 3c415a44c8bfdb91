/** `evenhand query`: SQL over the tables of runs. */
import { InputError } from '../../documents/index.ts'
import { csvText, type QueryAnswer, queryRuns } from '../../library/command.ts'
import { type Declaration, flag } from '../options/declare.ts'
import { positional } from '../options/values.ts'
import { print, printData, printJson } from '../terminal/output.ts'

export const declaration: Declaration = {
  usage: [
    'query DIR SQL [options]',
    'Runs a DuckDB SQL query on the tables of a run, or of all runs in a folder. Tables are named after the CSV files: summary, ' +
      'seats, units and so on. The column "run" gives the folder that a row comes from. Needs the optional package @duckdb/node-api.',
  ],
  positionals: {
    folder: { describe: 'folder of a run, or a folder of runs' },
    sql: { describe: 'the query; it can read these tables, but no files' },
  },
  options: {
    csv: flag('print CSV instead of an aligned table'),
    json: flag('print a JSON array, with an object for each row'),
  },
  examples: [
    ['query runs/big-1a2b3c4d "select seat, score from seats"', 'the score of each seat'],
    ['query runs "from summary select run, lineup, score order by score desc" --csv', 'all runs, best first'],
    ['query runs "show tables"', 'which tables are there?'],
  ],
  handler: async args => {
    if (args.csv === true && args.json === true)
      throw new InputError('--csv', "can't be combined with --json")
    const answer = await queryRuns(positional(args, 'folder'), positional(args, 'sql'), 'SQL')
    if (args.json === true) printJson(objectsOf(answer))
    else if (args.csv === true) printData(csvOf(answer).trimEnd())
    else print(aligned(answer))
  },
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
