/** The end of a run for a person at a terminal: on one screen, or with every table. */
import { payoffGauge } from '../../engine/contract/index.ts'
import type { CellResult, RunResult } from '../../sim/chunks/results.ts'
import { answerOf } from '../findings/answer/answer.ts'
import { inOrder } from '../findings/order.ts'
import { byVariant, type VariantCells } from '../findings/variants.ts'
import { exploitsIn, exploitWords } from '../findings/verdicts/exploits.ts'
import { warningsOf } from '../findings/verdicts/warnings.ts'
import { printable } from '../formatting.ts'
import { apartLines, changeLines } from './changes.ts'
import { gateLines } from './gate.ts'
import { gridLines, isGrid } from './grid.ts'
import { answerLines, stopLines } from './head.ts'
import { type CostOf, ladderIn, ladderLines } from './ladder.ts'
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
  /** Where the reader would run a command on a game by its path; by default, in the folder of the game. */
  readonly folder?: string
}

export { consoleSummary } from './summary.ts'

const NARROWEST = 50

/** Every finding of a run and its tables as text, ending with a line end. Only `costOf` depends on the machine. */
export function consoleReport(result: RunResult, options: ConsoleOptions): string {
  const { color, width, files = false, progressTold = false } = options
  const paint = painter(color)
  const columns = Math.max(NARROWEST, width)
  const variants = byVariant(result.cells).map(({ variant, cells }) => ({
    variant,
    cells: inOrder(result, cells),
    ladder: ladderIn(cells, options.ladder),
  }))
  const { margin } = result.experiment
  const { costOf, folder } = options
  const listed = variants.filter(({ ladder }) => ladder === null).flatMap(({ cells }) => cells)
  const shown = progressTold ? { ...result, complete: true } : result
  const lines = [
    ...answerLines(result, answerOf(shown), columns, paint),
    ...stopLines(result, columns, paint),
    ...(isGrid(result) ? ['', paint('bold', 'SWEEP'), ...gridLines(result, columns)] : []),
    ...changeLines(result, columns, paint, files),
    ...apartLines(result, columns, paint, files),
    ...usefulnessLines(result, columns, paint, files),
    ...leverLines(result, columns, paint, files, folder),
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
    ...gateLines(result, columns, paint, folder),
    ...warningLines(shown, listed, columns, paint),
    ...(listed.length > 0 ? matchLines(listed, columns, paint) : []),
    ...legend(result, columns, {
      listed: listed.length > 0,
      ladders: listed.length < result.cells.length,
      costs: listed.length < result.cells.length && costOf !== undefined,
    }),
  ]
  return `${lines.join('\n')}\n`
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
  const turn = step.perTurn === 1 ? '' : `; a turn is ${step.perTurn} ${step.label}s`
  const payoff = info.gauges[payoffGauge(info)]
  const texts = [
    ...(listed ? [`A score is the share of a whole win. Lengths are means${turn}.`] : []),
    ...(ladders
      ? [
          `Elo is relative to the mean of all players; gain is the lead over the player before. ${info.seats[0]!} and draws are for the player against itself.`,
          ...(payoff
            ? [
                'Elo, gain and PAIRS count wins, not payoffs: a player with fewer wins may still be paid more (evenhand exploit).',
              ]
            : []),
        ]
      : []),
    ...(exploitsIn(cells).length > 0
      ? ['An exploiter knows how its opponent plays, or has trained against it. A better one may win more.']
      : []),
    ...(costs ? ['ms: CPU time per match on this machine.'] : []),
    `± is a 95 % interval. Under VERDICT${experiment.gate ? ', GATE' : ''} and STRENGTH it stays valid if you check early and keep playing. ` +
      'The others assume that you fixed the number of matches in advance.',
    ...(listed && experiment.seats.length > 2 ? ['(2nd): second in the line-up.'] : []),
    ...(payoff ? [`${payoff.id}: mean ${payoff.label} per match, without forfeits. Verdicts use it.`] : []),
  ]
  return ['', ...wrap(printable(texts.join(' ')), width)]
}

export { diffReport } from './diff.ts'
export { tuneReport } from './tuning.ts'
