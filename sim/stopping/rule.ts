/** How near a cell is to what its rule asks for, at a look. */
import { WIN_UNITS } from '../../engine/contract/index.ts'
import type { Lineup, Sprt, StopRule } from '../experiment/index.ts'
import { llrLogistic, llrNormalized, pentanomial, sprtBounds } from '../stats/elo.ts'
import {
  blocksForFair,
  blocksForVerdict,
  blocksForWidth,
  type FairnessTest,
  smallestCount,
} from '../stats/planning.ts'
import { type Bounded, sequenceInterval } from '../stats/sequence.ts'
import { type CellSums, scoresOf, seatLevel, seatStakes, stakesOf, subjectsOf } from './stakes.ts'

/** More blocks than this would take days. */
const MOST_BLOCKS = 1e9

/** What a cell shows of its rule. */
export interface RuleStatus {
  /** Whether the rule is met. */
  readonly met: boolean
  /** About how many blocks it takes in all, if they go on as they did or, with `ifFair`, if the game is fair; infinite if that is more than anybody plays. */
  readonly needed: number
  readonly ifFair?: boolean
  /** The widest interval, in points, from end to end; of a rule on widths. */
  readonly width?: number
  /** The log-likelihood ratio of elo1 to elo0, and where it ends the test. */
  readonly llr?: number
  readonly bounds?: { readonly lower: number; readonly upper: number }
}

/** How a cell stands with the rule of its line-up, after at least one block. `margin` is a share. */
export function ruleStatus(cell: CellSums, lineup: Lineup, rule: StopRule, margin: number): RuleStatus {
  if (rule.sprt) return sprtStatus(cell, lineup, rule.sprt)
  return rule.width === undefined ? verdictStatus(cell, margin) : widthStatus(cell, lineup, rule.width)
}

/** Whether a cell meets the rule of its line-up: what `standingOf` says, without what it would still take. */
export function meetsRule(cell: CellSums, lineup: Lineup, rule: StopRule, margin: number): boolean {
  if (rule.sprt) return sprtStatus(cell, lineup, rule.sprt).met
  if (rule.width === undefined) return seatsOf(cell, margin).met
  const { width } = rule
  return widthsOf(cell, lineup).every(one => one.width <= width)
}

/** The intervals of those whom the figures are about: their widths in points. */
function widthsOf(cell: CellSums, lineup: Lineup) {
  return subjectsOf(lineup).map(({ side, index }) => {
    const stakes = stakesOf(cell, side, index)
    const { low, high } = sequenceInterval(stakes, seatLevel(cell))
    const range = stakes.max - stakes.min
    return { stakes, range, width: (100 * (high - low)) / range }
  })
}

function widthStatus(cell: CellSums, lineup: Lineup, asked: number): RuleStatus {
  const blocks = cell.tally[cell.layout.blocks]!
  const each = widthsOf(cell, lineup)
  const needed = each.map(({ stakes, range, width }) =>
    width <= asked ? blocks : blocksForWidth(stakes, (asked / 100) * range, seatLevel(cell), MOST_BLOCKS),
  )
  const width = Math.max(...each.map(one => one.width))
  return { met: width <= asked, width, needed: Math.max(...needed) }
}

/** What is shown of each seat, and whether that is a verdict. */
function seatsOf(cell: CellSums, margin: number) {
  const kinds = Array.from({ length: cell.layout.seats }, (_, seat) => {
    const stakes = seatStakes(cell, seat, margin)
    const { low, high } = sequenceInterval(stakes, seatLevel(cell))
    const isFair = low >= stakes.fair - stakes.margin && high <= stakes.fair + stakes.margin
    return { stakes, isFair, isUnfair: !isFair && (low > stakes.fair || high < stakes.fair) }
  })
  return { kinds, met: kinds.some(({ isUnfair }) => isUnfair) || kinds.every(({ isFair }) => isFair) }
}

function verdictStatus(cell: CellSums, margin: number): RuleStatus {
  const { kinds, met } = seatsOf(cell, margin)
  if (met) return { met, needed: cell.tally[cell.layout.blocks]! }
  const open = kinds.filter(({ isFair }) => !isFair)
  const { blocks, ifFair } = open
    .map(({ stakes }) => blocksForAnswer(stakes, seatLevel(cell), MOST_BLOCKS))
    .reduce((most, one) => (one.blocks > most.blocks ? one : most))
  return { met, needed: blocks, ifFair }
}

/** About how many blocks a question takes in all. */
export interface BlocksNeeded {
  /** Infinite if that is more than `most`. */
  readonly blocks: number
  /** Whether they show the game to be fair if it is; otherwise they settle the question if the score stays where it is. */
  readonly ifFair: boolean
}

/**
 * About how many blocks an open question takes in all. First those that would show a fair game to be fair: at few blocks the score is mostly luck,
 * and what it would take if it were the truth says nothing. Only a game that has not been found fair by then is judged by its score.
 */
export function blocksForAnswer(stakes: Bounded & FairnessTest, level: number, most: number): BlocksNeeded {
  const forFair = blocksForFair(stakes, stakes, level, most)
  if (forFair > stakes.n) return { blocks: forFair, ifFair: true }
  return { blocks: Math.max(stakes.n + 1, blocksForVerdict(stakes, stakes, level, most)), ifFair: false }
}

/** Pairs of matches by the first one's result, as `pentanomial` counts them: of the first seat, or of the first agent. */
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
  // The ratio need not grow by the same amount with every block: where one side wins all, the spread is that of outcomes never seen, and shrinks.
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

/** When a line-up with a rule is looked at: after fixed numbers of blocks, whatever plays them. */

/** Blocks before the first look. */
const FIRST = 32
/** A look comes after so many more blocks, as a share of those before. */
const GROWTH = 0.1

/** The blocks of the first look that comes after `blocks`, where the first of all comes after `from` at the earliest. */
export function lookAfter(blocks: number, from: number): number {
  let look = Math.max(FIRST, from)
  while (look <= blocks) look += Math.ceil(look * GROWTH)
  return look
}

/** The number of a look, from 1; that of the last one before if there is none after so many blocks. */
export function lookNumber(blocks: number, from: number): number {
  let count = 0
  for (let look = lookAfter(0, from); look <= blocks; look = lookAfter(look, from)) count++
  return count
}
