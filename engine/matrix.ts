/** Zero-sum matrix games of two seats, solved exactly. */

import { type MatrixSolution, solveExactly } from './matrix-exact.ts'

const TINY = 1e-12

/** Largest gap between both seats' values, as a share of the payoffs' span. */
const NEAR = 1e-9

/**
 * Solves a matrix game; `payoffs[row][column]` is the row seat's win, with at least one row and column.
 * Payoffs are scaled to 1..2; the column seat's choice is the y >= 0 with the largest sum for which A y <= 1,
 * the row seat's the dual solution: simplex on a tableau with Bland's rule, so that it cannot cycle (Dantzig,
 * "A proof of the equivalence of the programming problem and the game problem", 1951). Where doubles are too
 * coarse (payoffs that differ by factors of a million), it is solved in integers, which is slower.
 */
export function solveMatrix(payoffs: readonly (readonly number[])[]): MatrixSolution {
  const rows = payoffs.length
  const columns = payoffs[0]!.length
  const least = Math.min(...payoffs.flat())
  const most = Math.max(...payoffs.flat())
  // A power of 2 divides exactly.
  const span = most === least ? 1 : 2 ** Math.ceil(Math.log2(most - least))
  const width = columns + rows + 1
  // Rows: payoffs, slack, bound. The last is the objective.
  const tableau = Array.from({ length: rows + 1 }, (_, r) => {
    const line = new Float64Array(width)
    for (let c = 0; c < columns; c++) line[c] = r < rows ? 1 + (payoffs[r]![c]! - least) / span : -1
    if (r < rows) line[columns + r] = line[width - 1] = 1
    return line
  })
  const basis = Array.from({ length: rows }, (_, r) => columns + r)
  const objective = tableau[rows]!
  for (let c = entering(objective); c >= 0; c = entering(objective)) {
    const r = leaving(tableau, basis, c)
    // Only rounding can leave none; the gap is checked below.
    if (r < 0) break
    pivot(tableau, r, c)
    basis[r] = c
  }
  const sum = objective[width - 1]!
  const column = new Array<number>(columns).fill(0)
  for (const [r, c] of basis.entries()) if (c < columns) column[c] = tableau[r]![width - 1]! / sum
  const row = Array.from({ length: rows }, (_, r) => objective[columns + r]! / sum)
  const value = least + (1 / sum - 1) * span
  return gapOf(payoffs, row, column) <= NEAR * span ? { value, row, column } : solveExactly(payoffs)
}

/** The row seat's best reply to `column` less the worst case of `row`: 0 if both are best. */
function gapOf(
  payoffs: readonly (readonly number[])[],
  row: readonly number[],
  column: readonly number[],
): number {
  const most = Math.max(...payoffs.map(line => line.reduce((sum, payoff, c) => sum + payoff * column[c]!, 0)))
  const least = Math.min(
    ...column.map((_, c) => payoffs.reduce((sum, line, r) => sum + line[c]! * row[r]!, 0)),
  )
  return most - least
}

function entering(objective: Float64Array): number {
  for (let c = 0; c < objective.length - 1; c++) if (objective[c]! < -TINY) return c
  return -1
}

/** The row that bounds the column first; of several the one whose variable comes first. */
function leaving(tableau: readonly Float64Array[], basis: readonly number[], c: number): number {
  let best = -1
  let bound = Number.POSITIVE_INFINITY
  for (let r = 0; r < basis.length; r++) {
    const line = tableau[r]!
    if (line[c]! <= TINY) continue
    const ratio = line[line.length - 1]! / line[c]!
    if (ratio < bound - TINY || (ratio < bound + TINY && basis[r]! < basis[best]!)) {
      best = r
      bound = Math.min(bound, ratio)
    }
  }
  return best
}

function pivot(tableau: readonly Float64Array[], r: number, c: number): void {
  const line = tableau[r]!
  const by = line[c]!
  for (let k = 0; k < line.length; k++) line[k]! /= by
  for (const other of tableau) {
    const times = other[c]!
    if (other === line || times === 0) continue
    for (let k = 0; k < line.length; k++) other[k]! -= times * line[k]!
  }
}
