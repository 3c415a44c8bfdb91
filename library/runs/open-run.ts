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
 * Opens a run, so that the caller can follow and stop it. The caller must close it. Throws as `run` does, and an InputError for an experiment whose
 * players have not learned yet.
 */
export function openRun(experiment: Experiment, options: RunOptions = {}): OpenRun {
  const resolved = resolve(experiment, options)
  if (!hasLearned(experiment))
    throw new InputError('learn', 'is not done, expected run, which learns before it plays')
  return new OpenRun(schedule(openFolder(resolved)))
}

/** Whether a run ended with a line-up in which the game of the user's fails: all others are played. */
export function isOfLineup(error: unknown): error is Error {
  return error instanceof LineupError
}

/** A run whose folder, if it has one, is held by this process until `close`. */
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

  /** Bytes of a last journal line that a crash cut short; they were dropped. */
  get torn(): number {
    return this.#scheduled.folder?.torn ?? 0
  }

  /** Threads that play what is left, 0 for the calling thread alone. */
  get threads(): number {
    return this.#scheduled.options.threads ?? threadsFor(this.experiment, this.left)
  }

  /** Matches that the run, or its shard, asks for. */
  get total(): number {
    return this.#scheduled.results.total(this.shard)
  }

  /** About how many matches will have been counted in the end: fewer than `total` where rules stop line-ups. */
  get expected(): number {
    return this.#scheduled.results.expectedTotal(this.shard)
  }

  /** Matches counted so far, those of earlier sessions included. */
  get matches(): number {
    return this.#scheduled.results.matches
  }

  /**
   * Milliseconds on a processor that a match of a line-up took, on average over the variants and all sessions; undefined where that is not
   * known. No report holds it.
   */
  costOf(lineup: number): number | undefined {
    return this.#scheduled.results.costOf(lineup)
  }

  /** Matches that are still to be played, by line-up; those that are played again for their records included. */
  get left(): readonly number[] {
    return matchesLeft(this.#scheduled.run)
  }

  /** Matches that are counted already and must be played again for their records, or the table of matches. */
  get replays(): number {
    // Chunks that wait for a look are neither left nor counted.
    return Math.max(0, this.left.reduce((sum, matches) => sum + matches, 0) - (this.total - this.matches))
  }

  /** Whether all matches are counted. */
  get complete(): boolean {
    return this.#scheduled.results.complete(this.shard)
  }

  /** Whether there is something to report on where the game fails in a cell: others, of which some matches are counted. */
  get reportable(): boolean {
    return hasOthers(this.#scheduled)
  }

  /** Ends the run after the blocks being played, or a few seconds later without them. The journal keeps what was counted. */
  stop(): void {
    this.#scheduled.stopping.abort()
  }

  /**
   * Plays the missing blocks, then the highlights of a whole run in a folder again, which keeps their records. Resolves with the results:
   * whole blocks, and not all of them if the run was stopped.
   */
  async finish(): Promise<RunResult> {
    return resultOf(await finish(await play(this.#scheduled)))
  }

  /** The results so far. Their buffers keep growing while the run is played. */
  result(): RunResult {
    return this.#scheduled.results.result()
  }

  /**
   * Writes the reports of the results so far into the folder, if there is one. Without `page` there is none among them, which saves the third of
   * a second that it takes to draw; one that is there already is renewed all the same. Throws a DiskError.
   */
  async writeReports({ page = true }: { readonly page?: boolean } = {}): Promise<void> {
    await writeInto(this.#scheduled, page)
  }

  /** Closes the journal and the records, and releases the folder. Throws a DiskError if records cannot be written. */
  close(): void {
    closeFolder(this.#scheduled)
  }
}
