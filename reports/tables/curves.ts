/** curves.csv: how the gauges develop over a match. */
import type { CellResult } from '../../sim/chunks/results.ts'
import { squaredDeviations } from '../../sim/stats/moments.ts'
import { summarize } from '../../sim/stats/quantiles.ts'
import { CURVE_BINS, CURVE_N, CURVE_SQUARES, CURVE_SUM, type Curve, WINNER } from '../../sim/tally/layout.ts'
import { cellTable, column, type Row } from './column.ts'

const quantile = (percent: number) =>
  column('count', `${percent} % quantile; the lower edge of the bin where bins are wider than 1.`)

const columns = {
  gauge: column('text', "The gauge's id."),
  seat: column(
    'text',
    'The seat whose value this is, or `winner` for the seat that won alone. Of a zero-sum gauge only the first seat is listed: the other has its negative.',
  ),
  step: column('count', 'Steps played so far; 1 is the end of the first step.'),
  matches: column(
    'count',
    'Matches that lasted this long and were not forfeited (for `winner`, those that one seat won).',
  ),
  mean: column('decimal', "Mean of those matches, in the gauge's unit."),
  sd: column('decimal', 'Standard deviation between matches, in the same unit.'),
  bin_width: column('count', 'Values of the gauge that are counted together: 1 where quantiles are exact.'),
  q05: quantile(5),
  q25: quantile(25),
  q50: quantile(50),
  q75: quantile(75),
  q95: quantile(95),
}

/** A row per gauge, seat and step, up to the last step that any match reached. */
export const curves = cellTable({
  id: 'curves',
  question: 'How do favour, material and other gauges develop over a match, and when is it decided?',
  row: 'A gauge of a seat, or of the winner, after a step. Matches that have ended no longer count.',
  columns,
  key: ['gauge', 'seat', 'step'],
  rows: cell => cell.layout.curves.flatMap(curve => curveRows(cell, curve)),
})

function curveRows({ game, layout, tally }: CellResult, curve: Curve): Row<typeof columns>[] {
  const rows: Row<typeof columns>[] = []
  const seat = curve.seat === WINNER ? 'winner' : game.info.seats[curve.seat]!
  for (let step = 0; step < layout.steps; step++) {
    const words = tally.subarray(curve.offset + step * curve.stride, curve.offset + (step + 1) * curve.stride)
    const n = words[CURVE_N]!
    // A match counts at every step that it reached: after an empty step all are empty.
    if (n === 0) break
    const sum = words[CURVE_SUM]!
    const squares = squaredDeviations({ n, sum, sumSquares: words[CURVE_SQUARES]! })
    const { q05, q25, q50, q75, q95 } = summarize(words.subarray(CURVE_BINS), curve.min, curve.width)
    rows.push({
      gauge: game.info.gauges[curve.gauge]!.id,
      seat,
      step: step + 1,
      matches: n,
      mean: sum / n,
      sd: n < 2 ? Number.NaN : Math.sqrt(squares / (n - 1)),
      bin_width: curve.width,
      q05,
      q25,
      q50,
      q75,
      q95,
    })
  }
  return rows
}
