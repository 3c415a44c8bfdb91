/** Logistic regression, for `npm run weights`. */

/** A dozen would do for what converges at all. */
const STEPS = 30
/** Keeps the matrix invertible where columns say the same. */
const RIDGE = 1e-3

/**
 * The coefficients b, one per column, for which 1 / (1 + exp(-row . b)) most likely gives the shares: Newton's
 * method. `rows` are of one length; `shares` lie between 0 (lost) and 1 (won).
 */
export function fitLogistic(rows: readonly Float64Array[], shares: readonly number[]): Float64Array {
  const columns = rows[0]!.length
  const b = new Float64Array(columns)
  for (let step = 0; step < STEPS; step++) {
    const slope = b.map(one => -RIDGE * one)
    const curve = Array.from({ length: columns }, (_, i) => new Float64Array(columns).fill(RIDGE, i, i + 1))
    for (const [r, row] of rows.entries()) {
      const chance = 1 / (1 + Math.exp(-row.reduce((sum, x, i) => sum + x * b[i]!, 0)))
      for (let i = 0; i < columns; i++) {
        slope[i]! += row[i]! * (shares[r]! - chance)
        for (let j = 0; j < columns; j++) curve[i]![j]! += row[i]! * row[j]! * chance * (1 - chance)
      }
    }
    const change = solve(curve, slope)
    for (let i = 0; i < columns; i++) b[i]! += change[i]!
  }
  return b
}

/** x of `matrix` x = `values`, for a positive definite matrix, by elimination. Overwrites both. */
function solve(matrix: readonly Float64Array[], values: Float64Array): Float64Array {
  const size = values.length
  for (let p = 0; p < size; p++)
    for (let i = p + 1; i < size; i++) {
      const factor = matrix[i]![p]! / matrix[p]![p]!
      for (let j = p; j < size; j++) matrix[i]![j]! -= factor * matrix[p]![j]!
      values[i]! -= factor * values[p]!
    }
  for (let i = size - 1; i >= 0; i--) {
    for (let j = i + 1; j < size; j++) values[i]! -= matrix[i]![j]! * values[j]!
    values[i]! /= matrix[i]![i]!
  }
  return values
}
