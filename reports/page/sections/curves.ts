/** How the gauges develop: of each seat, and of the headline gauge from the winner's side. */
import { lacksGauges } from '../../../engine/plain/index.ts'
import type { CellResult } from '../../../sim/chunks/results.ts'
import { FEW } from '../../../sim/figures/reading.ts'
import { curves } from '../../tables/index.ts'
import { curveChart } from '../charts/curves.ts'
import type { Markup } from '../html.ts'
import { figure } from '../html.ts'
import { resultOf, type Subject } from '../subject.ts'
import { rowsTable } from '../table.ts'

const COLUMNS = ['step', 'seat', 'matches', 'mean', 'sd', 'q05', 'q25', 'q50', 'q75', 'q95']

/** Steps that a smaller share of the matches reached are left out: a line of a few matches goes anywhere. */
export const REACHED_MIN = 0.05

/** Points of a line, at most: more could not be told apart. */
const POINTS_MAX = 40

type Row = ReturnType<typeof curves.rows>[number]

export function curveFigures(subject: Subject, cell: CellResult): Markup[] {
  const rows = curves.rows(resultOf(subject, [cell]))
  return cell.game.info.gauges.flatMap(({ id, label, zeroSum }, i) => {
    // A line that is flat up to the end, where each match has its own.
    if (i === 0 && lacksGauges(cell.game.info)) return []
    const its = rows.filter(({ gauge }) => gauge === id)
    const seats = its.filter(({ seat }) => seat !== 'winner')
    const winner = its.filter(({ seat }) => seat === 'winner')
    const ofSeats = curveFigure(
      cell,
      `${label}, ${zeroSum ? `of ${cell.game.info.seats[0]!}` : 'by seat'}`,
      seats,
    )
    return i === 0 ? [...ofSeats, ...curveFigure(cell, `${label}, of the winner`, winner)] : ofSeats
  })
}

function curveFigure(cell: CellResult, caption: string, rows: readonly Row[]): Markup[] {
  const { seats, step } = cell.game.info
  const most = rows.reduce((all, { matches }) => Math.max(all, matches), 0)
  // Of a run of few matches, all steps rest on few.
  const least = Math.max(REACHED_MIN * most, most < FEW ? 0 : FEW)
  const reached = rows.filter(({ matches }) => matches >= least)
  const last = reached.reduce((latest, row) => Math.max(latest, row.step), 0)
  const every = Math.ceil(last / POINTS_MAX)
  const shown = reached.filter(row => (row.step - 1) % every === 0)
  // Bands of many seats would hide each other.
  const drawn = new Set(rows.map(({ seat }) => seat))
  const points = shown.map(row => ({
    series: Math.max(0, seats.indexOf(row.seat)),
    x: row.step,
    y: row.mean,
    bands: [
      ...(drawn.size === 1 ? [[row.q05, row.q95] as const] : []),
      ...(drawn.size <= 2 ? [[row.q25, row.q75] as const] : []),
    ],
  }))
  const ends = rows.filter(row => row.step === last)
  const chart = curveChart(points, {
    series: seats.length,
    ...(drawn.has('winner') ? { color: 'var(--soft)' } : {}),
    xIs: `${step.label}s`,
    ...(rows.some(row => row.q05 < 0) ? { reference: 0 } : {}),
    alt: `${caption}, over ${last} ${step.label}s. Mean after the last one: ${ends.map(row => `${row.seat} ${row.mean.toFixed(1)}`).join(', ')}.`,
  })
  return chart ? [figure(caption, chart, rowsTable(curves.columns, COLUMNS, shown))] : []
}
