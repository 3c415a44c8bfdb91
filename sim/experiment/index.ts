/** Experiments: the schema of their files, what a checked file resolves to, and the games of its variants. */
export { gameOf, notesOf, separateGameOf } from './compile.ts'
export { DEFAULT_MATCHES, STRENGTHS, shareOfDefault, withLearned } from './defaults.ts'
export { experimentFileSchema } from './editor.ts'
export { EXPLOITED_BY, type Exploiting, exploitedIn, exploiterOf, isQuick } from './exploits.ts'
export { type Figure, type FigureUnit, figuresOf } from './gate.ts'
export { LADDER_MATCHES } from './ladder.ts'
export {
  arePlaced,
  hasLearned,
  isLearnedExploit,
  isLearner,
  isPupil,
  learns,
  memberOf,
  membersOf,
  optionsOf,
} from './learners.ts'
/** @internal For tests. */
export { stepOf } from './probes.ts'
export { type Overrides, resolveExperiment } from './resolve.ts'
export { experimentSchema, seedSchema, stopSchema, UNNAMED } from './schema.ts'
export {
  type Cell,
  cellsOf,
  type Estimate,
  type Experiment,
  fingerprint,
  type GateBound,
  gameNameOf,
  isMirror,
  type Lineup,
  MATCHES_TABLES,
  type MatchesTable,
  type Participant,
  type PolicyReference,
  type Probe,
  playedAs,
  playedHash,
  playedPart,
  portable,
  type RefusedProbe,
  referenceOf,
  type Sprt,
  type StopRule,
  type Variant,
  wholeVariants,
} from './types.ts'
