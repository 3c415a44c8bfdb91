/** Searches choose what they once chose, and draw the same numbers for it. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { searchesFile, searchGolden } from './searches.ts'

it('mcts chooses and draws as it did, in every game and with all its options', () => {
  expect(searchGolden()).toEqual(JSON.parse(readFileSync(searchesFile, 'utf8')))
})
