/** The folder of a tuning, read without disturbing it: its answer, its page, and how far it is. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { InputError } from '../../documents/index.ts'
import { searchIn, TUNE_JSON, writeTuning } from '../../reports/files/tuning.ts'
import { pageFile } from '../../reports/files/write.ts'
import { counted } from '../../reports/formatting.ts'
import { type Experiment, gameOf } from '../../sim/experiment/index.ts'
import { UNITS } from '../../sim/figures/figure.ts'
import { gateFigures } from '../../sim/figures/registry.ts'
import { onDisk, RefusedError, statsOf, writeWhole } from '../../sim/store/disk.ts'
import { JOURNAL } from '../../sim/store/journal.ts'
import { holdersOf } from '../../sim/store/lock.ts'
import { toleranceOf } from '../../sim/tuning/goals.ts'
import type { TuneResult } from '../../sim/tuning/result.ts'
import type { TuneGoal } from '../../sim/tuning/search.ts'
import { TUNING, UNFINISHED_TUNING } from '../folders/journals.ts'
import { readRun } from '../runs/merge.ts'

/** Runs of the search, and the run that measures the finalists. */
export const ROUNDS = 'rounds'
export const CONFIRMATION = 'confirmation'

/** Whether a folder is that of a tuning. */
export function holdsTuning(dir: string): boolean {
  return statsOf(join(dir, TUNING)) !== undefined
}

/** The goals of an experiment with `tune`, in the units of their figures. */
export function tuneGoals(experiment: Experiment): readonly TuneGoal[] {
  const figures = gateFigures(gameOf(experiment, experiment.variants[0]!).info)
  return experiment.tuning!.goals.map(bound => {
    const isPercent = UNITS[figures.get(bound.figure)!.unit].scale === 100
    return { bound, isPercent, tolerance: toleranceOf(bound, isPercent) }
  })
}

/**
 * What `tune` found and wrote into a folder. Load games by path first (`openGamesIn`). Throws an InputError if
 * the tuning isn't finished, a RefusedError if its files are damaged, and otherwise as `readRun` does.
 */
export function readTuning(dir: string): TuneResult {
  const { experiment } = headerOf(dir)
  const file = join(dir, TUNE_JSON)
  if (statsOf(file) === undefined) throw new InputError(dir, UNFINISHED_TUNING)
  const confirmed = readRun(join(dir, CONFIRMATION))
  const { source } = confirmed.experiment
  const asked = source ? { ...experiment, source } : experiment
  const search = soundly(file, () => searchIn(onDisk(file, () => readFileSync(file, 'utf8'), 'read')))
  return { experiment: asked, goals: tuneGoals(asked), ...search, confirmed, complete: true }
}

function headerOf(dir: string): { readonly experiment: Experiment } {
  const file = join(dir, TUNING)
  return soundly(file, () => JSON.parse(onDisk(file, () => readFileSync(file, 'utf8'), 'read')))
}

function soundly<T>(file: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError)
      throw new RefusedError(file, 'is damaged, expected it as evenhand tune wrote it')
    throw error
  }
}

async function pageOf(result: TuneResult, confirmation: string | null): Promise<string> {
  const { tuningPage } = await import('../../reports/page/index.ts')
  return tuningPage(result, confirmation)
}

const CONFIRMATION_PAGE = pageFile(CONFIRMATION)

/** Writes everything that a finished tuning leaves in its folder. */
export async function writeTuned(dir: string, result: TuneResult): Promise<void> {
  const page = await pageOf(result, CONFIRMATION_PAGE)
  onDisk(dir, () => writeTuning(dir, result, page))
}

/** Writes the page of a finished tuning again, and returns its path. Rejects as `readTuning` throws. */
export async function reportTuning(dir: string): Promise<{ file: string; result: TuneResult }> {
  const result = readTuning(dir)
  const page = await pageOf(result, CONFIRMATION_PAGE)
  const file = pageFile(dir)
  onDisk(file, () => writeWhole(file, page))
  return { file, result }
}

function roundRuns(dir: string): readonly string[] {
  const rounds = join(dir, ROUNDS)
  return statsOf(rounds) ? onDisk(rounds, () => readdirSync(rounds), 'read') : []
}

/** The files that change while a tuning goes on. */
export function tuningFiles(dir: string): string[] {
  const runs = [...roundRuns(dir).map(name => join(ROUNDS, name)), CONFIRMATION]
  return [TUNING, TUNE_JSON, ...runs.map(run => join(run, JOURNAL))].map(name => join(dir, name))
}

/** How far a tuning is; the result is null until it is complete. */
export interface TuningStatus {
  readonly state: 'complete' | 'running' | 'stopped'
  readonly experiment: Experiment
  /** "round 3 of the search", "11,320 matches". */
  readonly progress: string
  readonly result: TuneResult | null
}

/** Reads a tuning's state without its lock. Throws as `readTuning` does, but not for an unfinished one. */
export function tuningStatusOf(dir: string): TuningStatus {
  if (statsOf(join(dir, TUNE_JSON)) !== undefined) {
    const result = readTuning(dir)
    const { search, confirmation } = result.matches
    const progress = counted(search + confirmation, 'match', 'matches')
    return { state: 'complete', experiment: result.experiment, progress, result }
  }
  const { experiment } = headerOf(dir)
  const isRunning = holdersOf([dir])[0] !== null
  // A round of many patches is several runs: 3-1, 3-2.
  const round = Math.max(
    0,
    ...roundRuns(dir)
      .map(name => Number.parseInt(name, 10))
      .filter(Number.isFinite),
  )
  const isConfirming = statsOf(join(dir, CONFIRMATION)) !== undefined
  const progress = isConfirming ? 'measuring the best again' : `round ${Math.max(1, round)} of the search`
  return { state: isRunning ? 'running' : 'stopped', experiment, progress, result: null }
}
