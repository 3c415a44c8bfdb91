/** `npm run llms` renews docs/llms.txt, the index of the documentation for language models (llmstxt.org), from docs/README.md. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../engine/package.ts'
import { isMain, pageOf } from './pages.ts'

/** The site serves it as llms.txt, the package as docs/llms.txt. */
export const LLMS_PAGE = pageOf('llms.txt')

/** Groups of the index that a reader short of room may skip. */
const OPTIONAL = ['Explanation', 'Studies']

const HEAD = `# evenhand

> evenhand plays a board game against itself and says whether it is fair, what each unit is worth, what a rule change does, and which change meets a goal. Every figure comes with its number of matches and a 95 % interval.

A game is one JavaScript file of plain functions. \`evenhand check-game ./my-game.js\` finds its bugs, \`evenhand play\` gives a verdict, \`evenhand compare\` measures a rule change. \`npx evenhand mcp\` offers the same as tools, by the Model Context Protocol. To write a game, read "From rules text to game file" first.
`

/** The text of llms.txt: what evenhand is, and every page of the index with its address on the site. */
export function llmsText(): string {
  const { homepage } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { homepage: string }
  const [, ...groups] = readFileSync(pageOf('README.md'), 'utf8').split(/^## /m)
  const sections = groups.map(group => ({
    title: group.split('\n', 1)[0]!,
    links: [...group.matchAll(/^- \[([^\]]+)\]\(([^)]+)\.md\)(.*)$/gm)].map(
      ([, text, path, more]) => `- [${text}](${homepage}${path!.replace(/README$/, 'index')}.html)${more}\n`,
    ),
  }))
  const isOptional = ({ title }: { readonly title: string }): boolean => OPTIONAL.includes(title)
  const main = sections
    .filter(one => !isOptional(one))
    .map(({ title, links }) => `\n## ${title}\n\n${links.join('')}`)
  const rest = sections.filter(isOptional).flatMap(({ links }) => links)
  return `${HEAD}${main.join('')}\n## Optional\n\n${rest.join('')}`
}

if (isMain(import.meta.url)) writeFileSync(LLMS_PAGE, llmsText())
