/** Stopping rules: when a line-up is judged, and how near a cell is to meeting its rule. */
import { type GameInfo, WIN_UNITS } from '../engine/contract/index.ts'
import { isMirror, type Lineup, type Sprt, type StopRule } from './experiment/index.ts'
import { type CellSums, roleStakes, type Side, scoresOf, stakesOf } from './figures/reading.ts'
import { type EloInterval, llrLogistic, llrNormalized, pentanomial, sprtBounds } from './stats/elo.ts'
import { lookInterval } from './stats/looks.ts'
import {
  type BlocksNeeded,
  blocksForWidth,
  blocksNeeded,
  type FairnessTest,
  type JudgedAt,
  POWER,
  smallestCount,
} from './stats/planning.ts'
import type { Bounded } from './stats/sequence.ts'
import { eloAfterSprt } from './stats/stopped-elo.ts'

/** More blocks than this would take days. */
const MOST_BLOCKS = 1e9

export interface RuleStatus {
  readonly met: boolean
  /** About how many blocks it takes in all if they continue like this; infinite beyond MOST_BLOCKS. */
  readonly needed: number
  /** Of a verdict's rule: the same if the game is fair. */
  readonly ifFair?: number
  /** Of a width rule: the widest interval, end to end, in points. */
  readonly width?: number
  /** Of an SPRT: the log-likelihood ratio of elo1 to elo0, and the bounds that end the test. */
  readonly llr?: number
  readonly bounds?: { readonly lower: number; readonly upper: number }
}

/** The status of a line-up's rule in a cell of at least one block. `margin` is a share. */
export function ruleStatus(cell: CellSums, lineup: Lineup, rule: StopRule, margin: number): RuleStatus {
  if (rule.sprt) return sprtStatus(cell, lineup, rule.sprt)
  return rule.width === undefined ? verdictStatus(cell, margin) : widthStatus(cell, lineup, rule.width)
}

/** The `met` of `ruleStatus`, without the estimate of what is missing. */
export function meetsRule(cell: CellSums, lineup: Lineup, rule: StopRule, margin: number): boolean {
  if (rule.sprt) return sprtStatus(cell, lineup, rule.sprt).met
  if (rule.width === undefined) return standingsOf(cell, margin).met
  const { width } = rule
  return widthsOf(cell, lineup).every(one => one.width <= width)
}

/** The widths of the subjects' intervals, in points. */
function widthsOf(cell: CellSums, lineup: Lineup) {
  return subjectsOf(lineup).map(({ side, index }) => {
    const stakes = stakesOf(cell, side, index)
    const { low, high } = lookInterval(stakes, cell.look, judgedLevel(cell, 'seat'))
    const range = stakes.max - stakes.min
    return { stakes, range, width: (100 * (high - low)) / range }
  })
}

function widthStatus(cell: CellSums, lineup: Lineup, asked: number): RuleStatus {
  const blocks = cell.tally[cell.layout.blocks]!
  const each = widthsOf(cell, lineup)
  const needed = each.map(({ stakes, range, width }) =>
    width <= asked
      ? blocks
      : blocksForWidth(stakes, (asked / 100) * range, judgedAt(cell, 'seat'), MOST_BLOCKS),
  )
  const width = Math.max(...each.map(one => one.width))
  return { met: width <= asked, width, needed: Math.max(...needed) }
}

/** The evidence on each role or seat, and whether it gives a verdict. */
function standingsOf(cell: CellSums, margin: number) {
  const judged = judgedIn(cell)
  const { look, level } = judgedAt(cell, judged)
  const kinds = judgedNames(cell.game.info, judged).map((_, index) => {
    const stakes = judgedStakes(cell, judged, index, margin)
    const { low, high } = lookInterval(stakes, look, level)
    const isFair = low >= stakes.fair - stakes.margin && high <= stakes.fair + stakes.margin
    return { stakes, isFair, isUnfair: !isFair && (low > stakes.fair || high < stakes.fair) }
  })
  return { kinds, met: kinds.some(({ isUnfair }) => isUnfair) || kinds.every(({ isFair }) => isFair) }
}

function verdictStatus(cell: CellSums, margin: number): RuleStatus {
  const { kinds, met } = standingsOf(cell, margin)
  if (met) return { met, needed: cell.tally[cell.layout.blocks]! }
  const open = kinds.filter(({ isFair }) => !isFair).map(({ stakes }) => stakes)
  const { uneven, fair } = blocksForVerdict(open, judgedAt(cell, judgedIn(cell)), MOST_BLOCKS)
  return { met, needed: uneven, ifFair: fair }
}

/**
 * About how many blocks a verdict takes in all, of seats or roles that have none. If the game is as uneven as it
 * looks, the first of them to be shown off gives it; if it is fair, all must be shown fair.
 */
export function blocksForVerdict(
  open: readonly (Bounded & FairnessTest)[],
  at: JudgedAt,
  most: number,
): BlocksNeeded {
  const each = open.map(stakes => blocksNeeded(stakes, at, most))
  const fair = Math.max(...each.map(one => one.fair))
  return { uneven: Math.min(...each.map(one => one.uneven)), fair }
}

/** Pairs of matches by the first seat's or agent's result, as `pentanomial` counts them. */
export function pairsOf(cell: CellSums, lineup: Lineup): [number, number, number, number, number] {
  const [{ side, index }] = subjectsOf(lineup) as [ReturnType<typeof subjectsOf>[number]]
  return pentanomial(scoresOf(cell, side, index), WIN_UNITS)
}

function sprtStatus(cell: CellSums, lineup: Lineup, { elo0, elo1, alpha, beta, model }: Sprt): RuleStatus {
  const blocks = cell.tally[cell.layout.blocks]!
  const pairs = pairsOf(cell, lineup)
  const llrOf = model === 'normalized' ? llrNormalized : llrLogistic
  const llr = llrOf(pairs, elo0, elo1)
  const bounds = sprtBounds(alpha, beta)
  const isMetBy = (ratio: number) => ratio <= bounds.lower || ratio >= bounds.upper
  if (isMetBy(llr)) return { met: true, llr, bounds, needed: blocks }
  // The ratio may grow unevenly: where one side wins all, the spread is that of unseen outcomes, and shrinks.
  const needed = smallestCount(MOST_BLOCKS, count =>
    isMetBy(
      llrOf(
        pairs.map(pair => (pair * count) / blocks),
        elo0,
        elo1,
      ),
    ),
  )
  return { met: false, llr, bounds, needed: Math.max(blocks + 1, needed) }
}

/** The Elo difference of the tested side, in the Elo of the test, corrected for stopping. */
export function sprtElo(cell: CellSums, lineup: Lineup, sprt: Sprt): EloInterval {
  return eloAfterSprt(pairsOf(cell, lineup), sprt)
}

/** Blocks before the first interim analysis. */
const FIRST = 32
/** Blocks between interim analyses, as a share of those before. */
const GROWTH = 0.1

/** The first interim analysis after `blocks`, at `from` at the earliest, whatever plays the blocks. */
export function nextAnalysis(blocks: number, from: number): number {
  let at = Math.max(FIRST, from)
  while (at <= blocks) at += Math.ceil(at * GROWTH)
  return at
}

/** The number of the last interim analysis at or before `blocks`, from 1. */
export function analysisNumber(blocks: number, from: number): number {
  let count = 0
  for (let at = nextAnalysis(0, from); at <= blocks; at = nextAnalysis(at, from)) count++
  return count
}

/** What a verdict judges one by one: the roles of a game, or its seats. */
export type Judged = 'role' | 'seat'

/** What the verdict on a game is about: its roles if it has some, else its seats. */
export function judgedIn({ game }: CellSums): Judged {
  return game.info.roles ? 'role' : 'seat'
}

export function judgedNames({ roles = [], seats }: GameInfo, judged: Judged): readonly string[] {
  return judged === 'role' ? roles.map(({ id }) => id) : seats
}

/**
 * The stakes of a role or seat and its fair part of them: a share of the wins, or 0 with payoffs. `margin` is a
 * share.
 */
export function judgedStakes(
  cell: CellSums,
  judged: Judged,
  index: number,
  margin: number,
): Bounded & FairnessTest {
  const power = judgedPower(cell, judged)
  if (judged === 'role')
    return { ...roleStakes(cell, index), fair: cell.game.info.roles![index]!.fair, margin, power }
  const stakes = stakesOf(cell, 'seat', index)
  const fair = cell.layout.payoff < 0 ? 1 / cell.layout.seats : 0
  return { ...stakes, fair, margin: margin * (stakes.max - stakes.min), power }
}

/** The chance of a wrong verdict at any interim analysis. */
const ALPHA = 0.05

/**
 * The level of the interval of a role or seat. A verdict on several is one claim, so they share its error
 * (Bonferroni). Two are one question: one gets what the other loses.
 */
export function judgedLevel({ game }: CellSums, judged: Judged): number {
  const { length } = judgedNames(game.info, judged)
  return length === 2 ? 1 - ALPHA : 1 - ALPHA / length
}

/** How the verdict on each role or seat is judged, at the look that the cell is at. */
export function judgedAt(cell: CellSums, judged: Judged): JudgedAt {
  return { look: cell.look, level: judgedLevel(cell, judged) }
}

/** The power for each of several that finds all of them fair with POWER. */
function judgedPower({ game }: CellSums, judged: Judged): number {
  const { length } = judgedNames(game.info, judged)
  return length === 2 ? POWER : 1 - (1 - POWER) / length
}

/**
 * Whom a line-up's figures are about: its seats if one agent plays all of them, else its agents; of two, only
 * the first, since one gets what the other loses.
 */
export function subjectsOf(lineup: Lineup): { readonly side: Side; readonly index: number }[] {
  const side = isMirror(lineup) ? 'seat' : 'participant'
  const { length } = lineup.participants
  return Array.from({ length: length === 2 ? 1 : length }, (_, index) => ({ side, index }))
}
