/** The end of a run for a person at a terminal: rule changes, verdicts, strength, warnings, and tables of the matches. */
import { payoffGauge } from '../../engine/contract/index.ts'
import type { RunResult } from '../../sim/chunks/results.ts'
import { matchesOf } from '../figures.ts'
import { byVariant, type VariantCells } from '../findings/variants.ts'
import { counted, printable } from '../formatting.ts'
import { changeLines } from './changes.ts'
import { hanging, type Paint, painter, wrap } from './layout.ts'
import { matchLines } from './matches.ts'
import { strengthLines } from './strength.ts'
import { verdictLines } from './verdicts.ts'
import { warningsOf } from './warnings.ts'

export interface ConsoleOptions {
  /** Whether to use ANSI colours. */
  readonly color: boolean
  /** Columns of the terminal. */
  readonly width: number
  /** Whether the CSV files are written as well, so that the text may refer to them. */
  readonly files?: boolean
  /** Whether the reader knows how far the run is: then nothing says that it was stopped. */
  readonly progressTold?: boolean
}

const NARROWEST = 50

/** A run's result as text, ending with a line end. Nothing in it depends on the machine or the time. */
export function consoleReport(result: RunResult, options: ConsoleOptions): string {
  const { color, width, files = false, progressTold = false } = options
  const paint = painter(color)
  const columns = Math.max(NARROWEST, width)
  const lines = [
    ...headLines(result, columns),
    ...changeLines(result, columns, paint, files),
    ...byVariant(result.cells).flatMap(variant => variantLines(variant, result, columns, paint)),
    ...warningLines(progressTold ? { ...result, complete: true } : result, columns, paint),
    ...matchLines(result.cells, columns, paint),
    ...legend(result, columns),
  ]
  return `${lines.join('\n')}\n`
}

function headLines({ experiment, cells }: RunResult, width: number): string[] {
  const played = cells.reduce((sum, cell) => sum + matchesOf(cell), 0)
  const { name, game, seed } = experiment
  return wrap(printable(`${name}: ${counted(played, 'match', 'matches')} of ${game}, seed ${seed}`), width)
}

function variantLines(
  { variant, cells }: VariantCells,
  result: RunResult,
  width: number,
  paint: Paint,
): string[] {
  const strength = strengthLines(cells, width)
  return [
    '',
    paint('bold', `VERDICT on ${printable(variant)}`),
    ...verdictLines(cells, result.experiment.margin, width, paint),
    ...(strength.length > 0 ? ['', paint('bold', 'STRENGTH'), ...strength] : []),
  ]
}

function warningLines(result: RunResult, width: number, paint: Paint): string[] {
  const warnings = warningsOf(result)
  if (warnings.length === 0) return []
  const lines = warnings.flatMap(text => hanging(printable(text), width, '  ! '))
  return ['', paint('yellow', 'WARNING'), ...lines]
}

function legend({ experiment, cells }: RunResult, width: number): string[] {
  const info = cells[0]?.game.info
  if (!info) return []
  const { step } = info
  const turn = step.perTurn === 1 ? '' : ` (${step.perTurn} per turn)`
  const positions = experiment.seats.length > 2 ? ' (2nd): second in the line-up.' : ''
  const payoff = info.gauges[payoffGauge(info)]
  const margin = payoff
    ? ` ${payoff.id}: mean ${payoff.label} per match without forfeits; seats play for it, and verdicts rest on it.`
    : ''
  const text =
    'n: matches. score: share of a whole win. ±: the longer arm of the 95 % interval. limit: matches that hit the ' +
    `turn limit. length: mean number of ${step.label}s${turn}.${positions}${margin}`
  return ['', ...wrap(text, width)]
}
