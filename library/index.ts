/**
 * evenhand as a library: define an experiment, play it, resume it, merge its shards, read its tables. The command line uses
 * nothing else. Games, agents and tests of games have doors of their own: `evenhand/game`, `evenhand/agent`,
 * `evenhand/testing`.
 *
 * What starts with a verb throws an InputError for what its caller gave it, a RefusedError for a folder that must not be
 * touched, and a DiskError for a disk that is full or broken.
 */

import { loadGames } from '../engine/registry/index.ts'

export { InputError } from '../documents/index.ts'
export { consoleReport } from '../reports/console/index.ts'
export { summaryDocument } from '../reports/files/json.ts'
export { type Comparison, comparisonsOf } from '../reports/findings/comparisons.ts'
export type { Range } from '../sim/chunks/ranges.ts'
export type { CellResult, RunResult } from '../sim/chunks/results.ts'
export { parseShard, type Shard, shardText, WHOLE } from '../sim/chunks/shard.ts'
export {
  type Cell,
  DEFAULT_MATCHES,
  type Experiment,
  experimentFileSchema,
  experimentSchema,
  fingerprint,
  type Lineup,
  type Overrides,
  type Participant,
  STRENGTHS,
  seedSchema,
  type Variant,
} from '../sim/experiment/index.ts'
export { isStdin, type RecordSource, recordsIn } from '../sim/records/reader.ts'
export {
  type Frame,
  framesOf,
  type MatchRecord,
  positionsOf,
  RecordReader,
} from '../sim/records/record.ts'
export type { Progress } from '../sim/run.ts'
export { DiskError, diskCode, diskReason, isFull, onDisk, RefusedError } from '../sim/store/disk.ts'
export { linesText } from '../sim/store/journal.ts'
export { DEFAULT_THREADS } from '../sim/threads/pool.ts'
export { DEFAULT_MEMORY } from '../sim/threads/watchdog.ts'
export { defineExperiment, type ExperimentDefinition, readExperiment } from './experiment.ts'
export { type JournalFolder, journalFolders } from './folders/journals.ts'
export { type Repaired, repair } from './folders/repair.ts'
export { type ComparisonDefinition, compare, type VariantDefinition } from './runs/compare.ts'
export { type Merged, merge, readRun, resume } from './runs/merge.ts'
export { Pace } from './runs/pace.ts'
export { openWorker, queuePool, type Worker, type WorkerOptions } from './runs/queue.ts'
export type { RecordsOptions } from './runs/records.ts'
export { defaultFolder, type OpenRun, openRun, type RunOptions, run } from './runs/run.ts'
export { type FolderStatus, type RunStatus, statusOf } from './runs/status.ts'
export { type Rows, tablesOf } from './tables.ts'

await loadGames()
