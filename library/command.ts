/**
 * The library for the command line: what is public, and what only its options and messages need. Games are
 * loaded by who needs them.
 */

export { LEARN_DEFAULTS, LEARN_MATCHES_MAX, ROUNDS_MAX, TESTS_MIN } from '../agents/index.ts'
export { writeData } from '../engine/modules/index.ts'
export { diffReport } from '../reports/console/index.ts'
export { csvText } from '../reports/files/csv.ts'
export { diffCsv, diffDocument } from '../reports/files/diff.ts'
export { pageFile } from '../reports/files/write.ts'
export { answerOf, headlineOf } from '../reports/findings/answer/answer.ts'
export { fixOf } from '../reports/findings/fix.ts'
export { lackingWords } from '../reports/findings/highlights.ts'
export type { Supposed } from '../reports/findings/plan.ts'
export { ENOUGH, type PlannedQuestion } from '../reports/findings/plan.ts'
export { standingWords } from '../reports/findings/stopping.ts'
export { bracketSentence } from '../reports/findings/verdicts/bracket.ts'
export { clock, counted, inWords, rateText, thousands } from '../reports/formatting.ts'
export {
  ARCHIVE_TABLES,
  CELL_COLUMNS,
  diffTable,
  FORMATS,
  matches,
  RUN_COLUMNS,
  RUN_ID_SHOWN,
  TABLES,
  tuneTable,
} from '../reports/tables/index.ts'
export {
  CHANGES_MAX,
  DEFAULT_MATCHES,
  EXPLOITED_BY,
  experimentSchema,
  LADDER_MATCHES,
  learns,
  MATCHES_TABLES,
  notesOf,
  STRENGTHS,
  seedSchema,
  stepOf,
  stopSchema,
  withLearned,
} from '../sim/experiment/index.ts'
export { ABOUT } from '../sim/figures/figure.ts'
export { FIGURES } from '../sim/figures/registry.ts'
export { HUMAN, type Position } from '../sim/playing/protocol.ts'
export { isStdin } from '../sim/records/reader.ts'
export { DEFAULT_THREADS } from '../sim/run.ts'
export { diskCode, diskReason, isFull, onDisk, writeWhole } from '../sim/store/disk.ts'
export { linesText } from '../sim/store/journal.ts'
export {
  CHECK_SECONDS,
  CHECKED_MATCHES,
  type CheckMessage,
  type CheckResult,
  checkOnThread,
} from '../sim/threads/check-game.ts'
export { GAME_SECONDS } from '../sim/threads/inspection.ts'
export { DEFAULT_MEMORY } from '../sim/threads/watchdog.ts'
export { timeText } from './archive.ts'
export {
  EXPLOIT_MATCHES,
  EXPLOIT_SAMPLES,
  EXPLOIT_SAMPLES_MAX,
  exploitationIn,
  searchOf,
  targetOf,
  wholeExploitation,
} from './exploit/exploit.ts'
export type { Target } from './exploit/exploitation.ts'
export { journalFolders } from './folders/journals.ts'
export { CheckpointsFolder, LearningFolder, learningText } from './learning/folder.ts'
export {
  isOfOtherRules,
  type LearnedPolicy,
  type LearningProgress,
  type LearnOptions,
  learnAll,
  type PolicyOnDisk,
  policyOf,
  type Round,
  refusalToLearn,
  type TrainingJob,
} from './learning/learn.ts'
export { POLICIES } from './learning/policy-folder.ts'
export { type Learn, trainPlayers } from './learning/population.ts'
export { randomToken } from './local-server.ts'
export { measurePanel, type PanelStrength, panelOf, panelWords, strengthOf } from './panel.ts'
export { openPlayedGames, PLAYED, playedIn } from './playing/played.ts'
export { serveTable } from './playing/server.ts'
export { ActError, PlayTable } from './playing/table.ts'
export * from './public.ts'
export {
  PILOT_BLOCKS,
  PILOT_LEAST,
  PILOT_MIN,
  type Plan,
  type PlannedLineup,
  pilotOf,
  planIn,
  readPlan,
} from './runs/plan.ts'
export { isFinal } from './runs/run.ts'
export { Pace } from './runs/status.ts'
export { type QueueStatus, queueStatus, sharesOf } from './runs/workers.ts'
export { tuningHash } from './tuning/budgets.ts'
export { tuneTraining } from './tuning/tune.ts'
