/** docs/guides/analysis.md: every query and program of the page is run, and its answer held. */
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { answered, LANGUAGES, PAGE, recipesIn, runnerOf } from '../../docs/scripts/analysis.ts'
import { matches, TABLES } from '../../reports/tables/index.ts'

const page = readFileSync(PAGE, 'utf8')

describe('the answers on the page are those that its commands give', () => {
  let renewed = ''
  beforeAll(() => {
    renewed = answered(page)
  }, 120_000)

  for (const language of LANGUAGES)
    test(`in ${language}`, ({ skip }) => {
      skip(runnerOf(language) === null, `this machine has no ${language}`)
      expect(recipesIn(page, language).length).toBeGreaterThan(0)
      expect(recipesIn(renewed, language)).toEqual(recipesIn(page, language))
    })
})

test('the page says of every table what it is good for', () => {
  const named = [...page.matchAll(/^\| `.*?` \|/gm)].flatMap(([row]) => [...row.matchAll(/`(\w+)\.csv`/g)])
  expect(named.map(([, id]) => id).sort()).toEqual([...TABLES.map(({ id }) => id), matches.id].sort())
})
