/** A search takes nothing from the heap once it is warm. What remains is reading the heap, and what is done once a search. */
import { expect, it } from 'vitest'
import { bytesAnIteration, LESS_THAN_A_NUMBER } from './allocations.ts'

it.each([
  ['connect-four', 'standard'],
  ['goofspiel', 'standard'],
])('a search of %s allocates nothing', async (game, ruleset) => {
  expect(await bytesAnIteration(game, ruleset)).toBeLessThan(LESS_THAN_A_NUMBER)
})

it('a search of connect four that is long enough for proof searches allocates nothing', async () => {
  const long = { iterations: 3000, warm: 20, opening: true }
  expect(await bytesAnIteration('connect-four', 'standard', long)).toBeLessThan(LESS_THAN_A_NUMBER)
})
