/** What scores or payoffs show about the seats, and wins about the roles of a game that has roles. */
import type { CellResult } from '../../../sim/chunks/results.ts'
import { isMirror } from '../../../sim/experiment/index.ts'
import { type CellSums, coverPlayers } from '../../../sim/figures/players.ts'
import { blocksOf, endedBy, payoffOf, playedOut, roleScore, scoreOf } from '../../../sim/figures/reading.ts'
import type { Interval } from '../../../sim/stats/interval.ts'
import { lookInterval } from '../../../sim/stats/looks.ts'
import type { FairnessTest } from '../../../sim/stats/planning.ts'
import type { Bounded } from '../../../sim/stats/sequence.ts'
import {
  type Agreement,
  contradiction,
  judge,
  type Verdict,
  type VerdictKind,
} from '../../../sim/stats/verdict.ts'
import { type Judged, judgedIn, judgedLevel, judgedNames, judgedStakes } from '../../../sim/stopping.ts'
import type { Bounds } from '../../formatting.ts'
import { disagree, questionsIn, stakesSpread } from '../members.ts'

export { isMirror }

/** The verdict on one seat or role, with the score that it rests on, or in a game with payoffs the payoff. */
export interface ShareVerdict extends Verdict {
  readonly judged: Judged
  /** What the seat or role is called. */
  readonly name: string
  /** The score (of a role its wins, draws counted by its fair share), and in games with payoffs (else null) the mean payoff on the scale of the game, each with its interval for one look. */
  readonly score: Interval
  readonly payoff: Interval | null
  /** The score in a fair game. */
  readonly fair: number
  /**
   * The score, or the payoff where there is one, with the anytime interval, for all together: the verdict rests on it. Points
   * are percent of the range of payoffs.
   */
  readonly anytime: Interval
  /** The longer arm of the interval for one look, in points. */
  readonly plusMinus: number
  /** What the verdict is about. */
  readonly stakes: Bounded & FairnessTest
  /** `anytime` in shares of the way from the least to the most that it can be. */
  readonly players: Interval
  /**
   * Whether the players of a population leave it open: matches alone would give a verdict, or there are differences
   * between players that more matches don't settle.
   */
  readonly disputed: boolean
}

/** The verdicts of a cell as they were last asked for. Its sums only grow, and by whole blocks. */
interface Known {
  readonly blocks: number
  readonly margin: number
  readonly verdicts: readonly ShareVerdict[]
}

/** Every part of a report asks for the verdicts, and their intervals are half of what a page of many cells costs. */
const KNOWN: Readonly<Record<Judged, WeakMap<CellResult, Known>>> = {
  role: new WeakMap(),
  seat: new WeakMap(),
}

/** A verdict for every seat of a cell. `margin` is a share of a whole win, or of the range of payoffs. */
export function seatVerdicts(cell: CellResult, margin: number): readonly ShareVerdict[] {
  return verdictsBy(cell, 'seat', margin)
}

/** What the verdict on a game is made of: one for every role if it has roles, else for every seat. */
export function verdictsOf(cell: CellResult, margin: number): readonly ShareVerdict[] {
  return verdictsBy(cell, judgedIn(cell), margin)
}

function verdictsBy(cell: CellResult, judged: Judged, margin: number): readonly ShareVerdict[] {
  const blocks = blocksOf(cell)
  const known = KNOWN[judged].get(cell)
  if (known?.blocks === blocks && known.margin === margin) return known.verdicts
  const verdicts = judgedNames(cell.game.info, judged).map((name, index) =>
    verdictOn(cell, { judged, index, name }, margin),
  )
  KNOWN[judged].set(cell, { blocks, margin, verdicts })
  return verdicts
}

interface Subject {
  readonly judged: Judged
  readonly index: number
  readonly name: string
}

function verdictOn(cell: CellResult, subject: Subject, margin: number): ShareVerdict {
  const { judged, index, name } = subject
  const stakes = judgedStakes(cell, judged, index, margin)
  const level = judgedLevel(cell, judged)
  const matches = lookInterval(stakes, cell.look, level)
  const anytime = coverPlayers(
    cell,
    matches,
    one => judgedStakes(one, judged, index, margin).mean,
    stakes,
    level,
  )
  const score = judged === 'role' ? roleScore(cell, index) : scoreOf(cell, 'seat', index)
  const payoff = judged === 'role' ? null : payoffOf(cell, 'seat', index)
  const once = sharesOf(stakes, payoff ?? score)
  const players = sharesOf(stakes, anytime)
  const shown = judge({ ...players, margin })
  const byMatches = judge({ ...sharesOf(stakes, matches), margin })
  const questions = questionsIn(judgedNames(cell.game.info, judged).length)
  const disputed =
    cell.members.length > 0 &&
    isMirror(cell.cell.lineup) &&
    shown.kind === 'inconclusive' &&
    (byMatches.kind !== 'inconclusive' || disagree({ spread: stakesSpread(cell, judged, index) }, questions))
  return {
    ...{ judged, name, score, payoff },
    fair: judged === 'role' ? stakes.fair : 1 / cell.layout.seats,
    anytime,
    plusMinus: 100 * Math.max(once.mean - once.low, once.high - once.mean),
    stakes,
    players,
    disputed,
    ...shown,
  }
}

/** An interval of stakes, and what is fair, as shares of the way from the least to the most, as a score is one from a loss to a win. */
function sharesOf(
  { min, max, fair }: Bounds & Pick<FairnessTest, 'fair'>,
  { n, mean, low, high }: Interval,
): Interval & { readonly fair: number } {
  const share = (value: number) => Math.min(1, Math.max(0, (value - min) / (max - min)))
  return { n, mean: share(mean), low: share(low), high: share(high), fair: share(fair) }
}

/** What is known of a role's wins, a seat's score, or its payoff as a share of the range: planned and anytime. */
export function judgedShares(
  cell: CellResult,
  index: number,
): { readonly once: Interval; readonly anytime: Interval } {
  const judged = judgedIn(cell)
  const stakes = judgedStakes(cell, judged, index, 0)
  const once =
    judged === 'role'
      ? roleScore(cell, index)
      : (payoffOf(cell, 'seat', index) ?? scoreOf(cell, 'seat', index))
  const level = judgedLevel(cell, judged)
  const read = (one: CellSums) => judgedStakes(one, judged, index, 0).mean
  const anytime = coverPlayers(cell, lookInterval(stakes, cell.look, level), read, stakes, level)
  return { once: sharesOf(stakes, once), anytime: sharesOf(stakes, anytime) }
}

/** A verdict, or `drawn`: hardly any match had a winner, so scores show nothing. */
export type Finding = VerdictKind | 'drawn'

/** The verdict as reports show it: `drawn` instead of `fair` or `inconclusive` where hardly any match had a winner. */
export function findingOf(cell: CellResult, kind: VerdictKind): Finding {
  return kind !== 'favours' && isNearlyAlwaysDrawn(cell) ? 'drawn' : kind
}

/** The finding on all roles of a cell together, or on its seats. */
export function cellFinding(cell: CellResult, margin: number): Finding {
  return findingOf(cell, kindOf(verdictsOf(cell, margin)))
}

/** Verdicts as one: favours if any is off its fair share, fair if all are fair. */
export function kindOf(verdicts: readonly ShareVerdict[]): VerdictKind {
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

/** Draws, at the turn limit or before; forfeits don't count. */
export function withoutWinner(cell: CellResult): number {
  return endedBy(cell, 'draw') + endedBy(cell, 'length')
}

/** One strength of play: an agent that plays all seats, and the verdicts on the roles or seats. */
export interface Strength {
  readonly agent: string
  readonly verdicts: readonly ShareVerdict[]
  /** The finding on all of them together. */
  readonly finding: Finding
}

/** The strengths at which a variant was played, in the experiment's order. */
export function strengthsOf(cells: readonly CellResult[], margin: number): Strength[] {
  return cells
    .filter(({ cell }) => isMirror(cell.lineup))
    .map(one => ({
      agent: one.cell.lineup.participants[0]!.label,
      verdicts: verdictsOf(one, margin),
      finding: cellFinding(one, margin),
    }))
}

/** Whether the strengths' verdicts agree, and the seat or role on which they disagree most. */
export function agreementOf(strengths: readonly Strength[]): { agreement: Agreement; index: number } {
  const each = (strengths[0]?.verdicts ?? []).map((_, index) =>
    contradiction(strengths.map(s => s.verdicts[index]!)),
  )
  for (const agreement of ['flips', 'differs'] as const)
    if (each.includes(agreement)) return { agreement, index: each.indexOf(agreement) }
  return { agreement: 'none', index: 0 }
}
