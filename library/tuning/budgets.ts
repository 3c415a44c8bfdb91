/** How a tuning is played, and its budgets in the folder: what it was allowed at once, and how far it came. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Experiment, playedHash, portable, type Tuning } from '../../sim/experiment/index.ts'
import { onDisk, RefusedError, writeWhole } from '../../sim/store/disk.ts'
import type { TuneResult } from '../../sim/tuning/result.ts'
import type { TuneStage } from '../../sim/tuning/search.ts'
import { TUNING } from '../folders/journals.ts'
import type { LearningProgress } from '../learning/progress.ts'
import type { RunOptions } from '../runs/run-options.ts'
import { CONFIRMATION, ROUNDS } from './folder.ts'

/**
 * How a tuning is played. Only `minutes` may change what is reported, as fewer matches do. A folder that holds
 * the same question with fewer matches, or a search that its minutes ended, is continued.
 */
export interface TuneOptions
  extends Pick<
    RunOptions,
    'out' | 'threads' | 'memory' | 'chunk' | 'signal' | 'policies' | 'fresh' | 'label' | 'lock'
  > {
  /**
   * About how many minutes it may take: after three fifths of them the confirmation begins, with as many
   * matches as the rest allows at the pace of the search.
   */
  readonly minutes?: number | undefined
  readonly onProgress?: ((progress: TuneProgress) => void) | undefined
}

export interface TuneProgress {
  readonly stage: TuneStage | 'learn' | 'confirm'
  /** From 1. */
  readonly round: number
  readonly patches: number
  /** Matches played in all, and those of the budget. */
  readonly matches: number
  readonly total: number
  /** Of the finalists' players, while they train. */
  readonly learning?: LearningProgress
}

/** What a tuning was allowed at once, and how far it came. */
export interface Budget {
  readonly matches: number
  /** Null for any number. */
  readonly minutes: number | null
  /** Rounds of the search, with those of earlier budgets; null before its end. */
  rounds: number | null
  /** Matches for the confirmation; null before it. */
  confirm: number | null
  /** The part of the confirmation that was begun last, 0 before it; and the last of all. */
  part: number
  until: number
  /** What ended because its minutes were over. */
  timedOut: TimedOut[]
}

type TimedOut = TuneResult['timedOut'][number]

export interface TuningFolder {
  readonly dir: string
  readonly hash: string
  /** The last one is played; the search continues from those before. */
  readonly budgets: Budget[]
}

export const newBudget = ({ matches }: Tuning, { minutes }: TuneOptions): Budget => ({
  ...{ matches, minutes: minutes ?? null, rounds: null, confirm: null, part: 0, until: 1, timedOut: [] },
})

export function openTuning(
  dir: string,
  experiment: Experiment,
  tuning: Tuning,
  options: TuneOptions,
): TuningFolder {
  const budget = newBudget(tuning, options)
  const hash = tuningHash(experiment)
  const file = join(dir, TUNING)
  if (options.fresh && existsSync(file)) clear(dir, [ROUNDS, TUNING])
  if (!existsSync(file)) {
    if (existsSync(join(dir, 'journal.jsonl')))
      throw new RefusedError(dir, 'holds a run, expected an empty folder, or one of this tuning')
    const folder = { dir, hash, budgets: [budget] }
    note(folder, experiment)
    return folder
  }
  const { budgets = [], ...found } = JSON.parse(readFileSync(file, 'utf8')) as Partial<TuningFolder>
  const last = budgets.at(-1)
  if (found.hash !== hash || !last)
    throw new RefusedError(
      dir,
      'holds a tuning of other rules, goals or keys, expected the same one, another folder, or a fresh start (--fresh), which deletes it',
    )
  if (budget.matches < last.matches)
    throw new RefusedError(
      dir,
      `holds this tuning with ${last.matches} matches, expected at least as many, another folder, or a fresh start (--fresh), which deletes it`,
    )
  const folder = { dir, hash, budgets }
  const hasTime = last.timedOut.length > 0 && (budget.minutes ?? Infinity) > (last.minutes ?? Infinity)
  if (budget.matches === last.matches && !hasTime) return folder
  // The search continues behind the rounds that were begun, and its finalists play seeds that are fresh again.
  last.rounds ??= roundsIn(dir)
  if (last.rounds === 0) budgets.pop()
  budgets.push(budget)
  clear(dir, [])
  note(folder, experiment)
  return folder
}

/** Deletes the answer, and what else is named. */
function clear(dir: string, names: readonly string[]): void {
  for (const name of [...names, CONFIRMATION, ...answersIn(dir)])
    rmSync(join(dir, name), { recursive: true, force: true })
}

/** How many rounds were begun. */
function roundsIn(dir: string): number {
  let rounds = 0
  while (existsSync(join(dir, ROUNDS, `${rounds + 1}-1`))) rounds++
  return rounds
}

/** What a tuning wrote as its answer. */
const answersIn = (dir: string): string[] =>
  readdirSync(dir).filter(name => /^(?:patch-\d+\.yaml|tune\.(?:csv|json)|report\.html)$/.test(name))

export function note({ dir, budgets, hash }: TuningFolder, experiment: Experiment): void {
  onDisk(dir, () =>
    writeWhole(
      join(dir, TUNING),
      `${JSON.stringify({ hash, budgets, experiment: portable(experiment) }, null, 1)}\n`,
    ),
  )
}

/** Equal for tunings that ask the same question, with whatever number of matches. */
export function tuningHash(experiment: Experiment): string {
  const { tuning, lineups } = experiment
  const asked = { ...tuning, matches: undefined }
  return createHash('sha256')
    .update(JSON.stringify([playedHash(experiment), asked, lineups.map(({ name }) => name)]))
    .digest('hex')
}
