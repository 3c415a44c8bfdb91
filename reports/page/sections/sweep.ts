/** A sweep over one or two rule keys: as a line, or as a heat map. */
import { settingText } from '../../../documents/index.ts'
import { wholeVariants } from '../../../sim/experiment/index.ts'
import type { Factor } from '../../findings/factors.ts'
import { summary } from '../../tables/index.ts'
import { curveChart } from '../charts/curves.ts'
import { heatChart, heatKey } from '../charts/heat.ts'
import { figure } from '../figure.ts'
import { html, type Markup } from '../html.ts'
import { byStrength, resultOf, type Subject } from '../subject.ts'
import { rowsTable } from '../table.ts'

/** What a sweep is drawn of, where one agent plays all seats: the first seat's score, and the length. */
interface Swept {
  readonly title: string
  readonly value: (row: Row) => number
  readonly bands: (row: Row) => readonly (readonly [number, number])[]
  /** The least distance of the first and the last colour from the middle, and the middle where one is given. */
  readonly middle: number | null
  readonly columns: readonly string[]
}
type Row = ReturnType<typeof summary.rows>[number]

/** Fewer settings than this make no line. */
const SETTINGS_MIN = 3
/** No colour stands for less than this, or noise would look like a pattern. */
const SPAN_MIN = 10

/** Charts of each strength; none where the variants differ in no key, or in more than two. */
export function sweepFigures(subject: Subject, factors: readonly Factor[]): Markup[] {
  const { seats } = subject.result.experiment
  const variants = wholeVariants(subject.result.experiment)
  const [one, other] = factors
  if (!one || factors.length > 2 || variants.length < SETTINGS_MIN) return []
  const swept: Swept[] = [
    {
      title: `score of ${seats[0]!}, %`,
      value: row => 100 * row.score,
      bands: row => [[100 * row.score_low, 100 * row.score_high]],
      middle: 100 / seats.length,
      columns: ['score', 'score_low', 'score_high'],
    },
    {
      title: `length, ${subject.result.cells[0]!.game.info.step.label}s`,
      value: row => row.length_steps,
      bands: () => [],
      middle: null,
      columns: ['length_steps', 'length_steps_sd', 'draw_share', 'turn_limit_share'],
    },
  ]
  return byStrength(subject).flatMap(({ agent, cells }) =>
    swept.flatMap(what => {
      const caption = `${agent}: ${what.title}`
      const rows = summary.rows(resultOf(subject, cells)).filter(row => row.seat === seats[0])
      const points = rows.map((row, i) => ({ row, variant: variants.indexOf(cells[i]!.cell.variant) }))
      const chart = other
        ? heatOf(points, one, other, what, caption, seats.length)
        : lineOf(points, one, what, caption)
      return chart
        ? [figure(caption, chart, rowsTable(summary.columns, ['variant', 'matches', ...what.columns], rows))]
        : []
    }),
  )
}

interface Point {
  readonly row: Row
  /** The number of its variant. */
  readonly variant: number
}

/** A line over a key whose values are numbers. */
function lineOf(points: readonly Point[], factor: Factor, what: Swept, caption: string): Markup | null {
  const known = points.flatMap(({ row, variant }) => {
    const x = factor.values[variant]
    return typeof x === 'number' ? [{ x, row }] : []
  })
  if (known.length < points.length) return null
  known.sort((a, b) => a.x - b.x)
  const settings = [...new Set(known.map(({ x }) => x))]
  if (settings.length < SETTINGS_MIN) return null
  return curveChart(
    known.map(({ x, row }) => ({
      series: 0,
      x,
      y: what.value(row),
      bands: what.bands(row),
      says: `${factor.key} ${x}: ${what.value(row).toFixed(2)}`,
    })),
    {
      series: 1,
      xIs: factor.key,
      settings,
      ...(what.middle === null ? {} : { reference: what.middle }),
      alt: `${caption}, over ${factor.key}: ${known.map(({ x, row }) => `${x}: ${what.value(row).toFixed(1)}`).join(', ')}.`,
    },
  )
}

function heatOf(
  points: readonly Point[],
  one: Factor,
  other: Factor,
  what: Swept,
  caption: string,
  seats: number,
): Markup | null {
  const rows = settingsOf(one, points)
  const columns = settingsOf(other, points)
  const values = points.map(({ row }) => what.value(row)).filter(Number.isFinite)
  const low = Math.min(...values)
  const high = Math.max(...values)
  const middle = what.middle ?? (low + high) / 2
  const reach = Math.max(high - middle, middle - low, what.middle === null ? 1 : SPAN_MIN)
  const chart = heatChart(
    points.map(({ row, variant }) => ({
      pale: what.middle !== null && row.score_low <= 1 / seats && row.score_high >= 1 / seats,
      framed: variant === 0,
      column: columns.indexOf(settingText(other.values[variant])),
      row: rows.indexOf(settingText(one.values[variant])),
      value: what.value(row),
      written: what.value(row).toFixed(1),
      says: `${row.variant}: ${what.value(row).toFixed(2)}`,
    })),
    {
      columns,
      rows,
      columnsAre: other.key,
      rowsAre: one.key,
      from: middle - reach,
      to: middle + reach,
      alt: `${caption}: a heat map over ${one.key} and ${other.key}, from ${low.toFixed(1)} to ${high.toFixed(1)}.`,
    },
  )
  if (chart === null) return null
  const ends = [middle - reach, middle, middle + reach].map(end => end.toFixed(0))
  const says = `The baseline is framed.${what.middle === null ? '' : ' Pale: no difference from a fair share is shown.'}`
  return html`${chart}${heatKey(ends[0]!, ends[1]!, ends[2]!)}<p class="note">${says}</p>`
}

/** The values of a key as text, numbers in their order. */
function settingsOf({ values }: Factor, points: readonly Point[]): string[] {
  const found = points.map(({ variant }) => values[variant])
  const sorted = found.every(value => typeof value === 'number') ? [...found].sort((a, b) => a - b) : found
  return [...new Set(sorted.map(value => settingText(value)))]
}
