/** Levers: what the numbers of the rules do if they are moved a step; and what each of several changes does by itself, and on top of all others. */
import { choiceKeys, pathText, settingText } from '../../../documents/index.ts'
import { findGame } from '../../../engine/registry/index.ts'
import type { CellResult, RunResult } from '../../../sim/chunks/results.ts'
import { gameNameOf, type Lineup, type Probe } from '../../../sim/experiment/index.ts'
import type { Metric } from '../../../sim/figures/registry.ts'
import {
  type Comparison,
  comparisonsOf,
  isOfAsset,
  isOfFeel,
  isShown,
  probeComparisons,
  reversed,
} from './comparisons.ts'
import { byCell } from './words.ts'

/** One probe in one line-up. */
export interface ProbeFinding {
  readonly probe: Probe
  readonly cell: CellResult
  /** Its metrics against the variant that it differs from in one key, adjusted over all probes and line-ups. */
  readonly row: readonly Comparison[]
}

/** What each probe shows, in the order of the run's cells; none where no match was played. */
export function probesIn(result: RunResult): readonly ProbeFinding[] {
  return byCell(probeComparisons(result)).map(row => {
    const cell = row[0]!.variant
    return { probe: cell.cell.variant.probe!, cell, row }
  })
}

/** A key with its probes in one line-up: a step down and one up, as far as the rules allow; or a change by itself and left out. */
export interface Lever {
  readonly key: string
  readonly probes: readonly ProbeFinding[]
}

/** The levers of a line-up, in the order of the rules. */
export function leversOf(found: readonly ProbeFinding[], lineup: Lineup): readonly Lever[] {
  const keys = new Map<string, ProbeFinding[]>()
  for (const one of found)
    if (one.cell.cell.lineup === lineup) keys.set(one.probe.key, [...(keys.get(one.probe.key) ?? []), one])
  return [...keys].map(([key, probes]) => ({ key, probes }))
}

/** What a probe changed in a metric, by the metric's id; undefined where that is not compared. */
export function effectOn({ row }: ProbeFinding, { id }: Metric): Comparison | undefined {
  return row.find(({ metric }) => metric.id === id)
}

/** The largest difference among the probes of a lever, without its sign. */
export function reachOf({ probes }: Lever, metric: Metric): number {
  return Math.max(0, ...probes.map(one => Math.abs(effectOn(one, metric)?.difference ?? 0)))
}

/** Keys of the baseline that no lever moves, for they have no steps: yes or no, and words to choose from. */
export function unmovedChoices({ experiment }: RunResult): string[] {
  const { schema } = findGame(gameNameOf(experiment))
  return choiceKeys(schema, experiment.variants[0]!.rules).map(({ path }) => pathText(path))
}

/** "gold.start 8 → 9". */
export function changeText(probe: Probe): string {
  return `${probe.key} ${stepText(probe)}`
}

/** "8 → 9"; a missing value is "none". */
export function stepText({ from, to }: Probe): string {
  return [from, to].map(value => (value === null ? 'none' : settingText(value))).join(' → ')
}

/** One change of a variant that has several. */
export interface SingleChange {
  /** "gold.start 0 → 5". */
  readonly change: string
  /** The baseline with this change against the baseline; empty where the rules refuse it. */
  readonly alone: readonly Comparison[]
  /** What the change adds to all others: the variant against itself without it; empty where the rules refuse it. */
  readonly last: readonly Comparison[]
}

/** The changes of a variant in one line-up. */
export interface ChangesApart {
  readonly variant: string
  readonly lineup: Lineup
  readonly changes: readonly SingleChange[]
  /** The variant with all of them against the baseline, without the uses of assets. */
  readonly together: readonly Comparison[]
}

/** Every variant of which single changes were played, in every line-up. */
export function changesApart(result: RunResult): readonly ChangesApart[] {
  const { variants, lineups } = result.experiment
  const found = probesIn(result).filter(({ probe }) => probe.kind !== 'step')
  if (found.length === 0) return []
  const all = comparisonsOf(result)
  return variants.flatMap((variant, v) =>
    lineups.flatMap((lineup): ChangesApart[] => {
      const its = leversOf(
        found.filter(({ probe }) => probe.of === v),
        lineup,
      )
      if (its.length === 0) return []
      const changes = its.map(({ probes }): SingleChange => {
        const rowOf = (kind: Probe['kind']) => probes.find(({ probe }) => probe.kind === kind)?.row ?? []
        const { probe } = probes[0]!
        const forth = probe.kind === 'alone' ? probe : { ...probe, from: probe.to, to: probe.from }
        return {
          change: changeText(forth),
          alone: rowOf('alone'),
          last: rowOf('left out').map(reversed),
        }
      })
      const together = all.filter(
        one =>
          one.variant.cell.variant === variant &&
          one.variant.cell.lineup === lineup &&
          !isOfAsset(one) &&
          (!isOfFeel(one) || isShown(one)),
      )
      return [{ variant: variant.name, lineup, changes, together }]
    }),
  )
}
