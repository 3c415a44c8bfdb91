/** Exact answers about games: values of best play, best responses, equilibria. Knows only the contract. */

export { solveMatrix } from '../matrix.ts'
export type { MatrixSolution } from '../matrix-exact.ts'
export { Solver } from './alphabeta.ts'
export { Cfr } from './cfr.ts'
export {
  approach,
  type Equilibrium,
  equilibriumOf,
  HISTORIES_MOST,
  NASH_CONV,
} from './equilibrium.ts'
export { bestResponse, expectedPayoffs, mixtureOf, nashConv, responseTo, responseValue } from './exploit.ts'
export { Induction } from './induction.ts'
export { PositionGraph } from './position-graph.ts'
export {
  countHistories,
  type DecisionPoint,
  GameTree,
  TooLarge,
  Unsolvable,
  uniform,
  type View,
  type ViewPolicy,
  WHOLE_MAX,
} from './tree.ts'
