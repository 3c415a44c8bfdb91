/** A gate's findings in words: a line each. */

import type { GameInfo } from '../../engine/contract/index.ts'
import type { CellResult } from '../../sim/chunks/results.ts'
import type { Figure } from '../../sim/experiment/index.ts'
import { finalBounds, leadBounds, matchesOf } from '../figures.ts'
import { type Bounds, counted, inWords, pointsOf, printable, withInterval } from '../formatting.ts'
import { type GateFinding, type GateVerdict, gateVerdict } from './gate.ts'

/** Columns of the widest verdict. */
export const VERDICT_WIDTH = 'inconclusive'.length

/** "met           first-seat 48..52: 50.3 % ± 1.1 (default, greedy vs greedy, 4,000 matches)", a line for each finding. */
export function gateLines(findings: readonly GateFinding[]): string[] {
  const texts = gateTexts(findings)
  return findings.map(({ verdict }, i) => `${verdict.padEnd(VERDICT_WIDTH)}  ${texts[i]}`)
}

/** "first-seat 48..52: 50.3 % ± 1.1 (default, greedy vs greedy, 4,000 matches)" for each finding: bound, figure and where. */
export function gateTexts(findings: readonly GateFinding[]): string[] {
  const variants = new Set(findings.map(({ cell }) => cell.cell.variant.name))
  return findings.map(finding => {
    const { bound, cell } = finding
    const { variant, lineup } = cell.cell
    const where = [
      ...(variants.size > 1 ? [printable(variant.name)] : []),
      printable(lineup.name),
      counted(matchesOf(cell), 'match', 'matches'),
    ]
    return `${printable(bound.figure)} ${bound.written}: ${valueWords(finding)} (${where.join(', ')})`
  })
}

/** What a figure is, in the words of a game: "score of red", "change in matches that nobody won". */
export function figureWords({ kind, index, change }: Figure, info: GameInfo): string {
  return change ? `change in ${plainFigure(kind, index, info, true)}` : plainFigure(kind, index, info, false)
}

function plainFigure(
  kind: Figure['kind'],
  index: number,
  { seats, gauges, assets, step }: GameInfo,
  change: boolean,
): string {
  const ofSeat = (seat: number): string => (seat < seats.length ? `of ${seats[seat]!}` : 'over all seats')
  switch (kind) {
    case 'score':
      return `score ${ofSeat(index)}`
    case 'payoff':
      return `mean payoff ${ofSeat(index)}`
    case 'draws':
      return 'matches that nobody won'
    case 'turn-limit':
      return 'matches that hit the turn limit'
    case 'forfeits':
      return 'matches that were forfeited'
    case 'length':
      return `mean length in ${step.label}s`
    case 'lead':
      return `mean lead in ${gauges[0]!.label} at the end, ${index < seats.length ? ofSeat(index) : 'of whoever leads'}`
    case 'gauge': {
      const gauge = Math.floor(index / (seats.length + 1))
      return `mean ${gauges[gauge]!.label} at the end, ${ofSeat(index % (seats.length + 1))}`
    }
    case 'use': {
      const { label } = assets[index]!
      return change ? `uses of ${label} a match` : `share of seats that use ${label}`
    }
  }
}

/** A figure with its interval in words, or why it has none. */
export function valueWords({
  bound,
  figure,
  value,
  reference,
  cell,
  disputed,
}: Pick<GateFinding, 'bound' | 'figure' | 'value' | 'reference' | 'cell' | 'disputed'>): string {
  if (!value) {
    if (matchesOf(cell) === 0) return 'no match is counted yet'
    if (bound.outside) return 'counted from another run, of which evenhand check alone knows'
    return reference ? 'needs a baseline that this build played' : 'has nothing to be compared with'
  }
  const how = `${reference && !reference.paired ? ', not paired' : ''}${disputed ? ', but its players disagree' : ''}`
  const bounds = boundsOf(cell, figure)
  if (figure.unit !== 'percent')
    return withInterval(value, bounds, figure.unit === 'steps' ? ' steps' : '') + how
  return (figure.change ? pointsOf(value, bounds) : withInterval(value, bounds, ' %')) + how
}

/** What a figure can be, in the unit of bounds. */
function boundsOf(cell: CellResult, { kind, unit, change, index }: Figure): Bounds {
  const { game, layout } = cell
  if (unit === 'gauge') {
    const { min, max } = kind === 'lead' ? leadBounds(cell, index) : finalBounds(cell, index)
    return change ? { min: min - max, max: max - min } : { min, max }
  }
  const gauge = game.info.gauges[layout.payoff]
  const most = { percent: 100, steps: layout.steps, payoff: gauge?.max ?? Infinity, uses: Infinity }[unit]
  const least = unit === 'payoff' ? (gauge?.min ?? -Infinity) : 0
  return change ? { min: least - most, max: most - least } : { min: least, max: most }
}

/** "gate: 3 met, 1 not met, 1 inconclusive". */
export function gateSummary(findings: readonly GateFinding[]): string {
  const verdicts: readonly GateVerdict[] = ['met', 'not met', 'inconclusive']
  const counts = verdicts
    .map(verdict => ({ verdict, count: findings.filter(one => one.verdict === verdict).length }))
    .filter(({ count }) => count > 0)
  return `gate: ${inWords(counts.map(({ verdict, count }) => `${count} ${verdict}`))}`
}

/** The findings as plain data for JSON; ends that are unknown or infinite are null. */
export function gateDocument(findings: readonly GateFinding[]): object {
  const number = (value: number | undefined) => (value !== undefined && Number.isFinite(value) ? value : null)
  return {
    gate: gateVerdict(findings),
    bounds: findings.map(({ bound, cell, reference, value, verdict, disputed }) => ({
      figure: bound.figure,
      bound: bound.written,
      variant: cell.cell.variant.name,
      lineup: cell.cell.lineup.name,
      reference: reference?.cell.cell.variant.name ?? null,
      paired: reference?.paired ?? null,
      matches: matchesOf(cell),
      value: number(value?.mean),
      low: number(value?.low),
      high: number(value?.high),
      verdict,
      disputed,
    })),
  }
}
