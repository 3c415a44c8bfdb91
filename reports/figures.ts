/** Reads figures out of a cell's tally. Nothing else in reports/ knows where they lie in it. */
import { type Ending, EVENTS, type Seat, WIN_UNITS } from '../engine/contract/index.ts'
import type { CellResult } from '../sim/chunks/results.ts'
import {
  amountRateInterval,
  boundedRateInterval,
  type Interval,
  type RatioSums,
  rateInterval,
  ratioInterval,
  type SpreadInterval,
  scoreInterval,
} from '../sim/stats/interval.ts'
import { countRateInterval } from '../sim/stats/paired.ts'
import { type Bounded, boundedOfHistogram, boundedOfMatches, boundedOfSums } from '../sim/stats/sequence.ts'
import { scoresOf, sumsAt } from '../sim/stopping/stakes.ts'
import {
  ASSET_RATIOS,
  assetOffset,
  FINAL_SIZE,
  leadOffset,
  OUTCOMES,
  type Outcome,
  payoffOffset,
  qualityOffset,
  RATED,
  RATED_EVENTS,
  RATIO,
  ratedOffset,
  ratioOffset,
  type Side,
  seatingOffset,
  type Tally,
} from '../sim/tally/layout.ts'
import type { Quality } from '../sim/tally/qualities.ts'
import type { Bounds } from './formatting.ts'

export { stakesOf } from '../sim/stopping/stakes.ts'
export type { Side } from '../sim/tally/layout.ts'

/** Fewer blocks, matches or seats than this are few: what rests on them is pale, left out of charts, or named among what to distrust. */
export const FEW = 20

/** Blocks played. */
export function blocksOf({ tally, layout }: CellResult): number {
  return tally[layout.blocks]!
}

/** Matches played, forfeited ones too. */
export function matchesOf({ tally, layout }: CellResult): number {
  return tally[layout.matches]!
}

/** Decisions of seats and chance, in all matches. */
export function decisionsOf({ tally, layout }: CellResult): number {
  return tally[layout.decisions]!
}

/** Matches by outcome. They add up to all matches that were counted. */
export type Outcomes = Readonly<Record<Outcome, number>>

/** Matches by how they went for a participant or a seat. */
export function outcomesOf({ tally, layout }: CellResult, side: Side, index: number): Outcomes {
  const first = side === 'participant' ? layout.participantOutcomes : layout.seatOutcomes
  return outcomesAt(tally, first + index * OUTCOMES.length)
}

/** Matches by how they went for a participant while it took a seat: one match a block. */
export function seatingOutcomes({ tally, layout }: CellResult, participant: number, seat: Seat): Outcomes {
  return outcomesAt(tally, seatingOffset(layout, participant, seat))
}

function outcomesAt(tally: Tally, first: number): Outcomes {
  const [wins, losses, draws, turnLimits, forfeits] = tally.subarray(first, first + OUTCOMES.length)
  return { wins: wins!, losses: losses!, draws: draws!, turnLimits: turnLimits!, forfeits: forfeits! }
}

/** Mean share of a whole win of a participant in a seat, with its interval; 0..1 around NaN without blocks. */
export function seatingScore({ tally, layout }: CellResult, participant: number, seat: Seat): SpreadInterval {
  const first = seatingOffset(layout, participant, seat) + OUTCOMES.length
  return scoreInterval(tally.subarray(first, first + WIN_UNITS + 1), WIN_UNITS)
}

/** Matches that somebody forfeited. */
export function forfeitsOf(cell: CellResult): number {
  let sum = 0
  for (let seat = 0; seat < cell.layout.seats; seat++) sum += outcomesOf(cell, 'seat', seat).forfeits
  return sum
}

/** Mean share of a whole win with its interval from the blocks' sums; 0..1 around NaN without blocks. */
export function scoreOf(cell: CellResult, side: Side, index: number): SpreadInterval {
  return scoreInterval(scoresOf(cell, side, index), WIN_UNITS * cell.layout.seats)
}

/** The blocks of a seat's score, in shares of a whole win, for what holds at every look. */
export function scoreBlocks(cell: CellResult, seat: Seat): Bounded {
  return boundedOfHistogram(scoresOf(cell, 'seat', seat), WIN_UNITS * cell.layout.seats)
}

/** The same for a share of all matches, of which `count` are counted. */
export function matchShare(cell: CellResult, count: number): Bounded {
  const { seats } = cell.layout
  return boundedOfMatches([matchesOf(cell) - count, count], 1, seats)
}

/** The same for the share of their matches in which seats used an asset, all seats together. */
export function useShare(cell: CellResult, asset: number): Bounded {
  const { seats } = cell.layout
  let used = 0
  for (let seat = 0; seat < seats; seat++)
    used += shareOf(cell, 'seat', seat, asset, 'wonWhenUsed').of / WIN_UNITS
  return boundedOfMatches([seats * matchesOf(cell) - used, used], 1, seats * seats)
}

/** The same for lengths, as shares of the longest there is. */
export function lengthBlocks(cell: CellResult): Bounded {
  return boundedOfMatches(lengthsOf(cell), cell.layout.steps, cell.layout.seats)
}

/** Matches by length in steps, of those played to their end. */
export function lengthsOf({ tally, layout }: CellResult): Float64Array {
  return tally.subarray(layout.lengths, layout.lengths + layout.steps + 1)
}

/** The length of the longest of them, 0 without any. */
export const longestIn = (cell: CellResult): number =>
  Math.max(
    0,
    lengthsOf(cell).findLastIndex(count => count > 0),
  )

/** Matches played to their end: nobody forfeited. */
export function playedOut(cell: CellResult): number {
  return lengthsOf(cell).reduce((sum, count) => sum + count, 0)
}

/** Matches with that ending that the seat won alone, or that nobody did (`winner` is the number of seats). */
export function endingCount({ tally, layout }: CellResult, ending: number, winner: number): number {
  return tally[layout.endingCounts + ending * (layout.seats + 1) + winner]!
}

/** Matches that ended in that way, whoever won. */
export function endedBy(cell: CellResult, kind: Ending['kind']): number {
  let sum = 0
  for (const [ending, { kind: its }] of cell.game.info.endings.entries())
    for (let winner = 0; winner <= cell.layout.seats; winner++)
      if (its === kind) sum += endingCount(cell, ending, winner)
  return sum
}

/** Matches that nobody won: drawn, or ended by the limit. */
export const drawnIn = (cell: CellResult): number => endedBy(cell, 'draw') + endedBy(cell, 'length')

/**
 * Mean lead at the end in the headline gauge, with its interval: a seat's over the best other seat, negative if it was
 * behind, or, for the number of seats, that of whoever led. Of the matches played to their end.
 */
export function leadOf(cell: CellResult, seat: number): Interval {
  const { n, mean, low, high } = orEmpty(rateInterval(sumsAt(cell, leadOffset(cell.layout, seat))))
  // Leads are short of the range of the gauge nearly always: bounds from the range would be far too wide, so ends are only cut.
  const { min, max } = leadBounds(cell, seat)
  return { n, mean, low: Math.max(min, low), high: Math.min(max, high) }
}

/** What a lead can be. */
export function leadBounds({ game, layout }: CellResult, seat: number): Bounds {
  const { min, max } = game.info.gauges[0]!
  return { min: seat === layout.seats ? 0 : min - max, max: max - min }
}

/** What a gauge can be at the end. `index` is gauge * (seats + 1) + seat, with the number of seats for the mean over all seats. */
export function finalBounds({ game, layout }: CellResult, index: number): Bounds {
  const { min, max } = game.info.gauges[Math.floor(index / (layout.seats + 1))]!
  return { min, max }
}

/** The blocks of such a gauge at the end, for what holds at every look: of the matches that leads are of. */
export function finalBlocks(cell: CellResult, index: number): Bounded {
  const { layout, tally } = cell
  const { n, y, yy } = sumsAt(cell, leadOffset(layout, 0))
  const [x, xx, xy] = tally.subarray(
    layout.finals + index * FINAL_SIZE,
    layout.finals + (index + 1) * FINAL_SIZE,
  )
  const values = index % (layout.seats + 1) === layout.seats ? layout.seats : 1
  const sums = { n, x: x!, y: values * y, xx: xx!, xy: values * xy!, yy: values * values * yy }
  return boundedOfSums(sums, { ...finalBounds(cell, index), perBlock: values * layout.seats })
}

/** The blocks of a lead, for what holds at every look. */
export function leadBlocks(cell: CellResult, seat: number): Bounded {
  const sums = sumsAt(cell, leadOffset(cell.layout, seat))
  return boundedOfSums(sums, { ...leadBounds(cell, seat), perBlock: cell.layout.seats })
}

/**
 * Mean payoff of a match with its interval, on the scale of the gauge that is the payoff; null in games that have none. Of the
 * matches played to their end.
 */
export function payoffOf(cell: CellResult, side: Side, index: number): Interval | null {
  const gauge = cell.game.info.gauges[cell.layout.payoff]
  return gauge ? boundedRateInterval(sumsAt(cell, payoffOffset(cell.layout, side, index)), gauge) : null
}

/** Sum of a seat's payoffs over the matches played to their end, in games that have payoffs. */
export function payoffsOf({ tally, layout }: CellResult, seat: Seat): number {
  return tally[payoffOffset(layout, 'seat', seat) + RATIO.indexOf('x')]!
}

/** The qualities that are shares: of each block, x is at most y. */
const SHARES: readonly Quality[] = ['completed', 'decisive', 'behind', 'halfLeader', 'lateLeader']

/** Those that are counts, and mostly made by few blocks. */
const COUNTS: readonly Quality[] = ['leadChanges', 'deficit']

/** A quality of the matches played to their end, with its interval from the blocks; all NaN where there is nothing to tell. */
export function qualityOf(cell: CellResult, quality: Quality): Interval {
  const sums = sumsAt(cell, qualityOffset(cell.layout, quality))
  if (SHARES.includes(quality)) return orEmpty(ratioInterval(sums))
  if (!COUNTS.includes(quality)) {
    const { n, mean, low, high } = orEmpty(amountRateInterval(sums))
    return { n, mean, low, high: quality === 'length' ? Math.min(cell.layout.steps, high) : high }
  }
  // How many blocks have any is not counted: as many as would make these sums if all had the same, which is at most that.
  const having = sums.xx === 0 ? 0 : Math.floor((sums.x * sums.x) / sums.xx)
  return orEmpty(countRateInterval(sums, having))
}

/** What a quality is the mean over: matches, steps, decisions. */
export function qualityCount({ tally, layout }: CellResult, quality: Quality): number {
  return tally[qualityOffset(layout, quality) + RATIO.indexOf('y')]!
}

/**
 * Total of each event of a seat's or an agent's asset, of the matches played to their end. Where one agent plays all seats, the first
 * participant is all of them.
 */
export function eventsOf(
  cell: CellResult,
  side: Side,
  index: number,
  asset: number,
): Record<(typeof EVENTS)[number], number> {
  const first = assetOffset(cell.layout, side, index, asset)
  const [fielded, used, scored, conceded, lost] = cell.tally.subarray(first, first + EVENTS.length)
  return { fielded: fielded!, used: used!, scored: scored!, conceded: conceded!, lost: lost! }
}

/** Uses of an asset a match, by all seats. */
export function usesOf(cell: CellResult, asset: number): number {
  let used = 0
  for (let seat = 0; seat < cell.layout.seats; seat++) used += eventsOf(cell, 'seat', seat, asset).used
  return used / matchesOf(cell)
}

/** A share with its interval and the total that it is a share of; empty (NaN) where there is nothing to share. */
export interface Share extends Interval {
  readonly of: number
}

/** How often a match such an asset is fielded or used, with its interval from the blocks. */
export function eventRate(
  cell: CellResult,
  side: Side,
  index: number,
  asset: number,
  event: (typeof RATED_EVENTS)[number],
): Interval {
  const { tally, layout } = cell
  // Every block has the same matches without a fault for all of its counts.
  const matches = sumsAt(cell, qualityOffset(layout, 'completed'))
  const rated = ratedOffset(layout, side, index, asset, RATED_EVENTS.indexOf(event))
  const [xx, xy, blocks] = tally.subarray(rated, rated + RATED.length)
  const x = tally[assetOffset(layout, side, index, asset) + event]!
  return orEmpty(countRateInterval({ ...matches, x, xx: xx!, xy: xy! }, blocks!))
}

/** One of such an asset's ratios. */
export function shareOf(
  cell: CellResult,
  side: Side,
  index: number,
  asset: number,
  ratio: (typeof ASSET_RATIOS)[number],
): Share {
  const sums = sumsAt(cell, ratioOffset(cell.layout, side, index, asset, ASSET_RATIOS.indexOf(ratio)))
  if (!isShare(sums)) return { ...EMPTY, of: sums.y }
  return { ...orEmpty(ratioInterval(sums)), of: sums.y }
}

/** What an engine counts as lost without having fielded it is no share of anything. */
function isShare({ x, y, xx, xy, yy }: RatioSums): boolean {
  return y > 0 && x >= 0 && x <= y && xx <= xy && xy <= yy
}

const EMPTY: Interval = { n: 0, mean: Number.NaN, low: Number.NaN, high: Number.NaN }

/** The same interval, or empty cells if there is nothing to estimate from. */
export function orEmpty(interval: Interval): Interval {
  return Number.isNaN(interval.mean) ? EMPTY : interval
}
