/** What the library exports to everybody: `index.ts` to programs, and `command.ts` to the command line. */

export { InputError } from '../documents/index.ts'
export { GameError } from '../engine/modules/index.ts'
export { consoleReport, consoleSummary, tuneReport } from '../reports/console/index.ts'
export { type GateReport, gateAnnotations, gateJunit, gateMarkdown } from '../reports/files/gate.ts'
export { summaryDocument } from '../reports/files/json.ts'
export { tuneDocument } from '../reports/files/tuning.ts'
export { type Comparison, comparisonsOf } from '../reports/findings/changes/comparisons.ts'
export type { RunDiff } from '../reports/findings/diff.ts'
export {
  type GateFinding,
  type GateVerdict,
  gateVerdict,
  type Reference,
} from '../reports/findings/gate/gate.ts'
export { gateDocument, gateLines, gateSummary } from '../reports/findings/gate/words.ts'
export type { Lacking } from '../reports/findings/highlights.ts'
export type { RunTables } from '../reports/tables/index.ts'
export { LineupError } from '../sim/chunks/pool.ts'
export type { Range } from '../sim/chunks/ranges.ts'
export { parseShard, type Shard, shardText, WHOLE } from '../sim/chunks/ranges.ts'
export type { CellResult, RunResult } from '../sim/chunks/results.ts'
export { WrongWorker } from '../sim/chunks/spot-checks.ts'
export {
  type Cell,
  type Experiment,
  experimentFileSchema,
  fingerprint,
  type GateBound,
  type Lineup,
  type MatchesTable,
  type Overrides,
  type Participant,
  type Variant,
} from '../sim/experiment/index.ts'
export type { FigureUnit } from '../sim/figures/figure.ts'
export type { GateFigure as Figure } from '../sim/figures/registry.ts'
export { UnreachableError } from '../sim/queue/load.ts'
export { type RecordSource, recordsIn } from '../sim/records/reader.ts'
export {
  type Frame,
  framesOf,
  type MatchRecord,
  positionsOf,
  RecordReader,
} from '../sim/records/record.ts'
export type { Progress } from '../sim/run.ts'
export { DiskError, RefusedError } from '../sim/store/disk.ts'
export type { TunedCandidate, TunedChange, TunedPatch, TunedRound, TuneResult } from '../sim/tuning/result.ts'
export {
  type ComparisonDefinition,
  compare,
  defineExperiment,
  type ExperimentDefinition,
  readExperiment,
  type VariantDefinition,
} from './experiment.ts'
export { type ExploitDefinition, type ExploitOptions, exploit } from './exploit/exploit.ts'
export type { Estimate, Exploitation, SeatExploited } from './exploit/exploitation.ts'
export { openGame, openGamesIn } from './folders/games.ts'
export type { JournalFolder } from './folders/journals.ts'
export { type Repaired, repair } from './folders/repair.ts'
export { type LearningStatus, learningIn } from './learning/folder.ts'
export { type LearnedPolicy, type LearningProgress, Stopped } from './learning/learn.ts'
export { learn, type TrainingDefinition } from './learning/train.ts'
export { type Live, type LiveOptions, serveRuns } from './live.ts'
export { exportRuns, type QueryAnswer, queryRuns, tablesOf } from './query.ts'
export { type Check, prepareCheck } from './runs/check.ts'
export { diffRuns, writeDiffPage } from './runs/diff.ts'
export type { RunHighlight } from './runs/highlights.ts'
export { openMatches, type RunMatches } from './runs/matches.ts'
export { type Merged, merge, readRun, resume } from './runs/merge.ts'
export { type Plan, type PlanRunOptions, plan } from './runs/plan.ts'
export { openWorker, queuePool, type Worker, type WorkerOptions } from './runs/queue.ts'
export type { RecordsOptions } from './runs/records.ts'
export { matchPage, type Reported, report } from './runs/report.ts'
export { defaultFolder, type OpenRun, openRun, run } from './runs/run.ts'
export type { RunOptions } from './runs/run-options.ts'
export { type FolderStatus, type RunStatus, statusOf } from './runs/status.ts'
export type { MatchesTableOptions } from './runs/table.ts'
export type { TuneOptions, TuneProgress } from './tuning/budgets.ts'
export { readTuning } from './tuning/folder.ts'
export { tune } from './tuning/tune.ts'
