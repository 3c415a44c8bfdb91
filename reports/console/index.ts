/** The end of a run for a person at a terminal: rule changes, verdicts, strength, warnings, and tables of the matches. */
import { payoffGauge } from '../../engine/contract/index.ts'
import type { CellResult, RunResult } from '../../sim/chunks/results.ts'
import { matchesOf } from '../../sim/figures/reading.ts'
import { ladderOf } from '../findings/ladder/ladder.ts'
import { stopCaveat, stopsOf } from '../findings/stopping.ts'
import { byVariant, type VariantCells } from '../findings/variants.ts'
import { exploitsIn, exploitWords } from '../findings/verdicts/exploits.ts'
import { warningsOf } from '../findings/verdicts/warnings.ts'
import { counted, printable } from '../formatting.ts'
import { apartLines, changeLines } from './changes.ts'
import { gateLines } from './gate.ts'
import { type CostOf, ladderLines } from './ladder.ts'
import { hanging, type Paint, painter, wrap } from './layout.ts'
import { leverLines } from './levers.ts'
import { matchLines } from './matches.ts'
import { usefulnessLines } from './usefulness.ts'
import { feelLines, strengthLines, verdictLines } from './verdicts.ts'

export interface ConsoleOptions {
  /** Whether to use ANSI colours. */
  readonly color: boolean
  /** Columns of the terminal. */
  readonly width: number
  /** Whether the CSV files are written as well, so that the text may refer to them. */
  readonly files?: boolean
  /** Whether the reader knows how far the run is: then nothing says that it was stopped. */
  readonly progressTold?: boolean
  /** Whether to show every variant as a ladder; by default where four agents or more all met each other and play themselves. */
  readonly ladder?: boolean | undefined
  /** What the matches of a ladder cost. Nothing else in the text depends on the machine. */
  readonly costOf?: CostOf | undefined
}

const NARROWEST = 50

/** A ladder of fewer agents is as well shown line-up by line-up. */
const LADDER_MIN = 4

/** A run's result as text, ending with a line end. Nothing in it depends on the machine or the time, but for what `costOf` tells. */
export function consoleReport(result: RunResult, options: ConsoleOptions): string {
  const { color, width, files = false, progressTold = false } = options
  const paint = painter(color)
  const columns = Math.max(NARROWEST, width)
  const variants = byVariant(result.cells).map(({ variant, cells }) => {
    const ladder = ladderOf(cells)
    const isLadder = options.ladder ?? (ladder.isRoundRobin && ladder.rungs.length >= LADDER_MIN)
    return { variant, cells, ladder: isLadder ? ladder : null }
  })
  const { margin } = result.experiment
  const { costOf } = options
  const listed = variants.filter(({ ladder }) => ladder === null).flatMap(({ cells }) => cells)
  const lines = [
    ...headLines(result, columns),
    ...stopLines(result, columns, paint),
    ...changeLines(result, columns, paint, files),
    ...apartLines(result, columns, paint, files),
    ...usefulnessLines(result, columns, paint, files),
    ...leverLines(result, columns, paint, files),
    ...variants.flatMap(one =>
      one.ladder
        ? [
            '',
            paint('bold', `LADDER of ${printable(one.variant)}`),
            ...ladderLines(one.ladder, { margin, width: columns, paint, costOf }),
            ...exploitLines(one, columns, paint),
          ]
        : variantLines(one, result, columns, paint),
    ),
    ...gateLines(result, columns, paint),
    ...warningLines(progressTold ? { ...result, complete: true } : result, listed, columns, paint),
    ...(listed.length > 0 ? matchLines(listed, columns, paint) : []),
    ...legend(result, columns, {
      listed: listed.length > 0,
      ladders: listed.length < result.cells.length,
      costs: listed.length < result.cells.length && costOf !== undefined,
    }),
  ]
  return `${lines.join('\n')}\n`
}

function headLines({ experiment, cells, handicaps, probes }: RunResult, width: number): string[] {
  const played = [...cells, ...handicaps, ...probes].reduce((sum, cell) => sum + matchesOf(cell), 0)
  const { name, game, seed } = experiment
  return wrap(printable(`${name}: ${counted(played, 'match', 'matches')} of ${game}, seed ${seed}`), width)
}

function stopLines(result: RunResult, width: number, paint: Paint): string[] {
  const stops = stopsOf(result)
  if (stops.length === 0) return []
  const caveat = stopCaveat(stops)
  const lines = stops.flatMap(({ lineup, words }) => hanging(printable(`${lineup}: ${words}`), width, '  '))
  return ['', paint('bold', 'STOP'), ...lines, ...(caveat === '' ? [] : hanging(caveat, width, '  '))]
}

function variantLines(
  { variant, cells }: VariantCells,
  result: RunResult,
  width: number,
  paint: Paint,
): string[] {
  const strength = strengthLines(cells, width)
  const feel = feelLines(cells, width)
  return [
    '',
    paint('bold', `VERDICT on ${printable(variant)}`),
    ...verdictLines(cells, result.experiment.margin, width, paint),
    ...(strength.length > 0 ? ['', paint('bold', 'STRENGTH'), ...strength] : []),
    ...(feel.length > 0 ? ['', paint('bold', 'FEEL'), ...feel] : []),
  ]
}

/** How exploitable the agents of a ladder are; nothing where no exploiter plays against them. */
function exploitLines({ cells }: VariantCells, width: number, paint: Paint): string[] {
  const exploits = exploitsIn(cells)
  if (exploits.length === 0) return []
  const lines = exploits.map(({ agent, cell }) => `${agent.label}: ${exploitWords(cell)}`)
  return ['', paint('bold', 'EXPLOITED'), ...lines.flatMap(text => hanging(printable(text), width, '  '))]
}

function warningLines(
  result: RunResult,
  listed: readonly CellResult[],
  width: number,
  paint: Paint,
): string[] {
  const warnings = warningsOf(result, listed)
  if (warnings.length === 0) return []
  const lines = warnings.flatMap(text => hanging(printable(text), width, '  ! '))
  return ['', paint('yellow', 'WARNING'), ...lines]
}

function legend(
  { experiment, cells }: RunResult,
  width: number,
  { listed, ladders, costs }: Record<'listed' | 'ladders' | 'costs', boolean>,
): string[] {
  const info = cells[0]?.game.info
  if (!info) return []
  const { step } = info
  const turn = step.perTurn === 1 ? '' : ` (${step.perTurn} per turn)`
  const payoff = info.gauges[payoffGauge(info)]
  const texts = [
    ...(listed ? ['n: matches. score: share of a whole win.'] : []),
    ...(ladders
      ? [
          'Elo: above the mean of the field, from all pairs together. gain: over the rung above it in the table. ' +
            `${info.seats[0]!}: the ${payoff ? `mean ${payoff.label}` : 'score'} of that seat where the agent plays all seats. draws: those matches without a winner.`,
          ...(payoff
            ? [
                'Elo, gain and PAIRS count matches won, not payoffs: who wins fewer matches may still be paid more. evenhand exploit judges agents by payoffs.',
              ]
            : []),
        ]
      : []),
    ...(exploitsIn(cells).length > 0
      ? [
          'An exploiter asks a copy of its opponent what it would do, or has learned against it: what it wins is a lower bound of what can be won.',
        ]
      : []),
    ...(costs ? ['ms: processor time of such a match on this machine.'] : []),
    `±: the longer arm of a 95 % interval. In VERDICT${experiment.gate ? ', GATE' : ''} and STRENGTH it holds however often one looks and plays on; elsewhere, and ` +
      'after "one look", it is for a number of matches that was planned beforehand and is looked at once.',
    ...(listed
      ? [`limit: matches that hit the turn limit. length: mean number of ${step.label}s${turn}.`]
      : []),
    ...(listed && experiment.seats.length > 2 ? ['(2nd): second in the line-up.'] : []),
    ...(payoff
      ? [
          `${payoff.id}: mean ${payoff.label} per match without forfeits; seats play for it, and verdicts rest on it.`,
        ]
      : []),
  ]
  return ['', ...wrap(printable(texts.join(' ')), width)]
}
