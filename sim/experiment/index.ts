/** Experiments: the schema of their files, what a checked file resolves to, and the games of its variants. */
export { gameOf, notesOf, separateGameOf } from './compile.ts'
export { DEFAULT_MATCHES, STRENGTHS, shareOfDefault, withLearned } from './defaults.ts'
export { EXPLOITED_BY, exploitedIn, exploiterOf, isQuick } from './exploits.ts'
export {
  hasLearned,
  hasLearningExploiter,
  haveFiles,
  isLearner,
  isLearningExploiter,
  learns,
  lonerIn,
  memberAt,
  membersOf,
  optionsOf,
  type Pairings,
  pairingsOf,
  populationSize,
  seatedMembers,
  shippedFor,
  withShipped,
} from './learners.ts'
export { LADDER_MATCHES } from './lineups.ts'
export { allowedRules } from './probes.ts'
export { type Overrides, resolveExperiment } from './resolve.ts'
export {
  CHANGES_MAX,
  experimentFileSchema,
  experimentSchema,
  SEEDS_MAX,
  seedSchema,
  stopSchema,
} from './schema.ts'
export {
  type Change,
  changesOf,
  numberAt,
  type Patch,
  patched,
  patchKey,
  patchName,
  reachOf,
  screenedMoves,
  sizeOf,
  stepOf,
  type TuneKey,
} from './space.ts'
export {
  type Cell,
  cellsOf,
  type Experiment,
  fingerprint,
  type GateBound,
  gameNameOf,
  isMirror,
  type LearningPlan,
  type Lineup,
  MATCHES_TABLES,
  type MatchesTable,
  type Participant,
  type PolicyReference,
  type Probe,
  playedHash,
  playedPart,
  playerKey,
  portable,
  type RefusedProbe,
  referenceOf,
  type ScoreEstimate,
  type Sprt,
  type StopRule,
  type Tuning,
  type Variant,
  wholeVariants,
} from './types.ts'
