/** What the scores, or in games that have them the payoffs, show about the seats. */
import type { CellResult } from '../../../sim/chunks/results.ts'
import { isMirror } from '../../../sim/experiment/index.ts'
import { blocksOf, endedBy, payoffOf, playedOut, scoreOf } from '../../../sim/figures/reading.ts'
import type { Interval } from '../../../sim/stats/interval.ts'
import type { FairnessTest } from '../../../sim/stats/planning.ts'
import { type Bounded, sequenceInterval } from '../../../sim/stats/sequence.ts'
import {
  type Agreement,
  contradiction,
  judge,
  type Verdict,
  type VerdictKind,
} from '../../../sim/stats/verdict.ts'
import { blocksForAnswer, seatLevel, seatStakes } from '../../../sim/stopping.ts'
import type { Bounds } from '../../formatting.ts'
import { dispute, memberStakes, questionsIn } from '../members.ts'

export { isMirror }

/** The verdict on one seat, with the score that it rests on, or in a game with payoffs the payoff. */
export interface SeatVerdict extends Verdict {
  /** The seat's name. */
  readonly seat: string
  /** The score, and in games with payoffs (else null) the mean payoff on the scale of the game, each with its interval for one look. */
  readonly score: Interval
  readonly payoff: Interval | null
  /** Score of a seat in a fair game. */
  readonly fair: number
  /**
   * The score, or the payoff where there is one, with the interval that holds at every look, for all seats together: the verdict rests on it. Points
   * are percent of the range of payoffs.
   */
  readonly anytime: Interval
  /** The longer arm of the interval for one look, in points. */
  readonly plusMinus: number
  /** What the verdict is about. */
  readonly stakes: Bounded & FairnessTest
  /**
   * Whether the members of a population disagree, and what covers others like them bears out neither what these matches show nor, where they show
   * nothing, any verdict: the seat is inconclusive then, and no number of matches makes it otherwise.
   */
  readonly disputed: boolean
}

/** The verdicts of a cell as they were last asked for. Its sums only grow, and by whole blocks. */
interface Known {
  readonly blocks: number
  readonly margin: number
  readonly verdicts: readonly SeatVerdict[]
}

/** Every part of a report asks for the verdicts, and their intervals are half of what a page of many cells costs. */
const KNOWN = new WeakMap<CellResult, Known>()

/** A verdict for every seat of a cell. `margin` is a share of a whole win, or of the range of payoffs. */
export function seatVerdicts(cell: CellResult, margin: number): readonly SeatVerdict[] {
  const blocks = blocksOf(cell)
  const known = KNOWN.get(cell)
  if (known?.blocks === blocks && known.margin === margin) return known.verdicts
  const verdicts = judgeSeats(cell, margin)
  KNOWN.set(cell, { blocks, margin, verdicts })
  return verdicts
}

function judgeSeats(cell: CellResult, margin: number): readonly SeatVerdict[] {
  return cell.game.info.seats.map((seat, index) => {
    const stakes = seatStakes(cell, index, margin)
    const anytime = sequenceInterval(stakes, seatLevel(cell))
    const score = scoreOf(cell, 'seat', index)
    const payoff = payoffOf(cell, 'seat', index)
    const once = sharesOf(stakes, payoff ?? score)
    const shown = judge({ ...sharesOf(stakes, anytime), margin })
    const disputed = isMirror(cell.cell.lineup) && isDisputed(cell, index, shown, margin)
    return {
      seat,
      score,
      payoff,
      fair: 1 / cell.layout.seats,
      anytime,
      plusMinus: 100 * Math.max(once.mean - once.low, once.high - once.mean),
      stakes,
      disputed,
      ...shown,
      ...(disputed ? { kind: 'inconclusive', side: null } : {}),
    }
  })
}

/** Whether a verdict hangs on which members of a population were learned. */
function isDisputed(cell: CellResult, seat: number, shown: Verdict, margin: number): boolean {
  const { fair, spread } = memberStakes(cell, seat)
  return dispute({ spread }, questionsIn(cell.layout.seats), players => {
    const { kind, side } = judge({ ...players, fair, margin })
    return shown.kind === 'inconclusive' ? kind !== shown.kind : kind === shown.kind && side === shown.side
  })
}

/** An interval of stakes, and what is fair, as shares of the way from the least to the most, as a score is one from a loss to a win. */
function sharesOf(
  { min, max, fair }: Bounds & Pick<FairnessTest, 'fair'>,
  { n, mean, low, high }: Interval,
): Interval & { readonly fair: number } {
  const share = (value: number) => Math.min(1, Math.max(0, (value - min) / (max - min)))
  return { n, mean: share(mean), low: share(low), high: share(high), fair: share(fair) }
}

/** What is known of a seat's score, or of its payoff as a share of the range: for one look, and at every look. */
export function seatShares(
  cell: CellResult,
  seat: number,
): { readonly once: Interval; readonly anytime: Interval } {
  const stakes = seatStakes(cell, seat, 0)
  const once = payoffOf(cell, 'seat', seat) ?? scoreOf(cell, 'seat', seat)
  return {
    once: sharesOf(stakes, once),
    anytime: sharesOf(stakes, sequenceInterval(stakes, seatLevel(cell))),
  }
}

/** More further matches than this would take days. */
const MOST_MATCHES = 1e9

/** How many matches would help a verdict that is inconclusive. */
export interface Advice {
  /** About how many more; Infinity if that is more than anybody plays. */
  readonly matches: number
  /** Whether they show the game to be fair if it is; otherwise they settle the question if the score stays where it is. */
  readonly ifFair: boolean
}

/** About how many more matches a seat's verdict takes. */
export function adviceOn(cell: CellResult, { stakes }: SeatVerdict): Advice {
  const { seats } = cell.layout
  const { blocks, ifFair } = blocksForAnswer(stakes, seatLevel(cell), MOST_MATCHES / seats)
  return { matches: (blocks - blocksOf(cell)) * seats, ifFair }
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
export function kindOf(verdicts: readonly SeatVerdict[]): VerdictKind {
  if (verdicts.some(v => v.kind === 'favours')) return 'favours'
  return verdicts.every(v => v.kind === 'fair') ? 'fair' : 'inconclusive'
}

/** From this share of matches without a winner on, the finding is `drawn`, unless the scores favour a seat. */
const NEARLY_ALL = 0.95

/** Whether nearly all matches without a forfeit had no winner: drawn, or stopped at the turn limit. */
export function isNearlyAlwaysDrawn(cell: CellResult): boolean {
  const played = playedOut(cell)
  return played > 0 && withoutWinner(cell) >= NEARLY_ALL * played
}

/** Matches without a forfeit that nobody won: drawn, or stopped at the turn limit. */
export function withoutWinner(cell: CellResult): number {
  return endedBy(cell, 'draw') + endedBy(cell, 'length')
}

/** One strength of play: an agent that plays all seats, and the verdicts on them. */
export interface Strength {
  readonly agent: string
  readonly verdicts: readonly SeatVerdict[]
  /** The finding on all seats together. */
  readonly finding: Finding
}

/** The strengths at which a variant was played, in the experiment's order. */
export function strengthsOf(cells: readonly CellResult[], margin: number): Strength[] {
  return cells
    .filter(({ cell }) => isMirror(cell.lineup))
    .map(one => ({
      agent: one.cell.lineup.participants[0]!.label,
      verdicts: seatVerdicts(one, margin),
      finding: cellFinding(one, margin),
    }))
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
