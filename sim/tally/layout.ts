/**
 * What a chunk of matches adds up to: one flat array of exact integers, so that merging is exact and its order does not
 * matter. Nothing here is a rate; `reports/` derives every figure from these sums.
 *
 * The statistical unit is the block, one seed played in every rotation of the line-up over the seats. Shares whose
 * numerator x and denominator y both vary are kept as sums over blocks of x, y, xx, xy, yy.
 */
import { EVENTS, type Game, WIN_UNITS } from '../../engine/contract/index.ts'

/** The merged or partial sums of one cell: `layout.size` integers below 2^53. */
export type Tally = Float64Array

/** Offsets of a ratio's sums over blocks. */
export const RATIO = ['x', 'y', 'xx', 'xy', 'yy'] as const
export const RATIO_SIZE = RATIO.length

/** Shares kept per seat and asset, x of y. Returns count in win units, so y of the first two is WIN_UNITS a match. */
export const ASSET_RATIOS = ['wonWhenUsed', 'wonWhenLost', 'survived'] as const
export const ASSET_SIZE = EVENTS.length + ASSET_RATIOS.length * RATIO_SIZE

/**
 * How a match went for a participant in a seat. Won: more than the fair share, where the ending is a win or another seat
 * forfeited. Drawn and stopped at the turn limit: with a share in the win.
 */
export const OUTCOMES = ['wins', 'losses', 'draws', 'turnLimits', 'forfeits'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** Words of a participant in a seat: outcomes, then a histogram of returns. */
const SEATING_SIZE = OUTCOMES.length + WIN_UNITS + 1

/** Most bins of a gauge in a curve; wider gauges get wider bins. */
const MOST_BINS = 64

/** Bins of counted values. */
export interface Bins {
  readonly min: number
  /** Values of a bin; bin b counts [min + b * width, min + (b + 1) * width). */
  readonly width: number
  readonly bins: number
}

/** One curve: a gauge seen by a seat, or by whoever won (`seat` is WINNER). */
export interface Curve extends Bins {
  readonly gauge: number
  readonly seat: number
  /** First word; each step has `stride` words: n, sum, sum of squares, then the bins. */
  readonly offset: number
  readonly stride: number
}

/** A curve's seat when it follows the winner; matches without one are left out. */
export const WINNER = -1
export const CURVE_N = 0
export const CURVE_SUM = 1
export const CURVE_SQUARES = 2
export const CURVE_BINS = 3

/** Where everything lies in a tally of one game and line-up. */
export interface TallyLayout {
  readonly seats: number
  readonly assets: number
  readonly endings: number
  readonly steps: number
  /** One word each. */
  readonly blocks: number
  readonly matches: number
  readonly decisions: number
  /** [participant * OUTCOMES.length + outcome] and [seat * OUTCOMES.length + outcome], in matches. */
  readonly participantOutcomes: number
  readonly seatOutcomes: number
  /** Histograms of block sums: [participant * scoreBins + returns], likewise by seat; returns from 0 to WIN_UNITS * seats. */
  readonly participantScores: number
  readonly seatScores: number
  readonly scoreBins: number
  /** [ending * (seats + 1) + winner's seat, or `seats` for nobody], in matches without a fault. */
  readonly endingCounts: number
  /** Matches by length in steps, 0 to stepMax, without faults. */
  readonly lengths: number
  /**
   * Headline gauge at the end, minus the best other seat's: [seat * RATIO_SIZE] the sum of a seat's leads and the
   * number of matches as a ratio, then at `seats` that of the largest lead, whoever had it. Without faults.
   */
  readonly leads: number
  /**
   * Winners by how far behind they ever were in the headline gauge: by the lowest value if it is zero-sum, else by the
   * lowest lead over the best of the others.
   */
  readonly comebacks: Bins & { readonly offset: number }
  readonly curves: readonly Curve[]
  /** [(seat * assets + asset) * ASSET_SIZE]: the EVENTS sums, then the ASSET_RATIOS. */
  readonly assetSums: number
  /**
   * [(participant * seats + seat) * SEATING_SIZE]: a participant's matches in a seat, one a block, by outcome, then by
   * returns from 0 to WIN_UNITS.
   */
  readonly seatings: number
  readonly size: number
}

export function layoutTally(game: Game): TallyLayout {
  const seats = game.info.seats.length
  const scoreBins = WIN_UNITS * seats + 1
  let at = 0
  const take = (words: number): number => {
    const offset = at
    at += words
    return offset
  }
  const head = { blocks: take(1), matches: take(1), decisions: take(1) }
  const outcomes = {
    participantOutcomes: take(seats * OUTCOMES.length),
    seatOutcomes: take(seats * OUTCOMES.length),
  }
  const scores = { participantScores: take(seats * scoreBins), seatScores: take(seats * scoreBins) }
  const endingCounts = take(game.info.endings.length * (seats + 1))
  const lengths = take(game.info.stepMax + 1)
  const leads = take((seats + 1) * RATIO_SIZE)
  const curves: Curve[] = []
  for (const [gauge, { min, max, zeroSum }] of game.info.gauges.entries()) {
    const { width, bins } = binsOf(min, max)
    const stride = CURVE_BINS + bins
    const views = [...game.info.seats.keys()].filter(seat => seat === 0 || !zeroSum)
    for (const seat of [...views, WINNER])
      curves.push({ gauge, seat, min, width, bins, stride, offset: take(stride * game.info.stepMax) })
  }
  const { min, max, zeroSum } = game.info.gauges[0]!
  const behind = zeroSum ? binsOf(min, max) : binsOf(min - max, max - min)
  const comebacks = { ...behind, offset: take(behind.bins) }
  const assetSums = take(seats * game.info.assets.length * ASSET_SIZE)
  const seatings = take(seats * seats * SEATING_SIZE)
  return {
    seats,
    assets: game.info.assets.length,
    endings: game.info.endings.length,
    steps: game.info.stepMax,
    ...head,
    ...outcomes,
    ...scores,
    scoreBins,
    endingCounts,
    lengths,
    leads,
    comebacks,
    curves,
    assetSums,
    seatings,
    size: at,
  }
}

/** First word of a participant in a seat: its outcomes, then, from OUTCOMES.length on, its returns. */
export function seatingOffset(layout: TallyLayout, participant: number, seat: number): number {
  return layout.seatings + (participant * layout.seats + seat) * SEATING_SIZE
}

/** First word of the sums of a seat's leads; `seats` for the largest. */
export function leadOffset(layout: TallyLayout, seat: number): number {
  return layout.leads + seat * RATIO_SIZE
}

function binsOf(min: number, max: number): Bins {
  const width = Math.ceil((max - min + 1) / MOST_BINS)
  return { min, width, bins: Math.ceil((max - min + 1) / width) }
}

/** First word of an asset's sums. */
export function assetOffset(layout: TallyLayout, seat: number, asset: number): number {
  return layout.assetSums + (seat * layout.assets + asset) * ASSET_SIZE
}

/** First word of one of an asset's ratios. */
export function ratioOffset(layout: TallyLayout, seat: number, asset: number, ratio: number): number {
  return assetOffset(layout, seat, asset) + EVENTS.length + ratio * RATIO_SIZE
}

/** Adds one tally to another of the same layout. Throws a RangeError rather than lose a digit. */
export function addTally(into: Tally, from: Tally): void {
  for (let i = 0; i < from.length; i++) {
    const sum = into[i]! + from[i]!
    if (!Number.isSafeInteger(sum)) throw new RangeError(`a sum has come to ${sum}, beyond exact integers`)
    into[i] = sum
  }
}
