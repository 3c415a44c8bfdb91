/** Figures of how matches went, ratios that tallies keep, in the order of their columns in quality.csv. */

import type { GameInfo } from '../../engine/contract/index.ts'
import { lacksGauges } from '../../engine/plain/index.ts'
import { amountRateInterval, type Interval, ratioInterval } from '../stats/interval.ts'
import { countRateInterval } from '../stats/paired.ts'
import type { Quality } from '../tally/layout.ts'
import { qualityOffset } from '../tally/layout.ts'
import { FEEL } from '../tally/pairs.ts'
import { type Figure, type Paired, SHARE } from './figure.ts'
import { type CellSums, overPlayers } from './players.ts'
import { orEmpty, sumsAt } from './reading.ts'

/** A ratio of sums over blocks, as a figure. */
interface QualityFigure {
  /** Its column in quality.csv, and what that says of it. */
  readonly column: string
  readonly meaning: string
  /** A share, an amount that is mostly alike, or a count that few blocks make most of. */
  readonly is: 'share' | 'amount' | 'count'
  /** Whether it depends on who leads, so it means nothing if the headline gauge has weight 0. */
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
export const qualityOf = overPlayers(
  (cell: CellSums, quality: Quality) => qualityOfMatches(cell, quality),
  ({ layout }: CellSums, quality: Quality) => ({
    min: 0,
    max: QUALITY_FIGURES[quality].is === 'share' ? 1 : quality === 'length' ? layout.steps : Infinity,
  }),
)

function qualityOfMatches(cell: CellSums, quality: Quality): Interval {
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

/** Whether the headline gauge says who is ahead: some games have one that is worth nothing before the end, others none. */
export function hasLeads(info: GameInfo): boolean {
  return info.gauges[0]!.weight > 0 && !lacksGauges(info)
}

const compared = (quality: (typeof FEEL)[number], meaning: string): Paired => {
  const word = 2 * FEEL.indexOf(quality)
  return {
    meaning,
    alone: cell => qualityOf(cell, quality),
    measure: ({ feel }) => feel + word,
    per: ({ feel }) => feel + word + 1,
    perMatch: seats => seats,
    isTold: true,
    family: () => 'feel',
  }
}

/** Those whose changes reports tell. Gates can't ask for them. */
export const FEELS = {
  'half-leader': {
    about: 'run',
    unit: 'percent',
    gate: null,
    isIn: hasLeads,
    bounds: SHARE,
    paired: compared('halfLeader', '`half_leader_wins` of quality.csv, from the blocks that are followed'),
    words: {
      name: () => 'wins of the leader at half-time',
      title: () => 'wins of the leader at half-time',
      more: () => 'safer leads',
      less: () => 'less safe leads',
    },
  },
  'lead-changes': {
    about: 'run',
    unit: 'uses',
    gate: null,
    isIn: hasLeads,
    bounds: () => ({ min: 0, max: Number.POSITIVE_INFINITY }),
    paired: compared('leadChanges', 'the same for `lead_changes`'),
    words: {
      name: () => 'lead changes',
      title: () => 'lead changes',
      more: () => 'more lead changes',
      less: () => 'fewer lead changes',
    },
  },
  drama: {
    about: 'run',
    unit: 'percent',
    gate: null,
    isIn: hasLeads,
    bounds: SHARE,
    paired: compared('behind', 'the same for `drama`'),
    words: {
      name: () => 'drama',
      title: () => 'drama: time the winner was behind',
      more: () => 'more drama',
      less: () => 'less drama',
    },
  },
} as const satisfies Readonly<Record<string, Figure>>
