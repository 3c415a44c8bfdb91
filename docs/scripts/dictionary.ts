/** The data dictionary of docs/reports.md, printed from the tables' own declarations. Run it to renew the page. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ROOT } from '../../engine/package.ts'
import { type Columns, column, FORMATS } from '../../reports/tables/column.ts'
import { matches, TABLES, type Table } from '../../reports/tables/index.ts'
import { FACTOR_COLUMN, RUN_COLUMNS } from '../../reports/tables/stack.ts'

/** The page that holds the dictionary, between the two marks. */
export const PAGE = join(ROOT, 'docs', 'reports.md')
const BEGIN = '<!-- dictionary: printed by `npm run dictionary`, do not edit -->'
const END = '<!-- end of dictionary -->'

/** The dictionary as Markdown: a section a table, a line a column. */
export function dictionary(): string {
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

/** A page with its dictionary renewed. Throws an Error if the marks are missing. */
export function renewed(page: string): string {
  const begin = page.indexOf(BEGIN)
  const end = page.indexOf(END)
  if (begin < 0 || end < begin) throw new Error(`docs/reports.md lacks its marks ${BEGIN} and ${END}`)
  return `${page.slice(0, begin + BEGIN.length)}\n\n${dictionary()}\n${page.slice(end)}`
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(PAGE, renewed(readFileSync(PAGE, 'utf8')))
