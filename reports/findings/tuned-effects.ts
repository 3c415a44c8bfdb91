/** What a tuning's search showed of single rules, and of rules that work together. */

import { normalQuantile } from '../../sim/stats/distributions.ts'
import { linked, linkOf } from '../../sim/tuning/goals.ts'
import type { TunedCandidate, TunedChange, TuneResult } from '../../sim/tuning/result.ts'

/** The chance of calling any effect of a goal real that is chance (Bonferroni). */
const ALPHA = 0.05

/** A rule changed by itself, and what that does to one goal's figure. */
export interface SingleEffect {
  readonly change: TunedChange
  readonly mean: number
  /** Ends of its 95 % interval. */
  readonly low: number
  readonly high: number
  /** Whether it differs from the baseline, at a level for all rules together. */
  readonly isShown: boolean
}

/** All rules that were changed by themselves, the largest effect on the goal first. */
export function singleEffects({ candidates, baseline, goals }: TuneResult, g: number): SingleEffect[] {
  const singles = candidates.filter(({ changes, known }) => changes.length === 1 && known.length > 0)
  const z = normalQuantile(1 - ALPHA / 2 / Math.max(1, singles.length))
  const from = baseline[g]!.mean
  const most = goals[g]!.isPercent ? 100 : Infinity
  return singles
    .map(({ changes, known }) => {
      const { mean, error } = known[g]!
      const [low, high] = [Math.max(0, mean - 1.96 * error), Math.min(most, mean + 1.96 * error)]
      return { change: changes[0]!, mean, low, high, isShown: Math.abs(mean - from) > z * error }
    })
    .sort((a, b) => Math.abs(b.mean - from) - Math.abs(a.mean - from))
}

/** Changes that together do more or less to a goal's figure than they do by themselves. */
export interface JointEffect {
  readonly patch: TunedCandidate
  readonly goal: number
  readonly found: number
  /** Where their separate effects would add up to. */
  readonly expected: number
}

/**
 * The patches whose figure differs from the sum of their changes' effects, the clearest first. Effects are
 * added as log odds for percentages and as logarithms for other positive figures.
 */
export function jointEffects({ candidates, baseline, goals }: TuneResult): JointEffect[] {
  const nameOf = ({ key, to }: TunedChange): string => JSON.stringify([key, to])
  const singles = new Map(
    candidates.flatMap(one =>
      one.changes.length === 1 && one.known.length > 0 ? [[nameOf(one.changes[0]!), one]] : [],
    ),
  )
  const all = candidates.flatMap(patch => {
    const parts = patch.changes.flatMap(change => singles.get(nameOf(change)) ?? [])
    if (parts.length < 2 || parts.length < patch.changes.length || patch.known.length === 0) return []
    return goals.map(({ isPercent }, goal) => {
      const base = baseline[goal]!
      const link = linkOf(isPercent, base.mean)
      const from = linked(link, base)
      const [whole, ...singly] = [patch, ...parts].map(({ known }) => linked(link, known[goal]!))
      const sum = singly.reduce((total, { mean }) => total + mean - from.mean, 0)
      const errors = [whole!, ...singly, from].map(({ error }) => error)
      const z = (whole!.mean - from.mean - sum) / Math.hypot(...errors)
      return { patch, goal, found: patch.known[goal]!.mean, expected: link.from(from.mean + sum), z }
    })
  })
  const least = normalQuantile(1 - ALPHA / 2 / Math.max(1, all.length))
  return all
    .filter(({ z }) => Math.abs(z) > least)
    .sort((a, b) => Math.abs(b.z) - Math.abs(a.z))
    .map(({ z: _, ...effect }) => effect)
}
