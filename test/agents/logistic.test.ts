/** The regression behind `npm run weights`. */
import { expect, it } from 'vitest'
import { fitLogistic } from '../../docs/scripts/logistic.ts'

it('a logistic fit finds the coefficients that shares were made of', () => {
  const made = [0.8, -0.3, 0.1]
  const rows: Float64Array[] = []
  for (let x = -3; x <= 3; x++) for (let y = -5; y <= 5; y++) rows.push(Float64Array.of(x, y + x * x, 1))
  const shares = rows.map(row => 1 / (1 + Math.exp(-row.reduce((sum, one, i) => sum + one * made[i]!, 0))))
  const found = fitLogistic(rows, shares)
  for (const [i, one] of made.entries()) expect(found[i]).toBeCloseTo(one, 2)
})
