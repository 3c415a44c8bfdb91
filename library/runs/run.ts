/** Plays experiments: into a folder from which they resume, or in memory alone. */
import { join } from 'node:path'
import { z } from 'zod'
import { InputError, literal, validate } from '../../documents/index.ts'
import { removeMatches } from '../../reports/files/matches.ts'
import { holdsPage, loadPage, writeReports } from '../../reports/files/write.ts'
import { LineupError } from '../../sim/chunks/pool.ts'
import { type Shard, WHOLE } from '../../sim/chunks/ranges.ts'
import { Results, type RunResult } from '../../sim/chunks/results.ts'
import { type Experiment, hasLearned, learns, playedHash } from '../../sim/experiment/index.ts'
import { Run, type RunOptions as SimOptions } from '../../sim/run.ts'
import { onDisk } from '../../sim/store/disk.ts'
import type { LockOptions } from '../../sim/store/lock.ts'
import { openRunFolder, type RunFolder } from '../folders/folder.ts'
import { keepHighlights } from './highlights.ts'
import { learned } from './learned.ts'
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
export interface RunOptions extends Partial<Pick<SimOptions, 'threads' | 'chunk' | 'memory' | 'pool'>> {
  /**
   * Folder for the journal and the reports. If it holds a part of this run, or a run of fewer matches, that is kept and the rest
   * is played. Without a folder nothing is written, and the run cannot be resumed.
   */
  readonly out?: string | undefined
  /** Discard what the folder holds of an earlier run. */
  readonly fresh?: boolean | undefined
  /** The share of the blocks to play; a shard writes no reports. */
  readonly shard?: Shard | undefined
  /** Aborting it stops the run, as OpenRun.stop does. */
  readonly signal?: AbortSignal | undefined
  /** Folder of the policies that players learn for experiments; `runs/policies` by default. */
  readonly policies?: string | undefined
  readonly onProgress?: NonNullable<SimOptions['onProgress']> | undefined
  readonly onForecast?: NonNullable<SimOptions['onForecast']> | undefined
  /**
   * Records of matches. Those of matches that are counted already are played again. Without this, a run with a folder records
   * what its experiment says.
   */
  readonly records?: RecordsOptions | undefined
  /**
   * A table with a row for every match, written with the reports; a shard keeps what `merge` needs for it. Matches that are counted already are
   * played again for it, unless the folder keeps what it needs of them. Without this, a run with a folder writes what its experiment says.
   */
  readonly matchesTable?: MatchesTableOptions | undefined
  /** What errors call the folder; its path by default. */
  readonly label?: string | undefined
  /** Ends the refusal of a folder that holds another run: what would be accepted. It is told what a fresh start deletes. */
  readonly expected?: ((kept: string) => string) | undefined
  /**
   * How the folder is locked: after how many seconds without a sign of life others may take it (60), and what hears of a wait
   * for such a sign.
   */
  readonly lock?: Pick<LockOptions, 'seconds' | 'onWait'> | undefined
}

/**
 * The default folder of a run: one below `runs`, named after the experiment and what is played in it. It is the same for
 * more matches, which go on with what is there.
 */
export function defaultFolder(experiment: Experiment, { index, count }: Shard = WHOLE): string {
  const name = `${experiment.name.replaceAll(' ', '-')}-${playedHash(experiment).slice(0, 8)}`
  return count === 1 ? join('runs', name) : join('runs', name, `shard-${index}-of-${count}`)
}

/**
 * Plays an experiment to its end and returns the results; writes its journal and reports if there is a folder. Throws
 * an InputError or a DiskError if the folder cannot be written, a RefusedError if it is in use or holds another run.
 */
export async function run(experiment: Experiment, options: RunOptions = {}): Promise<RunResult> {
  refuseNonsense(experiment, options)
  const play = openRun(await learned(experiment, options), options)
  try {
    const result = await play.finish()
    if (play.shard.count === 1) await play.writeReports()
    return result
  } catch (error) {
    // What the other line-ups came to is not lost with one in which the game fails.
    if (isOfLineup(error) && play.reportable) await play.writeReports()
    throw error
  } finally {
    play.close()
  }
}

/** Whether a run ended with a line-up in which the game of the user's fails: all others are played. */
export function isOfLineup(error: unknown): error is Error {
  return error instanceof LineupError
}

const whole = (most: number): z.ZodOptional<z.ZodInt> => z.int().min(1).max(most).optional()

/** The numbers of RunOptions. A run on the calling thread has 0 threads. */
const figures = z.object({
  threads: z.int().min(0).max(1024).optional(),
  chunk: whole(Number.MAX_SAFE_INTEGER),
  memory: whole(2 ** 40),
})

/** Throws an InputError for an experiment that is not resolved, and for numbers that no run can have. */
function refuseNonsense(experiment: Experiment, { threads, chunk, memory }: RunOptions): void {
  if (typeof experiment?.version !== 'string' || !Array.isArray(experiment.lineups))
    throw new InputError(
      'experiment',
      'is not resolved, expected what defineExperiment or readExperiment returns',
    )
  validate(figures, [literal(withoutUndefined({ threads, chunk, memory }), 'options')])
}

/** Throws an InputError for an experiment whose players have not learned yet, or that cannot be sent to where they have not. */
function refuseUnlearned(experiment: Experiment, queued: boolean): void {
  if (!learns(experiment)) return
  if (queued)
    throw new InputError(
      'learn',
      "can't be played over a queue, whose workers have not learned the policies; expected this machine, or shards, each of which learns the same",
    )
  if (!hasLearned(experiment))
    throw new InputError('learn', 'is not done, expected run, which learns before it plays')
}

function withoutUndefined(record: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined))
}

/** Opens a run, so that the caller can follow and stop it. The caller must close it. Throws as `run` does. */
export function openRun(experiment: Experiment, options: RunOptions = {}): OpenRun {
  return new OpenRun(experiment, options)
}

/** A run whose folder, if it has one, is held by this process until `close`. */
export class OpenRun {
  readonly experiment: Experiment
  readonly shard: Shard
  readonly #folder: RunFolder | null
  readonly #run: Run
  #records: OpenRecords | null
  #table: OpenTable | null

  constructor(experiment: Experiment, options: RunOptions) {
    const {
      out,
      shard = WHOLE,
      signal,
      records = {},
      onProgress,
      onForecast,
      fresh,
      label,
      expected,
      lock,
    } = options
    const { threads, chunk, memory, pool } = options
    refuseNonsense(experiment, options)
    const recorded = matchesRecorded(experiment, options.records)
    refuseUnlearned(experiment, pool !== undefined)
    if (shard.count > 1 && experiment.lineups.some(({ stop }) => stop))
      throw new InputError(
        'stop',
        "can't be followed by a shard, which does not know what the others have played; expected --matches alone: merge the shards, then run in the merged folder with the rule",
      )
    if (recorded > 0 && pool) refuseRecords(records.label ?? 'records', 'queue')
    if (recorded > 0 && shard.count > 1) refuseRecords(records.label ?? 'records', 'shards')
    const asked = tableAsked(experiment, options.matchesTable, out !== undefined)
    this.shard = shard
    const named = recorded > 0 ? openNamed(records) : null
    const folder =
      out === undefined
        ? null
        : openRunFolder(out, experiment, {
            shard,
            // Two processes must never write to one journal.
            lock: { ...lock, onLost: () => this.stop() },
            ...(fresh === undefined ? {} : { fresh }),
            ...(label === undefined ? {} : { label }),
            ...(expected === undefined ? {} : { expected }),
          })
    this.#folder = folder
    this.experiment = folder?.results.experiment ?? experiment
    let opened: OpenRecords | null = null
    let table: OpenTable | null = null
    try {
      const results = folder?.results ?? new Results(experiment)
      if (recorded > 0) refuseUnsettled(records.label ?? 'records', results.result(), recorded)
      opened = recorded > 0 ? openRecords(this.experiment, recorded, records, named, folder) : null
      if (folder && asked) table = new OpenTable(asked, this.experiment, folder, shard)
      this.#run = new Run(this.experiment, {
        results,
        shard,
        ...(threads === undefined ? {} : { threads }),
        ...(chunk === undefined ? {} : { chunk }),
        ...(memory === undefined ? {} : { memory }),
        ...(pool ? { pool } : {}),
        ...(opened ? { records: opened } : {}),
        ...(table ? { facts: table.taking } : {}),
        ...(onProgress ? { onProgress } : {}),
        ...(onForecast ? { onForecast } : {}),
        onChunk: result => folder?.journal.append(result),
      })
    } catch (error) {
      table?.close()
      opened?.close()
      folder?.close()
      throw error
    }
    this.#records = opened
    this.#table = table
    // One of fewer matches would lie beside reports of more.
    if (folder && !table && !this.complete) onDisk(folder.dir, () => removeMatches(folder.dir))
    if (signal?.aborted) this.stop()
    else signal?.addEventListener('abort', () => this.stop(), { once: true })
  }

  /** The folder, or null if nothing is written. */
  get dir(): string | null {
    return this.#folder?.dir ?? null
  }

  /** Bytes of a last journal line that a crash cut short; they were dropped. */
  get torn(): number {
    return this.#folder?.torn ?? 0
  }

  /** Threads that play what is left, 0 for the calling thread alone. */
  get threads(): number {
    return this.#run.threads
  }

  /** Matches that the run, or its shard, asks for. */
  get total(): number {
    return this.#run.total
  }

  /** About how many matches will have been counted in the end: fewer than `total` where rules stop line-ups. */
  get expected(): number {
    return this.#run.expected
  }

  /** Matches counted so far, those of earlier sessions included. */
  get matches(): number {
    return this.#run.matches
  }

  /**
   * Milliseconds on a processor that a match of a line-up took, on average over the variants and all sessions; undefined where that is not
   * known. No report holds it.
   */
  costOf(lineup: number): number | undefined {
    return this.#run.costOf(lineup)
  }

  /** Matches that are still to be played, by line-up; those that are played again for their records included. */
  get left(): readonly number[] {
    return this.#run.left
  }

  /** Matches that are counted already and must be played again for their records, or the table of matches. */
  get replays(): number {
    // Chunks that wait for a look are neither left nor counted.
    return Math.max(0, this.left.reduce((sum, matches) => sum + matches, 0) - (this.total - this.matches))
  }

  /** Whether all matches are counted. */
  get complete(): boolean {
    return this.#run.complete
  }

  /** Whether there is something to report on where the game fails in a cell: others, of which some matches are counted. */
  get reportable(): boolean {
    const { lineups, variants } = this.experiment
    return this.shard.count === 1 && lineups.length * variants.length > 1 && this.matches > 0
  }

  /** Ends the run after the blocks being played, or a few seconds later without them. The journal keeps what was counted. */
  stop(): void {
    this.#run.stop()
  }

  /**
   * Plays the missing blocks, then the highlights of a whole run in a folder again, which keeps their records. Resolves with the results:
   * whole blocks, and not all of them if the run was stopped.
   */
  async finish(): Promise<RunResult> {
    const result = await this.#run.finish()
    this.#closeRecords()
    const folder = this.#folder
    folder?.check()
    const isWhole = this.complete && this.shard.count === 1 && !this.#run.stopped
    if (folder && isWhole) await keepHighlights({ run: this.#run }, folder.dir, () => folder.check())
    return result
  }

  /** The results so far. Their buffers keep growing while the run is played. */
  result(): RunResult {
    return this.#run.result()
  }

  /**
   * Writes the reports of the results so far into the folder, if there is one. Without `page` there is none among them, which saves the third of
   * a second that it takes to draw; one that is there already is renewed all the same. Throws a DiskError.
   */
  async writeReports({ page = true }: { readonly page?: boolean } = {}): Promise<void> {
    const folder = this.#folder
    if (!folder) return
    const pageOf = page || holdsPage(folder.dir) ? await loadPage() : null
    folder.check()
    onDisk(folder.dir, () => writeReports(folder.dir, this.result(), pageOf))
    await this.#table?.write(this.result())
  }

  /** Closes the journal and the records, and releases the folder. Throws a DiskError if records cannot be written. */
  close(): void {
    try {
      this.#closeRecords()
    } finally {
      this.#table?.close()
      this.#table = null
      this.#folder?.close()
    }
  }

  #closeRecords(): void {
    const records = this.#records
    this.#records = null
    records?.close()
  }
}
