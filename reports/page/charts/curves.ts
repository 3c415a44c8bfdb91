/** Lines over steps or settings, with bands around them. */
import { areaY, dot, lineY, ruleY } from '@observablehq/plot'
import { short } from '../../formatting.ts'
import type { Markup } from '../html.ts'
import { draw, seriesColor } from './drawing.ts'

/** A point of a line. `bands` are pairs of a lower and an upper edge, the widest first. */
export interface CurvePoint {
  readonly series: number
  readonly x: number
  readonly y: number
  readonly bands: readonly (readonly [number, number])[]
  readonly says?: string
}

interface CurveOptions {
  readonly series: number
  /** The colour of all lines, if it is not that of their series. */
  readonly color?: string
  readonly xIs: string
  /** Where a line marks an even share. */
  readonly reference?: number
  /** Labels of single values of x, for settings. */
  readonly settings?: readonly number[]
  readonly alt: string
}

/** A chart of the lines, or null if they have no point. */
export function curveChart(points: readonly CurvePoint[], options: CurveOptions): Markup | null {
  const known = points.filter(({ y }) => Number.isFinite(y))
  if (known.length === 0) return null
  const { series, color, xIs, reference, settings, alt } = options
  const colorOf = (one: number): string => color ?? seriesColor(one)
  const numbers = Array.from({ length: series }, (_, i) => i)
  const of = (one: number) => known.filter(point => point.series === one)
  const steps = [...new Set(known.map(({ x }) => x))]
  const isFew = steps.length < 6
  const ends = known.flatMap(({ y, bands }) => [y, ...bands.flat()])
  const isFlat = ends.every(end => end === ends[0])
  return draw(
    {
      marginLeft: 44,
      height: 210,
      x: {
        label: xIs,
        labelAnchor: 'center',
        ...(settings
          ? { ticks: settings, tickFormat: String }
          : isFew
            ? { ticks: steps, tickFormat: 'd' }
            : { ticks: 6 }),
      },
      // Ticks around a single value would have many decimals.
      y: {
        label: null,
        grid: true,
        ...(isFlat ? { ticks: [ends[0]!], tickFormat: short } : { ticks: 6 }),
      },
      marks: [
        ...(reference === undefined
          ? []
          : [ruleY([reference], { stroke: 'currentColor', strokeOpacity: 0.7 })]),
        ...numbers.flatMap(one => bandsOf(of(one), colorOf(one))),
        ...numbers.map(one =>
          lineY(of(one), { x: 'x', y: 'y', stroke: colorOf(one), strokeWidth: 2, z: null }),
        ),
        // A line of one step is invisible.
        ...(settings || steps.length === 1 || known.some(({ says }) => says)
          ? numbers.map(one => dot(of(one), { x: 'x', y: 'y', r: 3, fill: colorOf(one), title: 'says' }))
          : []),
      ],
    },
    alt,
  )
}

function bandsOf(points: readonly CurvePoint[], fill: string) {
  const count = points[0]?.bands.length ?? 0
  return Array.from({ length: count }, (_, band) =>
    areaY(points, {
      x: 'x',
      y1: (point: CurvePoint) => point.bands[band]![0],
      y2: (point: CurvePoint) => point.bands[band]![1],
      fill,
      fillOpacity: 0.16,
      z: null,
    }),
  )
}
