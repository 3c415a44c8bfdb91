/** Parts of the documentation's pages that scripts write, between two marks. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ROOT } from '../../engine/package.ts'

/** Whether node was started with the module of that `import.meta.url`, and not with one that imports it. */
export const isMain = (url: string): boolean => process.argv[1] === fileURLToPath(url)

/** A page of docs/, by its path there. */
export const pageOf = (...path: readonly string[]): string => join(ROOT, 'docs', ...path)

/** docs/reference/agents.md, where two scripts write. */
export const AGENTS_PAGE = pageOf('reference', 'agents.md')

/** docs/reference/trained-players.md, where three scripts write. */
export const TRAINED_PAGE = pageOf('reference', 'trained-players.md')

/** The marks of the part `name` that `npm run SCRIPT` writes. */
const marksOf = (name: string, script: string): [begin: string, end: string] => [
  `<!-- ${name}: written by npm run ${script} -->\n`,
  `<!-- end of ${name} -->`,
]

/** A page with `text` between its marks. Throws an Error if it lacks them. */
export function replaced(page: string, text: string, [begin, end]: readonly [string, string]): string {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`the page lacks its marks ${begin.trim()} and ${end}`)
  return `${page.slice(0, from + begin.length)}\n${text}\n${page.slice(to)}`
}

/** Writes a part of a page; the script usually has the part's name. */
export function renew(page: string, name: string, text: string, script = name): void {
  writeFileSync(page, renewed(page, name, text, script))
}

/** The page as `renew` would write it. */
export function renewed(page: string, name: string, text: string, script = name): string {
  return replaced(readFileSync(page, 'utf8'), text, marksOf(name, script))
}

/** A table in Markdown, its head first. */
export function tableOf(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows
  return [head, head.map(() => '---'), ...body].map(cells => `| ${cells.join(' | ')} |\n`).join('')
}

/** A figure and its interval, both in percent: `51.5 (48.0 to 55.0)`. */
export const withInterval = (figure: number, low: number, high: number): string =>
  `${figure.toFixed(1)} (${low.toFixed(1)} to ${high.toFixed(1)})`

/** The score of a row of `summary`, with the anytime interval. */
export const scoreText = (row: Readonly<Record<string, unknown>>): string =>
  withInterval(
    100 * Number(row.score),
    100 * Number(row.score_anytime_low),
    100 * Number(row.score_anytime_high),
  )
