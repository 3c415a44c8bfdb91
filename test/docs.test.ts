/** The documentation as a whole: found, and short enough to be read. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../engine/package.ts'

const pageText = (page: string): string => readFileSync(join(ROOT, page), 'utf8')
const PAGES = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.md') && !/^\.vitepress|^gallery\.md$/.test(name))
  .map(name => join('docs', name))

test('every page of the documentation is listed in docs/README.md, or in an index that is', () => {
  const indexes = PAGES.filter(page => page.endsWith('README.md'))
  const listed = indexes.flatMap(index =>
    [...pageText(index).matchAll(/\]\(([^)#]+\.md)/g)].map(([, path]) => join(index, '..', path!)),
  )
  expect(PAGES.filter(page => page !== 'docs/README.md' && !listed.includes(page))).toEqual([])
})

test('README.md is 150 lines at most, and the pages that people write 78,500 words', () => {
  expect(pageText('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(150)
  const written = PAGES.map(page =>
    pageText(page).replaceAll(/<!-- (\w[\w-]*): written by.*?<!-- end of \1 -->/gs, ''),
  )
  const words = written.flatMap(text => text.split(/\s+/)).filter(word => /[\p{L}\d]/u.test(word)).length
  expect(words).toBeLessThanOrEqual(78_500)
  expect(words).toBeGreaterThan(30_000)
})
