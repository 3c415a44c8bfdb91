/** Matrix games of two seats, solved exactly: one wins what the other loses, and both choose at the same time. */

/** What best play comes to, and the probabilities with which each seat chooses. */
export interface MatrixSolution {
  /** What the row seat wins, on average. */
  readonly value: number
  readonly row: readonly number[]
  readonly column: readonly number[]
}

const TINY = 1e-12

/**
 * The value of a matrix game and a best mixed choice of each seat. `payoffs[row][column]` is what the row seat wins; at least one row
 * and one column. With all payoffs shifted above 0, the column seat's choice is the y >= 0 with the largest sum for which A y <= 1, and
 * the row seat's the solution of the dual: the simplex method on a tableau, pivots by Bland's rule, so that it cannot go in a circle
 * (Dantzig, "A proof of the equivalence of the programming problem and the game problem", 1951).
 */
export function solveMatrix(payoffs: readonly (readonly number[])[]): MatrixSolution {
  const rows = payoffs.length
  const columns = payoffs[0]!.length
  const shift = 1 - Math.min(...payoffs.flat())
  const width = columns + rows + 1
  // A row of the tableau for each row of the game: payoffs, slack, bound. The last is the objective.
  const tableau = Array.from({ length: rows + 1 }, (_, r) => {
    const line = new Float64Array(width)
    for (let c = 0; c < columns; c++) line[c] = r < rows ? payoffs[r]![c]! + shift : -1
    if (r < rows) line[columns + r] = line[width - 1] = 1
    return line
  })
  const basis = Array.from({ length: rows }, (_, r) => columns + r)
  const objective = tableau[rows]!
  for (let c = entering(objective); c >= 0; c = entering(objective)) {
    const r = leaving(tableau, basis, c)
    pivot(tableau, r, c)
    basis[r] = c
  }
  const sum = objective[width - 1]!
  const column = new Array<number>(columns).fill(0)
  for (const [r, c] of basis.entries()) if (c < columns) column[c] = tableau[r]![width - 1]! / sum
  const row = Array.from({ length: rows }, (_, r) => objective[columns + r]! / sum)
  return { value: 1 / sum - shift, row, column }
}

/** The first column that still raises the objective, or -1. */
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
