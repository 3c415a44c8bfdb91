/** How agents do against each other, in the words that every report uses. */
import type { CellResult } from '../../../sim/chunks/results.ts'
import { exploitedIn } from '../../../sim/experiment/index.ts'
import { matchesOf, payoffOf, scoreOf, stakesOf } from '../../../sim/figures/reading.ts'
import { type EloInterval, eloInterval } from '../../../sim/stats/elo.ts'
import { lookInterval } from '../../../sim/stats/looks.ts'
import {
  decimalsFor,
  evenShare,
  inWords,
  meanOf,
  ordinal,
  percentOf,
  signed,
  thousands,
} from '../../formatting.ts'
import { isMirror } from './verdicts.ts'

/** With fewer matches than this, an undecided duel is put down to their number. */
const RANKED_MIN = 30

/** Line-ups of different agents that were played, without those of exploiters, who know their opponents. */
export function contests(cells: readonly CellResult[]): CellResult[] {
  return cells.filter(
    one => !isMirror(one.cell.lineup) && !exploitedIn(one.cell.lineup) && matchesOf(one) > 0,
  )
}

/** A sentence on a line-up of different agents. */
export function strengthWords(one: CellResult): string {
  return one.layout.seats === 2 ? duelWords(one) : raceWords(one)
}

/** The agents of a line-up by name. Agents that share a name get their position. */
export function agentNames({ cell }: CellResult): string[] {
  const labels = cell.lineup.participants.map(({ label }) => label)
  return labels.map((label, position) =>
    labels.filter(other => other === label).length > 1 ? `${label} (${ordinal(position + 1)})` : label,
  )
}

/** Two agents: the figures are those of the one ahead, by payoff where seats play for one. */
function duelWords(cell: CellResult): string {
  const [a, b] = agentNames(cell) as [string, string]
  const payoff = payoffOf(cell, 'participant', 0)
  const ahead = (payoff ? payoff.mean >= 0 : scoreOf(cell, 'participant', 0).mean >= 0.5) ? 0 : 1
  const [better, worse] = ahead === 0 ? [a, b] : [b, a]
  const figures = `${figuresOf(cell, ahead)}, n ${thousands(matchesOf(cell))}`
  const { low } = lookInterval(stakesOf(cell, 'participant', ahead), cell.look)
  if (low > (payoff ? 0 : 0.5)) return `${better} beats ${worse}: ${figures}`
  const open = matchesOf(cell) < RANKED_MIN ? 'too few matches to rank' : 'no clear winner between'
  return `${open} ${better} and ${worse}: ${better} ${payoff ? 'gets' : 'scores'} ${figures}`
}

/** "85 : 15" from the side of a participant of two; empty in games with payoffs, or if neither is clearly ahead. */
export function oddsOf(cell: CellResult, participant: number): string {
  const { mean, low, high } = lookInterval(stakesOf(cell, 'participant', participant), cell.look)
  if (cell.layout.seats !== 2 || cell.layout.payoff >= 0 || !(low > 0.5 || high < 0.5)) return ''
  const share = Math.round(100 * mean)
  return `${share} : ${100 - share}`
}

/** The score and Elo of a participant, or its payoff, with anytime intervals, and its score. */
function figuresOf(cell: CellResult, participant: number): string {
  const anytime = lookInterval(stakesOf(cell, 'participant', participant), cell.look)
  const gauge = cell.game.info.gauges[cell.layout.payoff]
  if (!gauge) return `${percentOf(anytime)}, ${eloWords(eloInterval(anytime))}`
  const score = scoreOf(cell, 'participant', participant)
  return `${meanOf(anytime, gauge)} (${gauge.label} per match), score ${percentOf(score)}`
}

function eloWords({ elo, low, high }: EloInterval): string {
  if (low === -Infinity && high === Infinity) return 'Elo not yet known'
  if (elo === Infinity) return `at least ${signed(low)} Elo`
  if (high === Infinity) return `${signed(elo)} Elo (at least ${signed(low)})`
  const [mean, from, to] = [elo, low, high].map(one => signed(one, decimalsFor((high - low) / 2, 0)))
  return `${mean} Elo (${from} to ${to})`
}

/** Three agents or more, each with its score. */
function raceWords(cell: CellResult): string {
  const scoreAt = (i: number) =>
    cell.layout.payoff < 0
      ? lookInterval(stakesOf(cell, 'participant', i), cell.look)
      : scoreOf(cell, 'participant', i)
  const each = agentNames(cell).map(
    (name, i) => `${name} ${i === 0 ? 'scores ' : ''}${percentOf(scoreAt(i))}`,
  )
  return `${inWords(each)} (even: ${evenShare(cell.layout.seats)} each, n ${thousands(matchesOf(cell))})`
}
