/**
 * Matrix games in integers, where doubles are too coarse: the simplex method with integer pivots (Edmonds,
 * "Systems of distinct representatives and linear algebra", 1967). Nothing is rounded before the end.
 * Allocates.
 */

/** 2^-1074 divides every double. */
const HALVINGS_MAX = 1074
/** Binary digits of a quotient. */
const DIGITS = 64n

/**
 * Solves `solveMatrix`'s linear program: with all payoffs above 0, the column seat's choice is the y >= 0
 * with the largest sum for which A y <= 1. Integers over one common denominator, the last pivot; Bland's
 * rule.
 */
export function solveExactly(payoffs: readonly (readonly number[])[]): MatrixSolution {
  const rows = payoffs.length
  const columns = payoffs[0]!.length
  const flat = payoffs.flat()
  const [least, most] = [Math.min(...flat), Math.max(...flat)]
  const whole = wholeNumbers(payoffs)
  const low = whole.flat().reduce((one, other) => (other < one ? other : one))
  const high = whole.flat().reduce((one, other) => (other > one ? other : one))
  const span = high === low ? 1n : high - low
  const tableau = Array.from({ length: rows + 1 }, (_, r) => [
    ...Array.from({ length: columns }, (_, c) => (r < rows ? whole[r]![c]! - low + span : -1n)),
    ...Array.from({ length: rows }, (_, k) => (k === r ? 1n : 0n)),
    r < rows ? 1n : 0n,
  ])
  const objective = tableau[rows]!
  const last = columns + rows
  const basis = Array.from({ length: rows }, (_, r) => columns + r)
  let denominator = 1n
  for (;;) {
    const c = objective.findIndex((entry, k) => k < last && entry < 0n)
    if (c < 0) break
    const r = leaving(tableau, basis, c)
    denominator = pivot(tableau, r, c, denominator)
    basis[r] = c
  }
  const sum = objective[last]!
  const column = new Array<number>(columns).fill(0)
  for (const [r, c] of basis.entries()) if (c < columns) column[c] = quotient(tableau[r]![last]!, sum)
  const row = Array.from({ length: rows }, (_, r) => quotient(objective[columns + r]!, sum))
  // With payoffs in [span, 2 span], the value is 1 divided by the sum.
  return { value: least + (most - least) * quotient(denominator - span * sum, span * sum), row, column }
}

/** Exact: every double is an integer times a power of 2. */
function wholeNumbers(payoffs: readonly (readonly number[])[]): bigint[][] {
  let halvings = 0
  while (halvings < HALVINGS_MAX && !payoffs.flat().every(payoff => Number.isInteger(payoff * 2 ** halvings)))
    halvings++
  return payoffs.map(line => line.map(payoff => BigInt(payoff * 2 ** halvings)))
}

/**
 * The row that bounds the column first, of several the one whose variable comes first; payoffs above 0
 * guarantee one.
 */
function leaving(tableau: readonly bigint[][], basis: readonly number[], c: number): number {
  const bound = (r: number): bigint => tableau[r]!.at(-1)!
  let best = -1
  for (let r = 0; r < basis.length; r++) {
    const by = tableau[r]![c]!
    if (by <= 0n) continue
    const difference = best < 0 ? -1n : bound(r) * tableau[best]![c]! - bound(best) * by
    if (difference < 0n || (difference === 0n && basis[r]! < basis[best]!)) best = r
  }
  return best
}

/**
 * Exact: entries are minors of the first tableau. Returns the new common denominator. Throws an Error if the
 * tableau leaves the feasible region, where the method may never end.
 */
function pivot(tableau: readonly bigint[][], r: number, c: number, denominator: bigint): bigint {
  const line = tableau[r]!
  const by = line[c]!
  for (const other of tableau) {
    const times = other[c]!
    if (other === line) continue
    for (let k = 0; k < line.length; k++) other[k] = (other[k]! * by - times * line[k]!) / denominator
    if (other[c] !== 0n || other.at(-1)! < 0n) throw new Error('a pivot has left what the program allows')
  }
  return by
}

/** A number from 0 to 1. */
function quotient(part: bigint, all: bigint): number {
  return Number((part << DIGITS) / all) / 2 ** Number(DIGITS)
}

/** The value of best play, and each seat's probabilities. */
export interface MatrixSolution {
  /** The row seat's mean win. */
  readonly value: number
  readonly row: readonly number[]
  readonly column: readonly number[]
}
