/** How long matches last, how they end, and for whom. */
import type { CellResult } from '../../../sim/chunks/results.ts'
import { counted } from '../../formatting.ts'
import { endings, lengths } from '../../tables/index.ts'
import { type Bin, barChart, histogram } from '../charts/bars.ts'
import type { Markup } from '../html.ts'
import { figure } from '../html.ts'
import { resultOf, type Subject } from '../subject.ts'
import { rowsTable, wideTable } from '../table.ts'

/** Bars of the lengths, at most. */
const BARS_MAX = 48

export function lengthsFigure(subject: Subject, cell: CellResult): Markup[] {
  const rows = lengths.rows(resultOf(subject, [cell]))
  if (rows.length === 0) return []
  const { label } = cell.game.info.step
  const first = rows[0]!.steps
  const width = Math.ceil((rows.at(-1)!.steps - first + 1) / BARS_MAX)
  const bars = new Map<number, number>()
  for (const row of rows) {
    const bar = Math.floor((row.steps - first) / width)
    bars.set(bar, (bars.get(bar) ?? 0) + row.matches)
  }
  const all = rows.reduce((sum, { matches }) => sum + matches, 0)
  const bins = [...bars].map(([bar, matches]) => {
    const from = first + bar * width
    const name = width === 1 ? `${from}` : `${from} to ${from + width - 1}`
    return { from, name, matches, share: matches / all }
  })
  const alt = `Length of ${counted(all, 'match', 'matches')} in ${label}s, from ${first} to ${rows.at(-1)!.steps}.`
  const chart = histogram(
    bins.map(({ from, name, matches, share }): Bin => {
      const says = `${name} ${label}s: ${counted(matches, 'match', 'matches')}`
      return { from: from - 0.5, to: from + width - 0.5, share, says }
    }),
    `${label}s`,
    alt,
  )
  const heads = [
    { head: `${label}s` },
    { head: 'matches', isNumber: true },
    { head: 'share', isNumber: true },
  ]
  const table = bins.map(({ name, matches, share }) => [name, matches, share.toFixed(6)])
  return [figure('How long matches last, % of matches', chart, wideTable(heads, table))]
}

export function endingsFigure(subject: Subject, cell: CellResult): Markup[] {
  const rows = endings.rows(resultOf(subject, [cell]))
  const { seats } = cell.game.info
  const parts = rows.map(row => ({
    name: row.label,
    series: seats.indexOf(row.winner),
    share: row.share,
    says: `${row.label}, ${row.winner}: ${(100 * row.share).toFixed(1)} %, n ${row.matches}`,
  }))
  const alt = `Endings: ${rows.map(row => `${row.label}, ${row.winner} ${(100 * row.share).toFixed(1)} %`).join('; ')}.`
  const chart = barChart(parts, '% of matches', alt)
  const columns = ['label', 'winner', 'kind', 'matches', 'share']
  return chart ? [figure('How they end, and for whom', chart, rowsTable(endings.columns, columns, rows))] : []
}
