/** `npm run dictionary` renews docs/reference/columns.md from the declarations of the tables. */
import { readFileSync, writeFileSync } from 'node:fs'
import {
  CELL_COLUMNS,
  type Column,
  type Columns,
  column,
  FORMATS,
  type Format,
} from '../../reports/tables/column.ts'
import {
  ARCHIVE_TABLES,
  diffTable,
  matches,
  TABLES,
  type Table,
  tuneTable,
} from '../../reports/tables/index.ts'
import { FACTOR_COLUMN, RUN_COLUMNS } from '../../reports/tables/stack.ts'
import { isMain, pageOf, replaced } from './pages.ts'

/** The page of the files that a run writes, and the one with the formulas behind their columns. */
export const REPORTS_PAGE = pageOf('reference', 'reports.md')
export const FORMULAS_PAGE = pageOf('reference', 'formulas.md')
export const PAGE = pageOf('reference', 'columns.md')

const MARKS = [
  '<!-- dictionary: printed by `npm run dictionary`, do not edit -->\n',
  '<!-- end of dictionary -->',
] as const

/** So many columns that an earlier table has, too, stand in one row. */
const REPEATED = 3

type Entry = readonly [id: string, column: Column]

/** The dictionary as Markdown: a section a table, a line a column. */
function dictionary(): string {
  const tables = [...TABLES, matches, tuneTable, diffTable]
  return [
    everywhere(),
    ...tables.map((table, i) => section(table, tables.slice(0, i))),
    ...ARCHIVE_TABLES.map(table => section(table, [], `Table ${table.id}`)),
  ].join('\n')
}

/** The columns that all files have. */
function everywhere(): string {
  const factor = column(
    'setting',
    'The value of a rule key. There is a column for each key that differs between variants of the run.',
  )
  return [
    '### In every file',
    '',
    'The first columns say what a row is about. Tables of agents (`ladder.csv`, `pairs.csv`) have only the variant.',
    '',
    ...head(Object.entries(CELL_COLUMNS).map(one)),
    '',
    'The last columns name the run, so that you can stack files of several runs.',
    '',
    ...head(Object.entries<Column>({ ...RUN_COLUMNS, [`${FACTOR_COLUMN}KEY`]: factor }).map(one)),
    '',
  ].join('\n')
}

function section(
  table: Omit<Table, 'rows' | 'parts'>,
  earlier: readonly Pick<Table, 'id' | 'columns'>[],
  title = `${table.id}.csv`,
): string {
  const { question, row, columns, key } = table
  const own = Object.entries(columns).filter(entry => !isSame(CELL_COLUMNS, entry))
  const keys = `Key: ${key.map(name => `\`${name}\``).join(', ')}.`
  return [`### ${title}`, '', question, '', `${row} ${keys}`, '', ...head(lines(own, earlier)), ''].join('\n')
}

const head = (rows: readonly string[]): string[] => [
  '| column | format | meaning |',
  '| --- | --- | --- |',
  ...rows,
]

/** The rows of columns; those that an earlier table explains are named only. */
function lines(columns: readonly Entry[], earlier: readonly Pick<Table, 'id' | 'columns'>[]): string[] {
  const rows: string[] = []
  for (let at = 0; at < columns.length; ) {
    const [same, where] = longest(columns.slice(at), earlier)
    if (same.length >= REPEATED) {
      rows.push(`| ${same.map(([id]) => `\`${id}\``).join(', ')} | | as in [${where}.csv](#${where}csv) |`)
      at += same.length
    } else {
      const [entry, next] = [columns[at]!, columns[at + 1]]
      const both = next && ends(entry, next)
      rows.push(both ?? one(entry))
      at += both === undefined ? 1 : 2
    }
  }
  return rows
}

/** The most columns at the beginning that one of the tables has as well, and that table. */
function longest(
  columns: readonly Entry[],
  tables: readonly Pick<Table, 'id' | 'columns'>[],
): [readonly Entry[], string] {
  let best: [readonly Entry[], string] = [[], '']
  for (const table of tables) {
    const end = columns.findIndex(entry => !isSame(table.columns, entry))
    const same = end < 0 ? columns : columns.slice(0, end)
    if (same.length > best[0].length) best = [same, table.id]
  }
  return best
}

function isSame(columns: Columns, [id, { format, meaning }]: Entry): boolean {
  return columns[id]?.meaning === meaning && columns[id]?.format === format
}

const one = ([id, { format, meaning }]: Entry): string => `| \`${id}\` | ${shortly(format)} | ${meaning} |`

/** Both ends of an interval in one row; undefined if these two columns are none. */
function ends([low, { format, meaning }]: Entry, [high, upper]: Entry): string | undefined {
  const isPair = low.endsWith('_low') && high === low.replace(/_low$/, '_high')
  if (
    !isPair ||
    !/\blower end\b/i.test(meaning) ||
    !/^Upper end of (that|its 95 %) interval\.$/.test(upper.meaning)
  )
    return
  const both = meaning.replace('Lower end', 'Ends').replace('lower end', 'ends')
  return `| \`${low}\`, \`${high}\` | ${shortly(format)} | ${both} |`
}

/** A format's name; the table of formats says the rest. */
const shortly = (format: Format): string =>
  format === 'setting' ? 'rule value' : FORMATS[format].says.replace(/,.*/, '')

/** A page with its dictionary renewed. Throws an Error if it has no marks for it. */
export const renewed = (page: string): string => replaced(page, dictionary(), MARKS)

if (isMain(import.meta.url)) writeFileSync(PAGE, renewed(readFileSync(PAGE, 'utf8')))
