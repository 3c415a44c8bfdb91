/**
 * Comparing variants: the same line-up plays the same seeds under the rules of a reference and of a variant, and what is measured in every block
 * is subtracted block by block, so that shared luck cancels. Sums of exact integers, like tallies.
 */
import { type GameInfo, payoffGauge } from '../../engine/contract/index.ts'

/** Where the measures of a game's blocks lie. Of a forfeited match, only the returns count. */
export interface MeasureLayout {
  /** Returns of the first seat, and with more than two seats of each after it. */
  readonly scores: number
  /** Matches without a winner. */
  readonly draws: number
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
    length: reserve(1),
    uses: reserve(info.assets.length),
    payoffs: reserve(payoffGauge(info) < 0 ? 0 : told),
    own: reserve(1 + seats),
    leads: reserve(seats + 1),
    finals: reserve(info.gauges.length * (seats + 1)),
    size,
  }
}

/** A measure of the reference's blocks and one of the variant's, by their indices, that are compared. */
export interface Pair {
  readonly reference: number
  readonly variant: number
}

/**
 * Words of a pair: sum of the differences (variant minus reference) over blocks, of their squares, and the number of blocks that
 * differ at all: how rare an effect is.
 */
export const PAIR_SIZE = 3

/**
 * Adds one block's differences to `sums`, PAIR_SIZE words a pair. `reference` and `variant` are the two block measures
 * (Tallier.measure).
 */
export function addPair(
  sums: Float64Array,
  pairs: readonly Pair[],
  reference: Int32Array,
  variant: Int32Array,
): void {
  for (let i = 0; i < pairs.length; i++) {
    const difference = variant[pairs[i]!.variant]! - reference[pairs[i]!.reference]!
    if (difference === 0) continue
    sums[PAIR_SIZE * i]! += difference
    sums[PAIR_SIZE * i + 1]! += difference * difference
    sums[PAIR_SIZE * i + 2]!++
  }
}
