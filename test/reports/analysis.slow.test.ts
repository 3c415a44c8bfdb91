/** docs/analysis.md: every query and program of the page is run, and its answer held. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { answered, PAGE } from '../../docs/scripts/analysis.ts'
import { matches, TABLES } from '../../reports/tables/index.ts'

const page = readFileSync(PAGE, 'utf8')

test('the answers on the page are those that its commands give', { timeout: 120_000 }, () => {
  expect(answered(page)).toBe(page)
})

test('the page says of every table what it is good for', () => {
  const named = [...page.matchAll(/^\| `.*?` \|/gm)].flatMap(([row]) => [...row.matchAll(/`(\w+)\.csv`/g)])
  expect(named.map(([, id]) => id).sort()).toEqual([...TABLES.map(({ id }) => id), matches.id].sort())
})
