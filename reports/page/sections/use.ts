/** What did players use, and how did they score? What a seat, or an agent where agents differ, scored in the matches in which it used an asset. */
import type { CellResult, RunResult } from '../../../sim/chunks/results.ts'
import { FEW, lengthsOf, playedOut, usesOf } from '../../../sim/figures/reading.ts'
import { summarize } from '../../../sim/stats/moments.ts'
import { agentNames } from '../../findings/verdicts/strength.ts'
import { isMirror, withoutWinner } from '../../findings/verdicts/verdicts.ts'
import { counted, evenShare, withEnds } from '../../formatting.ts'
import { agentUnits, type Columns, units } from '../../tables/index.ts'
import { domainOf, type IntervalPoint, intervalChart } from '../charts/intervals.ts'
import { figure, folded, gallery, html, type Markup, NOTHING, ofSeats, section } from '../html.ts'
import { cellName, leftOut, resultOf, type Subject, seatNames } from '../subject.ts'
import { rowsTable, wideTable } from '../table.ts'
import { marksKey, seriesKey } from './key.ts'

const COLUMNS = [
  ...['group', 'fielded_per_match', 'fielded_per_match_low', 'fielded_per_match_high'],
  ...['used_per_match', 'used_per_match_low', 'used_per_match_high'],
  ...['used_per_turn', 'used_per_turn_low', 'used_per_turn_high'],
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
export function useSection(subject: Subject): Markup {
  const { pictured, result } = subject
  const drawings = pictured.flatMap(cell => drawingsOf(subject, cell))
  if (drawings.length === 0) return NOTHING
  // One scale for all, so that charts beside each other can be compared.
  const domain = domainOf(
    drawings.flatMap(({ points }) => points),
    evenPercent(result),
  )
  const [strongest] = pictured
  const [scores, ...others] = pictured.map(cell => {
    const its = drawings.filter(one => one.cell === cell)
    return folded(`Scores when used: ${cellName(subject, cell)}`, [
      its.some(({ points }) => points.some(isTelling(result))) ? keys(subject) : NOTHING,
      gallery(its.map(drawing => useFigure(result, drawing, domain))),
    ])
  })
  return section('use', 'What do players use?', [
    ...(strongest ? [usesOfAll(subject, strongest)] : []),
    html`<p class="note">${
      result.handicaps.length > 0
        ? html`What each is worth is <a href="#worth">above</a>.`
        : html`This doesn't say what a piece is worth, because whoever is winning may use it more. To find out, run <code>evenhand usefulness</code>.`
    }</p>`,
    scores ?? NOTHING,
    ...(others.length > 1 ? [folded('Scores when used: other line-ups', others)] : others),
    leftOut(subject, 'units.csv and agent_units.csv'),
  ])
}

/** Assets that are listed before anything is opened. */
const LISTED = 8

/** How often all seats together use each asset, the most used first. */
function usesOfAll(subject: Subject, cell: CellResult): Markup {
  const { assets, step } = cell.game.info
  const turns = summarize(lengthsOf(cell)).mean / step.perTurn
  const rows = assets
    .map(({ label }, asset) => ({ label, uses: usesOf(cell, asset) }))
    .filter(({ uses }) => uses > 0)
    .toSorted((a, b) => b.uses - a.uses)
    .map(({ label, uses }) => [label, uses.toFixed(2), (uses / turns).toFixed(2)])
  if (rows.length === 0) return NOTHING
  const heads = [
    { head: 'used' },
    { head: 'per match', isNumber: true },
    { head: step.perTurn > 1 ? 'per turn' : `per ${step.label}`, isNumber: true },
  ]
  return html`<h3>${cellName(subject, cell)}</h3>${wideTable(heads, rows.slice(0, LISTED))}${
    rows.length > LISTED
      ? folded(`${rows.length - LISTED} more`, [wideTable(heads, rows.slice(LISTED))])
      : NOTHING
  }`
}

/** Whether a score when used differs from an even share, by its interval. */
function isTelling(result: RunResult): (point: IntervalPoint) => boolean {
  const even = evenPercent(result)
  return ({ low, high }) => low > even || high < even
}

function keys({ pictured, result }: Subject): Markup {
  const marks = marksKey([
    ['square', 'score when used'],
    ['thick', '95 % interval'],
    ['line', `even: ${evenShare(result.experiment.seats.length)}`],
  ])
  const isBySeat = pictured.some(({ cell }) => isMirror(cell.lineup))
  return html`${marks}${isBySeat ? ofSeats(seriesKey(seatNames(result))) : NOTHING}`
}

function evenPercent({ experiment }: RunResult): number {
  return 100 / experiment.seats.length
}

/** A chart of a kind of asset before it is drawn. */
interface Drawing {
  readonly cell: CellResult
  readonly caption: string
  readonly column: 'seat' | 'agent'
  readonly points: readonly IntervalPoint[]
  readonly table: Markup
}

/** A drawing of each kind of asset. */
function drawingsOf(subject: Subject, cell: CellResult): Drawing[] {
  const alone = resultOf(subject, [cell])
  const { seats } = cell.game.info
  if (isMirror(cell.cell.lineup))
    return drawingsBy(subject, cell, {
      columns: units.columns,
      rows: units.rows(alone),
      column: 'seat',
      nameOf: ({ seat }) => seat,
      seriesOf: ({ seat }) => seats.indexOf(seat),
    })
  const names = agentNames(cell)
  return drawingsBy(subject, cell, {
    columns: agentUnits.columns,
    rows: agentUnits.rows(alone),
    column: 'agent',
    nameOf: ({ position }) => names[position - 1]!,
    seriesOf: ({ position }) => position - 1,
  })
}

function drawingsBy<R extends Row>(subject: Subject, cell: CellResult, owners: Owners<R>): Drawing[] {
  const { rows: all, column, columns } = owners
  const groups = [...new Set(all.map(({ group }) => group))]
  return groups.map(group => {
    const rows = all.filter(row => row.group === group)
    const kinds = new Set(rows.map(({ asset }) => asset)).size
    const points = isWon(cell) ? pointsOf(cell, { ...owners, rows }) : []
    const drawn = new Set(points.map(({ name }) => name)).size
    const which = drawn === LINES_MAX ? `the ${drawn} most used` : String(drawn)
    const some = drawn > 0 && drawn < kinds ? `, ${which} of ${kinds}` : ''
    return {
      ...{ cell, column, points },
      caption: `${cellName(subject, cell)}: ${group}${column === 'seat' ? '' : ', by agent'}${some}`,
      table: rowsTable(columns, ['asset', column, ...COLUMNS], rows),
    }
  })
}

function pointsOf<R extends Row>(cell: CellResult, { rows, nameOf, seriesOf }: Owners<R>): IntervalPoint[] {
  const { assets } = cell.game.info
  const placeOf = (row: Row): number =>
    assets.findIndex(({ id, group }) => id === row.asset && group === row.group)
  const drawn = mostUsed(rows)
  return rows
    .toSorted((a, b) => placeOf(a) - placeOf(b))
    .filter(({ asset, used_matches }) => drawn.has(asset) && used_matches >= FEW)
    .map((row): IntervalPoint => {
      const name = assets[placeOf(row)]!.label
      const mean = 100 * row.score_when_used
      const low = 100 * row.score_when_used_low
      const high = 100 * row.score_when_used_high
      const matches = counted(row.used_matches, 'match', 'matches')
      const says = `${nameOf(row)}, ${name}: ${withEnds({ mean, low, high }, 1, ` % of a win in ${matches}`)}`
      return { name, series: seriesOf(row), mean, low, high, mark: 'square', says }
    })
}

function useFigure(
  result: RunResult,
  { cell, caption, column, points, table }: Drawing,
  domain: readonly [number, number],
): Markup {
  const isFlat = points.length > 0 && !points.some(isTelling(result))
  const chart = intervalChart(isFlat ? [] : points, {
    axis: 'score when used, %',
    reference: evenPercent(result),
    series: result.experiment.seats.length,
    domain,
    alt: `${caption}: what each ${column} scored in the matches in which it used one.`,
  })
  const shown = isWon(cell) ? (chart ?? (isFlat ? EVEN : TOO_FEW)) : NOBODY_WON
  if (column === 'seat') return ofSeats(figure(caption, shown, table))
  return figure(caption, chart ? html`${seriesKey(agentNames(cell))}${chart}` : shown, table)
}

/** Whether any match that counts here had a winner: else every score is an even share. */
function isWon(cell: CellResult): boolean {
  return withoutWinner(cell) < playedOut(cell)
}

const NOBODY_WON = html`<p class="note">Every match was a draw, so scores say nothing about the pieces used.</p>`

const EVEN = html`<p class="note">No score differs clearly from an even share.</p>`

const TOO_FEW = html`<p class="note">Each was used in fewer than ${FEW} matches.</p>`

/** The assets that most matches used, of all seats together; of as many the first. */
function mostUsed(rows: readonly Row[]): Set<string> {
  const uses = new Map<string, number>()
  for (const { asset, used_matches } of rows) uses.set(asset, (uses.get(asset) ?? 0) + used_matches)
  const sorted = [...uses].sort(([, a], [, b]) => b - a)
  return new Set(sorted.slice(0, LINES_MAX).map(([asset]) => asset))
}
