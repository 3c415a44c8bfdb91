/** The end of a run for a person at a terminal: the verdict first, then who is how strong, warnings, a table. */
import type { CellResult, RunResult } from '../../sim/chunks/results.ts'
import { type EloInterval, eloInterval } from '../../sim/stats/elo.ts'
import { summarize } from '../../sim/stats/quantiles.ts'
import { endedBy, forfeitsOf, lengthsOf, matchesOf, scoreOf } from '../figures.ts'
import { byVariant, type VariantCells } from '../findings/cells.ts'
import { agreementWords, cellFinding, isMirror, strengthsOf, verdictWords } from '../findings/verdicts.ts'
import { counted, evenShare, list, percentOf, printable, signed, thousands } from '../words.ts'
import { changeLines } from './changes.ts'
import { cut, entry, labelWidth, type Paint, painter, table, wrap } from './layout.ts'
import { warningsOf } from './warnings.ts'

export interface ConsoleOptions {
  /** Whether ANSI colours are wanted. */
  readonly color: boolean
  /** Columns of the terminal. */
  readonly width: number
}

const NARROWEST = 50
/** Below so many matches an undecided duel is no finding. */
const FEW = 30

/** A run's result as text, ending with a line end. Nothing in it depends on the machine or the hour. */
export function consoleReport(result: RunResult, { color, width }: ConsoleOptions): string {
  const paint = painter(color)
  const columns = Math.max(NARROWEST, width)
  const lines = [
    ...headLines(result, columns),
    ...changeLines(result, columns, paint),
    ...byVariant(result.cells).flatMap(variant => variantLines(variant, result, columns, paint)),
    ...warningLines(result, columns, paint),
    ...tableLines(result, columns, paint),
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

const STYLES = { fair: 'green', favours: 'red', inconclusive: 'yellow', drawn: 'yellow' } as const

/** A line per agent that plays all seats; without one, a line per line-up, whose agents change seats evenly. */
function verdictLines(cells: readonly CellResult[], margin: number, width: number, paint: Paint): string[] {
  const mirrors = cells.filter(({ cell }) => isMirror(cell.lineup))
  const told = mirrors.length > 0 ? mirrors : cells
  const label = ({ cell }: CellResult) =>
    printable(isMirror(cell.lineup) ? cell.lineup.participants[0]!.label : cell.lineup.name)
  const column = labelWidth(told.map(label))
  const lines = told.flatMap(cell => {
    const style = isMirror(cell.cell.lineup) ? STYLES[cellFinding(cell, margin)] : 'yellow'
    return entry(label(cell), column, printable(verdictWords(cell, margin)), width, word =>
      paint(style, word),
    )
  })
  const words = printable(agreementWords(strengthsOf(cells, margin)))
  return [...lines, ...(words === '' ? [] : wrap(words, width - 2).map(line => `  ${line}`))]
}

function strengthLines(cells: readonly CellResult[], width: number): string[] {
  return cells
    .filter(one => !isMirror(one.cell.lineup) && matchesOf(one) > 0)
    .flatMap(one => {
      const text = one.layout.seats === 2 ? duelWords(one) : raceWords(one)
      return wrap(printable(text), width - 2).map((line, i) => (i === 0 ? `  ${line}` : `    ${line}`))
    })
}

/** Two agents, seen by the one that is ahead. */
function duelWords(cell: CellResult): string {
  const [a, b] = cell.cell.lineup.participants.map(e => e.label) as [string, string]
  const first = scoreOf(cell, 'participant', 0)
  const ahead = first.mean >= 0.5 ? 0 : 1
  const score = scoreOf(cell, 'participant', ahead)
  const [better, worse] = ahead === 0 ? [a, b] : [b, a]
  const clear = score.low > 0.5
  const few = matchesOf(cell) < FEW ? 'too few matches to tell' : 'can not be told apart'
  const verb = clear ? `${better} beats ${worse}` : `${better} and ${worse}: ${few}`
  const rate = `${clear ? '' : `${better} scores `}${percentOf(score)}`
  return `${verb}: ${rate}, ${eloWords(eloInterval(score))}, n ${thousands(matchesOf(cell))}`
}

function eloWords({ elo, low, high }: EloInterval): string {
  if (elo === Infinity) return `at least ${signed(low)} Elo`
  return `${signed(elo)} Elo (${signed(low)} to ${signed(high)})`
}

/** Three agents or more, each from its own side. */
function raceWords(cell: CellResult): string {
  const each = cell.cell.lineup.participants.map(
    (e, i) => `${e.label} ${percentOf(scoreOf(cell, 'participant', i))}`,
  )
  return `${list(each)} (even: ${evenShare(cell.layout.seats)} each, n ${thousands(matchesOf(cell))})`
}

function warningLines(result: RunResult, width: number, paint: Paint): string[] {
  const warnings = warningsOf(result)
  if (warnings.length === 0) return []
  const lines = warnings.flatMap(text =>
    wrap(printable(text), width - 4).map((line, i) => (i === 0 ? `  ! ${line}` : `    ${line}`)),
  )
  return ['', paint('yellow', 'WARNING'), ...lines]
}

/** Most columns for the name of whose side a score is seen from. */
const SIDE_MAX = 14

function tableLines({ cells }: RunResult, width: number, paint: Paint): string[] {
  const variants = byVariant(cells)
  return variants.flatMap(({ variant, cells: its }) => [
    '',
    paint('bold', variants.length > 1 ? `MATCHES of ${printable(variant)}` : 'MATCHES'),
    ...matchTable(its, width),
  ])
}

function matchTable(cells: readonly CellResult[], width: number): string[] {
  const counts = (head: string, of: (cell: CellResult) => number) => ({
    head,
    left: false,
    cells: cells.map(cell => thousands(of(cell))),
  })
  const columns = [
    counts('n', matchesOf),
    { head: 'score of', left: true, cells: cells.map(cell => cut(printable(sideOf(cell).name), SIDE_MAX)) },
    { head: '%', left: false, cells: cells.map(cell => percentOf(sideOf(cell).score, '')) },
    counts('draws', cell => endedBy(cell, 'draw')),
    counts('caps', cell => endedBy(cell, 'length')),
    counts('faults', forfeitsOf),
    { head: 'length', left: false, cells: cells.map(meanLength) },
  ]
  return table('line-up', cells.map(lineupName), columns, width)
}

function lineupName({ cell: { lineup } }: CellResult): string {
  return printable(isMirror(lineup) ? `${lineup.participants[0]!.label} vs itself` : lineup.name)
}

/** Where one agent plays itself the seats are compared, else the agents. */
function sideOf(cell: CellResult): { name: string; score: ReturnType<typeof scoreOf> } {
  const { lineup } = cell.cell
  if (isMirror(lineup)) return { name: cell.game.info.seats[0]!, score: scoreOf(cell, 'seat', 0) }
  return { name: lineup.participants[0]!.label, score: scoreOf(cell, 'participant', 0) }
}

function meanLength(cell: CellResult): string {
  const { mean } = summarize(lengthsOf(cell))
  return Number.isNaN(mean) ? '-' : mean.toFixed(1)
}

function legend({ cells }: RunResult, width: number): string[] {
  const step = cells[0]?.game.info.step
  if (!step) return []
  const text =
    `n: matches. %: share of a whole win. ±: to the farther end of the 95 % interval, from blocks of mirrored matches. caps: matches that ran ` +
    `into the cap on their length. length: mean number of ${step.label}s${step.perTurn === 1 ? '' : `, ${step.perTurn} a turn`}.`
  return ['', ...wrap(text, width)]
}
