/**
 * Compares variants: a line-up plays the same seeds by both rules, and measures are subtracted block by
 * block, so that shared luck cancels. Sums of exact integers, like tallies.
 */
import { type GameInfo, payoffGauge } from '../../engine/contract/index.ts'
import type { Quality } from './layout.ts'

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
  /** Two words for each of `FEEL`: the x and y of the ratio. */
  readonly feel: number
  readonly size: number
}

/** The qualities of play that are compared, in blocks that are FOLLOWED; others have no x and no y. */
export const FEEL = ['halfLeader', 'leadChanges', 'behind'] as const satisfies readonly Quality[]

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
    feel: reserve(2 * FEEL.length),
    size,
  }
}

/** A measure of the reference's blocks and one of the variant's, by their indices. */
interface Compared {
  readonly reference: number
  readonly variant: number
}

/** What is compared block by block: a measure, or one per another, such as uses per step. */
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
/** The sums of what ratios are per, before the first of those that share it. */
const PER_WORDS = ['y0', 'y1', 'y0y0', 'y1y1', 'y0y1'] as const

/** The sums of a ratio by their names. */
export type RatioPair = Readonly<Record<(typeof RATIO_WORDS)[number] | (typeof PER_WORDS)[number], number>>

/** Where the sums of pairs are: of measures in their order, then of ratios, those that are per the same beside each other. */
export interface PairLayout {
  readonly pairs: readonly Pair[]
  /** The number of measures. */
  readonly measures: number
  /** By pair: the first word of a ratio's own sums, and of those of what it is per; 0 for measures. */
  readonly own: readonly number[]
  readonly per: readonly number[]
  readonly size: number
}

/** Measures come first. */
export function layoutPairs(pairs: readonly Pair[]): PairLayout {
  const measures = pairs.filter(({ per }) => !per).length
  const own: number[] = []
  const per: number[] = []
  let size = PAIR_SIZE * measures
  for (const [i, pair] of pairs.entries()) {
    const before = pairs[i - 1]?.per
    const isShared = before && pair.per?.reference === before.reference && pair.per.variant === before.variant
    per.push(!pair.per ? 0 : isShared ? per[i - 1]! : size)
    if (pair.per && !isShared) size += PER_WORDS.length
    own.push(pair.per ? size : 0)
    if (pair.per) size += RATIO_WORDS.length
  }
  return { pairs, measures, own, per, size }
}

/** The sums of a ratio, by its place among the pairs. */
export function ratioPairAt(sums: Float64Array, { own, per }: PairLayout, at: number): RatioPair {
  return Object.fromEntries([
    ...PER_WORDS.map((word, i) => [word, sums[per[at]! + i]!]),
    ...RATIO_WORDS.map((word, i) => [word, sums[own[at]! + i]!]),
  ]) as RatioPair
}

/** Adds a block's differences and ratios to `sums`, from the block's measures in both (Tallier.measure). */
export function addPair(
  sums: Float64Array,
  { pairs, measures, own, per }: PairLayout,
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
  let y0 = 0
  let y1 = 0
  for (let i = measures; i < pairs.length; i++) {
    if (i === measures || per[i] !== per[i - 1]) {
      y0 = reference[pairs[i]!.per!.reference]!
      y1 = variant[pairs[i]!.per!.variant]!
      const at = per[i]!
      sums[at]! += y0
      sums[at + 1]! += y1
      sums[at + 2]! += y0 * y0
      sums[at + 3]! += y1 * y1
      sums[at + 4]! += y0 * y1
    }
    const at = own[i]!
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
