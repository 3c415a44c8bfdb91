/** A run from its experiment to its reports: into a folder from which it resumes, or in memory only. */
import { join } from 'node:path'
import { InputError } from '../../documents/index.ts'
import { removeMatches } from '../../reports/files/matches.ts'
import { holdsPage, loadPage, writeReports } from '../../reports/files/write.ts'
import type { ChunkResult } from '../../sim/chunks/chunk.ts'
import { givenUpError, giveUp } from '../../sim/chunks/giving-up.ts'
import { LineupError } from '../../sim/chunks/pool.ts'
import { type Shard, WHOLE } from '../../sim/chunks/ranges.ts'
import { Results, type RunResult, SumsFull } from '../../sim/chunks/results.ts'
import { WrongWorker } from '../../sim/chunks/spot-checks.ts'
import { type Experiment, hasLearned, learns, playedHash } from '../../sim/experiment/index.ts'
import { DEFAULT_THREADS, matchesLeft, newRun, playRun, type Run, threadsFor } from '../../sim/run.ts'
import { onDisk } from '../../sim/store/disk.ts'
import { openRunFolder, type RunFolder } from '../folders/folder.ts'
import { LearningFolder } from '../learning/folder.ts'
import { learnAll } from '../learning/learn.ts'
import { trainPlayers } from '../learning/population.ts'
import type { LearningProgress } from '../learning/progress.ts'
import { keepHighlights } from './highlights.ts'
import { type OpenRecords, openNamed, openRecords, refuseUnsettled } from './records.ts'
import { type CheckedOptions, checkOptions, type RunOptions } from './run-options.ts'
import { OpenTable } from './table.ts'

/**
 * Plays an experiment to its end and returns the results; writes its journal and reports if there is a
 * folder. Throws an InputError or a DiskError if the folder can't be written, a RefusedError if it is in use
 * or holds another run, and a LineupError if a game of the user's or a spot check fails in a line-up; all
 * others are then played.
 */
export async function run(asked: Experiment, options: RunOptions = {}): Promise<RunResult> {
  const checked = checkOptions(asked, options)
  const experiment = await trained(asked, options)
  const open = new OpenRun(experiment, checked)
  try {
    return await open.finish(() => open.writeReports())
  } finally {
    open.close()
  }
}

/**
 * Opens a run to follow and stop it; the caller must close it. Throws as `run` does, and an InputError if
 * players still have to learn.
 */
export function openRun(experiment: Experiment, options: RunOptions = {}): OpenRun {
  const checked = checkOptions(experiment, options)
  if (!hasLearned(experiment))
    throw new InputError('learn', "isn't done yet, expected run, which trains before it plays")
  return new OpenRun(experiment, checked)
}

/** Most matches in the table of an interrupted run: some seconds of writing. */
export const INTERRUPTED_TABLE_MAX = 50_000

/** A run whose players have learned. Holds its folder, if it has one, until `close`. */
export class OpenRun {
  readonly experiment: Experiment
  readonly shard: Shard
  readonly #options: RunOptions
  readonly #files: RunFiles
  readonly #run: Run
  readonly #stopping = new AbortController()

  /** Locks the folder, adds up its journal and schedules the blocks that are missing. Throws as `run` does. */
  constructor(asked: Experiment, checked: CheckedOptions) {
    const { options, shard } = checked
    this.#files = openFiles(asked, checked, this.stop)
    const { results, records, facts } = this.#files
    this.experiment = results.experiment
    this.shard = shard
    this.#options = options
    const details = { records: records ?? undefined, facts: facts?.taking }
    this.#run = newRun(this.experiment, details, results, shard)
    if (options.signal?.aborted) this.stop()
    options.signal?.addEventListener('abort', this.stop)
  }

  /**
   * Plays the missing blocks, keeps a whole run's highlights, then calls `report`. Resolves with whole blocks,
   * fewer if stopped. If line-ups were given up, `report` gets the others, if any, before the LineupError.
   */
  async finish(report: (result: RunResult) => unknown = () => {}): Promise<RunResult> {
    const failure = (await this.#play()) ?? (await this.#keepHighlights())
    if (failure && !this.#hasOthers) throw failure
    await report(this.result())
    if (failure) throw failure
    return this.result()
  }

  /** Plays to the end; each chunk is in the journal before it counts. Returns why line-ups were given up. */
  async #play(): Promise<LineupError | null> {
    const { folder, records } = this.#files
    const { signal } = this.#stopping
    try {
      await playRun(this.#run, {
        ...this.#options,
        signal,
        onChunk: this.#keep,
      })
    } catch (error) {
      if (error instanceof LineupError) return error
      throw error instanceof WrongWorker && folder ? withoutIts(error, folder.drop(error.worker)) : error
    }
    records?.close()
    folder?.check()
    return null
  }

  readonly #keep = (result: ChunkResult): void => this.#files.folder?.journal.append(result)

  /** Returns why line-ups were given up: a highlight came out differently. */
  async #keepHighlights(): Promise<LineupError | null> {
    const { folder, results } = this.#files
    const { signal } = this.#stopping
    if (!folder || this.shard.count > 1 || !results.complete() || signal.aborted) return null
    const { threads, memory } = this.#options
    const onMismatch = (lineup: number, reason: string): void =>
      giveUp(results, lineup, null, reason, this.#keep)
    await keepHighlights(results.result(), folder, { threads, memory, signal, onMismatch })
    return givenUpError(results, false)
  }

  /**
   * Writes the reports so far, if there is a folder; a shard writes none. Without `page` none is drawn, which
   * saves a third of a second, unless there is one to renew. Throws a DiskError.
   */
  async writeReports({ page = true }: { readonly page?: boolean } = {}): Promise<void> {
    const { folder, results, facts } = this.#files
    if (!folder || this.shard.count > 1) return
    const pageOf = page || holdsPage(folder.dir) ? await loadPage() : null
    folder.check()
    onDisk(folder.dir, () => writeReports(folder.dir, results.result(), pageOf))
    await facts?.write(results.result(), this.awaitsTable)
  }

  /** Throws a DiskError if records can't be written. */
  close(): void {
    this.#options.signal?.removeEventListener('abort', this.stop)
    closeFiles(this.#files)
  }

  /** Ends the run after the blocks being played, or a few seconds later without them. */
  readonly stop = (): void => this.#stopping.abort()

  /** The results so far; their buffers keep growing during play. */
  result(): RunResult {
    return this.#files.results.result()
  }

  /** The folder, or null if nothing is written. */
  get dir(): string | null {
    return this.#files.folder?.dir ?? null
  }

  /** Bytes dropped from the journal's end: a line that a crash cut short. */
  get torn(): number {
    return this.#files.folder?.torn ?? 0
  }

  /** Threads to play what is left; 0 for the calling thread. */
  get threads(): number {
    return this.#options.threads ?? threadsFor(this.experiment, this.left)
  }

  /** Matches asked of the run, or of its shard. */
  get total(): number {
    return this.#files.results.total(this.shard)
  }

  /** An estimate of the matches counted in the end: fewer than `total` where rules stop line-ups. */
  get expected(): number {
    return this.#files.results.expectedTotal(this.shard)
  }

  /** Matches counted, earlier sessions included. */
  get matches(): number {
    return this.#files.results.matches
  }

  /** Mean CPU milliseconds of a line-up's match over variants and sessions, if known. No report holds it. */
  costOf(lineup: number): number | undefined {
    return this.#files.results.costOf(lineup)
  }

  /** Matches left to play, by line-up, replays included. */
  get left(): readonly number[] {
    return matchesLeft(this.#run)
  }

  /** Matches already counted that must be replayed for records or the table of matches. */
  get replays(): number {
    // Chunks that wait for an interim analysis are neither left nor counted.
    return Math.max(0, this.left.reduce((sum, matches) => sum + matches, 0) - (this.total - this.matches))
  }

  get complete(): boolean {
    return this.#files.results.complete(this.shard)
  }

  /** Whether the table of matches waits for the whole run: an interrupt must not wait for a long table. */
  get awaitsTable(): boolean {
    return this.#files.facts !== null && !this.complete && this.matches > INTERRUPTED_TABLE_MAX
  }

  /** Whether cells other than those given up have results to report. */
  get #hasOthers(): boolean {
    const { lineups, variants } = this.experiment
    return this.shard.count === 1 && lineups.length * variants.length > 1 && this.matches > 0
  }
}

function withoutIts({ message }: WrongWorker, chunks: number): Error {
  const [are, them] = chunks === 1 ? ['chunk is', 'it'] : ['chunks are', 'them']
  return new Error(
    `${message}; its ${chunks} ${are} removed from the journal; rerun the command without this worker to replay ${them}`,
  )
}

/**
 * The default folder of a run, below `runs`, named after the experiment and what it plays. More matches go
 * into the same one.
 */
export function defaultFolder(experiment: Experiment, { index, count }: Shard = WHOLE): string {
  const name = `${experiment.name.replaceAll(' ', '-')}-${playedHash(experiment).slice(0, 8)}`
  return count === 1 ? join('runs', name) : join('runs', name, `shard-${index}-of-${count}`)
}

/** Whether the same command would end the same way: a line-up was given up, or its sums don't fit. */
export function isFinal(error: unknown): boolean {
  return error instanceof LineupError || error instanceof SumsFull
}

/**
 * Trains the players that still lack a policy, noting progress in the folder. Rejects with a Stopped if the
 * signal comes first.
 */
export async function trained(
  asked: Experiment,
  options: RunOptions,
  onProgress: (progress: LearningProgress) => void = () => {},
): Promise<Experiment> {
  const { threads = DEFAULT_THREADS, signal, policies, out, label, lock } = options
  const folder = out !== undefined && learns(asked) ? new LearningFolder(out, { label, lock }) : null
  let isOver = false
  try {
    const experiment = await trainPlayers(asked, policies, folder, async (jobs, options) => {
      await learnAll(jobs, {
        ...options,
        ...{ threads, signal },
        onProgress: progress => {
          options.onProgress?.(progress)
          onProgress(progress)
        },
      })
    })
    isOver = true
    return experiment
  } finally {
    folder?.close(isOver)
  }
}

/** What is counted, and the files that a run writes. */
interface RunFiles {
  readonly folder: RunFolder | null
  readonly results: Results
  readonly records: OpenRecords | null
  readonly facts: OpenTable | null
}

/** `onLost` is called if another process takes the folder. */
function openFiles(
  asked: Experiment,
  { options, shard, recorded, table }: CheckedOptions,
  onLost: () => void,
): RunFiles {
  const { out, fresh, label, expected, records: wanted = {} } = options
  const { planned } = options
  const named = recorded > 0 ? openNamed(wanted) : null
  // Two processes must never write to one journal.
  const lock = { ...options.lock, onLost }
  const folder =
    out === undefined
      ? null
      : openRunFolder(out, asked, {
          shard,
          fresh,
          label,
          expected,
          lock,
          planned,
          compact: options.compact,
        })
  const results = folder?.results ?? new Results(asked, planned)
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
    closeFiles({ folder, records, facts })
    throw error
  }
  return { folder, results, records, facts }
}

function closeFiles({ folder, records, facts }: Omit<RunFiles, 'results'>): void {
  try {
    records?.close()
  } finally {
    facts?.close()
    folder?.close()
  }
}
