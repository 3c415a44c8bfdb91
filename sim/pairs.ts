/**
 * Comparing variants: the same line-up plays the same seeds under the baseline's rules and under a variant's, and the
 * differences are taken block by block, so that the luck they share cancels. Sums of exact integers, like tallies.
 */
import type { Game } from '../engine/game.ts'
import { MEASURES } from './tallier.ts'

/** What is compared: one of MEASURES, or how often an asset that both variants have was used by either side. */
export interface Metric {
  readonly id: string
  readonly kind: (typeof MEASURES)[number] | 'use'
  /** The asset's label, or empty. */
  readonly label: string
  /** Indices into the block measures of the baseline and of the variant. */
  readonly baseline: number
  readonly variant: number
}

/** Words per metric: sum of the differences (variant minus baseline) over blocks, and of their squares. */
export const PAIR_SIZE = 2

/** The metrics that two compiled variants of one game share. */
export function metricsOf(baseline: Game, variant: Game): Metric[] {
  const general = MEASURES.map((id, i): Metric => ({ id, kind: id, label: '', baseline: i, variant: i }))
  const uses = baseline.assets.flatMap((asset, i): Metric[] => {
    const j = variant.assets.findIndex(other => other.id === asset.id && other.group === asset.group)
    if (j < 0) return []
    const index = { baseline: MEASURES.length + i, variant: MEASURES.length + j }
    return [{ id: `use:${asset.id}`, kind: 'use', label: asset.label, ...index }]
  })
  return [...general, ...uses]
}

/** Adds one block's differences to `sums`, PAIR_SIZE words a metric. */
export function addPair(
  sums: Float64Array,
  metrics: readonly Metric[],
  baseline: Int32Array,
  variant: Int32Array,
): void {
  for (let i = 0; i < metrics.length; i++) {
    const difference = variant[metrics[i]!.variant]! - baseline[metrics[i]!.baseline]!
    sums[PAIR_SIZE * i]! += difference
    sums[PAIR_SIZE * i + 1]! += difference * difference
  }
}
