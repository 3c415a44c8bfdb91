/** Bars: how matches divide among lengths, or among endings and winners. */
import { barX, rectY, ruleX, text } from '@observablehq/plot'
import { printable } from '../../formatting.ts'
import type { Markup } from '../html.ts'
import { draw, seriesColor } from './drawing.ts'

/** A part of a bar: `series` is its colour, or -1 if it belongs to nobody. */
export interface BarPart {
  readonly name: string
  readonly series: number
  readonly share: number
  readonly says: string
}

const OF_NOBODY = 'var(--none)'

/** Bars from left to right, divided into parts; null if there are none. */
export function barChart(parts: readonly BarPart[], axis: string, alt: string): Markup | null {
  const shown = parts.filter(({ share }) => share > 0)
  if (shown.length === 0) return null
  const names = [...new Set(shown.map(({ name }) => name))]
  const spans = shown.map((part, i) => {
    const from = shown.slice(0, i).reduce((sum, { name, share }) => sum + (name === part.name ? share : 0), 0)
    return { ...part, from, to: from + part.share }
  })
  return draw(
    {
      marginLeft: 8,
      height: names.length * 34 + 46,
      x: { label: axis, labelAnchor: 'center', percent: true, grid: true, ticks: 5 },
      y: { type: 'band', domain: names.map((_, i) => i), axis: null },
      marks: [
        barX(spans, {
          x1: 'from',
          x2: 'to',
          y: ({ name }: BarPart) => names.indexOf(name),
          fill: {
            value: ({ series }: BarPart) => (series < 0 ? OF_NOBODY : seriesColor(series)),
            scale: null,
          },
          title: 'says',
          insetTop: 15,
          insetBottom: 3,
        }),
        ruleX([0]),
        text(names, {
          x: () => 0,
          y: (_: string, i: number) => i,
          text: (name: string) => printable(name),
          textAnchor: 'start',
          dx: 2,
          dy: -11,
        }),
      ],
    },
    alt,
  )
}

/** A bar of a histogram, from one value to the next bar's. */
export interface Bin {
  readonly from: number
  readonly to: number
  readonly share: number
  readonly says: string
}

/** So many whole numbers have a tick each. */
const TICKS_MAX = 10

/** Upright bars; null if there are none. */
export function histogram(bins: readonly Bin[], axis: string, alt: string): Markup | null {
  if (bins.length === 0) return null
  const first = Math.ceil(bins[0]!.from)
  const wholes = Array.from({ length: Math.floor(bins.at(-1)!.to) - first + 1 }, (_, i) => first + i)
  const isShort = wholes.length <= TICKS_MAX
  // A single bar would fill the chart from end to end.
  const room = bins.length === 1 ? 3 * (bins[0]!.to - bins[0]!.from) : 0
  return draw(
    {
      marginLeft: 40,
      height: 160,
      x: {
        label: axis,
        labelAnchor: 'center',
        domain: [bins[0]!.from - room, bins.at(-1)!.to + room],
        ...(isShort ? { ticks: wholes, tickFormat: 'd' } : { ticks: 6 }),
      },
      y: { label: null, percent: true, grid: true, ticks: 4 },
      marks: [
        rectY(bins, { x1: 'from', x2: 'to', y: 'share', fill: 'var(--soft)', inset: 0.3, title: 'says' }),
      ],
    },
    alt,
  )
}
