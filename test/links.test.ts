/** Links from one page of the documentation to another lead to a page, and to a heading, that exist. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../engine/package.ts'

const PAGES = [
  ...readdirSync(ROOT),
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' }).map(name => join('docs', name)),
].filter(name => name.endsWith('.md'))

/** The text of a page without its blocks of code. */
const textOf = (page: string): string => readFileSync(join(ROOT, page), 'utf8').replace(/^```.*?^```/gms, '')

/** What the headings of a page are linked by, as GitHub makes it of their text; of headings alike, all but the first are numbered. */
function anchorsOf(page: string): Set<string> {
  const anchors = new Set<string>()
  const times = new Map<string, number>()
  for (const [, heading] of textOf(page).matchAll(/^#+ (.*)$/gm)) {
    const text = heading!.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
    const anchor = text.replace(/[^\p{L}\p{N}_ -]/gu, '').replaceAll(' ', '-')
    const before = times.get(anchor) ?? 0
    times.set(anchor, before + 1)
    anchors.add(before === 0 ? anchor : `${anchor}-${before}`)
  }
  return anchors
}

test('links of the documentation lead to pages and headings that exist', () => {
  expect(PAGES.length).toBeGreaterThan(20)
  const broken = PAGES.flatMap(page =>
    [...textOf(page).matchAll(/\]\((?!\w+:)([^)\s#]*)(?:#([^)\s]+))?\)/g)].flatMap(([link, path, anchor]) => {
      const target = path ? join(dirname(page), path) : page
      if (!existsSync(join(ROOT, target))) return [`${page}: ${link}`]
      const isPage = target.endsWith('.md') && statSync(join(ROOT, target)).isFile()
      return anchor && isPage && !anchorsOf(target).has(anchor) ? [`${page}: ${link}`] : []
    }),
  )
  expect(broken).toEqual([])
})
