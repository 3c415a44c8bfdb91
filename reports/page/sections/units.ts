/** What is each unit worth? What its seat scored in the matches in which it used one. */
import type { CellResult } from '../../../sim/chunks/results.ts'
import { counted } from '../../formatting.ts'
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

/** Assets of a kind that are drawn. */
const LINES_MAX = 16

type Row = ReturnType<typeof units.rows>[number]

/** Nothing for games without assets. */
export function unitsSection(subject: Subject): Markup {
  const { pictured, result } = subject
  const figures = pictured.flatMap(cell => unitFigures(subject, cell))
  if (figures.length === 0) return NOTHING
  return section('units', 'What is each unit worth?', [
    html`<p><strong>Descriptive, not causal.</strong> What a seat scored in the matches in which it used one, with the 95 % interval; the line is the fair share. Whoever is winning may also use more of it. What a unit brings about only a comparison of rules shows: without it, or at another price.</p>`,
    leftOut(subject, 'units.csv'),
    seriesKey(result.experiment.seats),
    gallery(figures),
  ])
}

/** A chart of each kind of asset. */
function unitFigures(subject: Subject, cell: CellResult): Markup[] {
  const rows = units.rows(resultOf(subject, [cell]))
  const groups = [...new Set(rows.map(({ group }) => group))]
  return groups.map(group => {
    const its = rows.filter(row => row.group === group)
    const kinds = new Set(its.map(({ asset }) => asset)).size
    const most = kinds > LINES_MAX ? `, the ${LINES_MAX} most used of ${kinds}` : ''
    return unitFigure(cell, `${cellName(subject, cell)}: ${group}${most}`, its)
  })
}

function unitFigure(cell: CellResult, caption: string, rows: readonly Row[]): Markup {
  const { seats, assets } = cell.game.info
  const labelOf = ({ asset, group }: Row) =>
    assets.find(one => one.id === asset && one.group === group)!.label
  const drawn = mostUsed(rows)
  const points = rows
    .filter(({ asset }) => drawn.has(asset))
    .map((row): IntervalPoint => {
      const mean = 100 * row.score_when_used
      const low = 100 * row.score_when_used_low
      const high = 100 * row.score_when_used_high
      const matches = counted(row.used_matches, 'match', 'matches')
      const says = `${row.seat}, ${labelOf(row)}: ${mean.toFixed(1)} % of a win in ${matches} (${low.toFixed(1)} to ${high.toFixed(1)})`
      return { name: labelOf(row), series: seats.indexOf(row.seat), mean, low, high, shown: true, says }
    })
  const chart = intervalChart(points, {
    axis: 'score when used, %',
    reference: 100 / seats.length,
    series: seats.length,
    alt: `${caption}: what each seat scored in the matches in which it used one.`,
  })
  return figure(caption, chart, rowsTable(units.columns, COLUMNS, rows))
}

/** The assets that most matches used, of all seats together; of as many the first. */
function mostUsed(rows: readonly Row[]): Set<string> {
  const uses = new Map<string, number>()
  for (const { asset, used_matches } of rows) uses.set(asset, (uses.get(asset) ?? 0) + used_matches)
  const sorted = [...uses].sort(([, a], [, b]) => b - a)
  return new Set(sorted.slice(0, LINES_MAX).map(([asset]) => asset))
}
