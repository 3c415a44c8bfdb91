/** `evenhand/testing`: the laws of every game for any test runner, and exact answers to hold agents to. */
export { type Law, LawError, type LawOptions, lawsOf } from '../engine/laws/index.ts'
export {
  bestResponse,
  Cfr,
  expectedPayoffs,
  GameTree,
  Induction,
  type MatrixSolution,
  nashConv,
  solveMatrix,
  TooLarge,
  Unsolvable,
  uniform,
  type View,
  type ViewPolicy,
} from '../engine/solve/index.ts'
