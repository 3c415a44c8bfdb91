/**
 * Compares variants: a line-up plays the same seeds by both rules, and measures are subtracted block by
 * block, so that shared luck cancels. Sums of exact integers, like tallies.
 */
import { type GameInfo, payoffGauge } from '../../engine/contract/index.ts'

/** Where the measures of a game's blocks lie. Of a forfeited match, only the returns count. */
export interface MeasureLayout {
  /** Returns of the first seat, and with more than two seats of each after it. */
  readonly scores: number
  /** Matches without a winner. */
  readonly draws: number
  /** Of these, the ones that did not end by the turn limit. */
  readonly drawsBeforeLimit: number
  /** Steps. */
  readonly length: number
  /** How often each asset was used, by asset. */
  readonly uses: number
  /** In games with payoffs, that of the first seat, and with more than two seats of each after it. */
  readonly payoffs: number
  /** The returns of the line-up's first agent, in all seats together and then in each. */
  readonly own: number
  /** The lead at the end of each seat, then of whoever leads. */
  readonly leads: number
  /** [gauge * (seats + 1) + seat]: gauges at the end; at `seats` the sum of all seats. */
  readonly finals: number
  /** Matches that each role won. */
  readonly roles: number
  readonly size: number
}

/** The layout of a game's measures. */
export function layoutMeasures(info: GameInfo): MeasureLayout {
  const seats = info.seats.length
  // Of two seats, one gets what the other loses.
  const told = seats > 2 ? seats : 1
  let size = 0
  const reserve = (words: number): number => {
    size += words
    return size - words
  }
  return {
    scores: reserve(told),
    draws: reserve(1),
    drawsBeforeLimit: reserve(1),
    length: reserve(1),
    uses: reserve(info.assets.length),
    payoffs: reserve(payoffGauge(info) < 0 ? 0 : told),
    own: reserve(1 + seats),
    leads: reserve(seats + 1),
    finals: reserve(info.gauges.length * (seats + 1)),
    roles: reserve(info.roles?.length ?? 0),
    size,
  }
}

/** A measure of the reference's blocks and one of the variant's, by their indices. */
interface Compared {
  readonly reference: number
  readonly variant: number
}

/**
 * What is compared block by block: a measure, or one per another, such as uses a step; all ratios share that
 * other.
 */
export interface Pair extends Compared {
  readonly per?: Compared
}

/**
 * Words of a compared measure: sum over blocks of the differences (variant minus reference), of their
 * squares, and the number of blocks that differ: how rare an effect is.
 */
export const PAIR_SIZE = 3

/**
 * Sums over blocks of a compared ratio, x per y in the reference (0) and in the variant (1), and the number
 * of blocks in which x0 y1 and x1 y0 differ. Blocks without any use add only to the sums of y.
 */
const RATIO_WORDS = ['x0', 'x1', 'x0x0', 'x1x1', 'x0x1', 'x0y0', 'x0y1', 'x1y0', 'x1y1', 'differing'] as const
/** The sums of what all ratios are per. */
const PER_WORDS = ['y0', 'y1', 'y0y0', 'y1y1', 'y0y1'] as const

/** The sums of a ratio by their names. */
export type RatioPair = Readonly<Record<(typeof RATIO_WORDS)[number] | (typeof PER_WORDS)[number], number>>

/** Where the sums of pairs are: of measures in their order, of what ratios are per, then of ratios. */
export interface PairLayout {
  readonly pairs: readonly Pair[]
  /** The number of measures. */
  readonly measures: number
  readonly size: number
}

export function layoutPairs(pairs: readonly Pair[]): PairLayout {
  const measures = pairs.filter(({ per }) => !per).length
  const ratios = pairs.length - measures
  const size = PAIR_SIZE * measures + (ratios > 0 ? PER_WORDS.length + ratios * RATIO_WORDS.length : 0)
  return { pairs, measures, size }
}

/** The sums of a ratio, by its place among the pairs. */
export function ratioPairAt(sums: Float64Array, { measures }: PairLayout, at: number): RatioPair {
  const per = PAIR_SIZE * measures
  const own = per + PER_WORDS.length + (at - measures) * RATIO_WORDS.length
  return Object.fromEntries([
    ...PER_WORDS.map((word, i) => [word, sums[per + i]!]),
    ...RATIO_WORDS.map((word, i) => [word, sums[own + i]!]),
  ]) as RatioPair
}

/** Adds a block's differences and ratios to `sums`, from the block's measures in both (Tallier.measure). */
export function addPair(
  sums: Float64Array,
  { pairs, measures }: PairLayout,
  reference: Int32Array,
  variant: Int32Array,
): void {
  for (let i = 0; i < measures; i++) {
    const difference = variant[pairs[i]!.variant]! - reference[pairs[i]!.reference]!
    if (difference === 0) continue
    sums[PAIR_SIZE * i]! += difference
    sums[PAIR_SIZE * i + 1]! += difference * difference
    sums[PAIR_SIZE * i + 2]!++
  }
  if (pairs.length === measures) return
  const { per } = pairs[measures]!
  const y0 = reference[per!.reference]!
  const y1 = variant[per!.variant]!
  let at = PAIR_SIZE * measures
  sums[at++]! += y0
  sums[at++]! += y1
  sums[at++]! += y0 * y0
  sums[at++]! += y1 * y1
  sums[at++]! += y0 * y1
  for (let i = measures; i < pairs.length; i++, at += RATIO_WORDS.length) {
    const x0 = reference[pairs[i]!.reference]!
    const x1 = variant[pairs[i]!.variant]!
    if ((x0 | x1) === 0) continue
    sums[at]! += x0
    sums[at + 1]! += x1
    sums[at + 2]! += x0 * x0
    sums[at + 3]! += x1 * x1
    sums[at + 4]! += x0 * x1
    sums[at + 5]! += x0 * y0
    sums[at + 6]! += x0 * y1
    sums[at + 7]! += x1 * y0
    sums[at + 8]! += x1 * y1
    if (x0 * y1 !== x1 * y0) sums[at + 9]!++
  }
}
