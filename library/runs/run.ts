/** A run from its experiment to its reports: into a folder from which it resumes, or in memory only. */
import { join } from 'node:path'
import { z } from 'zod'
import { InputError, literal, validate } from '../../documents/index.ts'
import { removeMatches } from '../../reports/files/matches.ts'
import { holdsPage, loadPage, writeReports } from '../../reports/files/write.ts'
import type { ChunkResult } from '../../sim/chunks/chunk.ts'
import { LineupError } from '../../sim/chunks/pool.ts'
import { type Shard, WHOLE } from '../../sim/chunks/ranges.ts'
import { Results, type RunResult } from '../../sim/chunks/results.ts'
import { type Experiment, learns, playedHash } from '../../sim/experiment/index.ts'
import { DEFAULT_THREADS, newRun, type PlayOptions, playRun, type Run } from '../../sim/run.ts'
import { onDisk } from '../../sim/store/disk.ts'
import type { LockOptions } from '../../sim/store/lock.ts'
import { openRunFolder, type RunFolder } from '../folders/folder.ts'
import { LearningFolder } from '../learning/folder.ts'
import { learnAll } from '../learning/learn.ts'
import { trainPlayers } from '../learning/population.ts'
import { keepHighlights } from './highlights.ts'
import {
  matchesRecorded,
  type OpenRecords,
  openNamed,
  openRecords,
  type RecordsOptions,
  refuseRecords,
  refuseUnsettled,
} from './records.ts'
import { type MatchesTableOptions, OpenTable, tableAsked } from './table.ts'

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

/**
 * Plays an experiment to its end and returns the results; writes its journal and reports if there is a
 * folder. Throws an InputError or a DiskError if the folder can't be written, a RefusedError if it is in use
 * or holds another run, and a LineupError if a game of the user's fails in a line-up; all others are then
 * played.
 */
export async function run(experiment: Experiment, options: RunOptions = {}): Promise<RunResult> {
  const resolved = resolve(experiment, options)
  const trained = await train(resolved)
  return await inFolder(trained, async open => {
    const scheduled = schedule(open)
    const played = await play(scheduled)
    const finished = await finish(played)
    await write(finished)
    return resultOf(finished)
  })
}

/**
 * The default folder of a run, below `runs`, named after the experiment and what it plays. More matches go
 * into the same one.
 */
export function defaultFolder(experiment: Experiment, { index, count }: Shard = WHOLE): string {
  const name = `${experiment.name.replaceAll(' ', '-')}-${playedHash(experiment).slice(0, 8)}`
  return count === 1 ? join('runs', name) : join('runs', name, `shard-${index}-of-${count}`)
}

/** A run whose options are checked. */
interface ResolvedRun {
  readonly experiment: Experiment
  readonly options: RunOptions
  readonly shard: Shard
  /** Matches of each cell to record: 0 for none, infinity for all. */
  readonly recorded: number
  readonly table: Required<MatchesTableOptions> | null
}

/** A run that holds its folder, if it has one, and the files in it. */
interface OpenedRun extends ResolvedRun {
  readonly folder: RunFolder | null
  readonly results: Results
  readonly records: OpenRecords | null
  readonly facts: OpenTable | null
  /** Ends play: at the caller's wish, or when another process takes the folder. */
  readonly stopping: AbortController
}

interface ScheduledRun extends OpenedRun {
  /** Lacks what `play` plays. */
  readonly run: Run
}

interface PlayedRun extends ScheduledRun {
  /** Why line-ups were given up, if some were. */
  readonly failure: LineupError | null
}

const whole = (most: number): z.ZodOptional<z.ZodInt> => z.int().min(1).max(most).optional()

/** The numbers of RunOptions. A run on the calling thread has 0 threads. */
const figures = z.object({
  threads: z.int().min(0).max(1024).optional(),
  chunk: whole(Number.MAX_SAFE_INTEGER),
  memory: whole(2 ** 40),
})

/** Leaves out keys that are undefined: documents can't hold them. */
export function withoutUndefined(record: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined))
}

/** Checks options before anything is trained, locked or written. Throws an InputError. */
export function resolve(experiment: Experiment, options: RunOptions): ResolvedRun {
  if (typeof experiment?.version !== 'string' || !Array.isArray(experiment.lineups))
    throw new InputError(
      'experiment',
      'is not resolved, expected what defineExperiment or readExperiment returns',
    )
  const { threads, chunk, memory, pool, shard = WHOLE, out, matchesTable } = options
  validate(figures, [literal(withoutUndefined({ threads, chunk, memory }), 'options')])
  if (pool && learns(experiment))
    throw new InputError(
      'learn',
      "can't be played over a queue, whose workers have not learned the policies; expected this machine, or shards, each of which learns the same",
    )
  if (shard.count > 1 && experiment.lineups.some(({ stop }) => stop))
    throw new InputError(
      'stop',
      "can't be followed by a shard, which does not know what the others have played; expected --matches alone: merge the shards, then run in the merged folder with the rule",
    )
  const recorded = matchesRecorded(experiment, options.records)
  if (recorded > 0 && (pool || shard.count > 1))
    refuseRecords(options.records?.label ?? 'records', pool ? 'queue' : 'shards')
  const table = tableAsked(experiment, matchesTable, out !== undefined)
  return { experiment, options, shard, recorded, table }
}

/**
 * Trains the players that still lack a policy, noting progress in the folder. Rejects with a Stopped if the
 * signal comes first.
 */
async function train(resolved: ResolvedRun): Promise<ResolvedRun> {
  const { threads = DEFAULT_THREADS, signal, policies, out, label, lock } = resolved.options
  const asked = resolved.experiment
  const folder = out !== undefined && learns(asked) ? new LearningFolder(out, { label, lock }) : null
  let isOver = false
  try {
    const experiment = await trainPlayers(asked, policies, folder, async (jobs, options) => {
      await learnAll(jobs, { ...options, threads, signal })
    })
    isOver = true
    return { ...resolved, experiment }
  } finally {
    folder?.close(isOver)
  }
}

async function inFolder<T>(resolved: ResolvedRun, act: (open: OpenedRun) => Promise<T>): Promise<T> {
  const open = openFolder(resolved)
  try {
    return await act(open)
  } finally {
    closeFolder(open)
  }
}

/** Locks the folder, adds up its journal and opens the files to write. Throws as `run` does. */
export function openFolder(resolved: ResolvedRun): OpenedRun {
  const { experiment: asked, options, shard, recorded, table } = resolved
  const { out, fresh, label, expected, lock, records: wanted = {} } = options
  const stopping = new AbortController()
  const stop = (): void => stopping.abort()
  const named = recorded > 0 ? openNamed(wanted) : null
  // Two processes must never write to one journal.
  const locking = { ...lock, onLost: stop }
  const folder =
    out === undefined ? null : openRunFolder(out, asked, { shard, fresh, label, expected, lock: locking })
  const results = folder?.results ?? new Results(asked)
  const { experiment } = results
  let records: OpenRecords | null = null
  let facts: OpenTable | null = null
  try {
    if (recorded > 0) {
      refuseUnsettled(wanted.label ?? 'records', results.result(), recorded)
      records = openRecords(experiment, recorded, wanted, named, folder)
    }
    if (folder && table) facts = new OpenTable(table, experiment, folder, shard)
    // One of fewer matches would lie beside reports of more.
    if (folder && !table && !results.complete(shard)) onDisk(folder.dir, () => removeMatches(folder.dir))
  } catch (error) {
    closeFolder({ folder, records, facts })
    throw error
  }
  if (options.signal?.aborted) stop()
  options.signal?.addEventListener('abort', stop, { once: true })
  return { ...resolved, experiment, folder, results, records, facts, stopping }
}

export function closeFolder({
  folder,
  records,
  facts,
}: Pick<OpenedRun, 'folder' | 'records' | 'facts'>): void {
  try {
    records?.close()
  } finally {
    facts?.close()
    folder?.close()
  }
}

/** Finds the blocks to play: those that lack, and those to replay for records or facts. */
export function schedule(open: OpenedRun): ScheduledRun {
  const { experiment, results, records, facts, shard } = open
  const asked = { records: records ?? undefined, facts: facts?.taking }
  return { ...open, run: newRun(experiment, asked, results, shard) }
}

/** Plays the scheduled blocks; each chunk is in the journal before it counts. */
export async function play(scheduled: ScheduledRun): Promise<PlayedRun> {
  const { run, folder, options, stopping } = scheduled
  const onChunk = (result: ChunkResult): void => folder?.journal.append(result)
  try {
    await playRun(run, { ...options, signal: stopping.signal, onChunk })
    return { ...scheduled, failure: null }
  } catch (error) {
    if (error instanceof LineupError) return { ...scheduled, failure: error }
    throw error
  }
}

/** Closes the records and, if the run is whole, keeps its highlights. */
export async function finish(played: PlayedRun): Promise<PlayedRun> {
  const { folder, results, records, shard, failure, options } = played
  if (failure) return played
  records?.close()
  folder?.check()
  const { signal } = played.stopping
  if (!folder || shard.count > 1 || !results.complete() || signal.aborted) return played
  const { threads, memory } = options
  await keepHighlights(results.result(), folder, { threads, memory, signal })
  return played
}

/** Writes the reports, of the other line-ups if some were given up. Throws a DiskError. */
async function write(finished: PlayedRun): Promise<void> {
  const { shard, failure } = finished
  if (shard.count === 1 && (!failure || hasOthers(finished))) await writeInto(finished, true)
}

/** Whether other cells than those given up have results to report. */
export function hasOthers({ experiment: { lineups, variants }, shard, results }: OpenedRun): boolean {
  return shard.count === 1 && lineups.length * variants.length > 1 && results.matches > 0
}

/** Without `page` only renews a page that is there already. */
export async function writeInto({ folder, results, facts }: OpenedRun, page: boolean): Promise<void> {
  if (!folder) return
  const pageOf = page || holdsPage(folder.dir) ? await loadPage() : null
  folder.check()
  onDisk(folder.dir, () => writeReports(folder.dir, results.result(), pageOf))
  await facts?.write(results.result())
}

export function resultOf({ results, failure }: PlayedRun): RunResult {
  if (failure) throw failure
  return results.result()
}
