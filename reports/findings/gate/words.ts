/** A gate's findings in words: a line each. */

import type { GameInfo } from '../../../engine/contract/index.ts'
import type { CellResult } from '../../../sim/chunks/results.ts'
import { ABOUT, UNITS } from '../../../sim/figures/figure.ts'
import { type Bounds, matchesOf } from '../../../sim/figures/reading.ts'
import { FIGURES, type GateFigure } from '../../../sim/figures/registry.ts'
import { counted, inWords, pointsOf, printable, withInterval } from '../../formatting.ts'
import { playersText, trainedPlayers } from '../members.ts'
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
      ...(playersText(cell) === '' ? [] : [playersText(cell)]),
      counted(matchesOf(cell), 'match', 'matches'),
    ]
    return `${printable(bound.figure)} ${bound.written}: ${valueWords(finding)} (${where.join(', ')})`
  })
}

/** What a figure is, in the words of a game: "score of red", "change in draws". */
export function figureWords({ kind, index, change }: GateFigure, info: GameInfo): string {
  const { about, words } = FIGURES[kind]
  return `${change ? 'change in ' : ''}${words.name(ABOUT[about].things(info)[index]!.label, info, index)}`
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
    if (bound.outside) return 'needs the run it is compared with: use evenhand check --baseline'
    return reference ? 'needs a baseline that this build played' : 'has nothing to compare with'
  }
  const how = `${reference && !reference.paired ? ', not paired' : ''}${disputed ? ', but other trained players may differ' : ''}`
  const bounds = boundsOf(cell, figure)
  if (figure.unit !== 'percent')
    return withInterval(value, bounds, figure.unit === 'steps' ? ` ${cell.game.info.step.label}s` : '') + how
  return (figure.change ? pointsOf(value, bounds) : withInterval(value, bounds, ' %')) + how
}

/** What a figure can be, in the unit of bounds. */
function boundsOf(cell: CellResult, { kind, unit, change, index }: GateFigure): Bounds {
  const { scale } = UNITS[unit]
  const { min, max } = FIGURES[kind].bounds(cell, index)
  return change
    ? { min: scale * (min - max), max: scale * (max - min) }
    : { min: scale * min, max: scale * max }
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
      players: trainedPlayers(cell),
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
