/** The section MATCHES: figures of every line-up, and with more than two seats the score of every agent in every seat. */
import type { CellResult } from '../../sim/chunks/results.ts'
import { lengthsOf, matchesOf, payoffOf, scoreOf, seatingScore } from '../../sim/figures/reading.ts'
import { FIGURES } from '../../sim/figures/registry.ts'
import type { Interval, SpreadInterval } from '../../sim/stats/interval.ts'
import { summarize } from '../../sim/stats/moments.ts'
import { byVariant } from '../findings/variants.ts'
import { agentNames } from '../findings/verdicts/strength.ts'
import { isMirror } from '../findings/verdicts/verdicts.ts'
import { cut, evenShare, meanOf, percentOf, printable, thousands, wholePercent } from '../formatting.ts'
import { hanging, type Paint, type TextColumn, textTable } from './layout.ts'

/** Most columns of the name whose score it is. */
const NAME_MAX = 14

/** A table of line-ups for each variant. */
export function matchLines(cells: readonly CellResult[], width: number, paint: Paint): string[] {
  const variants = byVariant(cells)
  return variants.flatMap(({ variant, cells: its }) => [
    '',
    paint('bold', variants.length > 1 ? `MATCHES of ${printable(variant)}` : 'MATCHES'),
    ...matchTable(its, width),
    ...(its[0]!.layout.seats > 2 ? ['', ...seatingLines(its, width)] : []),
  ])
}

function matchTable(cells: readonly CellResult[], width: number): string[] {
  const { perTurn, label } = cells[0]!.game.info.step
  const duel = cells[0]!.layout.seats === 2
  const payoff = cells[0]!.game.info.gauges[cells[0]!.layout.payoff]
  const payoffs: TextColumn[] = payoff
    ? [{ head: payoff.id, left: false, cells: cells.map(cell => meanOf(duelPayoff(cell), payoff)) }]
    : []
  const scores: TextColumn[] = [
    ...payoffs,
    { head: 'score, %', left: false, cells: cells.map(cell => percentOf(duelScore(cell).score, '')) },
    { head: 'of', left: true, cells: cells.map(cell => cut(printable(duelScore(cell).name), NAME_MAX)) },
  ]
  const columns = [
    { head: 'matches', left: false, cells: cells.map(cell => thousands(matchesOf(cell))) },
    ...(duel ? scores : []),
    ...endings(cells),
    { head: perTurn > 1 ? 'turns' : `${label}s`, left: false, cells: cells.map(meanTurns) },
  ]
  return textTable('line-up', cells.map(lineupName), columns, width)
}

/** The figures that are shares of matches; of all but draws, only those that occur. */
export function endings(cells: readonly CellResult[]): TextColumn[] {
  return Object.values(FIGURES).flatMap(({ about, columns = [], gate, paired, words: { column } }) => {
    const share = columns.find(({ tables }) => tables.includes('summary'))
    // Draws that follow from two other columns are left out.
    if (about !== 'run' || share?.format !== 'share' || column === undefined || paired?.isDistinct) return []
    const shares = cells.map(cell => share.read({ ...cell, side: 'seat', index: 0 })?.mean ?? 0)
    if (gate !== 'draws' && shares.every(one => one === 0)) return []
    return [{ head: column, left: false, cells: shares.map(one => wholePercent(one, 1)) }]
  })
}

function lineupName({ cell: { lineup } }: CellResult): string {
  return printable(isMirror(lineup) ? `${lineup.participants[0]!.label} vs itself` : lineup.name)
}

interface Scored {
  readonly name: string
  readonly score: SpreadInterval
}

/** Of two seats: the first seat where one agent plays both, otherwise the first agent. */
function duelScore(cell: CellResult): Scored {
  const { lineup } = cell.cell
  if (isMirror(lineup)) return { name: cell.game.info.seats[0]!, score: scoreOf(cell, 'seat', 0) }
  return { name: lineup.participants[0]!.label, score: scoreOf(cell, 'participant', 0) }
}

/** The payoff of the one whose score is shown. */
function duelPayoff(cell: CellResult): Interval {
  return payoffOf(cell, isMirror(cell.cell.lineup) ? 'seat' : 'participant', 0)!
}

/** The mean length in turns. */
export function meanTurns(cell: CellResult): string {
  const { mean } = summarize(lengthsOf(cell))
  return Number.isNaN(mean) ? '-' : (mean / cell.game.info.step.perTurn).toFixed(1)
}

/** One line of the table of seats: a label, and scores over all seats and in each. Without scores: a line-up's name. */
interface SeatingRow {
  readonly label: string
  readonly scores: readonly string[]
}

/** Scores by agent and seat: as a table, or as text where the terminal is too narrow for it. */
function seatingLines(cells: readonly CellResult[], width: number): string[] {
  const { seats } = cells[0]!.game.info
  const heads = ['all seats', ...seats]
  const rows = cells.flatMap(seatingRows)
  const title = `score, % (even: ${evenShare(seats.length)})`
  const table = textTable(
    title,
    rows.map(row => row.label),
    heads.map((head, i) => ({ head, left: false, cells: rows.map(row => row.scores[i] ?? '') })),
    width,
  )
  if (table.every(line => line.length <= width)) return table
  return [
    `  ${title}`,
    ...rows.flatMap(({ label, scores }) => {
      const figures = heads.flatMap((head, i) => (scores[i] ? [`${head} ${scores[i]}`] : []))
      return hanging(figures.length > 0 ? `${label}: ${figures.join(', ')}` : label, width, '  ')
    }),
  ]
}

function seatingRows(cell: CellResult): SeatingRow[] {
  const seats = [...cell.game.info.seats.keys()]
  const label = lineupName(cell)
  if (isMirror(cell.cell.lineup))
    return [{ label, scores: ['', ...seats.map(seat => percentOf(scoreOf(cell, 'seat', seat), ''))] }]
  const agents = agentNames(cell).map((name, participant) => ({
    label: `  ${printable(name)}`,
    scores: [
      percentOf(scoreOf(cell, 'participant', participant), ''),
      ...seats.map(seat => percentOf(seatingScore(cell, participant, seat), '')),
    ],
  }))
  return [{ label, scores: [] }, ...agents]
}
