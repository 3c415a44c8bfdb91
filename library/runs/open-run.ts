/** A run in steps, for programs that follow and stop it. */
import { InputError } from '../../documents/index.ts'
import { LineupError } from '../../sim/chunks/pool.ts'
import type { Shard } from '../../sim/chunks/ranges.ts'
import type { RunResult } from '../../sim/chunks/results.ts'
import { type Experiment, hasLearned } from '../../sim/experiment/index.ts'
import { matchesLeft, threadsFor } from '../../sim/run.ts'
import {
  closeFolder,
  finish,
  hasOthers,
  openFolder,
  play,
  type RunOptions,
  resolve,
  resultOf,
  schedule,
  writeInto,
} from './run.ts'

/**
 * Opens a run to follow and stop it; the caller must close it. Throws as `run` does, and an InputError if
 * players still have to learn.
 */
export function openRun(experiment: Experiment, options: RunOptions = {}): OpenRun {
  const resolved = resolve(experiment, options)
  if (!hasLearned(experiment))
    throw new InputError('learn', 'is not done, expected run, which learns before it plays')
  return new OpenRun(schedule(openFolder(resolved)))
}

/** Whether a run gave up line-ups in which a game of the user's fails; all others were played. */
export function isOfLineup(error: unknown): error is Error {
  return error instanceof LineupError
}

/** Holds its folder, if it has one, until `close`. */
export class OpenRun {
  readonly experiment: Experiment
  readonly shard: Shard
  readonly #scheduled: ReturnType<typeof schedule>

  constructor(scheduled: ReturnType<typeof schedule>) {
    this.experiment = scheduled.experiment
    this.shard = scheduled.shard
    this.#scheduled = scheduled
  }

  /** The folder, or null if nothing is written. */
  get dir(): string | null {
    return this.#scheduled.folder?.dir ?? null
  }

  /** Bytes dropped from the journal's end: a line that a crash cut short. */
  get torn(): number {
    return this.#scheduled.folder?.torn ?? 0
  }

  /** Threads to play what is left; 0 for the calling thread. */
  get threads(): number {
    return this.#scheduled.options.threads ?? threadsFor(this.experiment, this.left)
  }

  /** Matches asked of the run, or of its shard. */
  get total(): number {
    return this.#scheduled.results.total(this.shard)
  }

  /** An estimate of the matches counted in the end: fewer than `total` where rules stop line-ups. */
  get expected(): number {
    return this.#scheduled.results.expectedTotal(this.shard)
  }

  /** Matches counted, earlier sessions included. */
  get matches(): number {
    return this.#scheduled.results.matches
  }

  /** Mean CPU milliseconds of a line-up's match over variants and sessions, if known. No report holds it. */
  costOf(lineup: number): number | undefined {
    return this.#scheduled.results.costOf(lineup)
  }

  /** Matches left to play, by line-up, replays included. */
  get left(): readonly number[] {
    return matchesLeft(this.#scheduled.run)
  }

  /** Matches already counted that must be replayed for records or the table of matches. */
  get replays(): number {
    // Chunks that wait for a look are neither left nor counted.
    return Math.max(0, this.left.reduce((sum, matches) => sum + matches, 0) - (this.total - this.matches))
  }

  get complete(): boolean {
    return this.#scheduled.results.complete(this.shard)
  }

  /** Whether other cells have results to report when a game fails in some. */
  get reportable(): boolean {
    return hasOthers(this.#scheduled)
  }

  /** Ends the run after the blocks being played, or a few seconds later without them. */
  stop(): void {
    this.#scheduled.stopping.abort()
  }

  /**
   * Plays the missing blocks and keeps a whole run's highlights. Resolves with whole blocks, fewer if
   * stopped.
   */
  async finish(): Promise<RunResult> {
    return resultOf(await finish(await play(this.#scheduled)))
  }

  /** The results so far; their buffers keep growing during play. */
  result(): RunResult {
    return this.#scheduled.results.result()
  }

  /**
   * Writes the reports so far, if there is a folder. Without `page` none is drawn, which saves a third of a
   * second, unless there is one to renew. Throws a DiskError.
   */
  async writeReports({ page = true }: { readonly page?: boolean } = {}): Promise<void> {
    await writeInto(this.#scheduled, page)
  }

  /** Throws a DiskError if records can't be written. */
  close(): void {
    closeFolder(this.#scheduled)
  }
}
