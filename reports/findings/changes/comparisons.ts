/** The effect of a rule change: a variant's differences from its reference, the baseline or the previous variant. */
import type { CellResult, RunResult } from '../../../sim/chunks/results.ts'
import { exploitedIn, isMirror, referenceOf } from '../../../sim/experiment/index.ts'
import { UNITS } from '../../../sim/figures/figure.ts'
import { type Bounds, blocksOf, scoreBlocks } from '../../../sim/figures/reading.ts'
import { FIGURES, indexIn, type Metric, pairedOf } from '../../../sim/figures/registry.ts'
import type { Interval } from '../../../sim/stats/interval.ts'
import { type Look, lookInterval, lookLevel, lookP, ofShare, strictest } from '../../../sim/stats/looks.ts'
import type { Sums } from '../../../sim/stats/moments.ts'
import {
  type Differences,
  holm,
  pairedDifference,
  pairedRates,
  type RatePair,
} from '../../../sim/stats/paired.ts'
import {
  type Bounded,
  boundedOfSums,
  rateDifferenceSequence,
  type SequenceTest,
  studentSequence,
} from '../../../sim/stats/sequence.ts'
import { unpairedDifference } from '../../../sim/stats/unpaired.ts'
import { measuresIn } from '../../../sim/tally/checks/pairs.ts'
import { layoutPairs, PAIR_SIZE, ratioPairAt } from '../../../sim/tally/pairs.ts'
import { isRarelyWon } from '../feel.ts'
import { disagree, type MemberDifferences, memberDifferences, memberScores, withPlayers } from '../members.ts'

/** One metric of one variant and line-up against its reference's. */
export interface Comparison {
  readonly reference: CellResult
  readonly variant: CellResult
  readonly metric: Metric
  /** Whether blocks are compared pair by pair; between runs, it may be two independent samples. */
  readonly isPaired: boolean
  /** Paired blocks, or those of the smaller sample. */
  readonly blocks: number
  /** Paired blocks in which the metric differs; NaN without pairs. */
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
  /** Anytime interval and p-value, and that p adjusted by Holm. */
  readonly anytime: SequenceTest
  readonly anytimeAdjusted: number
  /** The confidence level after Holm: the interval of this level excludes 0 exactly if `anytimeAdjusted` is significant. */
  readonly level: number
  /** Set where this comparison tells another one from the other side. */
  readonly forward?: Comparison
  /** The difference by each member of a population that plays all seats: of scores, of matches without a winner and of the length; else null. */
  readonly members: MemberDifferences | null
  /** Whether the interval over players doesn't confirm the sign of the difference. */
  readonly disputed: boolean
  /** The difference in words, if it is shown: less fair, shorter, used more; else no difference shown, or other players may differ. */
  readonly words: string
}

/** Of what matches show, but the interval over players doesn't. */
export const MAY_DIFFER = 'other players may differ'

/** A difference counts as one if its adjusted anytime p is below this. */
export const SIGNIFICANT = 0.05

/** Whether a difference is significant anytime, and for a population also for players like its members. */
export function isShown({ anytimeAdjusted, disputed }: Comparison): boolean {
  return anytimeAdjusted < SIGNIFICANT && !disputed
}

/** Whether matches show a difference, but it may be one of these players. */
export function isWithheld({ anytimeAdjusted, disputed }: Comparison): boolean {
  return anytimeAdjusted < SIGNIFICANT && disputed
}

/** Whether the interval over players doesn't confirm a difference's sign. Without one, nothing is known of other players. */
export function isDisputed(difference: number, members: Pick<MemberDifferences, 'spread'> | null): boolean {
  if (!members?.spread) return false
  const { low, high } = members.spread.groups
  return difference > 0 ? low <= 0 : high >= 0
}

/** The page and the tables ask for the same comparisons, the page once a variant. */
const KNOWN = new WeakMap<RunResult, readonly Comparison[]>()

/** All comparisons of a run, in the order of its cells; none if it has one variant. */
export function comparisonsOf(result: RunResult): readonly Comparison[] {
  const known = KNOWN.get(result) ?? compareAll(result, result.cells)
  KNOWN.set(result, known)
  return known
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
    const { other } = cell
    const reference =
      other?.reference ?? cells[referenceOf(experiment, variant) * length + (cell.cell.index % length)]
    const blocks = other && reference ? Math.min(blocksOf(reference), blocksOf(cell)) : pairedBlocks(cell)
    // What exploiters win tells of agents, not of rules.
    if (!reference || blocks === 0 || exploitedIn(cell.cell.lineup)) return []
    const measures =
      other?.measures ?? [reference, cell].map(({ game, layout, tally }) => measuresIn(game, layout, tally))
    // Few matches with a leader at half-time show too little of their spread.
    const hasFeel = ![reference, cell].some(isRarelyWon)
    return cell.metrics.flatMap((metric, i) => {
      const { isDistinct, isTold } = pairedOf(metric)
      if (!isTold || isDistinct?.(cell.game.info) === false || (isOfFeel({ metric }) && !hasFeel)) return []
      if (!isPairedIn(cell, metric)) return compareUnpaired(reference, cell, metric)
      return [compareOne(reference, cell, metric, i, measures)]
    })
  })
  // An asset that neither variant ever used is not tested.
  const asked = raw.filter(one => !isOfAsset(one) || one.before > 0 || one.after > 0)
  const once = adjust(asked, one => one.p)
  const anytime = adjust(asked, one => one.anytime.p)
  const levels = levelsOf(asked, anytime)
  return asked.map(one => {
    const disputed = isDisputed(one.difference, one.members)
    return {
      ...one,
      adjusted: once.get(one)!,
      anytimeAdjusted: anytime.get(one)!,
      level: levels.get(one)!,
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
    members: membersIn(one.variant, one.reference, metric),
    forward: one,
  }
  return { ...back, words: wordsOf(back, one.anytimeAdjusted) }
}

type Raw = Omit<Comparison, 'adjusted' | 'anytimeAdjusted' | 'level' | 'disputed' | 'words'>

/** Comparisons whose p-values are adjusted together: how often assets were used, an agent's scores in each seat, and all others. */
export const familyOf = (metric: Metric): string => pairedOf(metric).family(metric.index)

function adjust(asked: readonly Raw[], pOf: (one: Raw) => number): Map<Raw, number> {
  const adjusted = new Map<Raw, number>()
  for (const family of new Set(asked.map(({ metric }) => familyOf(metric)))) {
    const its = asked.filter(({ metric }) => familyOf(metric) === family)
    for (const [i, p] of holm(its.map(pOf)).entries()) adjusted.set(its[i]!, p)
  }
  return adjusted
}

/**
 * The level at which Holm's method judges each comparison. Its i-th smallest p of m is compared with SIGNIFICANT / (m - i + 1), up to the first that fails;
 * that level also applies to all larger ones.
 */
function levelsOf(asked: readonly Raw[], adjusted: ReadonlyMap<Raw, number>): Map<Raw, number> {
  const levels = new Map<Raw, number>()
  for (const family of new Set(asked.map(({ metric }) => familyOf(metric)))) {
    const its = asked.filter(({ metric }) => familyOf(metric) === family)
    const passed = its.filter(one => adjusted.get(one)! < SIGNIFICANT).length
    for (const [rank, one] of its.toSorted((a, b) => a.anytime.p - b.anytime.p).entries())
      levels.set(one, 1 - SIGNIFICANT / Math.max(1, its.length - Math.min(rank, passed)))
  }
  return levels
}

/** The difference with the interval that decides whether it counts: it excludes 0 exactly if the difference is shown. */
export function judgedInterval({
  forward,
  reference,
  variant,
  metric,
  level,
  members,
}: Comparison): Interval {
  if (!forward) return withPlayers(differenceIn(reference, variant, metric, level), members)
  const { n, mean, low, high } = judgedInterval(forward)
  return { n, mean: 0 - mean, low: 0 - high, high: 0 - low }
}

/** The blocks that count in a cell and in its reference. */
function pairedBlocks(cell: CellResult): number {
  return cell.other?.blocks ?? blocksOf(cell) - (cell.unpaired ?? 0)
}

/** Whether a cell's blocks are paired with its reference's in a metric. */
function isPairedIn({ other }: CellResult, metric: Metric): boolean {
  return other === undefined || (other.blocks > 0 && other.paired.has(metric))
}

/** The difference of two independent samples, with the figures of both; null where one has no data. */
function unpairedIn(reference: CellResult, variant: CellResult, metric: Metric, level?: number) {
  const alone = pairedOf(metric).alone!
  const before = alone(reference, indexIn(reference.game.info, metric, variant.game.info))
  const after = alone(variant, metric.index)
  if (!before || !after || Number.isNaN(before.mean + after.mean)) return null
  const blocks = Math.min(blocksOf(reference), blocksOf(variant))
  const { once, anytime } = unpairedDifference(before, after, {
    blocks,
    look: lookAt(reference, variant),
    ...(level !== undefined && { level }),
  })
  const bounds = boundsOf(reference, variant, metric)
  return {
    ...{ blocks, before: before.mean, after: after.mean },
    ...{ once: within(once, bounds), anytime: within(anytime, bounds) },
  }
}

const within = <T extends Interval>(one: T, { min, max }: Bounds): T => ({
  ...one,
  low: Math.max(min, one.low),
  high: Math.min(max, one.high),
})

function compareUnpaired(reference: CellResult, variant: CellResult, metric: Metric): Raw[] {
  const found = unpairedIn(reference, variant, metric)
  if (!found) return []
  const { anytime, before, after, blocks, once } = found
  return [
    {
      ...{ reference, variant, metric, isPaired: false, blocks, differing: Number.NaN, before, after },
      ...{ difference: once.mean, low: once.low, high: once.high, p: once.p, anytime, members: null },
    },
  ]
}

/** The sums of a cell's differences in a metric, the least difference that means something, and a block's units per match. */
function differencesOf(
  cell: CellResult,
  metric: Metric,
  at = cell.metrics.indexOf(metric),
): { readonly sums: Differences; readonly unit: number; readonly perMatch: number } {
  const { pairs, layout } = cell
  const [sum, sumSquares, differing] = pairs.subarray(at * PAIR_SIZE, (at + 1) * PAIR_SIZE)
  const sums = { n: pairedBlocks(cell), sum: sum!, sumSquares: sumSquares!, differing: differing! }
  const { least, perMatch } = pairedOf(metric)
  return { sums, unit: least ?? 1, perMatch: perMatch(layout.seats, metric.index) }
}

/** The sums of a cell's rates a step and of its reference's. */
function ratesOf(cell: CellResult, metric: Metric, at = cell.metrics.indexOf(metric)): RatePair {
  return { n: pairedBlocks(cell), ...ratioPairAt(cell.pairs, layoutPairs(cell.metrics), at) }
}

/** How people read a ratio: per turn, not per step. */
function ratioScale({ game }: CellResult, metric: Metric): number {
  return pairedOf(metric).isPerTurn ? game.info.step.perTurn : 1
}

/** A difference of ratios on that scale, within what it can be. */
function ratioDifference<T extends Interval>(
  reference: CellResult,
  variant: CellResult,
  metric: Metric,
  one: T,
): T {
  const scale = ratioScale(variant, metric)
  const { min, max } = boundsOf(reference, variant, metric)
  const [low, high] = [Math.max(min, scale * one.low), Math.min(max, scale * one.high)]
  return { ...one, mean: scale * one.mean, low, high }
}

/** A cell's difference from its reference's in one of its metrics, per match, with the anytime interval. */
export function differenceIn(
  reference: CellResult,
  variant: CellResult,
  metric: Metric,
  level: number,
): Interval {
  if (!isPairedIn(variant, metric)) return unpairedIn(reference, variant, metric, level)!.anytime
  if (metric.per) {
    const shown = ratesAt(ratesOf(variant, metric), lookAt(reference, variant), level)
    return ratioDifference(reference, variant, metric, shown)
  }
  const { sums, unit, perMatch } = differencesOf(variant, metric)
  const bounds = boundsOf(reference, variant, metric)
  return anytimeOf({ sums, unit, perMatch, bounds, look: lookAt(reference, variant) }, level)
}

/** `measures` are the sums over the blocks of the reference and of the variant. */
function compareOne(
  reference: CellResult,
  variant: CellResult,
  metric: Metric,
  at: number,
  measures: readonly Float64Array[],
): Raw {
  if (metric.per) {
    const [before, after] = measures as [Float64Array, Float64Array]
    const rates = ratesOf(variant, metric, at)
    const { mean, low, high, p } = ratioDifference(reference, variant, metric, pairedRates(rates))
    const scale = ratioScale(variant, metric)
    return {
      ...{ reference, variant, metric, isPaired: true, blocks: rates.n, differing: rates.differing },
      before: (scale * before[metric.reference]!) / before[metric.per.reference]!,
      after: (scale * after[metric.variant]!) / after[metric.per.variant]!,
      ...{ difference: mean, low, high, p, members: null },
      anytime: ratioDifference(reference, variant, metric, ratesAt(rates, lookAt(reference, variant))),
    }
  }
  const { sums, unit, perMatch } = differencesOf(variant, metric, at)
  const { n: blocks, differing } = sums
  const { mean, low, high, p } = pairedDifference(sums, { unit })
  const bounds = boundsOf(reference, variant, metric)
  return {
    ...{ reference, variant, metric, isPaired: true, blocks, differing },
    before: measures[0]![metric.reference]! / ((variant.other?.blocks ?? blocksOf(reference)) * perMatch),
    after: measures[1]![metric.variant]! / ((variant.other?.blocks ?? blocksOf(variant)) * perMatch),
    difference: mean / perMatch,
    low: Math.max(bounds.min, low / perMatch),
    high: Math.min(bounds.max, high / perMatch),
    p,
    anytime: anytimeOf({ sums, unit, perMatch, bounds, look: lookAt(reference, variant) }),
    members: membersIn(reference, variant, metric),
  }
}

function membersIn(
  reference: CellResult,
  variant: CellResult,
  { kind, index }: Metric,
): MemberDifferences | null {
  const { member } = FIGURES[kind]
  if (!member || !isMirror(variant.cell.lineup) || variant.other) return null
  const most = member.most?.([reference, variant]) ?? 1
  return memberDifferences(variant, reference, cell => member.of(cell, index, most), most)
}

/** What a difference can be per match. Lengths, uses, leads and gauges have bounds that are too far away to be of use. */
function boundsOf(reference: CellResult, variant: CellResult, { kind, index }: Metric): Bounds {
  const { bounds, unit } = FIGURES[kind]
  if (!UNITS[unit].isNear) return { min: -Infinity, max: Infinity }
  const [before, after] = [bounds(reference, index), bounds(variant, index)]
  return { min: after.min - before.max, max: after.max - before.min }
}

/**
 * The blocks of a difference that has bounds, for what more of them would show, with the level at which it would be shown if nothing else were among so
 * many comparisons.
 */
export function differingBlocks(
  { reference, variant, metric }: Comparison,
  all: readonly Comparison[],
): { readonly blocks: Bounded; readonly level: number } {
  const { sums, perMatch } = differencesOf(variant, metric)
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

/** The look at which a difference is judged. */
const lookAt = (reference: CellResult, variant: CellResult): Look => strictest([reference.look, variant.look])

interface Judged {
  readonly sums: Differences
  readonly unit: number
  readonly perMatch: number
  readonly bounds: Bounds
  readonly look: Look
}

/** The difference per match with its anytime interval. */
function anytimeOf({ sums, unit, perMatch, bounds, look }: Judged, level = 0.95): SequenceTest {
  const own = { unit, level: lookLevel(level, look) }
  if (!look.isPlanned && bounds.max < Infinity) {
    const blocks = boundedDifferences(sums, perMatch, bounds)
    return { ...lookInterval(blocks, look, level), p: lookP(blocks, look, 0) }
  }
  const { n, mean, low, high, p } = look.isPlanned ? pairedDifference(sums, own) : studentSequence(sums, own)
  return {
    ...{ n, mean: mean / perMatch, p: ofShare(p, look) },
    low: Math.max(bounds.min, low / perMatch),
    high: Math.min(bounds.max, high / perMatch),
  }
}

/** The same of rates a step. */
function ratesAt(rates: RatePair, look: Look, level = 0.95): SequenceTest {
  const own = lookLevel(level, look)
  const one = look.isPlanned ? pairedRates(rates, own) : rateDifferenceSequence(rates, own)
  return { ...one, p: ofShare(one.p, look) }
}

/**
 * Whether the first seat's score, which a change is shown to have raised or lowered, came nearer to the fair share; undefined if that is not shown. It did
 * exactly if the change and the sum of both scores' distances from the fair share have opposite signs. Each sign is tested at its own level,
 * and a claim needs both, so together they err no more often than one. With more seats than two, the first one alone does not tell, nor where members of a
 * population disagree on which side of the fair share one of the scores lies.
 */
function nearerToFair(reference: CellResult, variant: CellResult, more: boolean): boolean | undefined {
  const { seats } = reference.layout
  if (seats !== 2 || !isMirror(reference.cell.lineup)) return undefined
  const isUnclear = (cell: CellResult): boolean => {
    const scores = memberScores(cell, 'seat', 0)
    if (!disagree(scores, 1)) return false
    const { low, high } = scores.spread!.groups
    return low <= 1 / seats && high >= 1 / seats
  }
  if ([reference, variant].some(isUnclear)) return undefined
  const level = 1 - SIGNIFICANT / 2
  const scores = [reference, variant].map(cell => lookInterval(scoreBlocks(cell, 0), cell.look, level))
  const above = scores.reduce((sum, { low }) => sum + low - 1 / seats, 0) > 0
  const below = scores.reduce((sum, { high }) => sum + high - 1 / seats, 0) < 0
  return above || below ? more === below : undefined
}

function wordsOf(
  { metric, reference, variant, difference, disputed }: Raw & Pick<Comparison, 'disputed'>,
  adjusted: number,
): string {
  if (adjusted >= SIGNIFICANT) return 'no difference shown'
  if (disputed) return MAY_DIFFER
  const more = difference > 0
  const nearer =
    metric.kind === 'score' && metric.index === 0 ? nearerToFair(reference, variant, more) : undefined
  if (nearer !== undefined) return nearer ? 'fairer' : 'less fair'
  return wayOf(metric, difference)
}

/** Which way a figure went: "white scores more". */
export function wayOf({ kind, label }: Metric, difference: number): string {
  const { more, less } = FIGURES[kind].words
  return (difference > 0 ? more : less)!(label)
}

/** Whether a comparison is of how play feels, which reports name only where it changes. */
export function isOfFeel({ metric }: Pick<Comparison, 'metric'>): boolean {
  return familyOf(metric) === 'feel'
}

/** Whether a comparison is one of the many about the use of an asset. */
export function isOfAsset({ metric }: Pick<Comparison, 'metric'>): boolean {
  return FIGURES[metric.kind].about === 'asset'
}
