/** What the members of a population show each by itself: whether a finding is one of the rules, or of a player that happened to be learned. */
import type { CellResult, RunResult } from '../../sim/chunks/results.ts'
import { isLearner, isMirror } from '../../sim/experiment/index.ts'
import { withoutEach } from '../../sim/figures/players.ts'
import { matchesOf, payoffOf, roleScore, type Side, scoreOf } from '../../sim/figures/reading.ts'
import { studentQuantile } from '../../sim/stats/distributions.ts'
import { differenceOf, type Interval, type SpreadInterval } from '../../sim/stats/interval.ts'
import { type Spread, spreadOf } from '../../sim/stats/spread.ts'
import { type Judged, judgedIn, judgedNames, judgedStakes } from '../../sim/stopping.ts'
import { counted, type Ends, inWords, signed, thousands } from '../formatting.ts'

/** Members differ if p is below this, divided by the number of seats (Bonferroni). */
const DIFFERENT = 0.05

/** A cell as each member of its population played it, against others; none without a population. */
export function memberCells(cell: CellResult): readonly CellResult[] {
  return cell.members.map(tally => ({ ...cell, tally, members: [], selves: [] }))
}

/** A cell's matches of each member against itself; none where members don't meet. */
export function selfCells(cell: CellResult): readonly CellResult[] {
  return cell.selves.map(tally => ({ ...cell, tally, members: [], selves: [] }))
}

/** A figure of a cell, as a share of the most that it can be. */
export type MemberRead = (cell: CellResult) => SpreadInterval

/** What players add to a figure; null while too little is known of it, and without a population. */
function spreadIn(cell: CellResult, read: MemberRead): Spread | null {
  const { draws } = cell.pairings
  const without = withoutEach(cell).map(one => read(one).mean)
  return without.length === 0 ? null : spreadOf({ whole: read(cell), without, draws })
}

/** The members' scores of a seat or a participant, and how far they differ. */
export interface MemberScores {
  readonly scores: readonly SpreadInterval[]
  readonly spread: Spread | null
}

export function memberScores(cell: CellResult, side: Side, index: number): MemberScores {
  const read: MemberRead = one => scoreOf(one, side, index)
  return { scores: memberCells(cell).map(read), spread: spreadIn(cell, read) }
}

/** The uncertainty that players add to a judged figure, as a share of its range. */
export function stakesSpread(cell: CellResult, judged: Judged, index: number): Spread | null {
  const { min, max } = judgedStakes(cell, judged, index, 0)
  return spreadIn(cell, one => {
    if (judged === 'role') return roleScore(one, index)
    const payoff = payoffOf(one, 'seat', index)
    if (!payoff) return scoreOf(one, 'seat', index)
    const { n, mean, low, high } = mapped(payoff, value => (value - min) / (max - min))
    return { n, mean, low, high, sd: judgedStakes(one, judged, index, 0).sd / (max - min) }
  })
}

/** How many seats or roles a verdict is about: with two, one's gain is the other's loss. */
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

/** What the members show of a figure, times `most`; null as `spreadIn`. */
export function memberSpread(cell: CellResult, read: MemberRead, most = 1): Spread | null {
  const spread = spreadIn(cell, read)
  return spread && scaled(spread, share => most * share, most)
}

/**
 * How much more a figure is in the first cell than in the second, which has the same line-up, member by member, times `most`; null without a
 * population.
 */
export function memberDifferences(
  more: CellResult,
  less: CellResult,
  read: MemberRead,
  most = 1,
): MemberDifferences | null {
  if (more.members.length === 0) return null
  const [a, b] = [more, less].map(cell => memberCells(cell).map(read))
  const [with_, without] = [more, less].map(cell => withoutEach(cell).map(one => read(one).mean))
  const [own, others] = [read(more), read(less)]
  const spread = spreadOf(
    {
      whole: {
        ...{ n: Math.min(own.n, others.n), mean: own.mean - others.mean },
        sd: Math.sqrt(own.sd ** 2 + others.sd ** 2),
      },
      without: with_!.map((mean, member) => mean - without![member]!),
      draws: more.pairings.draws,
    },
    { min: -1, max: 1 },
  )
  return {
    differences: a!
      .map((one, member) => differenceOf(one, b![member]!))
      .map(one => mapped(one, share => most * share)),
    spread: spread && scaled(spread, share => most * share, most),
  }
}

const scaled = ({ groups, next, sd, p }: Spread, to: (value: number) => number, most: number): Spread => ({
  ...{ groups: mapped(groups, to), next: mapped(next, to) },
  ...{ sd: most * sd, p },
})

const mapped = ({ n, mean, low, high }: Interval, to: (value: number) => number): Interval => ({
  n,
  mean: to(mean),
  low: to(low),
  high: to(high),
})

/** Whether members differ beyond chance in one of this many findings (Bonferroni). */
export function disagree({ spread }: { readonly spread: Spread | null }, findings: number): boolean {
  return spread !== null && spread.p * findings < DIFFERENT
}

/** An interval made no narrower than the one over players, times `scale`. docs/explanation/statistics.md says how often matches alone err. */
export function withPlayers<I extends Ends>(
  interval: I,
  members: { readonly spread: Spread | null } | null,
  scale = 1,
): I {
  if (!members?.spread) return interval
  const { low, high } = mapped(members.spread.groups, value => scale * value)
  return { ...interval, low: Math.min(interval.low, low, high), high: Math.max(interval.high, low, high) }
}

/** With more members, only the smallest and largest difference are listed. */
const MAX_LISTED = 4

/** The members' differences in their order, in points or times another scale; "?" of one that has played nothing yet. */
export function differencesText({ differences }: MemberDifferences, scale = 100): string {
  const points = differences.map(({ mean }) => scale * mean)
  if (points.length <= MAX_LISTED)
    return points.map(one => (Number.isNaN(one) ? '?' : signed(one))).join(', ')
  const known = points.filter(one => !Number.isNaN(one))
  return known.length === 0 ? '?' : `${signed(Math.min(...known))} to ${signed(Math.max(...known))}`
}

/** How many trained players are behind a verdict; null if its players aren't trained, or line-ups are mixed. */
export function trainedPlayers({ cell: { lineup }, members }: CellResult): number | null {
  const [first] = lineup.participants
  const isTrained = first!.agent === 'learned' || first!.agent === 'planner' || isLearner(first!)
  return isTrained && isMirror(lineup) ? Math.max(1, members.length) : null
}

/** "8 trained players, all pairings", "one trained player"; empty where players aren't trained. */
export function playersText(cell: CellResult): string {
  const players = trainedPlayers(cell)
  if (players === null) return ''
  return players === 1 ? 'one trained player' : `${players} trained players, all pairings`
}

/** Fewer trained players show nothing of how much players differ. */
const PLAYERS_MIN = 3

/** "for this one trained player", which no verdict goes without; empty where players say more, or aren't trained. */
export function caveatWords(cell: CellResult): string {
  const players = trainedPlayers(cell)
  if (players === null || players >= PLAYERS_MIN) return ''
  return players === 1 ? 'for this one trained player' : 'for these two trained players'
}

/** " (one player)" behind a short verdict; empty as `caveatWords`. */
export function fewText(cell: CellResult): string {
  return caveatWords(cell) === '' ? '' : trainedPlayers(cell) === 1 ? ' (one player)' : ' (two players)'
}

/** The seat or role on which a population differs most, by a figure from the least to the most it can be. */
function differingMost(cell: CellResult) {
  const judged = judgedIn(cell)
  const names = judgedNames(cell.game.info, judged)
  const asked = questionsIn(names.length)
  const found = Array.from({ length: asked }, (_, index) => ({
    name: names[index]!,
    spread: stakesSpread(cell, judged, index),
  }))
  const [most] = found.toSorted((a, b) => (a.spread?.p ?? 1) - (b.spread?.p ?? 1))
  return { ...most!, asked }
}

/** "41 to 63 %" of shares of what can be got, or of payoffs "-0.31 to 1.20 chips". */
export function rangeWords(cell: CellResult, { low, high }: Ends): string {
  const gauge = judgedIn(cell) === 'role' ? undefined : cell.game.info.gauges[cell.layout.payoff]
  if (!gauge) return `${Math.round(100 * low)} to ${Math.round(100 * high)} %`
  const paid = (share: number): string => (gauge.min + share * (gauge.max - gauge.min)).toFixed(2)
  return `${paid(low)} to ${paid(high)} ${gauge.label}`
}

/**
 * "8 trained players, all pairings: no clear differences between them", "with one more such player, white would score
 * 38 to 69 %": who is behind a verdict, and what the next player would say. None without a population.
 */
export function memberPhrases(cell: CellResult): string[] {
  const players = cell.members.length
  if (players === 0 || !isMirror(cell.cell.lineup)) return []
  const who = playersText(cell)
  const { name, spread, asked } = differingMost(cell)
  if (spread === null)
    return [
      players < PLAYERS_MIN
        ? `${who}: too few to show how much players differ`
        : `${who}: too few matches to compare them`,
    ]
  const verb = judgedIn(cell) === 'role' ? 'win' : cell.layout.payoff < 0 ? 'score' : 'get'
  const next = `with one more such player, ${name} would ${verb} ${rangeWords(cell, spread.next)}`
  const p = Math.min(1, asked * spread.p)
  const differ =
    p < DIFFERENT
      ? `they differ (p ${p < 0.001 ? '< 0.001' : p.toFixed(3)})`
      : 'no clear differences between them'
  return [`${who}: ${differ}`, next]
}

/** Beyond this many, their number is no advice. */
const PLAYERS_MAX = 100

/**
 * "about 12 more players would settle it if the score stays the same; more matches wouldn't". If they spread like those
 * there are, the arm of the interval shrinks with the root of their number and with Student's t.
 */
export function morePlayersWords(
  { members }: CellResult,
  {
    players: { mean, low, high },
    points,
    stakes,
  }: {
    readonly players: Ends & { readonly mean: number }
    readonly points: number
    readonly stakes: { readonly margin: number; readonly min: number; readonly max: number }
  },
): string {
  const n = members.length
  const t = (players: number): number => studentQuantile(0.975, players - 1)
  const arm = Math.max(mean - low, high - mean)
  const off = Math.abs(points) / 100
  const wanted = Math.max(off, stakes.margin / (stakes.max - stakes.min) - off)
  let players = n + 1
  while (players < PLAYERS_MAX && arm * Math.sqrt(n / players) * (t(players) / t(n)) > wanted) players++
  return players < PLAYERS_MAX
    ? `about ${counted(players - n, 'more player')} would settle it if the score stays the same; more matches wouldn't`
    : "only many more players would settle it; more matches wouldn't"
}

/** Why a verdict stays open although the matches would give one: "trained players disagree (white 41 to 63 %)". */
export function openWords(
  cell: CellResult,
  open: readonly { readonly name: string; readonly players: Ends }[],
): string {
  const { asked, spread } = differingMost(cell)
  const ranges = inWords(open.map(({ name, players }) => `${name} ${rangeWords(cell, players)}`))
  return disagree({ spread }, asked)
    ? `trained players disagree (${ranges})`
    : `${cell.members.length} trained players are too few to tell (${ranges})`
}

/** How many matches of which game a run played, and by which seed. */
export function playedWords({ experiment, cells, handicaps, probes }: RunResult): string {
  const all = [...cells, ...handicaps, ...probes]
  const sum = (some: readonly CellResult[]): number =>
    some.reduce((matches, cell) => matches + matchesOf(cell), 0)
  const selves = sum(all.flatMap(selfCells))
  const aside = selves > 0 ? ` (and ${thousands(selves)} of players with themselves, which don't count)` : ''
  return `${counted(sum(all), 'match', 'matches')} of ${experiment.game}${aside}, seed ${experiment.seed}`
}
