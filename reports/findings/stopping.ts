/** What the rules that stop line-ups have come to, in words. */
import type { CellResult, RunResult } from '../../sim/chunks/results.ts'
import type { Lineup, Sprt, StopRule } from '../../sim/experiment/index.ts'
import { blocksOf, matchesOf } from '../../sim/figures/reading.ts'
import type { EloInterval } from '../../sim/stats/elo.ts'
import { analysisNumber, nextAnalysis, type RuleStatus, ruleStatus, sprtElo } from '../../sim/stopping.ts'
import { about, counted, inWords, short } from '../formatting.ts'
import { adviceWords } from './advice.ts'

/** What the rule of a line-up has come to. */
export interface Stop {
  readonly lineup: string
  /** Whether the rule has stopped it. */
  readonly stopped: boolean
  /** Number of the last look, from 1; 0 before the first. */
  readonly look: number
  /** Matches in each variant. */
  readonly matches: number
  readonly words: string
}

/** The line-ups with rules, in the experiment's order. */
export function stopsOf({ experiment, cells }: RunResult): Stop[] {
  return experiment.lineups.flatMap((lineup, l) => {
    const its = cells.filter(({ cell }) => cell.index % experiment.lineups.length === l)
    return lineup.stop ? [stopOf(lineup, lineup.stop, its, experiment.margin)] : []
  })
}

function stopOf(lineup: Lineup, rule: StopRule, cells: readonly CellResult[], margin: number): Stop {
  const blocks = Math.min(...cells.map(blocksOf))
  const matches = Math.min(...cells.map(matchesOf))
  const look = analysisNumber(blocks, rule.from)
  const about = { lineup: lineup.name, look, matches }
  if (blocks === 0) return { ...about, stopped: false, words: 'not checked yet' }
  const standings = cells.map(cell => ruleStatus(cell, lineup, rule, margin))
  const isAnalysis = nextAnalysis(blocks - 1, rule.from) === blocks
  const stopped = isAnalysis && standings.every(({ met }) => met)
  const several = cells.length > 1
  const each = cells.map((cell, i) => {
    const elo = rule.sprt && stopped ? `; ${eloWords(sprtElo(cell, lineup, rule.sprt), rule.sprt)}` : ''
    return `${several ? `${cell.cell.variant.name}: ` : ''}${standingWords(standings[i]!, rule)}${elo}`
  })
  const after = `${counted(matches, 'match', 'matches')}${several ? ' of each variant' : ''}`
  const head = stopped
    ? `stopped by its rule at check ${look}, after ${after}`
    : blocks < lineup.blocks
      ? `not stopped yet, after ${after}`
      : `not stopped by its rule, although all ${after} were played`
  const rest = stopped ? '' : restWords(lineup, standings, blocks)
  return { ...about, stopped, words: `${head}: ${inWords(each)}${rest}` }
}

function restWords({ participants }: Lineup, standings: readonly RuleStatus[], blocks: number): string {
  const leftAfter = (needed: readonly number[]) => (Math.max(...needed) - blocks) * participants.length
  const left = leftAfter(standings.map(({ needed }) => needed))
  if (left <= 0) return ''
  const fair = standings.flatMap(({ ifFair }) => ifFair ?? [])
  if (fair.length > 0) return `; ${adviceWords({ uneven: left, fair: leftAfter(fair) })}`
  if (left === Infinity) return '; no practical number of matches is likely to be enough'
  return `; about ${about(left)} more matches would be enough if the results stay similar`
}

/** How a cell stands with its rule: "1.23 points wide, 1 asked", "LLR 1.20 of -2.94 to 2.94". */
export function standingWords({ met, width, llr, bounds }: RuleStatus, rule: StopRule): string {
  if (width !== undefined) return `${width.toFixed(2)} points wide, ${short(rule.width!)} asked`
  if (llr === undefined || !bounds)
    return met ? `a verdict within ${short(rule.decide!)} points` : 'no verdict yet'
  const { elo0, elo1, model } = rule.sprt!
  const found = `LLR ${llr.toFixed(2)} of ${bounds.lower.toFixed(2)} to ${bounds.upper.toFixed(2)}`
  if (!met) return found
  const [accepted, rejected] = llr > 0 ? [elo1, elo0] : [elo0, elo1]
  return `${found}, ${short(accepted)} accepted rather than ${short(rejected)} ${eloName(model)}`
}

const eloName = (model: Sprt['model']): string => (model === 'normalized' ? 'normalized Elo' : 'Elo')

function eloWords({ elo, low, high }: EloInterval, { model }: Sprt): string {
  const [at, from, to] = [elo, low, high].map(one => (Number.isFinite(one) ? one.toFixed(1) : `${one}`))
  return `${eloName(model)} ${at} (${from} to ${to}), corrected for stopping`
}

/** What a reader of a run with rules must know of its intervals; empty where no rule has stopped a line-up. */
export function stopCaveat(stops: readonly Stop[]): string {
  return stops.some(({ stopped }) => stopped)
    ? 'Intervals with ± assume a number of matches fixed in advance. If a rule stopped the line-up, rely on the anytime intervals.'
    : ''
}
