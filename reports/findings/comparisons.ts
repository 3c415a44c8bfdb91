/** The effect of a rule change: a variant's differences from its reference, the baseline or the previous variant. */
import { type Seat, WIN_UNITS } from '../../engine/contract/index.ts'
import type { CellResult, RunResult } from '../../sim/chunks/results.ts'
import { exploitedIn, isMirror, referenceOf } from '../../sim/experiment/index.ts'
import type { Interval } from '../../sim/stats/interval.ts'
import type { Sums } from '../../sim/stats/moments.ts'
import { type Differences, holm, pairedDifference } from '../../sim/stats/paired.ts'
import {
  type Bounded,
  boundedOfSums,
  type SequenceTest,
  sequenceInterval,
  sequenceP,
  studentSequence,
} from '../../sim/stats/sequence.ts'
import { layoutMeasures, MEASURES } from '../../sim/tally/measures.ts'
import { type ComparedMetric, isCompared, type Metric, PAIR_SIZE } from '../../sim/tally/pairs.ts'
import {
  blocksOf,
  drawnIn,
  lengthsOf,
  longestIn,
  matchesOf,
  payoffsOf,
  scoreBlocks,
  scoreOf,
  seatingScore,
  usesOf,
} from '../figures.ts'
import type { Bounds } from '../formatting.ts'
import {
  countBy,
  dispute,
  drawnFigure,
  lengthFigure,
  type MemberDifferences,
  memberDifferences,
  memberScores,
  scoreFigure,
} from './members.ts'

/** One metric of one variant and line-up against its reference's. */
export interface Comparison {
  readonly reference: CellResult
  readonly variant: CellResult
  readonly metric: ComparedMetric
  /** Paired blocks. */
  readonly blocks: number
  /** Those of them in which the metric differs. */
  readonly differing: number
  /** The metric in the reference and in the variant, per match (shares of 1 for scores and draws; payoffs on their own scale). */
  readonly before: number
  readonly after: number
  /** After minus before with its 95 % interval, from block differences, and the p-value, for one look. */
  readonly difference: number
  readonly low: number
  readonly high: number
  readonly p: number
  /** p adjusted by Holm's method: over all comparisons of use in the run, or over all others. */
  readonly adjusted: number
  /** Interval and p-value that hold at every look, and that p adjusted in the same way. */
  readonly anytime: SequenceTest
  readonly anytimeAdjusted: number
  /** The difference by each member of a population that plays all seats: of scores, of matches without a winner and of the length; else null. */
  readonly members: MemberDifferences | null
  /** Whether those members disagree, and what covers others like them does not bear out the sign of the difference. */
  readonly disputed: boolean
  /** The difference in words, if it is shown: less fair, shorter, used more; else no difference shown, or players disagree. */
  readonly words: string
}

/** A difference counts as one if its adjusted p at every look is below this. */
export const SIGNIFICANT = 0.05

/** Whether a difference is shown, however often one looks, and of a population for others like its members. */
export function isShown({ anytimeAdjusted, disputed }: Comparison): boolean {
  return anytimeAdjusted < SIGNIFICANT && !disputed
}

/** Whether a difference would be shown, but for members of a population who disagree on it. */
export function isWithheld({ anytimeAdjusted, disputed }: Comparison): boolean {
  return anytimeAdjusted < SIGNIFICANT && disputed
}

/** Whether members that disagree take back a difference that was shown of them together; it is one of so many that are told member by member. */
export function isDisputed(difference: number, members: MemberDifferences | null, findings: number): boolean {
  return (
    members !== null && dispute(members, findings, ({ low, high }) => (difference > 0 ? low > 0 : high < 0))
  )
}

/** All comparisons of a run, in the order of its cells; none if it has one variant. */
export function comparisonsOf(result: RunResult): readonly Comparison[] {
  return compareAll(result, result.cells)
}

/** What the first agent of each line-up lost or won by doing without an asset, against itself with it: the same as for changes of rules. */
export function handicapComparisons(result: RunResult): readonly Comparison[] {
  return compareAll(result, result.handicaps)
}

/** What each probe changed, against the variant that it differs from in one key. */
export function probeComparisons(result: RunResult): readonly Comparison[] {
  return compareAll(result, result.probes)
}

function compareAll(
  { cells, experiment }: RunResult,
  variants: readonly CellResult[],
): readonly Comparison[] {
  const raw = variants.flatMap(cell => {
    const { length } = experiment.lineups
    const variant = Math.floor(cell.cell.index / length)
    const reference = cells[referenceOf(experiment, variant) * length + (cell.cell.index % length)]
    // What exploiters win tells of agents, not of rules.
    if (!reference || pairedBlocks(cell) === 0 || exploitedIn(cell.cell.lineup)) return []
    return cell.metrics.flatMap((metric, i) =>
      isCompared(metric) ? [compareOne(reference, cell, metric, i)] : [],
    )
  })
  // An asset that neither variant ever used is not tested. Tests of use are a family of their own: there are many of them.
  const asked = raw.filter(one => one.metric.kind !== 'use' || one.before > 0 || one.after > 0)
  const once = adjust(asked, one => one.p)
  const anytime = adjust(asked, one => one.anytime.p)
  const told = countBy(asked.filter(({ members }) => members).map(({ variant }) => variant))
  return asked.map(one => {
    const disputed = isDisputed(one.difference, one.members, told.get(one.variant) ?? 0)
    return {
      ...one,
      adjusted: once.get(one)!,
      anytimeAdjusted: anytime.get(one)!,
      disputed,
      words: wordsOf({ ...one, disputed }, anytime.get(one)!),
    }
  })
}

/** The same comparison told from the other side: the reference minus the variant. From 0, so that no difference stays 0. */
export function reversed(one: Comparison): Comparison {
  const { before, after, difference, low, high, anytime, metric } = one
  const back = {
    ...one,
    ...{ reference: one.variant, variant: one.reference },
    metric: { ...metric, reference: metric.variant, variant: metric.reference },
    ...{ before: after, after: before, difference: 0 - difference, low: 0 - high, high: 0 - low },
    anytime: { ...anytime, mean: 0 - anytime.mean, low: 0 - anytime.high, high: 0 - anytime.low },
    members: membersIn(one.variant, one.reference, { ...metric, variant: metric.reference }),
  }
  return { ...back, words: wordsOf(back, one.anytimeAdjusted) }
}

type Raw = Omit<Comparison, 'adjusted' | 'anytimeAdjusted' | 'disputed' | 'words'>

/** Comparisons that are corrected for each other: how often assets were used, an agent's scores in each seat, and all others. */
const FAMILIES = ['use', 'seated', 'others'] as const

function familyOf({ kind, label }: ComparedMetric): (typeof FAMILIES)[number] {
  if (kind === 'use') return 'use'
  return kind === 'own' && label !== '' ? 'seated' : 'others'
}

function adjust(asked: readonly Raw[], pOf: (one: Raw) => number): Map<Raw, number> {
  const adjusted = new Map<Raw, number>()
  for (const family of FAMILIES) {
    const its = asked.filter(({ metric }) => familyOf(metric) === family)
    for (const [i, p] of holm(its.map(pOf)).entries()) adjusted.set(its[i]!, p)
  }
  return adjusted
}

/** The blocks that count in a cell and in its reference. */
function pairedBlocks(cell: CellResult): number {
  return blocksOf(cell) - (cell.unpaired ?? 0)
}

/** The sums of a cell's differences in a metric, the least difference that means something, and a block's units per match. */
function differencesOf(
  cell: CellResult,
  { kind, label }: Metric,
  index: number,
): { readonly sums: Differences; readonly unit: number; readonly perMatch: number } {
  const { pairs, layout } = cell
  const [sum, sumSquares, differing] = pairs.subarray(index * PAIR_SIZE, (index + 1) * PAIR_SIZE)
  const sums = { n: pairedBlocks(cell), sum: sum!, sumSquares: sumSquares!, differing: differing! }
  // A gauge without a seat is the mean over all of them.
  if (kind === 'gauge' && label === '') return { sums, unit: 1, perMatch: layout.seats * layout.seats }
  if (kind !== 'score' && kind !== 'own') return { sums, unit: 1, perMatch: layout.seats }
  // An agent has one match of a block in each seat.
  const matches = kind === 'own' && label !== '' ? 1 : layout.seats
  return { sums, unit: WIN_UNITS, perMatch: WIN_UNITS * matches }
}

/** A cell's difference from its reference's in one of its metrics, per match, with the interval that holds at every look. */
export function differenceIn(
  reference: CellResult,
  variant: CellResult,
  metric: Metric,
  level: number,
): Interval {
  const { sums, unit, perMatch } = differencesOf(variant, metric, variant.metrics.indexOf(metric))
  return anytimeOf(sums, unit, perMatch, boundsOf(reference, variant, metric), level)
}

function compareOne(reference: CellResult, variant: CellResult, metric: ComparedMetric, index: number): Raw {
  const { sums, unit, perMatch } = differencesOf(variant, metric, index)
  const { n: blocks, differing } = sums
  const { mean, low, high, p } = pairedDifference(sums, { unit })
  const bounds = boundsOf(reference, variant, metric)
  return {
    reference,
    variant,
    metric,
    blocks,
    differing,
    before: metricValue(reference, metric, metric.reference),
    after: metricValue(variant, metric, metric.variant),
    difference: mean / perMatch,
    low: Math.max(bounds.min, low / perMatch),
    high: Math.min(bounds.max, high / perMatch),
    p,
    anytime: anytimeOf(sums, unit, perMatch, bounds),
    members: membersIn(reference, variant, metric),
  }
}

function membersIn(reference: CellResult, variant: CellResult, metric: Metric): MemberDifferences | null {
  if (!isMirror(variant.cell.lineup)) return null
  switch (metric.kind) {
    case 'score':
      return memberDifferences(variant, reference, scoreFigure('seat', seatMeasured(variant, metric.variant)))
    case 'drawn':
      return memberDifferences(variant, reference, drawnFigure)
    case 'length': {
      // The longest that was met: bounds of games may be far away, and would hide how far members differ.
      const most = Math.max(1, ...[reference, variant].map(longestIn))
      return memberDifferences(variant, reference, lengthFigure(most), most)
    }
    default:
      return null
  }
}

/** What a difference can be per match. Lengths, uses, leads and gauges have bounds that are too far away to be of use. */
function boundsOf(reference: CellResult, variant: CellResult, { kind }: Metric): Bounds {
  if (kind === 'score' || kind === 'own' || kind === 'drawn') return { min: -1, max: 1 }
  if (kind !== 'payoff') return { min: -Infinity, max: Infinity }
  const [before, after] = [reference, variant].map(({ game, layout }) => game.info.gauges[layout.payoff]!)
  return { min: after!.min - before!.max, max: after!.max - before!.min }
}

/**
 * The blocks of a difference that has bounds, for what more of them would show, with the level at which it would be shown if nothing else were among so
 * many comparisons.
 */
export function differingBlocks(
  { reference, variant, metric }: Comparison,
  all: readonly Comparison[],
): { readonly blocks: Bounded; readonly level: number } {
  const { sums, perMatch } = differencesOf(variant, metric, variant.metrics.indexOf(metric))
  const family = all.filter(one => familyOf(one.metric) === familyOf(metric))
  return {
    blocks: boundedDifferences(sums, perMatch, boundsOf(reference, variant, metric)),
    level: 1 - SIGNIFICANT / family.length,
  }
}

function boundedDifferences({ n, sum: x, sumSquares: xx }: Sums, perMatch: number, bounds: Bounds): Bounded {
  // Every block has as many units as there are to win in it, so that the rate is one per match.
  const ratio = { n, x, y: n * perMatch, xx, xy: x * perMatch, yy: n * perMatch * perMatch }
  return boundedOfSums(ratio, { ...bounds, perBlock: perMatch })
}

/** The difference per match with what holds at every look. */
function anytimeOf(sums: Sums, unit: number, perMatch: number, bounds: Bounds, level = 0.95): SequenceTest {
  if (bounds.max === Infinity) {
    const { n, mean, low, high, p } = studentSequence(sums, { unit, level })
    return { n, mean: mean / perMatch, low: low / perMatch, high: high / perMatch, p }
  }
  const blocks = boundedDifferences(sums, perMatch, bounds)
  return { ...sequenceInterval(blocks, level), p: sequenceP(blocks, 0) }
}

/** A metric of one cell, per match; `index` is its place among the cell's block measures. */
function metricValue(cell: CellResult, { kind }: ComparedMetric, index: number): number {
  switch (kind) {
    case 'score':
      return scoreOf(cell, 'seat', seatMeasured(cell, index)).mean
    case 'own': {
      const seat = index - layoutMeasures(cell.game.info).own - 1
      return seat < 0 ? scoreOf(cell, 'participant', 0).mean : seatingScore(cell, 0, seat).mean
    }
    case 'payoff':
      return payoffsOf(cell, index - layoutMeasures(cell.game.info).payoffs) / matchesOf(cell)
    case 'drawn':
      return drawnIn(cell) / matchesOf(cell)
    case 'length':
      return lengthsOf(cell).reduce((sum, matches, steps) => sum + matches * steps, 0) / matchesOf(cell)
    case 'use':
      return usesOf(cell, index - layoutMeasures(cell.game.info).uses)
  }
}

/** The seat whose score is the measure of that index: the first seat's comes first, the others' after the assets. */
function seatMeasured({ game }: CellResult, index: number): Seat {
  return index < MEASURES.length ? 0 : 1 + index - layoutMeasures(game.info).scores
}

/**
 * Whether the first seat's score, which a change is shown to have raised or lowered, came nearer to the fair share; undefined if that is not shown. It did
 * exactly if the change and the sum of both scores' distances from the fair share have opposite signs. Each sign is shown at a level of its own,
 * and a claim needs both, so together they err no more often than one. With more seats than two, the first one alone does not tell, nor where members of a
 * population disagree on which side of the fair share one of the scores lies.
 */
function nearerToFair(reference: CellResult, variant: CellResult, more: boolean): boolean | undefined {
  const { seats } = reference.layout
  if (seats !== 2 || !isMirror(reference.cell.lineup)) return undefined
  const leaves = ({ low, high }: Interval) => low > 1 / seats || high < 1 / seats
  if ([reference, variant].some(cell => dispute(memberScores(cell, 'seat', 0), 1, leaves))) return undefined
  const level = 1 - SIGNIFICANT / 2
  const scores = [reference, variant].map(cell => sequenceInterval(scoreBlocks(cell, 0), level))
  const above = scores.reduce((sum, { low }) => sum + low - 1 / seats, 0) > 0
  const below = scores.reduce((sum, { high }) => sum + high - 1 / seats, 0) < 0
  return above || below ? more === below : undefined
}

function wordsOf(
  { metric, reference, variant, difference, disputed }: Raw & Pick<Comparison, 'disputed'>,
  adjusted: number,
): string {
  if (adjusted >= SIGNIFICANT) return 'no difference shown'
  if (disputed) return 'players disagree'
  const more = difference > 0
  switch (metric.kind) {
    case 'score': {
      const nearer = metric.reference < MEASURES.length ? nearerToFair(reference, variant, more) : undefined
      if (nearer === undefined) return `${metric.label} scores ${more ? 'more' : 'less'}`
      return nearer ? 'fairer' : 'less fair'
    }
    case 'own':
      return more ? 'scores more' : 'scores less'
    case 'payoff':
      return `${metric.label} gets ${more ? 'more' : 'less'}`
    case 'drawn':
      return more ? 'drawn more often' : 'drawn less often'
    case 'length':
      return more ? 'longer' : 'shorter'
    case 'use':
      return more ? 'used more' : 'used less'
  }
}
