/** What best play comes to, and the probabilities with which each seat chooses. */
export interface MatrixSolution {
  /** What the row seat wins, on average. */
  readonly value: number
  readonly row: readonly number[]
  readonly column: readonly number[]
}
