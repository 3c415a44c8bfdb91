/** What is each unit worth? What its seat, or its agent where agents differ, scored in the matches in which it used one. */
import type { CellResult } from '../../../sim/chunks/results.ts'
import { playedOut } from '../../figures.ts'
import { agentNames } from '../../findings/strength-words.ts'
import { isMirror, withoutWinner } from '../../findings/verdicts.ts'
import { counted, withEnds } from '../../formatting.ts'
import { agentUnits, type Columns, units } from '../../tables/index.ts'
import { type IntervalPoint, intervalChart } from '../charts/intervals.ts'
import { figure, gallery, ofSeats, section } from '../figure.ts'
import { html, type Markup, NOTHING } from '../html.ts'
import { cellName, leftOut, resultOf, type Subject } from '../subject.ts'
import { rowsTable } from '../table.ts'
import { seriesKey } from './key.ts'

const COLUMNS = [
  ...['group', 'fielded_per_match', 'fielded_per_match_low', 'fielded_per_match_high'],
  ...['used_per_match', 'used_per_match_low', 'used_per_match_high'],
  ...[
    'scored_per_match',
    'conceded_per_match',
    'lost_per_match',
    'scored_per_gold',
    'survival',
    'survival_low',
    'survival_high',
    'used_matches',
  ],
  ...['score_when_used', 'score_when_used_low', 'score_when_used_high', 'score_when_lost'],
]

/** Assets of a kind that are drawn. */
const LINES_MAX = 16

type SeatRow = ReturnType<typeof units.rows>[number]
type AgentRow = ReturnType<typeof agentUnits.rows>[number]
/** What rows of seats and of agents have in common. */
type Row = Omit<SeatRow, 'seat'> | Omit<AgentRow, 'agent' | 'position'>

/** Whose assets a cell's charts are about: its seats', or its agents' where these differ. */
interface Owners<R extends Row> {
  readonly columns: Columns
  readonly rows: readonly R[]
  readonly column: 'seat' | 'agent'
  /** Whose a row is, by name and by place among the series. */
  nameOf(row: R): string
  seriesOf(row: R): number
}

/** Nothing for games without assets. */
export function unitsSection(subject: Subject): Markup {
  const { pictured, result } = subject
  const figures = pictured.flatMap(cell => unitFigures(subject, cell))
  if (figures.length === 0) return NOTHING
  return section('units', 'What is each unit worth?', [
    html`<p><strong>Descriptive, not causal.</strong> What a seat, or an agent where agents differ, scored in the matches in which it used one, with the 95 % interval; the line is the fair share. Whoever is winning may also use more of it. ${
      result.handicaps.length > 0
        ? html`What doing without it costs is <a href="#worth">below</a>.`
        : 'What a unit brings about only a comparison of rules shows: without it, or at another price.'
    }</p>`,
    leftOut(subject, 'units.csv and agent_units.csv'),
    pictured.some(({ cell }) => isMirror(cell.lineup))
      ? ofSeats(seriesKey(result.experiment.seats))
      : NOTHING,
    gallery(figures),
  ])
}

/** A chart of each kind of asset. */
function unitFigures(subject: Subject, cell: CellResult): Markup[] {
  const alone = resultOf(subject, [cell])
  const { seats } = cell.game.info
  if (isMirror(cell.cell.lineup))
    return figuresOf(subject, cell, {
      columns: units.columns,
      rows: units.rows(alone),
      column: 'seat',
      nameOf: ({ seat }) => seat,
      seriesOf: ({ seat }) => seats.indexOf(seat),
    })
  const names = agentNames(cell)
  return figuresOf(subject, cell, {
    columns: agentUnits.columns,
    rows: agentUnits.rows(alone),
    column: 'agent',
    nameOf: ({ position }) => names[position - 1]!,
    seriesOf: ({ position }) => position - 1,
  })
}

function figuresOf<R extends Row>(subject: Subject, cell: CellResult, owners: Owners<R>): Markup[] {
  const groups = [...new Set(owners.rows.map(({ group }) => group))]
  const by = owners.column === 'seat' ? '' : ', by agent'
  return groups.map(group => {
    const rows = owners.rows.filter(row => row.group === group)
    const kinds = new Set(rows.map(({ asset }) => asset)).size
    const most = kinds > LINES_MAX ? `, the ${LINES_MAX} most used of ${kinds}` : ''
    return unitFigure(cell, `${cellName(subject, cell)}: ${group}${by}${most}`, { ...owners, rows })
  })
}

function unitFigure<R extends Row>(cell: CellResult, caption: string, owners: Owners<R>): Markup {
  const { rows, column, columns } = owners
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
      const says = `${owners.nameOf(row)}, ${labelOf(row)}: ${withEnds({ mean, low, high }, 1, ` % of a win in ${matches}`)}`
      return { name: labelOf(row), series: owners.seriesOf(row), mean, low, high, shown: true, says }
    })
  const chart = isWon(cell)
    ? intervalChart(points, {
        axis: 'score when used, %',
        reference: 100 / seats.length,
        series: seats.length,
        alt: `${caption}: what each ${column} scored in the matches in which it used one.`,
      })
    : NOBODY_WON
  const table = rowsTable(columns, ['asset', column, ...COLUMNS], rows)
  if (column === 'seat') return ofSeats(figure(caption, chart, table))
  const agents = agentNames(cell)
  return figure(caption, chart && html`${isWon(cell) ? seriesKey(agents) : NOTHING}${chart}`, table)
}

/** Whether any match that counts here had a winner: else every score is an even share. */
function isWon(cell: CellResult): boolean {
  return withoutWinner(cell) < playedOut(cell)
}

const NOBODY_WON = html`<p class="note">Nobody won a match, so scores say nothing of what was used. The table has how often it was.</p>`

/** The assets that most matches used, of all seats together; of as many the first. */
function mostUsed(rows: readonly Row[]): Set<string> {
  const uses = new Map<string, number>()
  for (const { asset, used_matches } of rows) uses.set(asset, (uses.get(asset) ?? 0) + used_matches)
  const sorted = [...uses].sort(([, a], [, b]) => b - a)
  return new Set(sorted.slice(0, LINES_MAX).map(([asset]) => asset))
}
