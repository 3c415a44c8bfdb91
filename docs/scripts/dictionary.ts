/** `npm run dictionary` renews the data dictionary of docs/reference/reports.md from the declarations of the tables. */
import { readFileSync, writeFileSync } from 'node:fs'
import { type Columns, column, FORMATS } from '../../reports/tables/column.ts'
import { matches, TABLES, type Table } from '../../reports/tables/index.ts'
import { FACTOR_COLUMN, RUN_COLUMNS } from '../../reports/tables/stack.ts'
import { isMain, pageOf, replaced } from './pages.ts'

export const PAGE = pageOf('reference', 'reports.md')
const MARKS = [
  '<!-- dictionary: printed by `npm run dictionary`, do not edit -->\n',
  '<!-- end of dictionary -->',
] as const

/** The dictionary as Markdown: a section a table, a line a column. */
function dictionary(): string {
  return [everywhere(), ...TABLES.map(section), section(matches)].join('\n')
}

/** The columns that all files have. */
function everywhere(): string {
  const factor = column(
    'setting',
    'The value of a rule key in which variants of the run differ: a column each.',
  )
  return [
    '### In every file',
    '',
    'The last columns of every file, by which the files of several runs can be put under each other.',
    '',
    ...lines({ ...RUN_COLUMNS, [`${FACTOR_COLUMN}KEY`]: factor }),
    '',
  ].join('\n')
}

function section({ id, question, row, columns, key }: Omit<Table, 'rows' | 'parts'>): string {
  const keys = `Key: ${key.map(name => `\`${name}\``).join(', ')}.`
  return [`### ${id}.csv`, '', question, '', `A row: ${row} ${keys}`, '', ...lines(columns), ''].join('\n')
}

function lines(columns: Columns): string[] {
  const rows = Object.entries(columns).map(
    ([name, { format, meaning }]) => `| \`${name}\` | ${FORMATS[format].says} | ${meaning} |`,
  )
  return ['| column | format | meaning |', '|---|---|---|', ...rows]
}

/** A page with its dictionary renewed. Throws an Error if it has no marks for it. */
export const renewed = (page: string): string => replaced(page, dictionary(), MARKS)

if (isMain(import.meta.url)) writeFileSync(PAGE, renewed(readFileSync(PAGE, 'utf8')))
