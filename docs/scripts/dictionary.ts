/** The data dictionary of docs/reports.md, printed from the tables' own declarations. Run it to renew the page. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ROOT } from '../../engine/package.ts'
import { FORMATS } from '../../reports/tables/column.ts'
import { TABLES, type Table } from '../../reports/tables/index.ts'

/** The page that holds the dictionary, between the two marks. */
export const PAGE = join(ROOT, 'docs', 'reports.md')
const BEGIN = '<!-- dictionary: printed by `npm run dictionary`, do not edit -->'
const END = '<!-- end of dictionary -->'

/** The dictionary as Markdown: a section a table, a line a column. */
export function dictionary(): string {
  return TABLES.map(section).join('\n')
}

function section({ id, question, row, columns }: Table): string {
  const lines = Object.entries(columns).map(
    ([name, { format, meaning }]) => `| \`${name}\` | ${FORMATS[format].says} | ${meaning} |`,
  )
  const head = ['| column | format | meaning |', '|---|---|---|']
  return [`### ${id}.csv`, '', question, '', `A row: ${row}`, '', ...head, ...lines, ''].join('\n')
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
