import { expect, it } from 'vitest'
import { lean } from './lean.ts'

it('greedy against itself has no better seat on the lean rules of Frontline, over 1,200 matches', async () => {
  expect(await lean(1200)).toBeLessThan(3)
})
