/** Exact answers about games: values with best play, best responses, equilibria. It knows the contract alone. */

export { type MatrixSolution, solveMatrix } from '../matrix.ts'
export { Solver } from './alphabeta.ts'
export { Cfr } from './cfr.ts'
export { bestResponse, expectedPayoffs, nashConv } from './exploit.ts'
export { Induction } from './induction.ts'
export { countHistories, GameTree, type Policy, TooLarge, uniform, type View } from './tree.ts'
export { Unsolvable } from './unsolvable.ts'
