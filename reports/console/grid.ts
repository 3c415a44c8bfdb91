/** A sweep over one or two rules as grids: a row and a column for each value, a figure in each place. */
import { settingText } from '../../documents/index.ts'
import type { CellResult, RunResult } from '../../sim/chunks/results.ts'
import { exploitedIn, wholeVariants } from '../../sim/experiment/index.ts'
import { drawsIn, matchesOf, payoffOf, scoreOf } from '../../sim/figures/reading.ts'
import { mirrorsOf } from '../findings/order.ts'
import { type Factor, factorsOf } from '../findings/variants.ts'
import { isMirror } from '../findings/verdicts/verdicts.ts'
import { roleWinsOf } from '../findings/verdicts/words.ts'
import { printable, wholePercent } from '../formatting.ts'

/** Fewer variants are read better line by line. */
const VARIANTS_MIN = 3
const COLUMNS_MAX = 10
const ROWS_MAX = 12
const GAP = '    '

/** A figure of every variant, and what it is. */
interface Gridded {
  readonly title: string
  readonly text: (cell: CellResult) => string
}

/** Whether a run is a sweep that fits a grid. */
export function isGrid(result: RunResult): boolean {
  const { experiment } = result
  const factors = factorsOf(experiment)
  const [one, other] = factors
  if (!one || factors.length > 2 || wholeVariants(experiment).length < VARIANTS_MIN) return false
  const [rows, columns] = other ? [one, other] : [null, one]
  const [across, down] = [valuesOf(columns).length, rows === null ? 1 : valuesOf(rows).length]
  // A list of single changes of two rules would leave nearly all places empty.
  return across <= COLUMNS_MAX && down <= ROWS_MAX && 2 * wholeVariants(experiment).length >= across * down
}

/**
 * For each agent that plays all seats, the strongest first, the first seat's score and the draws of every variant. The places of
 * combinations that were not played are empty. `most`: how many agents to show.
 */
export function gridLines(result: RunResult, width: number, most = Number.POSITIVE_INFINITY): string[] {
  const { experiment, cells } = result
  const [one, other] = factorsOf(experiment)
  const [rows, columns] = other ? [one!, other] : [null, one!]
  const mirrors = cells.filter(({ cell }) => isMirror(cell.lineup) && !exploitedIn(cell.lineup))
  const agents = mirrorsOf(result, 0).map(({ cell }) => cell.lineup.participants[0]!.label)
  const variants = wholeVariants(experiment)
  return agents.slice(0, most).flatMap((agent, i) => {
    const its = mirrors.filter(({ cell }) => cell.lineup.participants[0]!.label === agent)
    const grids = figuresOf(its[0]!).map(what => {
      const place = (row: string | null, column: string): string => {
        const v = variants.findIndex(
          (_, i) =>
            settingText(columns.values[i]) === column &&
            (rows === null || settingText(rows.values[i]) === row),
        )
        const cell = v < 0 ? undefined : its.find(one => one.cell.variant === variants[v])
        return cell && matchesOf(cell) > 0 ? what.text(cell) : ''
      }
      return gridOf(`${agent}: ${what.title}`, rows, columns, place)
    })
    return [...(i > 0 ? [''] : []), ...besides(grids, width)]
  })
}

function figuresOf(cell: CellResult): Gridded[] {
  const seat = cell.game.info.seats[0]!
  const role = cell.game.info.roles?.[0]
  const payoff = cell.game.info.gauges[cell.layout.payoff]
  return [
    role
      ? {
          title: `wins of ${role.id}, %`,
          text: one => ((100 * roleWinsOf(one, 0)) / matchesOf(one)).toFixed(1),
        }
      : payoff
        ? { title: `${payoff.label} of ${seat}`, text: one => payoffOf(one, 'seat', 0)!.mean.toFixed(2) }
        : { title: `${seat}'s score, %`, text: one => (100 * scoreOf(one, 'seat', 0).mean).toFixed(1) },
    { title: 'draws', text: one => wholePercent(drawsIn(one), matchesOf(one)) },
  ]
}

/** The values of a rule, numbers in their order. */
function valuesOf({ values }: Factor): string[] {
  const sorted = values.every(value => typeof value === 'number') ? [...values].sort((a, b) => a - b) : values
  return [...new Set(sorted.map(value => settingText(value)))]
}

function gridOf(
  title: string,
  rows: Factor | null,
  columns: Factor,
  place: (row: string | null, column: string) => string,
): string[] {
  const heads = valuesOf(columns)
  const sides = rows === null ? [null] : valuesOf(rows)
  const texts = sides.map(side => heads.map(head => place(side, head)))
  const corner = rows === null ? '' : rows.key
  const left = Math.max(corner.length, ...sides.map(side => side?.length ?? 0))
  const wide = Math.max(...heads.map(head => head.length), ...texts.flat().map(text => text.length))
  const line = (side: string, cells: readonly string[]) =>
    `  ${side.padEnd(left)}${cells.map(cell => `  ${cell.padStart(wide)}`).join('')}`
  return [
    title,
    `  ${' '.repeat(left)}  ${columns.key}`,
    line(corner, heads),
    ...texts.map((cells, i) => line(sides[i]?.padStart(left) ?? '', cells)),
  ].map(printable)
}

/** Grids beside each other where they fit, else below each other. */
function besides(grids: readonly string[][], width: number): string[] {
  const [first, second] = grids
  if (!first || !second) return grids.flat()
  const left = Math.max(...first.map(line => line.length))
  const joined = first.map((line, i) => `${line.padEnd(left)}${GAP}${second[i]}`.trimEnd())
  return fits(joined, width)
    ? joined
    : [...(fits(first, width) ? [...first, ''] : []), ...(fits(second, width) ? second : [])]
}

const fits = (lines: readonly string[], width: number): boolean => lines.every(line => line.length <= width)
