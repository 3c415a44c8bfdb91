/** How many more matches an open question takes, and the command that plays until it is answered. */
import type { CellResult } from '../../sim/chunks/results.ts'
import { blocksOf } from '../../sim/figures/reading.ts'
import { studentQuantile } from '../../sim/stats/distributions.ts'
import { nextLook, strictest } from '../../sim/stats/looks.ts'
import { blocksToShow, POWER } from '../../sim/stats/planning.ts'
import { blocksForVerdict, judgedLevel } from '../../sim/stopping.ts'
import { about, inWords } from '../formatting.ts'
import { type Comparison, isShown } from './changes/comparisons.ts'
import { selfCells } from './members.ts'
import type { ShareVerdict } from './verdicts/verdicts.ts'

/** More further matches than this would take days. */
const MOST_MATCHES = 1e9

/** Fewer matches, or fewer blocks that differ, show too little of the spread to say how many more are needed. */
export const ADVISED_MIN = 20

/** "80 % chance": how likely this many matches are enough, if the assumption about the game is true. */
export const ADVISED_CHANCE = `${100 * POWER} % chance`

/** How many more matches of a line-up a verdict takes; Infinity if that is more than anybody plays. */
export interface Advice {
  /** If the game is as uneven as it looks. */
  readonly uneven: number
  readonly fair: number
}

/** For verdicts on seats or roles that are open: each number is enough with the chance POWER, at the look after it. */
export function adviceOn(cell: CellResult, open: readonly ShareVerdict[]): Advice {
  const { judged } = open[0]!
  const at = { look: nextLook(cell.look), level: judgedLevel(cell, judged) }
  const stakes = open.map(one => one.stakes)
  const { uneven, fair } = blocksForVerdict(stakes, at, MOST_MATCHES / cell.layout.seats)
  return { uneven: moreMatches(cell, uneven), fair: moreMatches(cell, fair) }
}

/** "about 700 more matches would settle it if it is as uneven as it looks, about 14,000 if it is fair (80 % chance each)" */
export function adviceWords({ uneven, fair }: Advice): string {
  const cases = [
    // A game that is about as uneven as it looks may be shown fair all the same.
    ...(Math.abs(uneven - fair) < fair / 10 ? [] : [{ matches: uneven, is: 'as uneven as it looks' }]),
    { matches: fair, is: 'fair' },
  ]
  const [first, second] = cases
    .filter(({ matches }) => Number.isFinite(matches))
    .toSorted((a, b) => a.matches - b.matches)
  if (!first)
    return 'the score is so close to the margin that no practical number of matches is likely to settle it'
  const more = first.matches === 1 ? 'match' : 'matches'
  const other = second ? `, about ${about(second.matches)} if it is ${second.is}` : ''
  return `about ${about(first.matches)} more ${more} would settle it if it is ${first.is}${other} (${ADVISED_CHANCE}${second ? ' each' : ''})`
}

/** About how many more matches of each variant would show a difference with the chance POWER if it is as large as it looks; Infinity if that is more than anybody plays, NaN where that is unknown or shown. */
export function adviceOnDifference(one: Comparison, level = one.level): number {
  const { blocks, differing, difference: mean, disputed, low, high, reference, variant } = one
  // Of independent samples, no blocks are paired.
  if (isShown(one) || disputed || !one.isPaired || differing < ADVISED_MIN || mean === 0) return Number.NaN
  const arm = mean > 0 ? mean - low : high - mean
  const sd = (arm * Math.sqrt(blocks)) / studentQuantile(0.975, differing - 1)
  const at = { look: nextLook(strictest([reference.look, variant.look])), level }
  return moreMatches(
    variant,
    blocksToShow({ n: blocks, mean, sd, differing }, at, MOST_MATCHES / variant.layout.seats),
    blocks,
  )
}

/** The same for tables, where all that isn't a number of matches is empty. */
export function knownMatches(one: Comparison): number {
  const more = adviceOnDifference(one)
  return Number.isFinite(more) ? more : Number.NaN
}

/** Differences that are named, those that need the fewest matches. */
const NAMED = 3

/** "If the differences are as large as they look, about 700 more matches would show them for draws, 2,100 for length (80 % chance each)." Empty if none is open. */
export function missingWords(open: readonly { readonly name: string; readonly more: number }[]): string {
  const named = open
    .filter(({ more }) => Number.isFinite(more))
    .toSorted((a, b) => a.more - b.more)
    .slice(0, NAMED)
  if (named.length === 0) return ''
  const each = named.map(({ name, more }, i) => (i === 0 ? `for ${name}` : `${about(more)} for ${name}`))
  const [supposed, them, chance] =
    named.length === 1
      ? ['the difference is as large as it looks', 'it', ADVISED_CHANCE]
      : ['the differences are as large as they look', 'them', `${ADVISED_CHANCE} each`]
  return `If ${supposed}, about ${about(named[0]!.more)} more matches would show ${them} ${inWords(each)} (${chance}).`
}

/** More matches of a line-up for this many blocks in all. Those of members with themselves come on top. */
function moreMatches(cell: CellResult, blocks: number, counted = blocksOf(cell)): number {
  const alone = selfCells(cell).reduce((sum, one) => sum + blocksOf(one), 0)
  return Math.ceil((blocks - counted) * (1 + alone / blocksOf(cell))) * cell.layout.seats
}
