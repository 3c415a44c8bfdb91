/** Runs and their rules as tables, from what each folder holds beside its reports. */
import { existsSync } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
import { InputError, isRecord, leaves, readDocument, settingText } from '../documents/index.ts'
import { holdsReports, MANIFEST } from '../reports/files/write.ts'
import { type CellValue, type Row, type RULES, RUN_ID_SHOWN, type RUNS } from '../reports/tables/index.ts'
import type { Experiment } from '../sim/experiment/index.ts'
import { statsOf } from '../sim/store/disk.ts'
import { headerIn, JOURNAL } from '../sim/store/journal.ts'
import { holdersOf } from '../sim/store/lock.ts'

/** A run in an archive. */
export interface ArchivedRun {
  readonly dir: string
  /** What the column `run` calls it: its folder, as seen from the archive. */
  readonly name: string
}

type RunRow = Row<typeof RUNS>
type RuleRow = Row<typeof RULES>

/** Whether a folder is a run's: it holds reports, or says what is being played into it. */
export function isRun(dir: string): boolean {
  return holdsReports(dir) || existsSync(join(dir, MANIFEST))
}

/** A run's name in an archive. */
export function runName(archive: string, dir: string): string {
  return relative(archive, dir) || basename(resolve(dir))
}

/** A row for each run. Throws an InputError for a manifest that can't be read. */
export function runRows(runs: readonly ArchivedRun[]): RunRow[] {
  const holders = holdersOf(runs.map(({ dir }) => dir))
  return runs.map(({ dir, name }, i) => {
    const { complete, experiment, fingerprint, cells, files, kind, question } = manifestIn(dir)
    const { lineups, seats, variants } = experiment
    const isReported = files.length > 0
    const matches = cells.reduce((sum, cell) => sum + cell.matches, 0)
    const total = lineups.reduce((sum, { blocks }) => sum + blocks, 0) * seats.length * variants.length
    const playedVariants = new Set(cells.map(({ variant }) => variant)).size
    const asked = (total / variants.length) * playedVariants
    return {
      run: name,
      id: fingerprint.slice(0, RUN_ID_SHOWN),
      name: experiment.name,
      kind: kind ?? '',
      question: question ?? '',
      game: experiment.game,
      ruleset: variants[0]!.ruleset,
      seed: experiment.seed,
      version: experiment.version,
      code: headerIn(join(dir, JOURNAL))?.code.slice(0, RUN_ID_SHOWN) ?? '',
      date: dateOf(dir),
      state: complete ? 'complete' : holders[i] === null ? 'stopped' : 'running',
      matches: isReported ? matches : Number.NaN,
      margin: 100 * experiment.margin,
      completeness: !isReported ? Number.NaN : complete ? 1 : matches / asked,
    }
  })
}

/** A row for each rule key of each variant. Keys that differ within the archive's runs of a game are `changed`. */
export function ruleRows(runs: readonly ArchivedRun[]): RuleRow[] {
  const all = runs.flatMap(({ dir, name: run }) => {
    const { game, variants } = manifestIn(dir).experiment
    return variants.map(({ name: variant, rules }) => ({ run, variant, game, keys: leaves(rules) }))
  })
  const values = new Map<string, Set<string>>()
  for (const game of new Set(all.map(one => one.game))) {
    const its = all.filter(one => one.game === game)
    for (const key of new Set(its.flatMap(({ keys }) => [...keys.keys()])))
      values.set(`${game} ${key}`, new Set(its.map(({ keys }) => JSON.stringify(keys.get(key)) ?? '')))
  }
  return all.flatMap(({ run, variant, game, keys }) =>
    [...keys].map(([key, value]) => ({
      ...{ run, variant, key, value: settingText(value) },
      changed: values.get(`${game} ${key}`)!.size > 1,
    })),
  )
}

/** The values of changed rules, as columns of all other tables have them: by run and variant. */
export function changedRules(runs: readonly ArchivedRun[]): {
  readonly keys: readonly string[]
  readonly rows: readonly { readonly run: string; readonly variant: string; readonly values: CellValue[] }[]
} {
  const keys = [...new Set(ruleRows(runs).flatMap(({ changed, key }) => (changed ? [key] : [])))]
  const rows = runs.flatMap(({ dir, name: run }) =>
    manifestIn(dir).experiment.variants.map(({ name: variant, rules }) => {
      const found = leaves(rules)
      return { run, variant, values: keys.map(key => plainSetting(found.get(key))) }
    }),
  )
  return { keys, rows }
}

/** As the CSV files have it: numbers stay numbers, a key that is missing is empty. */
function plainSetting(value: unknown): CellValue {
  if (typeof value === 'number' || typeof value === 'boolean') return value
  return value === undefined ? Number.NaN : settingText(value)
}

interface Manifest {
  readonly complete: boolean
  readonly experiment: Experiment
  readonly fingerprint: string
  readonly cells: readonly { readonly variant: string; readonly matches: number }[]
  readonly files: readonly unknown[]
  /** Absent in manifests of older versions. */
  readonly kind?: string
  readonly question?: string
}

function manifestIn(dir: string): Manifest {
  const file = join(dir, MANIFEST)
  const { value } = readDocument(file)
  if (isRecord(value) && isRecord(value.experiment) && Array.isArray(value.experiment.variants))
    return value as unknown as Manifest
  throw new InputError(file, 'is not the manifest of a run, expected one that evenhand wrote')
}

/** When the run was last written to, in UTC: copies keep it only if they keep the times of files. */
function dateOf(dir: string): string {
  const stats = statsOf(join(dir, JOURNAL)) ?? statsOf(join(dir, MANIFEST))
  return stats ? timeText(new Date(stats.mtimeMs)) : ''
}

/** 2026-11-28 21:33:12, in UTC. */
export function timeText(time: Date): string {
  return time.toISOString().slice(0, 19).replace('T', ' ')
}
