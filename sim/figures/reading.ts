/** Reads sums, shares and intervals out of a cell's tally: figures and tables are made of them. */
import { type Ending, EVENTS, type Seat, USED, WIN_UNITS } from '../../engine/contract/index.ts'
import {
  boundedRateInterval,
  correctedInterval,
  type Interval,
  type RatioSums,
  rateInterval,
  ratioInterval,
  type SpreadInterval,
  scoreInterval,
} from '../stats/interval.ts'
import { lookLevel } from '../stats/looks.ts'
import { countRateInterval } from '../stats/paired.ts'
import {
  type Bounded,
  boundedOfHistogram,
  boundedOfMatches,
  boundedOfSums,
  rateSequence,
} from '../stats/sequence.ts'
import {
  ASSET_RATIOS,
  assetOffset,
  FINAL_SIZE,
  leadOffset,
  OUTCOMES,
  type OutcomeKind,
  payoffOffset,
  qualityOffset,
  RATED,
  RATED_EVENTS,
  RATIO,
  ratedOffset,
  ratioOffset,
  type Side,
  seatingOffset,
  stepsOffset,
  type Tally,
} from '../tally/layout.ts'
import { type Bounds, type CellSums, coverPlayers, overPlayers } from './players.ts'

export type { Side } from '../tally/layout.ts'
export type { Bounds, CellSums } from './players.ts'

/** Fewer blocks, matches or seats are few: paled, left out of charts, or named among what to distrust. */
export const FEW = 20

/** The histogram of the blocks' sums, in win units. */
export function scoresOf({ tally, layout }: CellSums, side: Side, index: number): Tally {
  const first =
    (side === 'participant' ? layout.participantScores : layout.seatScores) + index * layout.scoreBins
  return tally.subarray(first, first + layout.scoreBins)
}

/** The sums of a ratio that begin at a word of the tally. */
export function sumsAt({ tally, layout }: CellSums, first: number): RatioSums {
  const [x, y, xx, xy, yy] = tally.subarray(first, first + RATIO.length)
  return { n: tally[layout.blocks]!, x: x!, y: y!, xx: xx!, xy: xy!, yy: yy! }
}

/** The blocks of what is played for: shares of a whole win, or payoffs per match in games that have them. */
export function stakesOf(cell: CellSums, side: Side, index: number): Bounded {
  const { game, layout } = cell
  const gauge = game.info.gauges[layout.payoff]
  if (!gauge) return scoreBlocks(cell, index, side)
  const sums = sumsAt(cell, payoffOffset(layout, side, index))
  return boundedOfSums(sums, { min: gauge.min, max: gauge.max, perBlock: layout.seats })
}

/** Blocks played. */
export function blocksOf({ tally, layout }: CellSums): number {
  return tally[layout.blocks]!
}

/** Blocks by how many of their matches a role won: 0 to the number of seats. */
export function roleWins({ tally, layout }: CellSums, role: number): Float64Array {
  const width = layout.seats + 1
  const at = layout.roleBlocks + role * width * width
  return Float64Array.from({ length: width }, (_, wins) =>
    tally.subarray(at + wins * width, at + (wins + 1) * width).reduce((sum, blocks) => sum + blocks, 0),
  )
}

/** The units of a win that roles share if none wins: whole for two to six equal shares, and for percents. */
const ROLE_UNITS = 300

/**
 * Blocks by a role's share of the wins; matches without a winning role bring every role its fair share. From 0 to
 * `max`.
 */
function roleShares({ game, tally, layout }: CellSums, role: number): { hist: Float64Array; max: number } {
  const { seats, roleBlocks } = layout
  const width = seats + 1
  const fair = Math.round(ROLE_UNITS * game.info.roles![role]!.fair)
  const max = ROLE_UNITS * seats
  const hist = new Float64Array(max + 1)
  for (let wins = 0; wins <= seats; wins++)
    for (let won = wins; won <= seats; won++)
      hist[ROLE_UNITS * wins + fair * (seats - won)]! +=
        tally[roleBlocks + (role * width + wins) * width + won]!
  return { hist, max }
}

/** A role's share of the wins with its interval for one look. */
export const roleScore = overPlayers((cell: CellSums, role: number): SpreadInterval => {
  const { hist, max } = roleShares(cell, role)
  return scoreInterval(hist, max)
})

/** The same for anytime-valid intervals. */
export function roleStakes(cell: CellSums, role: number): Bounded {
  const { hist, max } = roleShares(cell, role)
  return boundedOfHistogram(hist, max)
}

/** Matches played, forfeited ones too. */
export function matchesOf({ tally, layout }: CellSums): number {
  return tally[layout.matches]!
}

/** Decisions of seats and chance, in all matches. */
export function decisionsOf({ tally, layout }: CellSums): number {
  return tally[layout.decisions]!
}

/** Matches by outcome. They add up to all matches that were counted. */
export type Outcomes = Readonly<Record<OutcomeKind, number>>

/** Matches by how they went for a participant or a seat. */
export function outcomesOf({ tally, layout }: CellSums, side: Side, index: number): Outcomes {
  const first = side === 'participant' ? layout.participantOutcomes : layout.seatOutcomes
  return outcomesAt(tally, first + index * OUTCOMES.length)
}

/** Matches by how they went for a participant while it took a seat: one match a block. */
export function seatingOutcomes({ tally, layout }: CellSums, participant: number, seat: Seat): Outcomes {
  return outcomesAt(tally, seatingOffset(layout, participant, seat))
}

function outcomesAt(tally: Tally, first: number): Outcomes {
  const [wins, losses, draws, turnLimits, forfeits] = tally.subarray(first, first + OUTCOMES.length)
  return { wins: wins!, losses: losses!, draws: draws!, turnLimits: turnLimits!, forfeits: forfeits! }
}

/** Mean share of a whole win of a participant in a seat, with its interval; 0..1 around NaN without blocks. */
export const seatingScore = overPlayers(
  ({ tally, layout }: CellSums, participant: number, seat: Seat): SpreadInterval => {
    const first = seatingOffset(layout, participant, seat) + OUTCOMES.length
    return scoreInterval(tally.subarray(first, first + WIN_UNITS + 1), WIN_UNITS)
  },
)

/** Matches that somebody forfeited. */
export function forfeitsOf(cell: CellSums): number {
  let sum = 0
  for (let seat = 0; seat < cell.layout.seats; seat++) sum += outcomesOf(cell, 'seat', seat).forfeits
  return sum
}

/** Mean share of a whole win with its interval from the blocks' sums; 0..1 around NaN without blocks. */
export const scoreOf = overPlayers((cell: CellSums, side: Side, index: number): SpreadInterval => {
  return scoreInterval(scoresOf(cell, side, index), WIN_UNITS * cell.layout.seats)
})

/** The blocks of a score, in shares of a whole win, for anytime-valid intervals. */
export function scoreBlocks(cell: CellSums, index: number, side: Side = 'seat'): Bounded {
  return boundedOfHistogram(scoresOf(cell, side, index), WIN_UNITS * cell.layout.seats)
}

/** The same for a share of all matches, of which `count` are counted. */
export function matchShare(cell: CellSums, count: number): Bounded {
  const { seats } = cell.layout
  return boundedOfMatches([matchesOf(cell) - count, count], 1, seats)
}

/** The same for the share of their matches in which seats used an asset, all seats together. */
export function useShare(cell: CellSums, asset: number): Bounded {
  const { seats } = cell.layout
  let used = 0
  for (let seat = 0; seat < seats; seat++)
    used += shareOf(cell, 'seat', seat, asset, 'wonWhenUsed').of / WIN_UNITS
  return boundedOfMatches([seats * matchesOf(cell) - used, used], 1, seats * seats)
}

/** The same for lengths, as shares of the longest there is. */
export function lengthBlocks(cell: CellSums): Bounded {
  return boundedOfMatches(lengthsOf(cell), cell.layout.steps, cell.layout.seats)
}

/** Matches by length in steps, of those played to their end. */
export function lengthsOf({ tally, layout }: CellSums): Float64Array {
  return tally.subarray(layout.lengths, layout.lengths + layout.steps + 1)
}

/** The length of the longest of them, 0 without any. */
export const longestIn = (cell: CellSums): number =>
  Math.max(
    0,
    lengthsOf(cell).findLastIndex(count => count > 0),
  )

/** Matches played to their end, without forfeits. */
export function playedOut(cell: CellSums): number {
  return lengthsOf(cell).reduce((sum, count) => sum + count, 0)
}

/** Matches with that ending and that only winner, or none (`winner` is the number of seats). */
export function endingCount({ tally, layout }: CellSums, ending: number, winner: number): number {
  return tally[layout.endingCounts + ending * (layout.seats + 1) + winner]!
}

/** Matches that ended in that way, whoever won. */
export function endedBy(cell: CellSums, kind: Ending['kind']): number {
  let sum = 0
  for (const [ending, { kind: its }] of cell.game.info.endings.entries())
    for (let winner = 0; winner <= cell.layout.seats; winner++)
      if (its === kind) sum += endingCount(cell, ending, winner)
  return sum
}

/** Matches without a winner: draws before the limit, and those that it ended. */
export const drawsIn = (cell: CellSums): number => endedBy(cell, 'draw') + endedBy(cell, 'length')

/** A share of all matches, of which `count` are counted. They count as independent. */
export function independentShare(cell: CellSums, count: number): SpreadInterval {
  return scoreInterval(Float64Array.of(matchesOf(cell) - count, count), 1)
}

/**
 * A share of matches with Wilson's interval, corrected for continuity, as if a block's matches always went
 * the same way. No correlation within blocks can make it too short. 0..1 around NaN without matches.
 */
export function safeShare(count: number, of: number, perBlock: number): Interval {
  if (of === 0) return { n: 0, mean: Number.NaN, low: 0, high: 1 }
  return { n: of, ...correctedInterval(count / of, Math.max(1, of / perBlock)) }
}

/** The length of matches as a share of this many steps, 0 for a forfeit. Matches count as independent. */
export function lengthShare(cell: CellSums, steps: number): SpreadInterval {
  const matches = lengthsOf(cell).slice()
  matches[0]! += matchesOf(cell) - playedOut(cell)
  return scoreInterval(matches, steps)
}

/**
 * Mean lead in the headline gauge at the end, with its interval: a seat's over the best other seat (negative
 * if behind) or, for the number of seats, the leader's. Of matches played to their end.
 */
export const leadOf = overPlayers((cell: CellSums, seat: number): Interval => {
  const { n, mean, low, high } = orEmpty(rateInterval(sumsAt(cell, leadOffset(cell.layout, seat))))
  // Leads are nearly always short of the gauge's range: bounds from it would be far too wide, so ends are
  // cut.
  const { min, max } = leadBounds(cell, seat)
  return { n, mean, low: Math.max(min, low), high: Math.min(max, high) }
}, leadBounds)

/** What a lead can be. */
export function leadBounds({ game, layout }: CellSums, seat: number): Bounds {
  const { min, max } = game.info.gauges[0]!
  return { min: seat === layout.seats ? 0 : min - max, max: max - min }
}

/**
 * What a gauge can be at the end. `index` is gauge * (seats + 1) + seat; at `seats` the mean over all seats.
 */
export function finalBounds({ game, layout }: CellSums, index: number): Bounds {
  const { min, max } = game.info.gauges[Math.floor(index / (layout.seats + 1))]!
  return { min, max }
}

/** The blocks of such a gauge at the end, for anytime-valid intervals: of the matches that leads are of. */
export function finalBlocks(cell: CellSums, index: number): Bounded {
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

/** The blocks of a lead, for anytime-valid intervals. */
export function leadBlocks(cell: CellSums, seat: number): Bounded {
  const sums = sumsAt(cell, leadOffset(cell.layout, seat))
  return boundedOfSums(sums, { ...leadBounds(cell, seat), perBlock: cell.layout.seats })
}

/**
 * Mean payoff of a match with its interval, on the game's scale; null in games that have none. Of matches
 * played to their end.
 */
export function payoffOf(cell: CellSums, side: Side, index: number): Interval | null {
  const gauge = cell.game.info.gauges[cell.layout.payoff]
  if (!gauge) return null
  const read = (one: CellSums) =>
    boundedRateInterval(sumsAt(one, payoffOffset(one.layout, side, index)), gauge)
  return coverPlayers(cell, read(cell), one => read(one).mean, gauge)
}

/** What a payoff can be; anything in games that have none. */
export function payoffBounds({ game, layout }: CellSums): Bounds {
  return game.info.gauges[layout.payoff] ?? { min: -Infinity, max: Infinity }
}

/**
 * Totals of each event of a seat's or agent's asset, of matches played to their end. Where one agent plays
 * all seats, the first participant is all of them.
 */
export function eventsOf(
  cell: CellSums,
  side: Side,
  index: number,
  asset: number,
): Record<(typeof EVENTS)[number], number> {
  const first = assetOffset(cell.layout, side, index, asset)
  const [fielded, used, scored, conceded, lost] = cell.tally.subarray(first, first + EVENTS.length)
  return { fielded: fielded!, used: used!, scored: scored!, conceded: conceded!, lost: lost! }
}

/** Uses of an asset a match, by all seats. */
export function usesOf(cell: CellSums, asset: number): number {
  let used = 0
  for (let seat = 0; seat < cell.layout.seats; seat++) used += eventsOf(cell, 'seat', seat, asset).used
  return used / matchesOf(cell)
}

/** A seat or an agent by its number. */
export interface SideSums extends CellSums {
  readonly side: Side
  readonly index: number
}

/** An asset of a seat or an agent by its number. */
export interface AssetSums extends SideSums {
  readonly number: number
}

/** Uses of such an asset a turn of play, with its interval from the blocks. */
export const useRate = overPlayers(
  ({ side, index, number, ...cell }: AssetSums): Interval => {
    const { layout, tally } = cell
    const lengths = sumsAt(cell, qualityOffset(layout, 'length'))
    const rated = ratedOffset(layout, side, index, number, RATED_EVENTS.indexOf(USED))
    const [xx, , blocks] = tally.subarray(rated, rated + RATED.length)
    const x = tally[assetOffset(layout, side, index, number) + USED]!
    const xy = tally[stepsOffset(layout, side, index, number)]!
    const steps = { n: lengths.n, x, y: lengths.x, xx: xx!, xy, yy: lengths.xx }
    return perTurn(cell, orEmpty(countRateInterval(steps, blocks!)))
  },
  { min: 0, max: Infinity },
)

/** The same of all seats together, with the anytime-valid interval. */
export function useRateSequence(cell: CellSums, asset: number, level: number): Interval {
  const read = (one: CellSums) => rateSequenceOf(one, asset, level)
  return coverPlayers(cell, read(cell), one => read(one).mean, { min: 0, max: Infinity }, level)
}

function rateSequenceOf(cell: CellSums, asset: number, level: number): Interval {
  const { steps } = usesIn(cell, asset)
  const { isPlanned } = cell.look
  const own = lookLevel(level, cell.look)
  if (!isPlanned) return perTurn(cell, rateSequence(steps, own))
  const { n, mean, low, high } = orEmpty(rateInterval(steps, own))
  return perTurn(cell, { n, mean, low: Math.max(0, low), high })
}

/** Sums over blocks of an asset's uses by all seats: per match, and per step. `having` blocks have some, at least. */
function usesIn(cell: CellSums, asset: number) {
  const { layout, tally } = cell
  const lengths = sumsAt(cell, qualityOffset(layout, 'length'))
  const matches = sumsAt(cell, qualityOffset(layout, 'completed'))
  const event = RATED_EVENTS.indexOf(USED)
  let [x, ofMatches, ofSteps, having] = [0, 0, 0, 0]
  for (let seat = 0; seat < layout.seats; seat++) {
    const [, product, blocks] = tally.subarray(ratedOffset(layout, 'seat', seat, asset, event))
    x += tally[assetOffset(layout, 'seat', seat, asset) + USED]!
    ofMatches += product!
    ofSteps += tally[stepsOffset(layout, 'seat', seat, asset)]!
    having = Math.max(having, blocks!)
  }
  const squares =
    layout.agents === 1 ? ratedOffset(layout, 'participant', 0, asset, event) : layout.assetUses + asset
  const xx = tally[squares]!
  return {
    having,
    matches: { ...matches, x, xx, xy: ofMatches },
    steps: { n: lengths.n, x, y: lengths.x, xx, xy: ofSteps, yy: lengths.xx },
  }
}

/** Uses of an asset by all seats per match, with the interval for one look. */
export const usesPerMatch = overPlayers(
  (cell: CellSums, asset: number): Interval => {
    const { having, matches } = usesIn(cell, asset)
    return orEmpty(countRateInterval(matches, having))
  },
  { min: 0, max: Infinity },
)

/** The same per turn. */
export const usesPerTurn = overPlayers(
  (cell: CellSums, asset: number): Interval => {
    const { having, steps } = usesIn(cell, asset)
    return perTurn(cell, orEmpty(countRateInterval(steps, having)))
  },
  { min: 0, max: Infinity },
)

/** A rate a step as one a turn. */
function perTurn({ game }: Pick<CellSums, 'game'>, { n, mean, low, high }: Interval): Interval {
  const times = game.info.step.perTurn
  return { n, mean: times * mean, low: times * low, high: times * high }
}

/** A share with its interval and the total that it is of; NaN where there is nothing to share. */
export interface Share extends Interval {
  readonly of: number
}

/** How often a match such an asset is fielded or used, with its interval from the blocks. */
export const eventRate = overPlayers(
  (
    cell: CellSums,
    side: Side,
    index: number,
    asset: number,
    event: (typeof RATED_EVENTS)[number],
  ): Interval => {
    const { tally, layout } = cell
    // Every block has the same matches without a fault for all of its counts.
    const matches = sumsAt(cell, qualityOffset(layout, 'completed'))
    const rated = ratedOffset(layout, side, index, asset, RATED_EVENTS.indexOf(event))
    const [xx, xy, blocks] = tally.subarray(rated, rated + RATED.length)
    const x = tally[assetOffset(layout, side, index, asset) + event]!
    return orEmpty(countRateInterval({ ...matches, x, xx: xx!, xy: xy! }, blocks!))
  },
  { min: 0, max: Infinity },
)

/** One of such an asset's ratios. */
export const shareOf = overPlayers(
  (cell: CellSums, side: Side, index: number, asset: number, ratio: (typeof ASSET_RATIOS)[number]): Share => {
    const sums = sumsAt(cell, ratioOffset(cell.layout, side, index, asset, ASSET_RATIOS.indexOf(ratio)))
    if (!isShare(sums)) return { ...EMPTY, of: sums.y }
    return { ...orEmpty(ratioInterval(sums)), of: sums.y }
  },
)

/** Losses of things never fielded aren't a share of anything. */
function isShare({ x, y, xx, xy, yy }: RatioSums): boolean {
  return y > 0 && x >= 0 && x <= y && xx <= xy && xy <= yy
}

const EMPTY: Interval = { n: 0, mean: Number.NaN, low: Number.NaN, high: Number.NaN }

/** The same interval, or empty cells if there is nothing to estimate from. */
export function orEmpty(interval: Interval): Interval {
  return Number.isNaN(interval.mean) ? EMPTY : interval
}
