/** What a candidate shows of the goals, and how far it is from them. */

import type { GateBound } from '../experiment/index.ts'
import { UNITS } from '../figures/figure.ts'
import type { CellSums } from '../figures/reading.ts'
import { FIGURES, gateFigures, type Metric, pairedMetric, pairedOf } from '../figures/registry.ts'
import { normalQuantile } from '../stats/distributions.ts'
import { sequenceFactor } from '../stats/sequence.ts'
import { PAIR_SIZE } from '../tally/pairs.ts'

/** The level of the intervals from which standard errors are read: about one of them to each side. */
const ONE_SIGMA = 0.6827

/** An estimate in the unit of bounds: percent, steps. */
export interface FigureEstimate {
  readonly mean: number
  /** Its standard error. */
  readonly error: number
}

/** The sums of a candidate in the blocks it has played. */
export interface PatchSums extends CellSums {
  readonly metrics: readonly Metric[]
  readonly pairs: Float64Array
  readonly blocks: number
}

/** How far off counts 1: half a range, or a tenth of a single bound; of percents at least 1 or 2. */
export function toleranceOf({ low, high }: GateBound, isPercent: boolean): number {
  const isRange = low !== null && high !== null
  const width = isRange ? (high - low) / 2 : Math.abs(high ?? low!) / 10
  return Math.max(isPercent ? (isRange ? 1 : 2) : 0, width) || 1
}

/** The distance outside the range in tolerances; 0 inside. */
export function distance(
  { low, high }: Pick<GateBound, 'low' | 'high'>,
  tolerance: number,
  value: number,
): number {
  return Math.max(0, (low ?? -Infinity) - value, value - (high ?? Infinity)) / tolerance
}

/** A figure as the cell's own blocks show it. Null before the first, and for a figure that the game lacks. */
export function estimateOf(sums: PatchSums, bound: GateBound): FigureEstimate | null {
  const figure = gateFigures(sums.game.info).get(bound.figure)
  const interval = figure && FIGURES[figure.kind].anytime?.(sums, figure.index, ONE_SIGMA)
  if (!interval || Number.isNaN(interval.mean)) return null
  const { scale } = UNITS[figure.unit]
  const half = (interval.high - interval.low) / 2 / sequenceFactor(Math.max(2, sums.blocks), ONE_SIGMA)
  // Where matches may be far longer than they are, an anytime interval allows for it.
  const once = figure.kind === 'length' ? FIGURES.length.paired?.alone?.(sums, 0) : null
  const error = once ? Math.min(half, (once.high - once.low) / 2 / normalQuantile(0.975)) : half
  return { mean: scale * interval.mean, error: scale * error }
}

/** Its difference from the baseline in the same blocks; null where blocks don't tell it. */
export function differenceOf(sums: PatchSums, bound: GateBound): FigureEstimate | null {
  const figure = gateFigures(sums.game.info).get(bound.figure)
  const paired = figure && pairedMetric(sums, figure)
  if (!paired || paired.metric.kind !== figure.kind || paired.metric.per || sums.blocks < 2) return null
  const at = PAIR_SIZE * sums.metrics.indexOf(paired.metric)
  const [sum, squares, differing] = sums.pairs.subarray(at, at + PAIR_SIZE)
  const n = sums.blocks
  const { perMatch, least = 1 } = pairedOf(paired.metric)
  const units = perMatch(sums.layout.seats, paired.metric.index) / UNITS[figure.unit].scale
  const mean = sum! / n
  // Blocks that never differ, or few of them, say no more than that differences are rare.
  const floor = (least * least) / Math.max(1, differing!)
  const variance = Math.max(squares! / n - mean * mean, floor * Math.min(1, (1 + differing!) / n))
  return { mean: (paired.sign * mean) / units, error: Math.sqrt(variance / (n - 1)) / units }
}

/** The interval of a figure that holds at every look; all that it can be before the first block. */
export function surely(
  sums: PatchSums,
  bound: GateBound,
  level = 0.95,
): { readonly low: number; readonly high: number } {
  const figure = gateFigures(sums.game.info).get(bound.figure)
  const interval = figure && FIGURES[figure.kind].anytime?.(sums, figure.index, level)
  if (!interval) return { low: -Infinity, high: Infinity }
  const { scale } = UNITS[figure.unit]
  return { low: scale * interval.low, high: scale * interval.high }
}

/** The better of what a candidate's own blocks show and of its difference from a well-known baseline. */
export function combined(
  own: FigureEstimate,
  difference: FigureEstimate | null,
  baseline: FigureEstimate,
): FigureEstimate {
  if (!difference) return own
  const mean = baseline.mean + difference.mean
  const error = Math.hypot(baseline.error, difference.error)
  return error < own.error ? { mean, error } : own
}

/** Maps a figure to a scale on which effects add up: log odds of percents, logarithms of what is positive. */
export interface Link {
  to(value: number): number
  from(value: number): number
  /** Of `to`, by the value. */
  slope(value: number): number
  /** The value, kept this far from the ends of what the figure can be, or as far as the baseline is. */
  inside(value: number, distance: number): number
}

const LEAST_PERCENT = 0.25

/**
 * An estimate on the link's scale. Log odds have no end: 0 % with an error of 0.5 points counts as 0.5 %, with the
 * error that log odds have there.
 */
export function linked(link: Link, { mean, error }: FigureEstimate): FigureEstimate {
  const value = link.inside(mean, error)
  return { mean: link.to(value), error: error * link.slope(value) }
}

/** The link of a goal's figure, whose value under the current rules is `baseline`. */
export function linkOf(isPercent: boolean, baseline: number): Link {
  if (isPercent) {
    const safe = (value: number) => Math.min(100 - LEAST_PERCENT, Math.max(LEAST_PERCENT, value)) / 100
    return {
      to: value => Math.log(safe(value) / (1 - safe(value))),
      from: value => 100 / (1 + Math.exp(-value)),
      slope: value => 1 / (100 * safe(value) * (1 - safe(value))),
      // Never past the baseline: a change that does nothing must not seem to move the figure.
      inside: (value, distance) =>
        Math.max(Math.min(distance, baseline), Math.min(100 - Math.min(distance, 100 - baseline), value)),
    }
  }
  const inside = (value: number) => value
  if (baseline > 0) {
    const safe = (value: number) => Math.max(value, baseline / 100)
    return { to: value => Math.log(safe(value)), from: Math.exp, slope: value => 1 / safe(value), inside }
  }
  return { to: value => value, from: value => value, slope: () => 1, inside }
}
