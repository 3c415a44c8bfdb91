/** Figures with their intervals, a line for each: seats, forests of rule changes, ratings. */
import { dot, rect, ruleX, ruleY } from '@observablehq/plot'
import type { Markup } from '../html.ts'
import { draw, labelsBeside, seriesColor } from './drawing.ts'

/**
 * A dot: the interval excludes the reference; a ring: it does not; a diamond: it lies within the margin; a cross: it excludes the reference, but
 * other players may differ; a square: nothing is tested.
 */
export type Mark = 'dot' | 'ring' | 'diamond' | 'cross' | 'square'

/** The mark of a difference. */
export function markOf(isShown: boolean, isWithheld = false): Mark {
  return isShown ? 'dot' : isWithheld ? 'cross' : 'ring'
}

/** A figure with its interval. */
export interface IntervalPoint {
  /** The line that it stands on. */
  readonly name: string
  /** From 0; decides its colour and place on the line. */
  readonly series: number
  readonly mean: number
  /** The one interval that is drawn, and that decides the mark. May be infinite. */
  readonly low: number
  readonly high: number
  readonly mark: Mark
  /** Shown to a pointer that rests on it. */
  readonly says: string
}

interface IntervalOptions {
  /** What the axis measures. */
  readonly axis: string
  /** Where a line marks no difference, and how far from it is near enough. */
  readonly reference?: number
  readonly margin?: number
  /** The goal, shaded; null for an open end. */
  readonly goal?: Readonly<Record<'low' | 'high', number | null>>
  readonly series?: number
  /** Where the axis begins and ends: by default where the figures do. */
  readonly domain?: readonly [number, number]
  /** Names beside other charts, from which labels must differ. */
  readonly among?: readonly string[]
  readonly alt: string
}

const LINE = 22
const SYMBOLS: readonly (readonly ['circle' | 'square' | 'diamond' | 'times', readonly Mark[]])[] = [
  ['circle', ['dot', 'ring']],
  ['square', ['square']],
  ['diamond', ['diamond']],
  ['times', ['cross']],
]
const SERIES = 9

/** A chart of the points that are known, or null if none is. */
export function intervalChart(points: readonly IntervalPoint[], options: IntervalOptions): Markup | null {
  const known = points.filter(({ mean }) => Number.isFinite(mean))
  if (known.length === 0) return null
  const { axis, reference, margin = 0, goal, series = 1, among, alt } = options
  const domain = options.domain ?? domainOf(known, reference, margin, goal)
  const names = [...new Set(known.map(({ name }) => name))]
  const { labels, margin: marginLeft } = labelsBeside(names, among)
  const line = LINE + (series - 1) * SERIES
  const within = (value: number) => Math.min(domain[1], Math.max(domain[0], value))
  const marks = Array.from({ length: series }, (_, one) => {
    const points = known.filter(point => point.series === one)
    const color = seriesColor(one)
    const at = {
      y: ({ name }: IntervalPoint) => names.indexOf(name),
      dy: (one - (series - 1) / 2) * SERIES,
      stroke: color,
    }
    return [
      ruleY(points, {
        ...at,
        x1: ({ low }: IntervalPoint) => within(low),
        x2: ({ high }: IntervalPoint) => within(high),
        strokeWidth: 3,
      }),
      ...SYMBOLS.map(([symbol, marks]) =>
        dot(
          points.filter(({ mark }) => marks.includes(mark)),
          {
            ...at,
            x: 'mean',
            symbol,
            r: 4,
            fill: {
              value: ({ mark }: IntervalPoint) => (mark === 'ring' ? 'var(--page)' : color),
              scale: null,
            },
            strokeWidth: 1.5,
            title: 'says',
          },
        ),
      ),
    ]
  })
  return draw(
    {
      marginLeft,
      height: names.length * line + 48,
      x: { domain, label: axis, grid: true, ticks: 5, labelAnchor: 'center' },
      y: {
        type: 'point',
        domain: names.map((_, i) => i),
        tickFormat: (i: number) => labels[i]!,
        label: null,
        tickSize: 0,
        padding: 0.6,
      },
      marks: [
        ...(goal
          ? [
              rect([0], {
                x1: goal.low ?? domain[0],
                x2: goal.high ?? domain[1],
                fill: 'var(--good)',
                fillOpacity: 0.2,
              }),
            ]
          : []),
        ...(reference === undefined ? [] : referenceMarks(reference, margin)),
        ...marks,
      ],
    },
    alt,
  )
}

function referenceMarks(reference: number, margin: number) {
  const edges = margin > 0 ? [reference - margin, reference + margin] : []
  return [
    ruleX([reference], { stroke: 'currentColor', strokeOpacity: 0.7 }),
    ruleX(edges, { stroke: 'currentColor', strokeOpacity: 0.5, strokeDasharray: '3,3' }),
  ]
}

/**
 * The ends of an axis: all figures, and as much of their intervals as leaves them apart. Those of few matches
 * may be infinite.
 */
export function domainOf(
  points: readonly IntervalPoint[],
  reference: number | undefined,
  margin = 0,
  goal: IntervalOptions['goal'] = { low: null, high: null },
): [number, number] {
  const ends = points.flatMap(({ low, high }) => [low, high]).filter(Number.isFinite)
  const marks = reference === undefined ? [] : [reference - margin, reference + margin]
  const bounds = [goal.low, goal.high].flatMap(end => end ?? [])
  const all = [...ends, ...points.map(({ mean }) => mean), ...marks, ...bounds]
  const low = all.reduce((least, value) => Math.min(least, value), Infinity)
  const high = all.reduce((most, value) => Math.max(most, value), -Infinity)
  const room = (high - low || 1) * 0.04
  return [low - room, high + room]
}
