/** A sweep over one or two rule keys: as a line, or as a heat map. */
import { settingText } from '../../../documents/index.ts'
import type { CellResult } from '../../../sim/chunks/results.ts'
import { wholeVariants } from '../../../sim/experiment/index.ts'
import type { FigureId } from '../../../sim/figures/registry.ts'
import { isShown } from '../../findings/changes/comparisons.ts'
import { stepsOf } from '../../findings/changes/effects.ts'
import type { Factor } from '../../findings/variants.ts'
import { summary } from '../../tables/index.ts'
import { curveChart } from '../charts/curves.ts'
import { heatChart, heatKey } from '../charts/heat.ts'
import { figure, folded, gallery, html, type Markup } from '../html.ts'
import { byStrength, resultOf, type Subject } from '../subject.ts'
import { rowsTable } from '../table.ts'

/** What a sweep is drawn of, where one agent plays all seats: the first seat's score, draws, and the length. */
interface Swept {
  readonly title: string
  readonly value: (row: Row) => number
  readonly bands: (row: Row) => readonly (readonly [number, number])[]
  /** What a fair game comes to; null where no value is fair. */
  readonly middle: number | null
  /** Whether a cell of the heat map is pale, and the sentence that says when. */
  readonly isPale: (row: Row, cell: CellResult, variant: number) => boolean
  readonly paleIs: string
  readonly columns: readonly string[]
}
type Row = ReturnType<typeof summary.rows>[number]

/** Fewer settings than this make no line. */
const SETTINGS_MIN = 3
/** No colour stands for less than this, or noise would look like a pattern. */
const SPAN_MIN = 10

/** Charts of each player, all but the strongest folded; none where the variants differ in no key, or in more than two. */
export function sweepFigures(subject: Subject, factors: readonly Factor[]): Markup[] {
  const { seats } = subject.result.experiment
  const variants = wholeVariants(subject.result.experiment)
  const [one, second] = factors
  if (!one || factors.length > 2 || variants.length < SETTINGS_MIN) return []
  const [drawsMoved, lengthMoved] = [movedIn(subject, 'draws'), movedIn(subject, 'length')]
  const { perTurn, name } = stepsOf(subject.result.cells[0]!)
  const swept: Swept[] = [
    {
      title: `score of ${seats[0]!}, %`,
      value: row => 100 * row.score,
      bands: row => [[100 * row.score_low, 100 * row.score_high]],
      middle: 100 / seats.length,
      isPale: row =>
        !String(row.seat_verdict).startsWith('favours') && !String(row.seat_verdict).startsWith('hinders'),
      paleIs: "Pale: doesn't clearly favour a seat.",
      columns: ['score', 'score_low', 'score_high'],
    },
    {
      title: 'draws, %',
      value: row => 100 * row.draw_share,
      bands: () => [],
      middle: null,
      isPale: (_, cell, variant) => variant !== 0 && !drawsMoved.has(cell),
      paleIs: 'Pale: could be chance.',
      columns: ['draw_share', 'draws_before_limit_share'],
    },
    {
      title: `length, ${name}`,
      value: row => row.length_steps / perTurn,
      bands: () => [],
      middle: null,
      isPale: (_, cell, variant) => variant !== 0 && !lengthMoved.has(cell),
      paleIs: 'Pale: could be chance.',
      columns: ['length_steps', 'length_steps_sd', 'draw_share', 'turn_limit_share'],
    },
  ]
  const figures = byStrength(subject).map(({ agent, cells }) => ({
    agent,
    drawn: swept.flatMap(what => {
      const caption = `${agent}: ${what.title}`
      const result = resultOf(subject, cells)
      const rows = summary.rows(result).filter(row => row.seat === seats[0])
      const points = rows.map((row, i) => ({
        row,
        variant: variants.indexOf(cells[i]!.cell.variant),
        cell: cells[i]!,
      }))
      const chart = second ? heatOf(points, one, second, what, caption) : lineOf(points, one, what, caption)
      return chart
        ? [figure(caption, chart, rowsTable(summary.columns, ['variant', 'matches', ...what.columns], rows))]
        : []
    }),
  }))
  const [strongest, ...weaker] = figures
  return strongest && strongest.drawn.length > 0
    ? [
        gallery(strongest.drawn),
        ...weaker.map(({ agent, drawn }) => folded(`The same between ${agent} players`, [gallery(drawn)])),
      ]
    : []
}

interface Point {
  readonly row: Row
  /** The number of its variant. */
  readonly variant: number
  readonly cell: CellResult
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
): Markup | null {
  const rows = settingsOf(one, points)
  const columns = settingsOf(other, points)
  const values = points.map(({ row }) => what.value(row)).filter(Number.isFinite)
  const low = Math.min(...values)
  const high = Math.max(...values)
  const middle = what.middle ?? (low + high) / 2
  const reach = Math.max(high - middle, middle - low, what.middle === null ? 1 : SPAN_MIN)
  const chart = heatChart(
    points.map(({ row, variant, cell }) => ({
      pale: what.isPale(row, cell, variant),
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
  const ends = [middle - reach, middle, middle + reach]
  const decimals = ends.every(Number.isInteger) ? 0 : 1
  const [first, half, last] = ends.map(end => end.toFixed(decimals))
  return html`${chart}${heatKey(first!, half!, last!)}<p class="note">Framed: the baseline. ${what.paleIs}</p>`
}

/** The cells whose comparison with the baseline shows a difference in a figure. */
function movedIn({ comparisons }: Subject, kind: FigureId): ReadonlySet<CellResult> {
  const shown = comparisons.filter(one => one.metric.kind === kind && isShown(one))
  return new Set(shown.map(({ variant }) => variant))
}

/** The values of a key as text, numbers in their order. */
function settingsOf({ values }: Factor, points: readonly Point[]): string[] {
  const found = points.map(({ variant }) => values[variant])
  const sorted = found.every(value => typeof value === 'number') ? [...found].sort((a, b) => a - b) : found
  return [...new Set(sorted.map(value => settingText(value)))]
}
