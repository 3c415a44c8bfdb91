/** The part of a page that a script writes: what stands between `<!-- NAME: written by npm run SCRIPT -->` and `<!-- end of NAME -->`. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../engine/package.ts'

/** The page of docs/agents.md, where three scripts write. */
export const AGENTS_PAGE = join(ROOT, 'docs', 'agents.md')

/** Puts `text` between the marks `name` of a script, usually of the same name, in a page. Throws an Error if the page lacks them. */
export function renew(page: string, name: string, text: string, script = name): void {
  const begin = `<!-- ${name}: written by npm run ${script} -->\n`
  const end = `<!-- end of ${name} -->\n`
  const old = readFileSync(page, 'utf8')
  const from = old.indexOf(begin)
  const to = old.indexOf(end)
  if (from < 0 || to < from) throw new Error(`${page} lacks its marks ${begin} and ${end}`)
  writeFileSync(page, `${old.slice(0, from + begin.length)}\n${text}\n${old.slice(to)}`)
}

/** A table in Markdown, its head first. */
export function tableOf(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows
  return [head, head.map(() => '---'), ...body].map(cells => `| ${cells.join(' | ')} |\n`).join('')
}
