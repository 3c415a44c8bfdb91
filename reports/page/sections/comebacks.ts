/** Comebacks: what a value of the headline gauge is worth at each step, and from how far behind winners came. */
import type { CellResult } from '../../../sim/chunks/results.ts'
import { FEW } from '../../../sim/figures/reading.ts'
import { chancesOf, type WinChance } from '../../findings/feel.ts'
import { comebacks } from '../../tables/index.ts'
import { type Bin, histogram } from '../charts/bars.ts'
import { heatChart, heatKey } from '../charts/heat.ts'
import { figure, html, type Markup } from '../html.ts'
import { resultOf, type Subject } from '../subject.ts'
import { rowsTable, wideTable } from '../table.ts'

/** Columns and rows of the heat map, at most: steps and values beside each other are then taken together. */
const COLUMNS_MAX = 20
const ROWS_MAX = 20

/** P(win | value, step), as a heat map; nothing where it cannot be told. */
export function chancesFigure(cell: CellResult): Markup[] {
  const all = chancesOf(cell)
  if (all.length === 0) return []
  const { gauges, step } = cell.game.info
  const label = gauges[0]!.label
  const { groups, steps, width } = grouped(all)
  const columns = range(1, Math.max(...groups.map(one => one.step)), steps)
  const least = Math.min(...groups.map(({ value }) => value))
  const most = Math.max(...groups.map(({ value }) => value))
  const values = range(least, most, width).reverse()
  const share = ({ wins, seats }: WinChance) => wins / seats
  const first = all.filter(one => one.step === 1)
  const sum = (of: (one: WinChance) => number): number => first.reduce((total, one) => total + of(one), 0)
  // Draws make it less than an even share.
  const average = sum(({ wins }) => wins) / sum(({ seats }) => seats)
  // If nobody won, no value was worth anything.
  if (!(average > 0)) return []
  const caption = `Win rate by ${label} and ${step.label}`
  const chart = heatChart(
    groups.map(one => ({
      column: columns.indexOf(one.step),
      row: values.indexOf(one.value),
      value: share(one),
      written: '',
      pale: one.seats < FEW,
      says: `${label} ${one.value} after ${step.label} ${one.step}: ${(100 * share(one)).toFixed(0)} % won, n ${one.seats}`,
    })),
    {
      columns: columns.map(String),
      rows: values.map(String),
      columnsAre: `${step.label}s played`,
      rowsAre: label,
      from: 0,
      to: 1,
      middle: average,
      alt: `${caption}. A heat map; the table below it has the figures.`,
    },
  )
  const heads = [{ head: label }, ...columns.map(head => ({ head: String(head), isNumber: true }))]
  const rows = values.map(value => [
    value,
    ...columns.map(column => {
      const one = groups.find(group => group.step === column && group.value === value)
      return one ? `${(100 * share(one)).toFixed(0)} % of ${one.seats}` : ''
    }),
  ])
  const key = heatKey('won: 0 %', `${(100 * average).toFixed(0)} %, the average`, '100 %')
  return [figure(caption, chart && html`${chart}${key}`, wideTable(heads, rows))]
}

/** Whole numbers from the first to the last. */
function range(first: number, last: number, by: number): number[] {
  return Array.from({ length: (last - first) / by + 1 }, (_, i) => first + i * by)
}

/** Chances of steps and values together, so that not too many are left; each by its first step and its least value. */
function grouped(all: readonly WinChance[]): { groups: WinChance[]; steps: number; width: number } {
  const least = Math.min(...all.map(({ value }) => value))
  const most = Math.max(...all.map(({ value }) => value))
  const steps = Math.ceil(Math.max(...all.map(({ step }) => step)) / COLUMNS_MAX)
  const width = Math.ceil((most - least + 1) / ROWS_MAX)
  const groups = new Map<string, WinChance>()
  for (const { step, value, seats, wins } of all) {
    const first = step - ((step - 1) % steps)
    // Counted from 0, so that ahead and behind never share a group.
    const from = Math.floor(value / width) * width
    const key = `${first} ${from}`
    const group = groups.get(key)
    groups.set(key, {
      step: first,
      value: from,
      seats: seats + (group?.seats ?? 0),
      wins: wins + (group?.wins ?? 0),
    })
  }
  return { groups: [...groups.values()], steps, width }
}

/** From how far behind winners came. */
export function behindFigure(subject: Subject, cell: CellResult): Markup[] {
  const rows = comebacks.rows(resultOf(subject, [cell]))
  const { width } = cell.layout.comebacks
  const bins = rows.map(
    (row): Bin => ({
      from: row.lowest - width / 2,
      to: row.lowest + width / 2,
      share: row.share,
      says: `${row.lowest}: ${(100 * row.share).toFixed(1)} % of winners, n ${row.matches}`,
    }),
  )
  const { label } = cell.game.info.gauges[0]!
  const caption = `How far behind winners were at worst, % of winners`
  const chart = histogram(bins, `lowest lead in ${label}`, `${caption}.`)
  return chart
    ? [
        figure(
          caption,
          chart,
          rowsTable(comebacks.columns, ['lowest', 'matches', 'share', 'cumulative_share'], rows),
        ),
      ]
    : []
}
