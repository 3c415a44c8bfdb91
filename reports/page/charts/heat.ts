/** Heat maps: one colour a cell, by classes of its value. */
import { cell, text } from '@observablehq/plot'
import { html, type Markup } from '../html.ts'
import { draw, HEAT_LEVELS, heatColor, labelsBeside, WIDTH } from './drawing.ts'

/** A cell of a heat map, by the numbers of its column and row. */
export interface HeatCell {
  readonly column: number
  readonly row: number
  /** Decides the colour; NaN for none. */
  readonly value: number
  /** What stands in it, if there is room. */
  readonly written: string
  readonly says: string
  /** Whether it rests on little, or shows nothing. */
  readonly pale?: boolean
  /** Whether it is what the others are compared with. */
  readonly framed?: boolean
}

interface HeatOptions {
  readonly columns: readonly string[]
  readonly rows: readonly string[]
  readonly columnsAre: string
  readonly rowsAre: string
  /** Values of the first and the last colour, which values beyond have, too. */
  readonly from: number
  readonly to: number
  /** The value of the colour in the middle, if that is not half-way. */
  readonly middle?: number
  /** Names beside other charts, from which labels must differ. */
  readonly among?: readonly string[]
  readonly alt: string
}

/** What the colours of a heat map stand for: the first, the one in the middle, the last. */
export function heatKey(first: string, middle: string, last: string): Markup {
  const swatches = Array.from(
    { length: HEAT_LEVELS },
    (_, i) => html`<i style="background:var(--h${i})"></i>`,
  )
  return html`<p class="scale note"><span>${first}</span>${swatches}<span>${last}</span><span>(in the middle: ${middle})</span></p>`
}

/** Fewest units of width in which a figure can be read. */
const WRITTEN_MIN = 26
/** Labels of columns; of more, some are left out. */
const COLUMN_LABELS = 10
const ROW = 20

/** A chart of the cells, or null if none has a value. */
export function heatChart(cells: readonly HeatCell[], options: HeatOptions): Markup | null {
  const known = cells.filter(({ value }) => Number.isFinite(value))
  if (known.length === 0) return null
  const { columns, rows, columnsAre, rowsAre, from, to, among, alt, middle = (from + to) / 2 } = options
  const { labels, margin } = labelsBeside(rows, among)
  const height = rows.length > 20 ? 8 : ROW
  // The title of the rows stands upright beside them, or above if they are too few for its length.
  const above = rowsAre.length * 5.2 > rows.length * height
  const marginLeft = margin + (rowsAre === '' || above ? 0 : 16)
  const width = (WIDTH - marginLeft - 14) / columns.length
  const every = Math.ceil(columns.length / COLUMN_LABELS)
  const level = ({ value }: HeatCell) => {
    const share =
      value < middle ? (value - from) / (middle - from) / 2 : 0.5 + (value - middle) / (to - middle) / 2
    return Math.min(HEAT_LEVELS - 1, Math.max(0, Math.floor(HEAT_LEVELS * share)))
  }
  const isWritten = width >= WRITTEN_MIN && height === ROW
  // Names that do not fit into their columns stand upright.
  const longest = Math.max(...columns.map(name => name.length))
  const upright = longest * 6 > width * every
  const marginTop = above ? 24 : 8
  const marginBottom = (upright ? Math.min(110, longest * 5.2) : 12) + 28
  return draw(
    {
      marginLeft,
      marginTop,
      marginBottom,
      height: marginTop + rows.length * height + marginBottom,
      padding: 0,
      x: {
        type: 'band',
        domain: columns.map((_, i) => i),
        ticks: columns.flatMap((_, i) => (i % every === 0 ? [i] : [])),
        tickFormat: (i: number) => columns[i]!,
        tickSize: 0,
        tickRotate: upright ? -90 : 0,
        label: columnsAre,
        labelAnchor: 'center',
        labelArrow: 'none',
      },
      y: {
        type: 'band',
        domain: rows.map((_, i) => i),
        ticks: rows.flatMap((_, i) => (height === ROW || i % 3 === 0 ? [i] : [])),
        tickFormat: (i: number) => labels[i]!,
        tickSize: 0,
        label: rowsAre === '' ? null : rowsAre,
        labelAnchor: above ? 'top' : 'center',
        labelArrow: 'none',
      },
      marks: [
        cell(known, {
          x: 'column',
          y: 'row',
          fill: { value: (one: HeatCell) => heatColor(level(one)), scale: null },
          fillOpacity: { value: (one: HeatCell) => (one.pale ? 0.3 : 1), scale: null },
          title: 'says',
        }),
        cell(
          known.filter(one => one.framed),
          {
            x: 'column',
            y: 'row',
            fill: 'none',
            stroke: 'var(--text)',
            strokeWidth: 2,
            inset: 1,
            pointerEvents: 'none',
          },
        ),
        ...(isWritten
          ? [
              text(known, {
                x: 'column',
                y: 'row',
                text: 'written',
                fill: {
                  value: (one: HeatCell) => (one.pale ? 'var(--text)' : `var(--t${level(one)})`),
                  scale: null,
                },
                fontSize: 9,
                pointerEvents: 'none',
              }),
            ]
          : []),
      ],
    },
    alt,
  )
}
