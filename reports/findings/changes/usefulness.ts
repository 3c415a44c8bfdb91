/** What each asset is worth: the score that one agent loses by doing without it against the others, who have it. */
import { type Asset, assetNamed } from '../../../engine/contract/index.ts'
import type { CellResult, RunResult } from '../../../sim/chunks/results.ts'
import { scoreOf, seatingScore } from '../../../sim/figures/reading.ts'
import { type Ends, inWords, times } from '../../formatting.ts'
import { adviceOnDifference, missingWords } from '../advice.ts'
import {
  differencesText,
  disagree,
  type MemberDifferences,
  memberDifferences,
  withPlayers,
} from '../members.ts'
import { type Comparison, handicapComparisons, isDisputed, MAY_DIFFER, SIGNIFICANT } from './comparisons.ts'

/** One asset in one line-up, over all seats or in one of them. */
export interface Usefulness {
  readonly asset: Asset
  /** Its name in the experiment. */
  readonly name: string
  /** The cell in which the first agent does without it. */
  readonly cell: CellResult
  /** The seat in which the agent sat; empty over all seats. */
  readonly seat: string
  /** The first agent's score without it against that with it: the difference is the score won, and mostly below 0. */
  readonly own: Comparison
  /** Uses a match by all seats, when the agent has it and when it does without; the latter leaves those of the others, and forced ones. */
  readonly uses: { readonly with: number; readonly without: number }
  /** What each member of a population loses; null without a population. */
  readonly members: MemberDifferences | null
  readonly verdict: 'useful' | 'better without' | typeof MAY_DIFFER | 'no difference shown'
}

/** The worth of every measured asset, by asset, then by line-up. */
export function usefulnessOf(result: RunResult): readonly Usefulness[] {
  const all = handicapComparisons(result)
  return result.handicaps.flatMap(cell => {
    const its = all.filter(({ variant }) => variant === cell)
    const use = its.find(({ metric }) => metric.kind === 'uses')
    const name = cell.cell.variant.without!
    const asset = cell.game.info.assets[assetNamed(cell.game.info, name)]!
    const uses = { with: use?.before ?? 0, without: use?.after ?? 0 }
    return its
      .filter(({ metric }) => metric.kind === 'own')
      .map(own => {
        const seat = own.metric.label
        const at = own.metric.index - 1
        const members = memberDifferences(own.reference, cell, one =>
          at < 0 ? scoreOf(one, 'participant', 0) : seatingScore(one, 0, at),
        )
        const disputed = isDisputed(-own.difference, members)
        return { asset, name, cell, seat, own, uses, members, verdict: verdictOf({ ...own, disputed }) }
      })
  })
}

function verdictOf({ anytimeAdjusted, difference, disputed }: Comparison): Usefulness['verdict'] {
  if (anytimeAdjusted >= SIGNIFICANT) return 'no difference shown'
  if (disputed) return MAY_DIFFER
  return difference < 0 ? 'useful' : 'better without'
}

/** An interval of the points lost, over matches and players. */
export function lostPoints({ members }: Usefulness, own: Ends): Ends {
  return withPlayers(times(-100, own), members, 100)
}

/** Whether something is shown of an asset. */
export function isToldOf({ verdict }: Usefulness): boolean {
  return verdict === 'useful' || verdict === 'better without'
}

/** What helps, what hurts and what may depend on the player, of the assets of a line-up in order of the score lost without them. */
export function worthWords(sorted: readonly Usefulness[]): string {
  const named = (verdict: Usefulness['verdict']): string[] =>
    sorted.filter(one => one.verdict === verdict).map(({ name }) => name)
  const useful = named('useful')
  const burden = named('better without').reverse()
  const unsure = named(MAY_DIFFER)
  return [
    ...(useful.length + burden.length === 0 ? ['Nothing makes a clear difference.'] : []),
    ...(useful.length > 0 ? [`Helps: ${useful.join(', ')}.`] : []),
    ...(burden.length > 0 ? [`Hurts: ${burden.join(', ')}.`] : []),
    ...(unsure.length > 0 ? [`May depend on the player: ${unsure.join(', ')}.`] : []),
  ].join(' ')
}

/** How many more matches would settle the unclear assets of a line-up; empty if unknown. */
export function missingWorth(all: readonly Usefulness[]): string {
  return missingWords(all.map(({ name, own }) => ({ name, more: adviceOnDifference(own) })))
}

/**
 * On which assets of a line-up the members of a population disagree, those with the largest differences first, and for which there are too few
 * players to judge; empty without such assets. Each asset's p counts as often as there are assets (Bonferroni).
 */
export function disagreementWords(all: readonly Usefulness[]): string {
  const tested = all.flatMap(one => (one.members?.spread ? [{ ...one, members: one.members }] : []))
  const [differing, others] = [true, false].map(isWanted =>
    tested
      .filter(({ members }) => disagree(members, tested.length) === isWanted)
      .sort((a, b) => b.members.spread!.sd - a.members.spread!.sd),
  ) as [typeof tested, typeof tested]
  const unsure = others.filter(({ verdict }) => verdict === MAY_DIFFER)
  const each = (some: typeof tested): string =>
    inWords(some.map(({ name, members }) => `${name} (${differencesText(members)})`))
  const parts = [
    ...(differing.length > 0 ? [`disagree on ${each(differing)}`] : []),
    ...(unsure.length > 0 ? [`are too few to judge ${each(unsure)}`] : []),
  ]
  return parts.length === 0 ? '' : `The ${tested[0]!.members.differences.length} players ${inWords(parts)}`
}
