/** Figures of how matches went, ratios that tallies keep, in the order of their columns in quality.csv. */
import { amountRateInterval, type Interval, ratioInterval } from '../stats/interval.ts'
import { countRateInterval } from '../stats/paired.ts'
import type { Quality } from '../tally/layout.ts'
import { qualityOffset } from '../tally/layout.ts'
import { type CellSums, orEmpty, sumsAt } from './reading.ts'

/** A ratio of sums over blocks, as a figure. */
interface QualityFigure {
  /** Its column in quality.csv, and what that says of it. */
  readonly column: string
  readonly meaning: string
  /** A share, an amount that is mostly alike, or a count that few blocks make most of. */
  readonly is: 'share' | 'amount' | 'count'
  /** Whether it is told by who leads, so that it means nothing where the headline gauge is worth nothing. */
  readonly isOfLeads?: true
  /** Whether the column holds what is left to 1. */
  readonly isRest?: true
}

const DECLARED = {
  completed: {
    column: 'completion',
    is: 'share',
    meaning: 'Share of matches that ended before the turn limit (Browne: completion).',
  },
  decisive: { column: 'decisiveness', is: 'share', meaning: 'Share of matches with a single winner.' },
  length: { column: 'length_steps', is: 'amount', meaning: 'Mean length in steps.' },
  decisions: {
    column: 'decisions',
    is: 'amount',
    meaning: 'Mean number of decisions in a match, by all seats and chance.',
  },
  options: {
    column: 'branching',
    is: 'amount',
    meaning:
      'Branching factor: mean number of legal actions per decision of a seat, including forced ones. Sampled from the first 16 blocks of a line-up and every 512th block.',
  },
  leadChanges: {
    column: 'lead_changes',
    is: 'count',
    isOfLeads: true,
    meaning: 'Mean number of times the lead passed to a different seat.',
  },
  behind: {
    column: 'drama',
    is: 'share',
    isOfLeads: true,
    meaning: 'Share of steps at which the eventual winner was behind, in matches with one winner.',
  },
  deficit: {
    column: 'deficit',
    is: 'count',
    isOfLeads: true,
    meaning: "How far behind the winner was at these steps, in the headline gauge's unit.",
  },
  swing: {
    column: 'killer_move',
    is: 'amount',
    isOfLeads: true,
    meaning:
      "The winner's largest gain of lead in one step, in the same unit, averaged over matches with one winner.",
  },
  halfLeader: {
    column: 'half_leader_wins',
    is: 'share',
    isOfLeads: true,
    meaning:
      'Share of matches won by the leader at half-time, among those with one winner and a leader at that point.',
  },
  lateLeader: {
    column: 'late_uncertainty',
    is: 'share',
    isOfLeads: true,
    isRest: true,
    meaning:
      "Share of matches that the leader after three quarters of the steps didn't win, among those with one winner and a leader at that point.",
  },
} as const satisfies Readonly<Record<Quality, QualityFigure>>

export type QualityColumn = (typeof DECLARED)[Quality]['column']
export const QUALITY_FIGURES: Readonly<Record<Quality, QualityFigure & { readonly column: QualityColumn }>> =
  DECLARED

/**
 * A quality of the matches played to their end, with its interval from the blocks; NaN where there is none.
 */
export function qualityOf(cell: CellSums, quality: Quality): Interval {
  const sums = sumsAt(cell, qualityOffset(cell.layout, quality))
  const { is } = QUALITY_FIGURES[quality]
  if (is === 'share') return orEmpty(ratioInterval(sums))
  if (is === 'amount') {
    const { n, mean, low, high } = orEmpty(amountRateInterval(sums))
    return { n, mean, low, high: quality === 'length' ? Math.min(cell.layout.steps, high) : high }
  }
  // Blocks that have any are not counted: at least as many as would make these sums if all had the same.
  const having = sums.xx === 0 ? 0 : Math.floor((sums.x * sums.x) / sums.xx)
  return orEmpty(countRateInterval(sums, having))
}

/** What a quality is the mean over: matches, steps, decisions. */
export function qualityCount(cell: CellSums, quality: Quality): number {
  return sumsAt(cell, qualityOffset(cell.layout, quality)).y
}
