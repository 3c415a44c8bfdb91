/** What is each unit worth? What its seat scored in the matches in which it used one. */
import type { CellResult } from '../../../sim/chunks/results.ts'
import { units } from '../../tables/index.ts'
import { type IntervalPoint, intervalChart } from '../charts/intervals.ts'
import { figure, gallery, section } from '../figure.ts'
import { html, type Markup, NOTHING } from '../html.ts'
import { cellName, leftOut, resultOf, type Subject } from '../subject.ts'
import { rowsTable } from '../table.ts'
import { seriesKey } from './key.ts'

const COLUMNS = [
  ...[
    'asset',
    'seat',
    'group',
    'fielded_per_match',
    'used_per_match',
    'scored_per_match',
    'conceded_per_match',
  ],
  ...['lost_per_match', 'scored_per_gold', 'survival', 'survival_low', 'survival_high', 'used_matches'],
  ...['score_when_used', 'score_when_used_low', 'score_when_used_high', 'score_when_lost'],
]

/** Nothing for games without assets. */
export function unitsSection(subject: Subject): Markup {
  const { pictured, result } = subject
  const figures = pictured.flatMap(cell => unitFigure(subject, cell))
  if (figures.length === 0) return NOTHING
  return section('units', 'What is each unit worth?', [
    html`<p><strong>Descriptive, not causal.</strong> What a seat scored in the matches in which it used one, with the 95 % interval; the line is the fair share. Whoever is winning may also use more of it. What a unit brings about only a comparison of rules shows: without it, or at another price.</p>`,
    leftOut(subject, 'units.csv'),
    seriesKey(result.experiment.seats),
    gallery(figures),
  ])
}

function unitFigure(subject: Subject, cell: CellResult): Markup[] {
  const rows = units.rows(resultOf(subject, [cell]))
  if (rows.length === 0) return []
  const { seats, assets } = cell.game.info
  const labelOf = (id: string, group: string) =>
    assets.find(asset => asset.id === id && asset.group === group)!.label
  const points = rows.map(
    (row): IntervalPoint => ({
      name: labelOf(row.asset, row.group),
      series: seats.indexOf(row.seat),
      mean: 100 * row.score_when_used,
      low: 100 * row.score_when_used_low,
      high: 100 * row.score_when_used_high,
      shown: true,
      says: `${row.seat}, ${labelOf(row.asset, row.group)}: ${(100 * row.score_when_used).toFixed(1)} % of a win in ${row.used_matches} matches (${(100 * row.score_when_used_low).toFixed(1)} to ${(100 * row.score_when_used_high).toFixed(1)})`,
    }),
  )
  const caption = cellName(subject, cell)
  const chart = intervalChart(points, {
    axis: 'score when used, %',
    reference: 100 / seats.length,
    series: seats.length,
    alt: `${caption}: what each seat scored in the matches in which it used a unit or an action.`,
  })
  return [figure(caption, chart, rowsTable(units.columns, COLUMNS, rows))]
}
