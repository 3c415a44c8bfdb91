/** The contract of a game: its rules (`Game`), its description (`GameInfo`), its texts (`GameText`), and helpers for engines. */

export {
  type Action,
  CHANCE,
  CHANCE_BIT,
  RESOLVE_BIT,
  type Seat,
  type State,
  UNKNOWN,
  WIN_UNITS,
} from './basics.ts'
export { type BitField, bitFields, repeatedField, requireFit, requireWords, wordOffsets } from './bits.ts'
export type { BoardPlace, BoardPosition, GameBoard, Holding, Piece } from './board.ts'
export type { CompiledGame, Game, GameFormat, RandomMatch, TuningHints } from './game.ts'
export { wrapGame } from './game.ts'
export {
  type Asset,
  assetName,
  assetNamed,
  CONCEDED,
  type Ending,
  EVENTS,
  FIELDED,
  type GameInfo,
  type GameType,
  type Gauge,
  identifyingOf,
  LOST,
  newEvents,
  newState,
  payoffGauge,
  type Role,
  rolesByEnding,
  SCORED,
  type Step,
  USED,
  type WordRange,
} from './info.ts'
export { ENDINGS_MAX, endingOf, NOBODY, packOutcome, winnerOf, writeReturns } from './outcome.ts'
export {
  advance,
  bitCount,
  lowest,
  newRandomMatch,
  OVER,
  PART,
  requireEnd,
  STEP,
  sampleMatch,
  sampleStep,
  settle,
  takeSample,
} from './play.ts'
export { differenceIn, fieldName, fieldText, valueIn, valueText } from './terms.ts'
export type { Field, GameText } from './text.ts'
export { foldLine, LINE_MAX } from './text.ts'
