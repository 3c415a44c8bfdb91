/** A search of each of the five games takes nothing from the heap once it is warm. */
import { expect, it } from 'vitest'
import { bytesAnIteration, LESS_THAN_A_NUMBER } from './allocations.ts'

it.each([
  ['elephant-men', 'v0.2'],
  ['elephant-men', 'golems-2026-04'],
  ['frontline', 'default'],
  ['bulwark', 'standard'],
  ['prestige', 'two'],
  ['kuhn-poker', 'standard'],
])('a search of %s %s allocates nothing', async (game, ruleset) => {
  expect(await bytesAnIteration(game, ruleset)).toBeLessThan(LESS_THAN_A_NUMBER)
})
