/** What the scores, or in games that have them the payoffs, show about the seats, in the words that every report uses. */
import type { Gauge } from '../../engine/contract/index.ts'
import type { CellResult } from '../../sim/chunks/results.ts'
import { type Lineup, playedAs } from '../../sim/experiment/index.ts'
import type { Interval } from '../../sim/stats/interval.ts'
import {
  type Agreement,
  contradiction,
  judge,
  type Verdict,
  type VerdictKind,
} from '../../sim/stats/verdict.ts'
import { endedBy, endingCount, matchesOf, payoffOf, playedOut, scoreOf } from '../figures.ts'
import { about, counted, evenShare, inWords, percentOf, short, thousands, withMargin } from '../formatting.ts'

/** The verdict on one seat, with the score that it rests on, or in a game with payoffs the payoff. */
export interface SeatVerdict extends Verdict {
  /** The seat's name. */
  readonly seat: string
  readonly score: Interval
  /** Score of a seat in a fair game. */
  readonly fair: number
  /** Mean payoff on the scale of the game, null in games without; 0 in a fair game. Points are then percent of its range. */
  readonly payoff: Interval | null
}

/** A verdict for every seat of a cell. `margin` is a share of a whole win, or of the range of payoffs. */
export function seatVerdicts(cell: CellResult, margin: number): readonly SeatVerdict[] {
  const { seats } = cell.game.info
  const fair = 1 / seats.length
  return seats.map((seat, index) => {
    const score = scoreOf(cell, 'seat', index)
    const payoff = payoffOf(cell, 'seat', index)
    const judged = judge({ ...seatShare(cell, index), margin, matchesPerBlock: seats.length })
    return { seat, score, fair, payoff, ...judged }
  })
}

/** What a verdict on a seat rests on, with the fair value: its score, or in a game with payoffs the share of their range. */
export function seatShare(cell: CellResult, seat: number): Interval & { readonly fair: number } {
  const payoff = payoffOf(cell, 'seat', seat)
  if (payoff) return payoffShares(payoffOfCell(cell)!, payoff)
  return { ...scoreOf(cell, 'seat', seat), fair: 1 / cell.layout.seats }
}

/** The gauge that is the payoff of a cell's game. */
function payoffOfCell({ game, layout }: CellResult): Gauge | undefined {
  return game.info.gauges[layout.payoff]
}

/** Payoffs as shares of their range, from the least to the most, as a score is one of the range from a loss to a win. */
function payoffShares({ min, max }: Gauge, payoff: Interval): Interval & { fair: number } {
  const share = (value: number) => Math.min(1, Math.max(0, (value - min) / (max - min)))
  const { n, mean, low, high } = payoff
  return { n, mean: share(mean), low: share(low), high: share(high), fair: share(0) }
}

/** A verdict on the seats, or `drawn`: hardly any match had a winner, so scores show nothing about them. */
export type Finding = VerdictKind | 'drawn'

/** The verdict as reports show it: `drawn` instead of `fair` or `inconclusive` where hardly any match had a winner. */
export function findingOf(cell: CellResult, kind: VerdictKind): Finding {
  return kind !== 'favours' && isNearlyAlwaysDrawn(cell) ? 'drawn' : kind
}

/** The finding on all seats of a cell together. */
export function cellFinding(cell: CellResult, margin: number): Finding {
  return findingOf(cell, kindOf(seatVerdicts(cell, margin)))
}

/** The seats' verdicts as one: favours if any seat is off its fair share, fair if all are fair. */
function kindOf(verdicts: readonly SeatVerdict[]): VerdictKind {
  if (verdicts.some(v => v.kind === 'favours')) return 'favours'
  return verdicts.every(v => v.kind === 'fair') ? 'fair' : 'inconclusive'
}

function onSide(verdicts: readonly SeatVerdict[], side: 'above' | 'below'): readonly SeatVerdict[] {
  return verdicts.filter(v => v.side === side)
}

/** "fair", "favours white", "inconclusive", "drawn"; "hinders" where no seat is clearly above its share. */
export function shortVerdict(cell: CellResult, margin: number): string {
  const finding = cellFinding(cell, margin)
  if (finding !== 'favours') return finding
  const verdicts = seatVerdicts(cell, margin)
  const above = onSide(verdicts, 'above')
  if (above.length > 0) return `favours ${inWords(above.map(v => v.seat))}`
  return `hinders ${inWords(onSide(verdicts, 'below').map(v => v.seat))}`
}

/**
 * The verdict on a cell in words, with scores, intervals and the number of matches. Where the agents differ there is no
 * verdict: the better one may win in every seat, and the seats then look fair whatever they are worth.
 */
export function verdictWords(cell: CellResult, margin: number): string {
  const drawn = drawnWords(cell)
  const words = scoredWords(cell, margin)
  return drawn === '' ? words : `${drawn}; by ${payoffOfCell(cell) ? 'payoff' : 'score'} alone, ${words}`
}

/** From this share of matches without a winner on, the finding is `drawn`, unless the scores favour a seat. */
const NEARLY_ALL = 0.95

/** Whether nearly all matches without a forfeit had no winner: drawn, or stopped at the turn limit. */
function isNearlyAlwaysDrawn(cell: CellResult): boolean {
  const played = playedOut(cell)
  return played > 0 && withoutWinner(cell) >= NEARLY_ALL * played
}

function withoutWinner(cell: CellResult): number {
  return endedBy(cell, 'draw') + endedBy(cell, 'length')
}

/** For a cell that is nearly always drawn: a sentence on that; otherwise empty. */
function drawnWords(cell: CellResult): string {
  if (!isNearlyAlwaysDrawn(cell)) return ''
  const played = playedOut(cell)
  const drawn = withoutWinner(cell)
  const matches = counted(played, 'match', 'matches')
  if (drawn === played)
    return `always drawn: none of ${matches} had a winner, so scores show nothing about the seats`
  // Rounded down, so that some winners are never rounded to none.
  const percent = (Math.floor((1000 * drawn) / played) / 10).toFixed(1)
  const wins = cell.game.info.seats.map((seat, index) => `${seat} won ${thousands(winsOf(cell, index))}`)
  return `nearly always drawn: ${percent} % of ${matches} had no winner (${inWords(wins)}), so scores show little about the seats`
}

/** Matches that a seat won alone, without a forfeit. */
function winsOf(cell: CellResult, seat: number): number {
  return cell.game.info.endings.reduce(
    (sum, { kind }, ending) => sum + (kind === 'win' ? endingCount(cell, ending, seat) : 0),
    0,
  )
}

/** Fewer matches show too little of the spread to say how many more are needed. */
const ADVISED_MIN = 20

/** The verdict by the seats' scores or payoffs alone. */
function scoredWords(cell: CellResult, margin: number): string {
  const verdicts = seatVerdicts(cell, margin)
  const matches = matchesOf(cell)
  if (matches === 0) return 'inconclusive: no matches were played'
  const payoff = payoffOfCell(cell)
  const scores = payoff ? payoffWords(payoff, verdicts, matches) : scoreWords(verdicts, matches)
  if (!isMirror(cell.cell.lineup))
    return `no verdict: ${scores}, but only an agent that plays itself shows what a seat is worth`
  const kind = kindOf(verdicts)
  if (kind === 'favours') return favoursWords(verdicts, fairWords(verdicts, matches, payoff))
  if (kind === 'fair') return `fair within ${marginWords(margin, payoff)}: ${scores}`
  // Where hardly any match has a winner, more matches settle nothing.
  const further =
    matches < ADVISED_MIN ? 'too few matches to say how many would settle it' : furtherWords(verdicts)
  return `inconclusive: ${scores}${isNearlyAlwaysDrawn(cell) ? '' : `; ${further}`}`
}

function marginWords(margin: number, payoff: Gauge | undefined): string {
  return payoff ? short(margin * (payoff.max - payoff.min)) : counted(Number(short(100 * margin)), 'point')
}

function favoursWords(verdicts: readonly SeatVerdict[], fairWords: string): string {
  const amounts = (side: 'above' | 'below') =>
    inWords(
      onSide(verdicts, side).map(({ seat, payoff, points, plusMinus }) =>
        payoff
          ? `${seat} by ${meanOf(payoff, Math.abs(payoff.mean))}`
          : `${seat} by ${withMargin(Math.abs(points), plusMinus)} points`,
      ),
    )
  const above = amounts('above')
  const below = amounts('below')
  // With two seats, one's gain is the other's loss: it is said once.
  const both =
    verdicts.length === 2
      ? `favours ${above}`
      : [above && `favours ${above}`, below && `hinders ${below}`].filter(Boolean).join(', ')
  return `${both} ${fairWords}`
}

/** A payoff "-0.056 ± 0.004", or another figure with the same half-width. */
export function meanOf({ mean, low, high }: Interval, value = mean): string {
  return Number.isNaN(mean) ? '-' : withMargin(value, Math.max(mean - low, high - mean))
}

/** With two seats, the first one's payoff gives both. */
function payoffWords(payoff: Gauge, verdicts: readonly SeatVerdict[], matches: number): string {
  const shown = verdicts.length === 2 ? verdicts.slice(0, 1) : verdicts
  const each = shown.map(v => `${v.seat} gets ${meanOf(v.payoff!)}`)
  return `${inWords(each)} ${fairWords(verdicts, matches, payoff)}`
}

/** With two seats, the first one's score gives both. */
function scoreWords(verdicts: readonly SeatVerdict[], matches: number): string {
  const [first] = verdicts
  if (verdicts.length === 2)
    return `${first!.seat} scores ${percentOf(first!.score)} (n ${thousands(matches)})`
  const each = verdicts.map(v => `${v.seat} ${percentOf(v.score)}`)
  return `${inWords(each)} ${fairWords(verdicts, matches, undefined)}`
}

function fairWords(verdicts: readonly SeatVerdict[], matches: number, payoff: Gauge | undefined): string {
  if (payoff) return `(${payoff.label} per match; fair: 0, n ${thousands(matches)})`
  return `(fair: ${evenShare(verdicts.length)} each, n ${thousands(matches)})`
}

function furtherWords(verdicts: readonly SeatVerdict[]): string {
  const further = verdicts.filter(v => v.kind === 'inconclusive').map(v => v.moreMatches ?? Infinity)
  const most = Math.max(...further)
  if (most === Infinity)
    return 'the score is so close to the margin that no practical number of matches is likely to settle it'
  return `about ${about(most)} more ${most === 1 ? 'match' : 'matches'} might settle it`
}

/** Whether one agent plays all seats, so that only the seats can make a difference. */
export function isMirror({ participants }: Lineup): boolean {
  const [first, ...others] = participants.map(playedAs)
  return others.every(one => one === first)
}

/** One strength of play: an agent that plays all seats, and the verdicts on them. */
export interface Strength {
  readonly agent: string
  readonly verdicts: readonly SeatVerdict[]
}

/** The strengths at which a variant was played, in the experiment's order. */
export function strengthsOf(cells: readonly CellResult[], margin: number): Strength[] {
  return cells
    .filter(({ cell }) => isMirror(cell.lineup))
    .map(one => ({ agent: one.cell.lineup.participants[0]!.label, verdicts: seatVerdicts(one, margin) }))
}

/** Whether the strengths' verdicts agree, and the seat on which they disagree most. */
export function agreementOf(strengths: readonly Strength[]): { agreement: Agreement; seat: number } {
  const seats = (strengths[0]?.verdicts ?? []).map((_, seat) =>
    contradiction(strengths.map(s => s.verdicts[seat]!)),
  )
  for (const agreement of ['flips', 'differs'] as const)
    if (seats.includes(agreement)) return { agreement, seat: seats.indexOf(agreement) }
  return { agreement: 'none', seat: 0 }
}

/** A sentence on whether the verdict depends on how well the game is played. */
export function agreementWords(strengths: readonly Strength[]): string {
  if (strengths.length === 0) return ''
  const { agreement, seat } = agreementOf(strengths)
  if (agreement !== 'none') return contradictionWords(strengths, agreement, seat)
  if (strengths.length === 1)
    return 'Only one strength was played, so this does not show whether better players would agree.'
  const open = strengths.filter(s => kindOf(s.verdicts) === 'inconclusive').map(s => s.agent)
  if (open.length === 0) return 'The verdict is the same at every strength.'
  if (open.length === strengths.length) return 'Every strength is inconclusive.'
  return `Verdicts agree so far; ${inWords(open)} ${open.length === 1 ? 'is' : 'are'} inconclusive.`
}

function contradictionWords(strengths: readonly Strength[], agreement: Agreement, seat: number): string {
  const agents = (test: (verdict: SeatVerdict) => boolean) =>
    inWords(strengths.filter(s => test(s.verdicts[seat]!)).map(s => s.agent))
  const says = [
    ['above its fair share', agents(v => v.side === 'above')],
    ['below it', agents(v => v.side === 'below')],
    ['fair', agents(v => v.kind === 'fair')],
  ].filter(([, names]) => names !== '')
  const name = strengths[0]!.verdicts[seat]!.seat
  const verb = agreement === 'flips' ? 'flips' : 'changes'
  return `The verdict ${verb} with strength: ${name} is ${says.map(([what, names]) => `${what} with ${names}`).join(', ')}.`
}
