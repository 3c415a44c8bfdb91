/** Several changes of the rules judged apart: each on top of the baseline, and each on top of all others. */
import type { RunResult } from '../../sim/chunks/results.ts'
import type { Lineup, Probe } from '../../sim/experiment/index.ts'
import { type Comparison, comparisonsOf, reversed } from './comparisons.ts'
import { changeText, leversOf, probesIn } from './levers.ts'

/** One change of a variant that has several. */
export interface SingleChange {
  /** "gold.start 0 to 5". */
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
        ({ variant: { cell }, metric }) =>
          cell.variant === variant && cell.lineup === lineup && metric.kind !== 'use',
      )
      return [{ variant: variant.name, lineup, changes, together }]
    }),
  )
}
