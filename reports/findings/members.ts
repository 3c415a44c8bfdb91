/** What the members of a population show each by itself: whether a finding is one of the rules, or of a player that happened to be learned. */
import type { CellResult } from '../../sim/chunks/results.ts'
import { isMirror } from '../../sim/experiment/index.ts'
import { payoffOf, roleScore, type Side, scoreOf } from '../../sim/figures/reading.ts'
import { differenceOf, type Interval, type SpreadInterval } from '../../sim/stats/interval.ts'
import { type Spread, spreadOf } from '../../sim/stats/spread.ts'
import { type Judged, judgedIn, judgedNames, judgedStakes } from '../../sim/stopping.ts'
import { inWords, meanOf, percentOf, signed } from '../formatting.ts'

/** From this probability on, members count as different; that of several seats is held to its share of it (Bonferroni). */
const DIFFERENT = 0.05

/** A cell as each member of its population played it; none where nobody takes turns. */
export function memberCells(cell: CellResult): readonly CellResult[] {
  return cell.members.map(tally => ({ ...cell, tally, members: [] }))
}

/** The members' scores of a seat or a participant, and how far they differ. */
export interface MemberScores {
  readonly scores: readonly SpreadInterval[]
  /** Null while a member has played fewer than two blocks. */
  readonly spread: Spread | null
}

export function memberScores(cell: CellResult, side: Side, index: number): MemberScores {
  const scores = memberCells(cell).map(member => scoreOf(member, side, index))
  return { scores, spread: spreadOf(scores) }
}

/** What members get in a seat or as a role, as shares of the way from the least to the most that it can be: scores, or in games that have them payoffs. */
export interface MemberStakes extends MemberScores {
  /** What it would be in a fair game, as such a share. */
  readonly fair: number
}

export function memberStakes(cell: CellResult, judged: Judged, index: number): MemberStakes {
  const { min, max, fair } = judgedStakes(cell, judged, index, 0)
  const share = (value: number) => (value - min) / (max - min)
  const scores = memberCells(cell).map((member): SpreadInterval => {
    if (judged === 'role') return roleScore(member, index)
    const payoff = payoffOf(member, 'seat', index)
    if (!payoff) return scoreOf(member, 'seat', index)
    const { n, mean, low, high } = mapped(payoff, share)
    return { n, mean, low, high, sd: judgedStakes(member, judged, index, 0).sd / (max - min) }
  })
  return { scores, spread: spreadOf(scores), fair: share(fair) }
}

/** Of how many seats or roles a verdict says something of their own: of two, one's gain is the other's loss. */
export function questionsIn(seats: number): number {
  return seats === 2 ? 1 : seats
}

/** Differences of a figure of the members between two cells, and how far the members differ in them. */
export interface MemberDifferences {
  /** For one look; blocks count as independent, for which the intervals are wider than those of paired blocks. */
  readonly differences: readonly Interval[]
  /** Of the differences. Null while a member has played fewer than two blocks. */
  readonly spread: Spread | null
}

/** A figure of a cell, as a share of the most that it can be. */
export type MemberRead = (cell: CellResult) => SpreadInterval

/** What the members show of a figure, times `most`; null where nobody takes turns, and while a member has played fewer than two blocks. */
export function memberSpread(cell: CellResult, read: MemberRead, most = 1): Spread | null {
  const spread = spreadOf(memberCells(cell).map(read))
  return spread && { groups: mapped(spread.groups, share => most * share), sd: most * spread.sd, p: spread.p }
}

/**
 * How much more a figure is in the first cell than in the second, which has the same line-up, member by member, times `most`; null where nobody
 * takes turns.
 */
export function memberDifferences(
  more: CellResult,
  less: CellResult,
  read: MemberRead,
  most = 1,
): MemberDifferences | null {
  if (more.members.length === 0) return null
  const [a, b] = [more, less].map(cell => memberCells(cell).map(read))
  const differences = a!.map((one, member) => differenceOf(one, b![member]!))
  // Halfway to a half, a difference is a share, of which `spreadOf` knows the bounds.
  const spread = spreadOf(
    differences.map(({ n, mean, low, high }, member) => ({
      ...{ n, mean: (1 + mean) / 2, low: (1 + low) / 2, high: (1 + high) / 2 },
      sd: Math.sqrt(a![member]!.sd ** 2 + b![member]!.sd ** 2) / 2,
    })),
  )
  return {
    differences: differences.map(one => mapped(one, share => most * share)),
    spread: spread && {
      groups: mapped(spread.groups, half => most * (2 * half - 1)),
      sd: 2 * most * spread.sd,
      p: spread.p,
    },
  }
}

const mapped = ({ n, mean, low, high }: Interval, to: (value: number) => number): Interval => ({
  n,
  mean: to(mean),
  low: to(low),
  high: to(high),
})

/** Whether members differ beyond chance in one of so many findings (Bonferroni). */
export function disagree({ spread }: { readonly spread: Spread | null }, findings: number): boolean {
  return spread !== null && spread.p * findings < DIFFERENT
}

/**
 * Whether a finding is one of the players that happened to be learned, and not of the rules: they differ beyond chance, in one of so many findings,
 * and the interval that covers others like them does not bear it out.
 */
export function dispute(
  { spread }: { readonly spread: Spread | null },
  findings: number,
  isBorneOut: (players: Interval) => boolean,
): boolean {
  return spread !== null && disagree({ spread }, findings) && !isBorneOut(spread.groups)
}

/** How often each thing occurs. */
export function countBy<T>(things: readonly T[]): ReadonlyMap<T, number> {
  const counts = new Map<T, number>()
  for (const thing of things) counts.set(thing, 1 + (counts.get(thing) ?? 0))
  return counts
}

/** Beyond so many members, only the least and the greatest difference are told. */
const MAX_LISTED = 4

/** The members' differences in their order, in points or times another scale; "?" of one that has played nothing yet. */
export function differencesText({ differences }: MemberDifferences, scale = 100): string {
  const points = differences.map(({ mean }) => scale * mean)
  if (points.length <= MAX_LISTED)
    return points.map(one => (Number.isNaN(one) ? '?' : signed(one))).join(', ')
  const known = points.filter(one => !Number.isNaN(one))
  return known.length === 0 ? '?' : `${signed(Math.min(...known))} to ${signed(Math.max(...known))}`
}

/** The seat or role on which a population's members differ most, in a cell in which they play themselves; empty for any other. */
export function memberWords(cell: CellResult): string {
  if (cell.members.length === 0 || !isMirror(cell.cell.lineup)) return ''
  const judged = judgedIn(cell)
  const names = judgedNames(cell.game.info, judged)
  const asked = questionsIn(names.length)
  const found = Array.from({ length: asked }, (_, index) => ({
    index,
    ...memberStakes(cell, judged, index),
  }))
  const [most] = found.toSorted((a, b) => (a.spread?.p ?? 1) - (b.spread?.p ?? 1))
  const { scores, index, spread, fair } = most!
  const count = scores.length
  if (spread === null) return `too few matches to compare its ${count} players`
  const p = Math.min(1, spread.p * asked)
  const name = names[index]!
  const gauge = judged === 'role' ? undefined : cell.game.info.gauges[cell.layout.payoff]
  const paid = (share: number) => gauge!.min + share * (gauge!.max - gauge!.min)
  const gets = gauge
    ? `gets ${meanOf(mapped(spread.groups, paid), gauge)}`
    : `scores ${percentOf(spread.groups)}`
  const over = `over its ${count} players ${name} ${gets}`
  const chance = `p ${p < 0.001 ? '< 0.001' : p.toFixed(3)}`
  if (p >= DIFFERENT) return `${over}, and they don't differ by more than chance (${chance})`
  const each = inWords(scores.map(({ mean }) => (gauge ? paid(mean).toFixed(2) : (100 * mean).toFixed(1))))
  return `${over}, and they disagree (${each}${gauge ? '' : ' %'}, ${chance})${signsOf(scores, fair)}`
}

/** Whether some members have a seat above its fair share and some below it, each beyond its interval. */
function signsOf(scores: readonly SpreadInterval[], fair: number): string {
  const above = scores.filter(({ low }) => low > fair).length
  const below = scores.filter(({ high }) => high < fair).length
  return above > 0 && below > 0 ? `: above its fair share with ${above} of them, below it with ${below}` : ''
}
