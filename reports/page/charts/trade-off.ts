/** Two goals' figures against each other: what was tried, and which of it is nearest to both. */
import { dot, rect } from '@observablehq/plot'
import type { Markup } from '../html.ts'
import { draw, seriesColor } from './drawing.ts'

/** A set of rules by its two figures. */
export interface TradePoint {
  readonly x: number
  readonly y: number
  readonly mark: 'now' | 'tried' | 'front'
  readonly says: string
}

/** A figure and its goal. */
export interface TradeAxis {
  readonly label: string
  readonly low: number | null
  readonly high: number | null
}

const LOOKS = {
  tried: { r: 2.5, symbol: 'circle', fill: 'none', stroke: 'var(--none)' },
  front: { r: 4, symbol: 'circle', fill: seriesColor(0), stroke: seriesColor(0) },
  now: { r: 4.5, symbol: 'square', fill: 'var(--text)', stroke: 'var(--text)' },
} as const

/** A chart of the points with the goals shaded. */
export function tradeOffChart(
  points: readonly TradePoint[],
  axes: { readonly x: TradeAxis; readonly y: TradeAxis },
  alt: string,
): Markup {
  const [x, y] = (['x', 'y'] as const).map(name => {
    const { low, high } = axes[name]
    const all = [...points.map(point => point[name]), ...[low, high].flatMap(end => end ?? [])]
    const [least, most] = [Math.min(...all), Math.max(...all)]
    const room = (most - least || 1) * 0.05
    return { domain: [least - room, most + room] as const, low, high }
  }) as [Span, Span]
  const inside = { x1: x.low ?? x.domain[0], x2: x.high ?? x.domain[1] }
  return draw(
    {
      marginLeft: 44,
      marginTop: 22,
      height: 260,
      x: {
        domain: x.domain,
        label: axes.x.label,
        labelAnchor: 'center',
        labelArrow: 'none',
        grid: true,
        ticks: 5,
      },
      y: {
        domain: y.domain,
        label: axes.y.label,
        labelAnchor: 'top',
        labelArrow: 'none',
        grid: true,
        ticks: 6,
      },
      marks: [
        rect([0], {
          ...inside,
          y1: y.low ?? y.domain[0],
          y2: y.high ?? y.domain[1],
          fill: 'var(--good)',
          fillOpacity: 0.2,
        }),
        ...(['tried', 'front', 'now'] as const).map(mark =>
          dot(
            points.filter(point => point.mark === mark),
            { x: 'x', y: 'y', title: 'says', strokeWidth: 1.5, ...LOOKS[mark] },
          ),
        ),
      ],
    },
    alt,
  )
}

interface Span {
  readonly domain: readonly [number, number]
  readonly low: number | null
  readonly high: number | null
}
