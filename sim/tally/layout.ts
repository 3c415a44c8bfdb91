/**
 * The sums of a cell's matches: one flat array of exact integers, which add up exactly in any order. It holds
 * no rates; `sim/figures` derives every figure.
 *
 * The statistical unit is the block, one seed played in every rotation of the line-up over the seats. Shares
 * whose numerator x and denominator y both vary are kept as sums over blocks of x, y, xx, xy, yy.
 */
import { EVENTS, FIELDED, type Game, payoffGauge, USED, WIN_UNITS } from '../../engine/contract/index.ts'

/** The sums of one cell, of a chunk or of a run: `layout.size` integers below 2^53. */
export type Tally = Float64Array

/** Offsets of a ratio's sums over blocks. */
export const RATIO = ['x', 'y', 'xx', 'xy', 'yy'] as const
export const RATIO_SIZE = RATIO.length

/**
 * Shares kept per seat and asset, x of y. Returns are in win units, so y of the first two is WIN_UNITS a
 * match.
 */
export const ASSET_RATIOS = ['wonWhenUsed', 'wonWhenLost', 'survived'] as const
export const ASSET_SIZE = EVENTS.length + ASSET_RATIOS.length * RATIO_SIZE

/** Events that are also counted block by block, so that they have intervals: purchases and uses. */
export const RATED_EVENTS = [FIELDED, USED] as const
/**
 * Sums over blocks of each, which with EVENTS and the blocks' matches make a ratio: squares, products with
 * matches without a fault, and blocks that have any.
 */
export const RATED = ['xx', 'xy', 'blocks'] as const
export const RATED_SIZE = RATED_EVENTS.length * RATED.length

/** A gauge's words at the end: sum, squares over blocks, products with matches of at least a step. */
export const FINAL_SIZE = 3

/** Whose matches are counted: one agent's of the line-up wherever it sits, or one seat's whoever sits there. */
export type Side = 'participant' | 'seat'

/**
 * How a match went for a participant in a seat. A win is more than the fair share, where the ending is a win
 * or another seat forfeited; a seat without a share in a draw or at the turn limit counts as losing.
 */
export const OUTCOMES = ['wins', 'losses', 'draws', 'turnLimits', 'forfeits'] as const
/** The name of an outcome. */
export type OutcomeKind = (typeof OUTCOMES)[number]

/** Words of a seating: outcomes, then a histogram of returns. */
const SEATING_SIZE = OUTCOMES.length + WIN_UNITS + 1

/**
 * Words of a step's leaders, in blocks that are FOLLOWED: matches that the leader wins, matches that another
 * seat wins, and all that lasted as long.
 */
export const LEADER_SIZE = 3
export const LEADER_WINS = 0
export const LEADER_LOSES = 1
export const LEADER_LASTED = 2

/** One curve: a gauge of a seat, or of the winner (`seat` is WINNER). */
export interface Curve extends Bins {
  readonly gauge: number
  readonly seat: number
  /** First word; each step has `stride` words: n, sum, sum of squares, then the bins. */
  readonly offset: number
  readonly stride: number
}

/** A curve's seat if it follows the winner; matches without a winner are left out. */
export const WINNER = -1
/** Words of a step of a curve: number of values, their sum, the sum of their squares, the first bin. */
export const CURVE_N = 0
export const CURVE_SUM = 1
export const CURVE_SQUARES = 2
export const CURVE_BINS = 3

/** A gauge of a participant, in all seats that it took. */
export interface AgentCurve extends Bins {
  readonly gauge: number
  readonly participant: number
  /** As in a curve. */
  readonly offset: number
  readonly stride: number
}

/** Offsets of the sums in a tally of one compiled game. */
export interface TallyLayout {
  readonly seats: number
  /** Participants whose assets are counted apart: 1, for all of them, where one agent plays all seats. */
  readonly agents: number
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
  /**
   * Histograms of block sums: [participant * scoreBins + returns], then by seat; returns are 0..WIN_UNITS *
   * seats.
   */
  readonly participantScores: number
  readonly seatScores: number
  readonly scoreBins: number
  /** [ending * (seats + 1) + winner's seat, or `seats` without a winner], in matches without a fault. */
  readonly endingCounts: number
  /** Matches by length in steps, 0 to stepMax, without faults. */
  readonly lengths: number
  /**
   * Headline gauge at the end minus the best other seat's, as ratios: [seat * RATIO_SIZE] a seat's leads per
   * match, at `seats` the largest of any seat. Without faults.
   */
  readonly leads: number
  /** The gauge that is the payoff, or -1. */
  readonly payoff: number
  /**
   * In games with payoffs: [participant * RATIO_SIZE] a participant's payoffs per match as a ratio, then by
   * seat. Without faults.
   */
  readonly payoffs: number
  /**
   * Winners by how far behind they had been in the headline gauge: the lowest value if zero-sum, else the
   * lowest lead over the best other seat.
   */
  readonly comebacks: Bins & { readonly offset: number }
  readonly curves: readonly Curve[]
  /** [quality * RATIO_SIZE], as QUALITIES has them. */
  readonly qualities: number
  /** [step * LEADER_SIZE]: matches by whether who led after a step wins them. */
  readonly leaders: number
  /** [(seat * assets + asset) * ASSET_SIZE]: the EVENTS sums, then the ASSET_RATIOS. */
  readonly assetSums: number
  /**
   * [(participant * seats + seat) * SEATING_SIZE]: a participant's matches in a seat, one a block, by
   * outcome, then by returns from 0 to WIN_UNITS.
   */
  readonly seatings: number
  /** [(agent * assets + asset) * ASSET_SIZE]: as assetSums, of an agent in all seats together. */
  readonly agentAssetSums: number
  /** [(seat * assets + asset) * RATED_SIZE]: RATED of each of RATED_EVENTS; then the same by agent. */
  readonly assetRates: number
  /** [seat * assets + asset]: sums over blocks of an asset's uses times the block's steps; then by agent. */
  readonly assetSteps: number
  /**
   * [asset]: squares over blocks of its uses by all seats; none where one agent plays all, whose own these
   * are.
   */
  readonly assetUses: number
  /** Of every participant; none where one agent plays all seats, since the curves of seats say it. */
  readonly agentCurves: readonly AgentCurve[]
  readonly gauges: number
  /**
   * [(gauge * (seats + 1) + seat) * FINAL_SIZE]: a gauge of a seat at the end, at `seats` the sum of all. Of
   * the matches that leads are of, which hold their number and its squares.
   */
  readonly finals: number
  readonly roles: number
  /**
   * [(role * (seats + 1) + wins) * (seats + 1) + won]: blocks by how many of their matches the role won, and how
   * many any role did. Without faults.
   */
  readonly roleBlocks: number
  readonly size: number
}

/**
 * The layout of a compiled game's tallies, for line-ups in which one agent plays all seats, or for others.
 */
export function layoutTally(game: Game, isMirror: boolean): TallyLayout {
  const seats = game.info.seats.length
  const agents = isMirror ? 1 : seats
  const scoreBins = WIN_UNITS * seats + 1
  let at = 0
  const reserve = (words: number): number => {
    const offset = at
    at += words
    return offset
  }
  const head = { blocks: reserve(1), matches: reserve(1), decisions: reserve(1) }
  const outcomes = {
    participantOutcomes: reserve(seats * OUTCOMES.length),
    seatOutcomes: reserve(seats * OUTCOMES.length),
  }
  const scores = { participantScores: reserve(seats * scoreBins), seatScores: reserve(seats * scoreBins) }
  const endingCounts = reserve(game.info.endings.length * (seats + 1))
  const lengths = reserve(game.info.stepMax + 1)
  const leads = reserve((seats + 1) * RATIO_SIZE)
  const payoff = payoffGauge(game.info)
  const payoffs = reserve(payoff < 0 ? 0 : 2 * seats * RATIO_SIZE)
  const curves: Curve[] = []
  for (const [gauge, { min, max, zeroSum }] of game.info.gauges.entries()) {
    const { width, bins } = binsOf(min, max)
    const stride = CURVE_BINS + bins
    const views = [...game.info.seats.keys()].filter(seat => seat === 0 || !zeroSum)
    for (const seat of [...views, WINNER])
      curves.push({ gauge, seat, min, width, bins, stride, offset: reserve(stride * game.info.stepMax) })
  }
  const { min, max, zeroSum } = game.info.gauges[0]!
  const behind = zeroSum ? binsOf(min, max) : binsOf(min - max, max - min)
  const comebacks = { ...behind, offset: reserve(behind.bins) }
  const assetSums = reserve(seats * game.info.assets.length * ASSET_SIZE)
  const seatings = reserve(seats * seats * SEATING_SIZE)
  const qualities = reserve(QUALITIES.length * RATIO_SIZE)
  const leaders = reserve(game.info.stepMax * LEADER_SIZE)
  const agentAssetSums = reserve(agents * game.info.assets.length * ASSET_SIZE)
  const assetRates = reserve((seats + agents) * game.info.assets.length * RATED_SIZE)
  const assetSteps = reserve((seats + agents) * game.info.assets.length)
  const assetUses = reserve(isMirror ? 0 : game.info.assets.length)
  const agentCurves = curves
    .filter(({ seat }) => !isMirror && seat !== WINNER)
    .map(({ seat: participant, ...curve }) => ({
      ...curve,
      participant,
      offset: reserve(curve.stride * game.info.stepMax),
    }))
  const gauges = game.info.gauges.length
  const finals = reserve(gauges * (seats + 1) * FINAL_SIZE)
  const roles = game.info.roles?.length ?? 0
  const roleBlocks = reserve(roles * (seats + 1) ** 2)
  return {
    seats,
    agents,
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
    payoff,
    payoffs,
    comebacks,
    curves,
    qualities,
    leaders,
    assetSums,
    seatings,
    agentAssetSums,
    assetRates,
    assetSteps,
    assetUses,
    agentCurves,
    gauges,
    finals,
    roles,
    roleBlocks,
    size: at,
  }
}

/** First word of a quality's ratio. */
export function qualityOffset({ qualities }: TallyLayout, quality: Quality): number {
  return qualities + QUALITIES.indexOf(quality) * RATIO_SIZE
}

/** First word of a seating: its outcomes, then, from OUTCOMES.length on, its histogram of returns. */
export function seatingOffset(layout: TallyLayout, participant: number, seat: number): number {
  return layout.seatings + (participant * layout.seats + seat) * SEATING_SIZE
}

/** First word of the ratio of a seat's leads; the seat `seats` means the largest lead. */
export function leadOffset(layout: TallyLayout, seat: number): number {
  return layout.leads + seat * RATIO_SIZE
}

/** First word of the ratio of a participant's or a seat's payoffs. */
export function payoffOffset({ payoffs, seats }: TallyLayout, side: Side, index: number): number {
  return payoffs + ((side === 'seat' ? seats : 0) + index) * RATIO_SIZE
}

/** First word of an asset's sums in a seat, or of an agent. */
export function assetOffset(layout: TallyLayout, side: Side, index: number, asset: number): number {
  const first = side === 'seat' ? layout.assetSums : layout.agentAssetSums
  return first + (index * layout.assets + asset) * ASSET_SIZE
}

/** First word of one of an asset's ratios. */
export function ratioOffset(
  layout: TallyLayout,
  side: Side,
  index: number,
  asset: number,
  ratio: number,
): number {
  return assetOffset(layout, side, index, asset) + EVENTS.length + ratio * RATIO_SIZE
}

/** First word of RATED of one of an asset's RATED_EVENTS, by its place there. */
export function ratedOffset(
  { assetRates, assets, seats }: TallyLayout,
  side: Side,
  index: number,
  asset: number,
  event: number,
): number {
  const row = ((side === 'seat' ? 0 : seats) + index) * assets + asset
  return assetRates + row * RATED_SIZE + event * RATED.length
}

/** The word of an asset's products of uses and steps. */
export function stepsOffset(
  { assetSteps, assets, seats }: TallyLayout,
  side: Side,
  index: number,
  asset: number,
) {
  return assetSteps + ((side === 'seat' ? 0 : seats) + index) * assets + asset
}

/** Adds the words of one array to those of another, tallies of one layout. */
export function addTally(into: Tally, from: Tally): void {
  for (let i = 0; i < from.length; i++) into[i]! += from[i]!
}

/** Bins of counted values. */
export interface Bins {
  readonly min: number
  /** Values of a bin; bin b counts [min + b * width, min + (b + 1) * width). */
  readonly width: number
  readonly bins: number
}

/** The bin of a value. */
export function binOf({ min, width, bins }: Bins, value: number): number {
  return within(width === 1 ? value - min : Math.floor((value - min) / width), bins - 1)
}

/** A bin, or the outermost one that is nearest: values outside a gauge's range count there. */
export function within(bin: number, last: number): number {
  return bin < 0 ? 0 : bin > last ? last : bin
}

/** The most bins that a curve has; a gauge with a larger range gets wider bins. */
const MOST_BINS = 64

/** The bins of the values from `min` to `max`. */
export function binsOf(min: number, max: number): Bins {
  const width = Math.ceil((max - min + 1) / MOST_BINS)
  return { min, width, bins: Math.ceil((max - min + 1) / width) }
}

/**
 * How matches went, each as a ratio x of y over blocks. Leads are of the headline gauge, after steps; a seat
 * leads if it is ahead of all others. Matches won are those with one winner. Without faults; from
 * `leadChanges` on only matches of at least a step in blocks that are FOLLOWED (sim/tally/match).
 */
export const QUALITIES = [
  /** Matches that ended before the turn limit, of all. */
  'completed',
  /** Matches won, of all. */
  'decisive',
  /** Decisions of seats and chance, a match. */
  'decisions',
  /** Steps a match. */
  'length',
  /** Actions to choose from, a decision of a seat; of the blocks that are COUNTED. */
  'options',
  /** Times the lead went to another seat than had led last, a match. */
  'leadChanges',
  /** Steps at which the winner was behind, of the steps of matches won. */
  'behind',
  /** How far behind the winner was, a step at which it was. */
  'deficit',
  /** The most that the winner's lead grew from one step to the next, a match won. */
  'swing',
  /** Matches won by who led half-way, of those won in which somebody did. */
  'halfLeader',
  /** The same after three quarters of the steps. */
  'lateLeader',
] as const
export type Quality = (typeof QUALITIES)[number]
