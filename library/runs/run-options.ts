/** What a run may be asked for, and the check of it. */

import { z } from 'zod'
import { InputError, literal, validate } from '../../documents/index.ts'
import { type Shard, WHOLE } from '../../sim/chunks/ranges.ts'
import type { Planned } from '../../sim/chunks/results.ts'
import { type Experiment, learns } from '../../sim/experiment/index.ts'
import type { PlayOptions } from '../../sim/run.ts'
import type { LockOptions } from '../../sim/store/lock.ts'
import { matchesRecorded, type RecordsOptions, refuseRecords } from './records.ts'
import { type MatchesTableOptions, tableAsked } from './table.ts'

/** How an experiment is played. Nothing here changes a byte of its results. */
export interface RunOptions
  extends Pick<
    PlayOptions,
    'threads' | 'chunk' | 'memory' | 'pool' | 'signal' | 'onProgress' | 'onForecast'
  > {
  /**
   * Folder of the journal and the reports. What it holds of this run, or of one of fewer matches, is kept.
   * Without a folder nothing is written, and the run can't be resumed.
   */
  readonly out?: string | undefined
  /** Discard what the folder holds of an earlier run. */
  readonly fresh?: boolean | undefined
  /** The share of the blocks to play; a shard writes no reports. */
  readonly shard?: Shard | undefined
  /** Folder of the policies that players learn for experiments; `runs/policies` by default. */
  readonly policies?: string | undefined
  /**
   * Records of matches; those already counted are replayed. By default what the experiment says, if there is
   * a folder.
   */
  readonly records?: RecordsOptions | undefined
  /**
   * A table with a row for every match, written with the reports; a shard keeps what `merge` needs for it.
   * Matches already counted are replayed unless the folder keeps their facts. By default what the experiment
   * says, if there is a folder.
   */
  readonly matchesTable?: MatchesTableOptions | undefined
  /**
   * The blocks of each line-up that the run is going to have, if this is only a part of it, for each number of matches at
   * which it is looked at: the first of them gets most of the error.
   */
  readonly planned?: Planned | undefined
  /** False keeps a line of the journal for every chunk: plans draw from them. */
  readonly compact?: boolean | undefined
  /** What errors call the folder; its path by default. */
  readonly label?: string | undefined
  /**
   * The end of the refusal of another run's folder: what was expected. `kept` is what a fresh start deletes.
   */
  readonly expected?: ((kept: string) => string) | undefined
  /**
   * How the folder is locked: seconds without a sign of life after which others may take it (60), and who
   * hears of a wait for one.
   */
  readonly lock?: Pick<LockOptions, 'seconds' | 'onWait'> | undefined
}

export interface CheckedOptions {
  readonly options: RunOptions
  readonly shard: Shard
  /** Matches of each cell to record: 0 for none, infinity for all. */
  readonly recorded: number
  readonly table: Required<MatchesTableOptions> | null
}

const whole = (most: number): z.ZodOptional<z.ZodInt> => z.int().min(1).max(most).optional()

/** The numbers of RunOptions. A run on the calling thread has 0 threads. */
const numbers = z.object({
  threads: z.int().min(0).max(1024).optional(),
  chunk: whole(Number.MAX_SAFE_INTEGER),
  memory: whole(2 ** 40),
})

/** Leaves out keys that are undefined: documents can't hold them. */
export function withoutUndefined(record: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined))
}

/** Checks the options of a run before it trains, locks or writes anything. Throws an InputError. */
export function checkOptions(experiment: Experiment, options: RunOptions): CheckedOptions {
  if (typeof experiment?.version !== 'string' || !Array.isArray(experiment.lineups))
    throw new InputError(
      'experiment',
      "isn't resolved, expected a result of defineExperiment or readExperiment",
    )
  const { threads, chunk, memory, pool, shard = WHOLE, out, matchesTable } = options
  validate(numbers, [literal(withoutUndefined({ threads, chunk, memory }), 'options')])
  if (pool && learns(experiment))
    throw new InputError(
      'learn',
      "can't use a queue, because its workers don't have the trained policies; expected this machine, or shards, which all train the same policies",
    )
  if (shard.count > 1 && experiment.lineups.some(({ stop }) => stop))
    throw new InputError(
      'stop',
      "can't apply to a shard, which doesn't know the results of the others; expected only --matches. Merge the shards, then run the merged folder with the rule",
    )
  const recorded = matchesRecorded(experiment, options.records)
  if (recorded > 0 && (pool || shard.count > 1))
    refuseRecords(options.records?.label ?? 'records', pool ? 'queue' : 'shards')
  const table = tableAsked(experiment, matchesTable, out !== undefined)
  return { options, shard, recorded, table }
}
