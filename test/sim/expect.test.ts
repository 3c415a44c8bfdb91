/** Checks on sums from elsewhere: no sample of integers is refused, and every impossible one is. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { products, squared } from '../../sim/tally/checks/expect.ts'
import { sumsOf } from '../stats/blocks.ts'

it('sums and squares of integers fit', () => {
  const anyBlocks = fc.array(fc.tuple(fc.integer({ min: -50, max: 50 }), fc.nat(50)), { minLength: 1 })
  fc.assert(
    fc.property(anyBlocks, blocks => {
      const sums = sumsOf(blocks)
      const most = blocks.reduce((sum, [x]) => sum + Math.abs(x), 0)
      squared('values', sums.x, sums.xx, blocks.length, most)
      products('products', sums, most)
    }),
    { seed: 1 },
  )
})

it.each<[string, sum: number, squares: number, most: number]>([
  ['an odd sum of an even sum of squares', 3, 4, 100],
  ['squares below their sum', 5, 3, 100],
  ['squares below the sum of a negative one', -5, 3, 100],
  ['squares too small for ten values', 20, 38, 100],
  ['squares above that of all in one value', 2, 26, 5],
])('sums and squares do not fit: %s', (_, sum, squares, most) => {
  expect(() => squared('values', sum, squares, 10, most)).toThrow('values and their squares do not fit')
})

it('sums and squares fit at each border', () => {
  squared('equal values', 20, 40, 10, 100)
  squared('values of one', 5, 5, 10, 100)
  squared('all in one value', 4, 16, 10, 4)
})

it('products fit their squares up to those of proportional values, and stay below most times y', () => {
  const sums = { n: 10, x: 4, y: 4, xx: 6, yy: 6 }
  products('proportional values', { ...sums, xy: 6 }, 10)
  expect(() => products('values', { ...sums, xy: 7 }, 10)).toThrow('products of values do not fit')
  expect(() => products('values', { ...sums, xy: -7 }, 10)).toThrow('products of values do not fit')
  expect(() => products('values', { ...sums, x: 2, xy: 5, xx: 4 }, 1)).toThrow(
    'values and their squares do not fit',
  )
  expect(() => products('values', { n: 10, x: 2, y: 4, xx: 4, yy: 16, xy: 12 }, 2)).toThrow(
    'products of values: found 12, expected -8 to 8',
  )
})
